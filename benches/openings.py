#!/usr/bin/env python3
"""Openings that a long search finds even, for `skirmish arena run --openings file=FILE`.

A random opening often decides both games of a pair, and such pairs say nothing about the players. So many random openings are
searched, and the most even ones are written, a position per line. Those with a proven result are left out.

Usage: benches/openings.py GAME FILE [--count N] [--plies N] [--look NODES] [--seed N] [--binary PATH]
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys

CANDIDATES_FOR_EACH = 4
BINARY = str(pathlib.Path(__file__).resolve().parent.parent / "target/release/skirmish")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--plies", type=int, default=6)
    parser.add_argument("--look", type=int, default=200_000, help="nodes searched to find out whether an opening is even")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", default=BINARY)
    arguments = parser.parse_args()
    openings = even(arguments.binary, arguments.game, arguments.count, arguments.plies, arguments.look, arguments.seed)
    arguments.file.write_text("".join(f"{position}\n" for position in openings))


def even(binary, game, count, plies, look, seed):
    """Up to this many openings, the most even first. Prints how many and how even they are."""
    candidates = after_random_plies(binary, game, count * CANDIDATES_FOR_EACH, plies, seed)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        distances = pool.map(lambda position: from_even(binary, game, position, look), candidates)
    scored = [(distance, position) for distance, position in zip(distances, candidates) if distance is not None]
    best = sorted(scored)[:count]
    if not best:
        sys.exit("no opening was found without a proven result")
    print(f"{game}: {len(best)} openings of {len(candidates)}, none further than {best[-1][0]} points from even", flush=True)
    return [position for _, position in best]


def ask(binary, *words):
    """The last JSON object that a command prints."""
    answer = subprocess.run([binary, *words, "--json"], capture_output=True, text=True, check=True)
    return json.loads(answer.stdout.splitlines()[-1])


def after_random_plies(binary, game, wanted, plies, seed):
    """Up to this many different positions after some random plies, found in ten times as many tries."""
    draw = random.Random(seed)
    found = set()
    for _ in range(10 * wanted):
        if len(found) == wanted:
            break
        position = ask(binary, "moves", game)
        played = 0
        while position["outcome"] is None and played < plies:
            # All proposals of Refusal are accepted, so a ply is a move.
            action = "accept" if "accept" in position["legal"] else draw.choice(position["legal"])
            position = ask(binary, "play-out", game, "--position", position["position"], "--moves", action)
            played += "accept" not in position["legal"]
        if position["outcome"] is None:
            found.add(position["position"])
    return sorted(found)


def from_even(binary, game, position, look):
    """The distance of an opening from even in points, or None if its result is proven."""
    seen = ask(binary, "analyze", game, "--position", position, "--nodes", str(look), "--threads", "1", "--hash", "64")
    return None if seen["wins_in"] is not None else abs(seen["score"])


if __name__ == "__main__":
    main()
