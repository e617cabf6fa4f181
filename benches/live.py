#!/usr/bin/env python3
"""The live page of a large tournament: the time until it is open, and what watching costs those who play.

Opening: from the start of `skirmish arena serve` until the overview of 20,000 games has come; the limit is one second. The games
are those of a small tournament of random moves, many times over.

Playing (with --other): the time per action of the same games with another program, such as one built before running games were
shown, in turns; the limit is 5 % more. Watched means that a live page reads the store meanwhile.

Exits with 1 if a limit is exceeded.

Usage: benches/live.py [--binary PATH] [--games N] [--other PATH] [--turns N]
"""

import argparse
import json
import pathlib
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

ENGINES = 24
MOST_SECONDS = 1.0
MOST_RATIO = 1.05


def play(binary, store, engines, rounds, words, concurrency, watched=False):
    command = [binary, "arena", "run", "--game", "hiya", "--store", str(store), "--rounds", str(rounds)]
    moves = subprocess.run([binary, "moves", "hiya", "--json"], capture_output=True, text=True, check=True).stdout
    # From the start position, so that no time is spent on openings.
    command += ["--openings", f"position={json.loads(moves)['position']}"]
    command += ["--concurrency", str(concurrency), "--ratinginterval", "1000000"]
    for number in range(engines):
        command += ["--engine", f"name=P{number}", *words]
    began = time.monotonic()
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if watched:
        # The server needs a tournament to begin with.
        while not store.exists() and run.poll() is None:
            time.sleep(0.01)
        time.sleep(0.2)
        with Server(binary, store) as server:
            run.wait()
            if "games" not in server.page():
                sys.exit("the live page did not show the tournament")
    if run.wait() != 0:
        sys.exit("the tournament failed")
    return time.monotonic() - began


def multiply(store, games):
    """Repeats the games of a store in more rounds until there are so many."""
    database = sqlite3.connect(store)
    pairs = database.execute("SELECT count(*) FROM pair").fetchone()[0]
    copies = -(-games // (2 * pairs))
    for copy in range(1, copies):
        for table, columns in [
            ("pair", "number + :shift, round + :copy, first, second, opening, finished"),
            ("game", "pair + :shift, leg, verdict, ending, actions"),
        ]:
            key = "number" if table == "pair" else "pair"
            database.execute(
                f"INSERT INTO {table} SELECT {columns} FROM {table} WHERE {key} < :pairs",
                {"shift": copy * pairs, "copy": copy, "pairs": pairs},
            )
    plan = json.loads(database.execute("SELECT plan FROM tournament").fetchone()[0])
    plan["rounds"] = copies
    database.execute("UPDATE tournament SET plan = ?", [json.dumps(plan)])
    database.commit()
    return database.execute("SELECT count(*) FROM game").fetchone()[0]


class Server:
    """A live page of a store."""

    def __init__(self, binary, store):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [binary, "arena", "serve", str(store), "--no-open", "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def page(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=60) as answer:
                return answer.read().decode()
        except OSError:
            return ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def opening(binary, folder, wanted):
    store = folder / "large.arena"
    play(binary, store, ENGINES, 1, ["builtin=random"], 2)
    games = multiply(store, wanted)
    times = []
    for _ in range(3):
        began = time.monotonic()
        with Server(binary, store) as server:
            while not re.search(f"{games} games", server.page()):
                time.sleep(0.01)
            times.append(time.monotonic() - began)
    best = min(times)
    print(f"opening   {games} games in {best:.2f} s (limit {MOST_SECONDS:.0f} s)")
    return best <= MOST_SECONDS


def per_action(binary, store, watched=False):
    seconds = play(binary, store, 2, 50, [f"cmd={binary}", "args=ugi", "nodes=1", "option.Hash=1"], 1, watched)
    report = subprocess.run([binary, "arena", "report", str(store), "--json", "-"], capture_output=True, text=True, check=True)
    lines = [line for line in map(json.loads, report.stdout.splitlines()) if "actions" in line]
    return seconds / sum(len(line["actions"]) for line in lines)


def playing(binary, other, folder, turns):
    times = {"other": [], "shown": [], "watched": []}
    for turn in range(turns):
        times["other"].append(per_action(other, folder / f"other-{turn}.arena"))
        times["shown"].append(per_action(binary, folder / f"shown-{turn}.arena"))
        times["watched"].append(per_action(binary, folder / f"watched-{turn}.arena", watched=True))
    medians = {name: statistics.median(found) for name, found in times.items()}
    for name, median in medians.items():
        print(f"playing   {name:8} {1e6 * median:8.1f} µs per action, {median / medians['other']:.3f} of the other program")
    return medians["shown"] <= MOST_RATIO * medians["other"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default="target/release/skirmish")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--other")
    parser.add_argument("--turns", type=int, default=5)
    arguments = parser.parse_args()
    binary = str(pathlib.Path(arguments.binary).resolve())
    with tempfile.TemporaryDirectory() as folder:
        passed = opening(binary, pathlib.Path(folder), arguments.games)
        if arguments.other:
            other = str(pathlib.Path(arguments.other).resolve())
            passed = playing(binary, other, pathlib.Path(folder), arguments.turns) and passed
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
