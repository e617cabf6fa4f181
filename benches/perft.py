#!/usr/bin/env python3
"""Speed of bulk-counted perft on one thread: our games against Debian's fairy-stockfish, measured in the same run.

Builds the release program and prints a table in millions of nodes per second. The baseline is `go perft` on the variant
breakthrough. Each round runs all programs, and the best round of each counts, so that other load does not decide.

    benches/perft.py [--rounds 5] [--seconds 1.0] [--fairy PATH]
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import games
import ugi

ROOT = Path(__file__).resolve().parent.parent

# Aims for the ratio to the baseline that differ from the usual one.
AIMS = {"refusal": 5, "gastank": 10}
USUAL_AIM = 4


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each program; the best one counts")
    parser.add_argument("--seconds", type=float, default=1.0, help="count at the first depth that takes this long")
    parser.add_argument("--fairy", help="the fairy-stockfish program, if it is not on the path")
    options = parser.parse_args()

    fairy = find_fairy(options.fairy)
    subprocess.run(["cargo", "build", "--release", "--package", "skirmish"], cwd=ROOT, check=True)
    yardstick = Fairy(fairy, "breakthrough")
    players = [yardstick] + [Skirmish(game) for game in games.names(program())]
    for player in players:
        player.choose_depth(options.seconds)
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        for player in players:
            player.measure()
    yardstick.program.quit()

    print("| program | depth | nodes | million nodes/s | ratio | aim |")
    print("|---|---|---|---|---|---|")
    for player in players:
        ratio = player.speed / yardstick.speed
        aim = "" if player is yardstick else f"{AIMS.get(player.name, USUAL_AIM):.1f}"
        print(
            f"| {player.name} | {player.depth} | {player.nodes:,} | {player.speed / 1e6:.1f} | {ratio:.1f} | {aim} |"
        )


def find_fairy(path):
    # Debian installs it in /usr/games, which is not on every path.
    for candidate in [path] if path else ["fairy-stockfish", "/usr/games/fairy-stockfish"]:
        found = shutil.which(candidate)
        if found:
            return found
    sys.exit(
        f"{path or 'fairy-stockfish'} is missing. On Debian and Ubuntu: sudo apt install fairy-stockfish. "
        "Elsewhere build https://github.com/fairy-stockfish/Fairy-Stockfish and use --fairy PATH."
    )


class Player:
    """A program that counts, with its best speed so far."""

    def __init__(self, name):
        self.name = name
        self.depth = 1
        self.nodes = 0
        self.speed = 0.0

    def choose_depth(self, seconds):
        while self.count(self.depth)[1] < seconds:
            self.depth += 1

    def measure(self):
        self.nodes, seconds = self.count(self.depth)
        self.speed = max(self.speed, self.nodes / seconds)


class Skirmish(Player):
    """Our program, which prints the time of each depth."""

    def __init__(self, game):
        super().__init__(game)

    def count(self, depth):
        command = [program(), "perft", self.name, str(depth)]
        run = subprocess.run(command, check=False, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(run.stderr.strip())
        nodes = int(run.stdout.splitlines()[-1].split()[1])
        seconds = re.search(r": ([0-9.]+) s", run.stderr.splitlines()[-1]).group(1)
        return nodes, max(float(seconds), 1e-3)


class Fairy(Player):
    """The baseline: one process for all rounds, timed from the command to the answer."""

    def __init__(self, program, variant):
        super().__init__(f"fairy-stockfish {variant}")
        self.program = ugi.Program(program)
        self.program.set(Threads=1, UCI_Variant=variant)
        self.program.say("position startpos")

    def count(self, depth):
        start = time.perf_counter()
        self.program.say(f"go perft {depth}")
        nodes = int(self.program.wait_for("Nodes searched")[-1].split(":")[1])
        return nodes, time.perf_counter() - start


def program():
    return ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "release" / "skirmish"


if __name__ == "__main__":
    main()
