#!/usr/bin/env python3
"""How long Refusal's engine takes from a proposal to its verdict, including the first turn.

Plays games against a weak opponent over the protocol, each with a new process; the arena records the time of every action,
including the pipes. A verdict may take 20 ms. On a shared machine any process may have to wait, so this exits with 1 only if more
than one in a hundred takes longer.

Usage: benches/verdict.py [--binary PATH] [--games N] [--time SECONDS] [--hash MB]
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

MOST = 0.020


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(pathlib.Path(__file__).resolve().parent.parent / "target/release/skirmish"))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--time", type=float, default=0.3)
    parser.add_argument("--hash", type=int, default=256)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = str(pathlib.Path(folder) / "verdict.arena")
        command = [arguments.binary, "arena", "run", "--game", "refusal", "--store", store, "--rounds", str(arguments.games // 2)]
        command += ["--each", f"st={arguments.time}", "restart=on", "--engine", "name=engine", f"cmd={arguments.binary}", "args=ugi"]
        command += [f"option.Threads={os.cpu_count()}", f"option.Hash={arguments.hash}", "--engine", "name=weak", "builtin=level=3"]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        report = [arguments.binary, "arena", "report", store, "--json", "-"]
        lines = subprocess.run(report, capture_output=True, text=True, check=True).stdout.splitlines()
    first, later, faults = [], [], []
    for game in map(json.loads, lines):
        if "actions" not in game:
            continue
        if game.get("fault"):
            faults.append(game["fault"]["detail"])
        side = "south" if game["south"] == "engine" else "north"
        own = [action for action in game["actions"] if action["side"] == side]
        for turn, action in enumerate(own):
            if action["action"] in ("accept", "refuse"):
                (first if turn == 0 else later).append(action["time_us"] / 1e6)
    for name, times in (("first turn", sorted(first)), ("later", sorted(later))):
        if times:
            late = sum(time > MOST for time in times)
            print(f"{name:10} {len(times):5} verdicts: median {1000 * times[len(times) // 2]:.2f} ms, "
                  f"longest {1000 * times[-1]:.2f} ms, {late} of more than {1000 * MOST:.0f} ms")
    good = first and later and not faults and sum(time > MOST for time in first + later) * 100 <= len(first + later)
    print("good" if good else f"FAILED, faults: {faults}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
