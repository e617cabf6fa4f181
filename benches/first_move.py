#!/usr/bin/env python3
"""Whether the computer keeps its five seconds on a busy machine, from the answer to the move on the screen.

Busy loops raise the load. Then the computer begins many games in line mode, in a pipe, one after another or several at the same
time: the clock of this script starts when it answers the question who begins, and stops when it has read the whole line with the
move. In whole games, against random legal moves, it times every action. What each game's own record says is compared, too, and
every start is listed. Fails if anything took longer, or if a start brought no move.

Usage: benches/first_move.py [--binary PATH] [--load N] [--starts N] [--games N] [--together N] [--time SECONDS]
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The question who begins and the prompts of a turn end no line.
QUESTION = re.compile(rb"^Do you want to move first .*\? $", re.MULTILINE)
PROMPT = re.compile(rb"^[^\n]*(move: |\? |pass: |quit\): )$", re.MULTILINE)
OVER = b"quit): "
# A whole line. Names of players have spaces: RED FIVE.
ACTION = r"^{} (plays|proposes|accepts|refuses|cannot move and passes)\b.*\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "target/release/skirmish"))
    parser.add_argument("--load", type=int, default=20, help="busy loops beside it")
    parser.add_argument("--starts", type=int, default=200, help="first moves")
    parser.add_argument("--games", type=int, default=20, help="whole games")
    parser.add_argument("--together", type=int, default=1, help="at the same time")
    parser.add_argument("--time", type=float, default=5.0, help="the limit of a move, in seconds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    games = json.loads(subprocess.check_output([options.binary, "games", "--json"]))
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(options.load)]
    try:
        # The load average follows slowly; the queue itself is there at once.
        time.sleep(1)
        with concurrent.futures.ThreadPoolExecutor(options.together) as pool:
            number = range(options.starts + options.games)
            runs = [pool.submit(play, options, games[n % len(games)], n >= options.starts, n) for n in number]
            times = [run.result() for run in runs]
    finally:
        for loop in loops:
            loop.kill()
        for loop in loops:
            loop.wait()
    late = report("first moves", times[: options.starts], options.time)
    late += report("whole games", times[options.starts :], options.time)
    print(f"load: {options.load} loops on {os.cpu_count()} cores, {options.together} at the same time; "
          f"load average now {os.getloadavg()[0]:.1f}")
    sys.exit(1 if late else 0)


def report(what, runs, limit):
    """Prints the longest times of these runs. Returns how many were too long."""
    waited = [seconds for run in runs for seconds in run[0]]
    recorded = [seconds for run in runs for seconds in run[1]]
    if not runs:
        return 0
    late = sum(seconds > limit for seconds in waited + recorded)
    print(f"{what}: {len(runs)} runs, {len(waited)} actions, median {statistics.median(waited):.3f} s, "
          f"longest {max(waited):.3f} s; longest in the records {max(recorded):.3f} s; {late} over {limit} s")
    return late


def play(options, game, whole, number):
    """One start, or a whole game. Returns the times of the computer's actions as waited for, and as in the record."""
    dice = random.Random(options.seed * 1000 + number)
    action = re.compile(ACTION.format(game["player"]).encode(), re.MULTILINE)
    with tempfile.TemporaryDirectory() as state:
        command = [options.binary, "play", game["id"], "--plain", "--time", f"{options.time}s", "--level", "10"]
        environment = os.environ | {"SKIRMISH_STATE": state}
        program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        read_until(program, QUESTION.search)
        waited = []
        line = "second"
        while True:
            said, times = ask(program, line, action)
            waited += times
            if not whole or said.endswith(OVER):
                break
            listed, _ = ask(program, "moves", action)
            moves = [word for row in listed.decode().splitlines()[1:-1] for word in row.split()]
            line = dice.choice(moves or [""])
        program.stdin.write(b"quit\n")
        program.stdin.close()
        program.stdout.read()
        program.wait()
        [record] = pathlib.Path(state, "games").glob("*.txt")
        saved = recorded(record.read_text())
    if not waited or not saved:
        raise SystemExit(f"start {number} of {game['id']} brought no move: {said.decode(errors='replace')}")
    print(f"{number + 1:4} {game['id']:8} {waited[0]:.3f} s, in the record {saved[0]:.3f} s", flush=True)
    return waited, saved


def ask(program, line, action):
    """Types a line. Returns what came until the next prompt, and the seconds of each of the computer's actions until then."""
    last = time.monotonic()
    program.stdin.write(line.encode() + b"\n")
    program.stdin.flush()
    times = []

    def is_over(text):
        nonlocal last
        if len(action.findall(text)) > len(times):
            now = time.monotonic()
            times.append(now - last)
            last = now
        return PROMPT.search(text)

    return read_until(program, is_over), times


def read_until(program, is_over):
    text = b""
    while not is_over(text):
        piece = os.read(program.stdout.fileno(), 1 << 16)
        if not piece:
            raise SystemExit(f"the program ended after: {text.decode(errors='replace')}")
        text += piece
    return text


def recorded(record):
    """The seconds of the computer's actions in a record."""
    side = next(word for word in ("South", "North") if f"{word}: human" not in record)
    return [float(seconds) for seconds in re.findall(rf"^ *\d+\. {side} .* ([0-9.]+)s$", record, re.MULTILINE)]


if __name__ == "__main__":
    main()
