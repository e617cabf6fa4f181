#!/usr/bin/env python3
"""Speed of the Python package against python-chess, and of its perft against the program, measured in the same run.

Measures `legal_moves` and `play` per legal move from the start positions: ours makes a new position, python-chess pushes and pops.
Each round runs all of them, and the best round of each counts, so that other load does not decide. Run it in the environment of
tools/python, after `pip install chess`:

    target/python/environment/bin/python benches/python.py [--rounds 20]
"""

import argparse
import os
import subprocess
import time
from pathlib import Path

import chess
import skirmish

ROOT = Path(__file__).resolve().parent.parent

# Per legal move, at least this many times as fast as python-chess.
AIM = 20

# A perft that takes about a second.
PERFT = {"refusal": 9, "gastank": 6, "trench": 8, "hiya": 8, "oska": 14}


def ours(name, count):
    text = skirmish.Position.start(name).text
    # A position generates its moves once, so each round needs new ones.
    positions = [skirmish.Position.from_text(name, text) for _ in range(count)]
    moves = 0
    start = time.perf_counter()
    for position in positions:
        for move in position.legal_moves:
            position.play(move)
            moves += 1
    return (time.perf_counter() - start) / moves


def theirs(count):
    board = chess.Board()
    moves = 0
    start = time.perf_counter()
    for _ in range(count):
        for move in board.legal_moves:
            board.push(move)
            board.pop()
            moves += 1
    return (time.perf_counter() - start) / moves


def perft(name, depth):
    position = skirmish.Position.start(name)
    start = time.perf_counter()
    counted = skirmish.perft(position, depth)
    return time.perf_counter() - start, counted


def program_perft(program, name, depth):
    ran = subprocess.run([program, "perft", name, str(depth)], capture_output=True, text=True, check=True)
    seconds = ran.stderr.strip().splitlines()[-1].split()[2]
    return float(seconds), int(ran.stdout.split()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    names = [info.id for info in skirmish.games()]
    best = {}
    for _ in range(rounds):
        for name in names:
            best[name] = min(best.get(name, 1.0), ours(name, 200))
        best["chess"] = min(best.get("chess", 1.0), theirs(50))
    print(f"legal_moves + play, per legal move from the start: python-chess {1e9 * best['chess']:.0f} ns")
    for name in names:
        print(f"  {name:8} {1e9 * best[name]:6.0f} ns  {best['chess'] / best[name]:6.1f} times as fast (aim {AIM})")
    program = os.environ.get("SKIRMISH", str(ROOT / "target/release/skirmish"))
    if not os.path.exists(program):
        print(f"Skipped perft: {program} is missing")
        return
    print("perft in one call, against the program:")
    for name in names:
        depth = PERFT[name]
        runs = [(perft(name, depth), program_perft(program, name, depth)) for _ in range(3)]
        assert len({counted for run in runs for _, counted in run}) == 1
        one, other = (min(run[side][0] for run in runs) for side in (0, 1))
        print(f"  {name:8} depth {depth:2}  {one:6.3f} s  {other:6.3f} s  {other / one:5.2f} times as fast")


if __name__ == "__main__":
    main()
