#!/usr/bin/env python3
"""How often a player throws a won position away.

`collect` plays games from random openings at 2,000 nodes per move with the hand-written evaluation and looks for positions that
the side to act wins and in which at least one action certainly throws the win away. One position per game is saved in
benches/truth, with the actions that keep the win and those that throw it away.

- Oska 5: a random position of the game; the tablebase knows the result of each action (`skirmish solve oska:5`).
- The other games: the earliest position that a search of 300,000 nodes proves to be won. The proofs are exact, since the
  search confirms every proven result without pruning. Actions for which it proves nothing are neither kept nor counted.

`measure` asks a player at 1,000, 10,000 and 100,000 nodes, without the tablebase.

Usage: benches/truth.py collect GAME [--count N] [--minutes N] [--seed N]
       benches/truth.py measure GAME [--net FILE ...]
       Compares several networks on the same positions; FILE may also be `usual` or `terms`.
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
PROVING = 300_000
SOLVED = ("oska:4", "oska:5")


def saved(game):
    return ugi.SavedPositions("truth", game, ("position", "actions that keep the win", "actions that throw it away"))


class Searched:
    """The result that a search proves for a position."""

    def __init__(self, engine):
        self.engine = engine

    def winner(self, here):
        """The side that wins, `draw`, or None if it is not proven."""
        if here["outcome"]:
            return here["outcome"]
        _, score = self.engine.search(here["position"], PROVING)
        if not ugi.is_proof(score):
            return None
        sides = ("south", "north") if here["to_move"] == "south" else ("north", "south")
        return sides[0] if score > 0 else sides[1]

    def choose(self, line, draw):
        """The earliest position that is won, backward from the end as far as proofs reach."""
        earliest = None
        for here in reversed(line):
            winner = self.winner(here)
            if winner is None:
                break
            earliest = here if winner == here["to_move"] else earliest
        return earliest


class Tablebase:
    """The tablebase result of a position."""

    def winner(self, here):
        return here["outcome"] or here["known"]

    def choose(self, line, draw):
        """A random won position."""
        won = [here for here in line if self.winner(here) == here["to_move"]]
        return draw.choice(won) if won else None


def collect(arguments):
    rules = ugi.Rules(arguments.binary, arguments.game, *(["--known"] if arguments.game in SOLVED else []))
    # Check first that there is a tablebase. The players must not use it.
    rules.after("startpos")
    with tempfile.TemporaryDirectory() as empty:
        os.environ["SKIRMISH_CACHE"] = empty
        engine = ugi.Engine(arguments.binary, arguments.game, "terms")
    oracle = Tablebase() if arguments.game in SOLVED else Searched(engine)
    draw = random.Random(arguments.seed)
    file = saved(arguments.game)
    known = {position for position, _, _ in file.read()}
    games, until = 0, time.monotonic() + 60 * arguments.minutes
    while len(known) < arguments.count and time.monotonic() < until:
        games += 1
        here = oracle.choose(played(engine, rules, draw), draw)
        if here is None or here["position"] in known:
            continue
        winners = {action: oracle.winner(rules.after(here["position"], action)) for action in here["legal"]}
        keeping = [action for action, winner in winners.items() if winner == here["to_move"]]
        throwing = [action for action, winner in winners.items() if winner not in (here["to_move"], None)]
        if keeping and throwing:
            known.add(here["position"])
            file.add(here["position"], " ".join(keeping), " ".join(throwing))
    engine.quit()
    rules.quit()
    print(f"{arguments.game}: {len(known)} won positions in which a win can be thrown away; {games} games were played in this run")


def played(engine, rules, draw):
    """The positions of a game from a random opening, up to one whose result is obvious. Answers in Refusal are left out."""
    here, line = rules.opening(draw), []
    while here is not None and here["legal"]:
        action, score = engine.search(here["position"], PLAYING)
        if "accept" not in here["legal"]:
            line.append(here)
        if ugi.is_proof(score):
            break
        here = rules.after(here["position"], action)
    return line


def measure(arguments):
    tests = [(position, keeping.split(), throwing.split()) for position, keeping, throwing in saved(arguments.game).read()]
    with tempfile.TemporaryDirectory() as empty:
        os.environ["SKIRMISH_CACHE"] = empty
        for net in arguments.net:
            engine = ugi.Engine(arguments.binary, arguments.game, net)
            for nodes in LOOKS:
                answers = [(engine.search(position, nodes)[0], keeping, throwing) for position, keeping, throwing in tests]
                thrown = sum(action in throwing for action, _, throwing in answers)
                known = sum(action in keeping or action in throwing for action, keeping, throwing in answers)
                print(f"{arguments.game}, {net}, {nodes} nodes: {thrown} of {known} thrown away", flush=True)
            engine.quit()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["collect", "measure"])
    parser.add_argument("game")
    parser.add_argument("--net", nargs="+", default=["terms", "usual"])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10, help="time limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", default=str(pathlib.Path(__file__).resolve().parent.parent / "target/release/skirmish"))
    arguments = parser.parse_args()
    {"collect": collect, "measure": measure}[arguments.what](arguments)


if __name__ == "__main__":
    sys.exit(main())
