#!/usr/bin/env python3
"""Positions that a player misjudges, and how many of them another one judges right.

`collect` plays games from random openings with the plain evaluation at 20,000 positions per move and keeps each position whose
judgement a search of twenty times the positions turns around by 200 points or more, or proves where the short one did not. They
are kept as actions from the start (or from another position, before a bar) with the score of the long search, in
benches/blind_spots.

`measure` tells how many of them a player judges right at 20,000 positions: within 200 points of the long search, or, where that
is a proof, at least 200 points for the side that wins. The plain evaluation is wrong in nearly all of them, since that is how
they were chosen.

Usage: benches/blind_spots.py collect GAME [--count N] [--minutes N] [--seed N]
       benches/blind_spots.py measure GAME [--net FILE]
"""

import argparse
import pathlib
import random
import sys
import time

import ugi

SHORT = 20_000
LONG = 20 * SHORT
TURN = 200
PROVEN = 20_000
FOLDER = pathlib.Path(__file__).resolve().parent / "blind_spots"


def file_of(game):
    return FOLDER / f"{game.replace(':', '-')}.txt"


def read(game):
    """Of each position the start, if it is not the usual one, the actions from there, and the score of the long search."""
    spots = []
    for line in file_of(game).read_text().splitlines():
        if line and not line.startswith("#"):
            moves, score = line.split(";")
            start, _, moves = moves.rpartition("|")
            spots.append((start.strip(), moves.split(), int(score)))
    return spots


def is_right(score, truth):
    if abs(truth) > PROVEN:
        return score * truth > 0 and abs(score) >= TURN
    return abs(score - truth) < TURN


def is_blind_spot(short, long):
    return abs(short) <= PROVEN and (abs(long) > PROVEN or abs(long - short) >= TURN)


def collect(arguments):
    engine = ugi.Engine(arguments.binary, arguments.game, "terms")
    draw = random.Random(arguments.seed)
    path = file_of(arguments.game)
    FOLDER.mkdir(exist_ok=True)
    if not path.exists():
        path.write_text(f"# Made by benches/blind_spots.py collect {arguments.game}: actions ; score of the long search\n")
    found, seen, until = len(read(arguments.game)), 0, time.monotonic() + 60 * arguments.minutes
    while found < arguments.count and time.monotonic() < until:
        moves = opening(arguments, draw)
        while moves is not None and found < arguments.count and time.monotonic() < until:
            action, short = engine.search(moves, SHORT)
            if action == "none" or short is None or abs(short) > 1500:
                break
            _, long = engine.search(moves, LONG)
            seen += 1
            if is_blind_spot(short, long):
                found += 1
                with path.open("a") as file:
                    file.write(f"{' '.join(moves)} ; {long}\n")
                break
            moves = moves + [action]
    engine.quit()
    print(f"{arguments.game}: {found} positions; {seen} were looked at in this run")


def opening(arguments, draw):
    """Some random actions; nothing if the game is over by then."""
    moves = []
    for _ in range(draw.randint(4, 10)):
        choices = ugi.legal(arguments.binary, arguments.game, moves)
        if not choices:
            return None
        moves.append(draw.choice(choices))
    return moves


def measure(arguments):
    engine = ugi.Engine(arguments.binary, arguments.game, arguments.net)
    spots = read(arguments.game)
    right = sum(is_right(engine.search(moves, SHORT, start)[1], truth) for start, moves, truth in spots)
    engine.quit()
    print(f"{arguments.game}, {arguments.net}: {right} of {len(spots)} judged right at {SHORT} positions")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["collect", "measure"])
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=120, help="when to stop, however many were found")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--net", default="usual")
    parser.add_argument("--binary", default=str(pathlib.Path(__file__).resolve().parent.parent / "target/release/skirmish"))
    arguments = parser.parse_args()
    {"collect": collect, "measure": measure}[arguments.what](arguments)


if __name__ == "__main__":
    sys.exit(main())
