#!/usr/bin/env python3
"""The score of a level against the one below, from openings that a long search finds even.

High levels see so far that a random opening often decides both games of a pair. So many short random openings are searched, and
the most even ones are played, each twice with sides swapped. Exits with 1 if the score is not between 60 and 90 per cent or a
game ended by a fault.

Usage: benches/ladder.py GAME LEVEL [--games N] [--minutes N] [--plies N] [--look NODES] [--seed N] [--binary PATH]
       Level 10 needs an idle machine.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import openings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("level", type=int, choices=range(2, 11))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=120, help="time limit")
    parser.add_argument("--plies", type=int, default=2)
    parser.add_argument("--look", type=int, default=3_000_000, help="nodes searched to find out whether an opening is even")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", default=openings.BINARY)
    arguments = parser.parse_args()
    binary, game, count = arguments.binary, arguments.game, arguments.games // 2
    starts = openings.even(binary, game, count, arguments.plies, arguments.look, arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        print(f"watch it with: skirmish arena status {folder}/ladder.arena", flush=True)
        games = played(arguments, starts, pathlib.Path(folder))
    if len(games) < 4:
        sys.exit("too few games to tell")
    faults = [game["fault"]["detail"] for game in games if game.get("fault")]
    won = [int(game["winner"] == f"level {arguments.level}") for game in games]
    pairs = [sum(won[2 * pair:2 * pair + 2]) for pair in range(len(won) // 2)]
    score = sum(won) / len(won)
    variance = sum((pair / 2 - score) ** 2 for pair in pairs) / max(1, len(pairs) - 1)
    error = 1.96 * (variance / len(pairs)) ** 0.5
    print(f"level {arguments.level} over {arguments.level - 1} in {arguments.game}: {100 * score:.0f} ± {100 * error:.0f} %, {len(won)} games, "
          f"pairs lost, split, won: {[pairs.count(points) for points in (0, 1, 2)]}, faults: {faults}")
    sys.exit(0 if 0.6 <= score <= 0.9 and not faults else 1)


def played(arguments, starts, folder):
    """The games, in the order of their numbers."""
    (folder / "openings").write_text("\n".join(starts) + "\n")
    store = str(folder / "ladder.arena")
    # Only level 10 has a time limit, and uses all cores.
    concurrency = 1 if arguments.level == 10 else os.cpu_count()
    command = [arguments.binary, "arena", "run", "--game", arguments.game, "--store", store, "--rounds", str(len(starts))]
    command += ["--openings", f"file={folder / 'openings'}", "--concurrency", str(concurrency), "--each", "st=5"]
    for level in (arguments.level, arguments.level - 1):
        resources = f" threads={os.cpu_count()} hash=256" if level == 10 else " hash=64"
        command += ["--engine", f"name=level {level}", f"builtin=level={level}{resources}"]
    arena = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        arena.wait(arguments.minutes * 60)
    except subprocess.TimeoutExpired:
        arena.send_signal(signal.SIGINT)
        arena.wait()
    report = subprocess.run([arguments.binary, "arena", "report", store, "--json", "-"], capture_output=True, text=True, check=True)
    games = [game for game in map(json.loads, report.stdout.splitlines()) if "actions" in game]
    # Only finished pairs of a match that was stopped.
    games = [game for game in games if sum(other["pair"] == game["pair"] for other in games) == 2]
    return sorted(games, key=lambda game: game["number"])


if __name__ == "__main__":
    main()
