#!/usr/bin/env python3
"""How often a player throws a won position away.

Games are played from random openings at 2,000 positions per move with the plain evaluation. The earliest position of each that a
long search proves to be won is a test, if at least one action throws the win away for certain. The player is asked at 1,000,
10,000 and 100,000 positions, and after its answer the long search tells whether the win is still there. What the long search
cannot prove either way is not counted. Refusal is left out: there a turn is three actions, and whose answer threw a win away is
no simple question.

The proofs are exact: the search confirms every proven result without shortcuts. Solved boards are not used by anybody.

Usage: benches/truth.py GAME [--net FILE ...] [--count N] [--minutes N] [--seed N]
       Several networks are compared on the same positions; `usual` and `terms` are names like a file's.
"""

import argparse
import os
import pathlib
import random
import sys
import tempfile
import time

import ugi

LOOKS = (1_000, 10_000, 100_000)
PLAYING = 2_000
PROVING = 1_000_000
PROVEN = 20_000


def proves(engine, moves):
    """1 if the side to act wins, -1 if it loses, nothing if that is not proven."""
    _, score = engine.search(moves, PROVING)
    return None if score is None or abs(score) <= PROVEN else 1 if score > 0 else -1


def tests(arguments, engine, until):
    """Won positions as actions from the start, with the actions that keep the win and those that throw it away."""
    draw = random.Random(arguments.seed)
    found = []
    while len(found) < arguments.count and time.monotonic() < until:
        moves = []
        for _ in range(draw.randint(4, 10)):
            choices = ugi.legal(arguments.binary, arguments.game, moves)
            moves += [draw.choice(choices)] if choices else []
        line = []
        while True:
            action, score = engine.search(moves, PLAYING)
            if action == "none":
                break
            line.append((moves, score))
            if abs(score) > PROVEN:
                break
            moves = moves + [action]
        # Backward from the end as far as proofs reach: the earliest won position is the hardest.
        earliest = None
        for moves, _ in reversed(line):
            value = proves(engine, moves)
            if value is None or time.monotonic() > until:
                break
            earliest = moves if value > 0 else earliest
        test = outcomes(arguments, engine, earliest) if earliest is not None else {}
        if 1 in test.values() and -1 in test.values():
            found.append((earliest, test))
    return found


def outcomes(arguments, engine, moves):
    """What each action leads to that is proven, for the side that acts: 1 or -1."""
    values = {action: proves(engine, moves + [action]) for action in ugi.legal(arguments.binary, arguments.game, moves)}
    return {action: -value for action, value in values.items() if value is not None}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--net", nargs="+", default=["usual"])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=60, help="when to stop looking for positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", default=str(pathlib.Path(__file__).resolve().parent.parent / "target/release/skirmish"))
    arguments = parser.parse_args()
    if arguments.game == "refusal":
        sys.exit("Refusal is left out: see the top of this file")
    with tempfile.TemporaryDirectory() as empty:
        os.environ["SKIRMISH_CACHE"] = empty
        engine = ugi.Engine(arguments.binary, arguments.game, "terms")
        won = tests(arguments, engine, time.monotonic() + 60 * arguments.minutes)
        engine.quit()
        print(f"{arguments.game}: {len(won)} won positions in which a win can be thrown away", flush=True)
        for net in arguments.net:
            engine = ugi.Engine(arguments.binary, arguments.game, net)
            for nodes in LOOKS:
                values = [test.get(engine.search(moves, nodes)[0]) for moves, test in won]
                thrown, known = sum(value == -1 for value in values), sum(value is not None for value in values)
                print(f"{net}, {nodes} positions: {thrown} of {known} thrown away", flush=True)
            engine.quit()


if __name__ == "__main__":
    sys.exit(main())
