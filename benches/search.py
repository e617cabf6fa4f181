#!/usr/bin/env python3
"""Speed and depth of the search, against Debian's fairy-stockfish in the same run.

For each game: nodes per second with one thread, with all cores, and of independent one-thread searches on all cores (the most
that the machine gives, since cores of shared machines are often not whole ones); and the depth reached from the start in five
seconds with all cores, with the memory used. fairy-stockfish searches its variant breakthrough with one thread (`go nodes`).

With `--older PATH` it compares this program with an older one instead, with one thread in every game that both have. The two
alternate, and swap their order every round; the median of the ratios counts, since speeds drift on shared machines.

Usage: benches/search.py [--binary PATH] [--nodes N] [--rounds N] [--older PATH]
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

import games

HASH = 256


def find_rival():
    for name in ("fairy-stockfish", "/usr/games/fairy-stockfish"):
        if shutil.which(name):
            return shutil.which(name)
    sys.exit("fairy-stockfish is missing; on Debian: apt-get install fairy-stockfish")


def rival_speed(binary, nodes):
    """Nodes per second of one search of fairy-stockfish, by the clock."""
    rival = subprocess.Popen([binary], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(line):
        rival.stdin.write(line + "\n")
        rival.stdin.flush()

    def wait_for(word):
        last = ""
        for line in rival.stdout:
            if line.startswith("info") and " nodes " in line:
                last = line
            if line.startswith(word):
                return last
        sys.exit("fairy-stockfish ended unexpectedly")

    say("uci")
    wait_for("uciok")
    say("setoption name UCI_Variant value breakthrough")
    say("setoption name Hash value 256")
    say("setoption name Threads value 1")
    say("isready")
    wait_for("readyok")
    say("position startpos")
    start = time.perf_counter()
    say(f"go nodes {nodes}")
    info = wait_for("bestmove").split()
    seconds = time.perf_counter() - start
    say("quit")
    rival.wait()
    return int(info[info.index("nodes") + 1]) / seconds


def start(binary, game, *options):
    return subprocess.Popen([binary, "analyze", game, "--json", *options], stdout=subprocess.PIPE, text=True)


def finish(run):
    """The last line of an analysis, with its peak memory in MB as `memory`."""
    lines = run.stdout.read().splitlines()
    _, status, usage = os.wait4(run.pid, 0)
    if status or not lines:
        sys.exit(f"{' '.join(run.args)} failed")
    return json.loads(lines[-1]) | {"memory": usage.ru_maxrss / 1024}


def analyze(*arguments):
    return finish(start(*arguments))


def compare(options):
    """Compares the speed of this program with an older one."""
    theirs = games.names(options.older)
    names = [game for game in games.names(options.binary) if game in theirs]
    speeds = {game: [] for game in names}
    analyze(options.binary, names[0], "--time", "1s")
    for number in range(options.rounds):
        for game in names:
            pair = [options.older, options.binary]
            # Swap the order in every round.
            order = pair if number % 2 == 0 else pair[::-1]
            found = {one: analyze(one, game, "--nodes", str(options.nodes), "--threads", "1")["nps"] for one in order}
            speeds[game].append([found[one] for one in pair])
    print("| game | older, million nodes/s | newer | newer / older, median of the rounds | best of the rounds |")
    print("|---|---|---|---|---|")
    for game in names:
        older, newer = (max(column) for column in zip(*speeds[game]))
        ratio = statistics.median(new / old for old, new in speeds[game])
        print(f"| {game} | {older / 1e6:.2f} | {newer / 1e6:.2f} | {ratio:.3f} | {newer / older:.3f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--binary", default=str(root / "target/release/skirmish"))
    parser.add_argument("--nodes", type=int, default=1_500_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--older", help="compare with this program instead of fairy-stockfish")
    options = parser.parse_args()
    if not pathlib.Path(options.binary).exists():
        sys.exit(f"{options.binary} is missing: cargo build --release")
    if options.older:
        return compare(options)
    rival = find_rival()
    best_rival = 0
    names = games.names(options.binary)
    one = dict.fromkeys(names, 0)
    both = dict.fromkeys(names, 0)
    apart = dict.fromkeys(names, 0)
    for _ in range(options.rounds):
        best_rival = max(best_rival, rival_speed(rival, options.nodes // 3))
        # On some virtual machines the first program to touch idle memory waits for it, so warm up before measuring.
        analyze(options.binary, names[0], "--time", "1s")
        for game in names:
            alone = (options.binary, game, "--nodes", str(options.nodes), "--threads", "1")
            one[game] = max(one[game], analyze(*alone)["nps"])
            both[game] = max(both[game], analyze(options.binary, game, "--time", "2s")["nps"])
            strangers = [start(*alone) for _ in range(os.cpu_count())]
            apart[game] = max(apart[game], sum(finish(run)["nps"] for run in strangers))
    print(f"fairy-stockfish, breakthrough, one thread: {best_rival / 1e6:.3f} million nodes/s\n")
    print("| game | million nodes/s, one thread | times fairy-stockfish | all cores | all cores / one thread | separate programs / one | depth in 5 s | MB above the hash |")
    print("|---|---|---|---|---|---|---|---|")
    for game in names:
        found = analyze(options.binary, game, "--time", "5s", "--hash", str(HASH))
        print(
            f"| {game} | {one[game] / 1e6:.2f} | {one[game] / best_rival:.1f} | {both[game] / 1e6:.2f} "
            f"| {both[game] / one[game]:.2f} | {apart[game] / one[game]:.2f} | {found['depth']} | {found['memory'] - HASH:.0f} |"
        )


if __name__ == "__main__":
    main()
