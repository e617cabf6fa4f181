#!/usr/bin/env python3
"""How soon an engine moves after `stop`, in every game and at several sizes of Oska.

Each search is stopped at a random moment. Prints the median and the longest time from `stop` to `bestmove` over the protocol,
including two pipes.

Usage: benches/stop.py [--binary PATH] [--rounds N] [--threads N]
"""

import argparse
import json
import pathlib
import random
import statistics
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "target/release/skirmish"))
    parser.add_argument("--rounds", type=int, default=20, help="searches stopped per game")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    games = [game["id"] for game in json.loads(subprocess.check_output([options.binary, "games", "--json"]))]
    games += [f"oska:{size}" for size in (5, 8, 26) if "oska" in games]
    worst = 0.0
    print(f"{'game':10}{'middle':>10}{'longest':>10}")
    for game in games:
        times = [1000 * seconds for seconds in stops(options, game)]
        worst = max(worst, *times)
        print(f"{game:10}{statistics.median(times):>7.2f} ms{max(times):>7.2f} ms")
    print(f"longest of all: {worst:.2f} ms (aim: at most 10)")


def stops(options, game):
    engine = subprocess.Popen([options.binary, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(line):
        engine.stdin.write(line + "\n")
        engine.stdin.flush()

    def wait_for(word):
        for line in engine.stdout:
            if line.startswith(word):
                return
        raise SystemExit(f"the engine exited before it printed {word}")

    dice = random.Random(1)
    say(f"setoption name UGI_Variant value {game}")
    say(f"setoption name Threads value {options.threads}")
    say("isready")
    wait_for("readyok")
    for _ in range(options.rounds):
        say("position startpos")
        say("go movetime 60000")
        time.sleep(dice.uniform(0.005, 0.2))
        start = time.perf_counter()
        say("stop")
        wait_for("bestmove")
        yield time.perf_counter() - start
    say("quit")
    engine.wait()


if __name__ == "__main__":
    main()
