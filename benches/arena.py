#!/usr/bin/env python3
"""The overhead of the arena: fast games of our engine over the protocol, with one node per move, two at the same time.

Everything but the engine's single node is overhead: pipes, process switches, referee, store. The mean per action is the
time of all games, divided by the number of actions, times the games at the same time; the limit is 2 ms. After the first
fifth of the games the arena's memory may not grow by more than a few per cent. Exits with 1 if either fails.

With --sandbox on, the engines play in the sandbox and are restarted for each game, so that its cost per game shows against
--sandbox off. (As root, too: then they run as the user 65534.)

Usage: benches/arena.py [--binary PATH] [--games N] [--concurrency N] [--sandbox off|weak|on] [GAME...]
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import memory

GAMES = ["hiya"]
MOST = 0.002


def start(binary, game):
    """The start position, so that no time is spent on openings."""
    output = subprocess.run([binary, "moves", game, "--json"], capture_output=True, text=True, check=True).stdout
    return json.loads(output)["position"]


def measure(binary, game, arguments, folder):
    store = str(pathlib.Path(folder) / f"{game.replace(':', '-')}.arena")
    words = [f"cmd={binary}", "args=ugi", "nodes=1", "option.Hash=1"]
    if arguments.sandbox:
        words += [f"sandbox={arguments.sandbox}", "restart=on"]
    command = [binary, "arena", "run", "--game", game, "--store", store, "--rounds", str(arguments.games // 2)]
    command += ["--concurrency", str(arguments.concurrency), "--openings", f"position={start(binary, game)}"]
    # A table needs all games in memory, which is no leak; so only the last one is shown.
    command += ["--ratinginterval", str(10 * arguments.games)]
    for name in "AB":
        own = pathlib.Path(folder) / name
        own.mkdir(exist_ok=True)
        if os.getuid() == 0:
            os.chown(own, 65534, 65534)
        command += ["--engine", f"name={name}", f"dir={own}", *words]
    began = time.monotonic()
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    samples = memory.watch(run, 0.1)
    seconds = time.monotonic() - began
    if run.returncode != 0:
        print(f"{game:8} FAILED  {run.stderr.read().strip()}")
        return False
    report = [binary, "arena", "report", store, "--json", "-"]
    lines = subprocess.run(report, capture_output=True, text=True, check=True).stdout.splitlines()
    games = [line for line in map(json.loads, lines) if "actions" in line]
    actions = sum(len(line["actions"]) for line in games)
    faults = sum(line.get("fault") is not None for line in games)
    overhead = seconds * arguments.concurrency / max(actions, 1)
    # The last samples include the final table.
    early, most, flat = memory.growth(samples[:-5], 1 / 5)
    good = flat and overhead <= MOST and faults == 0 and len(games) == arguments.games
    if arguments.sandbox:
        print(f"{game:8} sandbox {arguments.sandbox}: {1000 * seconds * arguments.concurrency / max(len(games), 1):.1f} ms per game, "
              f"{len(games)} games, {faults} faults", flush=True)
        return faults == 0 and len(games) == arguments.games
    print(f"{game:8} {len(games)} games, {actions} actions in {seconds:.1f} s: {1000 * overhead:.3f} ms per action, {faults} faults, "
          f"memory {early:.0f} MB early, {most:.0f} MB at most — {'good' if good else 'FAILED'}", flush=True)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    parser.add_argument("--binary", default=str(pathlib.Path(__file__).resolve().parent.parent / "target/release/skirmish"))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--sandbox", choices=["off", "weak", "on"])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = [measure(os.path.abspath(arguments.binary), game, arguments, folder) for game in arguments.games_named or GAMES]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
