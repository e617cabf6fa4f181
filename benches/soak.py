#!/usr/bin/env python3
"""Long self-play at short time controls; checks that memory does not grow.

For each game: a match of the engine against itself (`skirmish duel`), every move checked by the referee. After the
first tenth of the match memory may not grow by more than a few per cent. Exits with 1 if a match fails or memory grows.

Usage: benches/soak.py [--binary PATH] [--games N] [--time 5ms] [--hash MB] [GAME...]
"""

import argparse
import pathlib
import subprocess
import sys
import time

import games
import memory


def soak(binary, game, arguments):
    player = f"time={arguments.time} hash={arguments.hash}"
    command = [binary, "duel", game, "--a", player, "--b", player, "--games", str(arguments.games)]
    began = time.monotonic()
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    samples = memory.watch(run, 0.2)
    output, errors = run.communicate()
    early, most, flat = memory.growth(samples, 1 / 10)
    seconds = time.monotonic() - began
    good = run.returncode == 0 and flat
    print(f"{game:8} {arguments.games} games in {seconds:.0f} s, memory {early:.0f} MB early, {most:.0f} MB at most"
          f" — {'flat' if good else 'FAILED'}  {output.splitlines()[0] if output else errors.strip()}", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    parser.add_argument("--binary", default=str(pathlib.Path(__file__).parent.parent / "target/release/skirmish"))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--time", default="5ms")
    parser.add_argument("--hash", type=int, default=4)
    arguments = parser.parse_args()
    named = arguments.games_named or games.names(arguments.binary)
    results = [soak(arguments.binary, game, arguments) for game in named]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
