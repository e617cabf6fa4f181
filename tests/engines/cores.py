#!/usr/bin/env python3
"""An engine for Trench Run whose first move takes the time of a core, or not, in the way named by its first argument.

The second argument is how many seconds.
"""
import os
import subprocess
import sys
import time

mode, seconds = sys.argv[1], float(sys.argv[2])
if mode != "crowds" and len(sys.argv) == 3:
    # Not allowed in a sandbox.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

LOOP = "import sys, time\nwhile time.process_time() < float(sys.argv[1]): pass"
FOREVER = "import os, sys\nos.nice(int(sys.argv[1]))\nprint(flush=True)\nwhile os.getppid() != 1: pass"


def compute(until):
    while until():
        pass


def start_loops(count, niceness):
    """Processes that compute until they are killed. All of them do so when this returns."""
    command = [sys.executable, "-c", FOREVER, niceness]
    loops = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(count)]
    for loop in loops:
        loop.stdout.readline()
    return loops


def go():
    if mode == "alone":
        start = time.process_time()
        compute(lambda: time.process_time() < start + seconds)
    elif mode == "child":
        # A process below another that is gone when it answers.
        subprocess.run(["sh", "-c", '"$@"; true', "sh", sys.executable, "-c", LOOP, str(seconds)], check=True)
    elif mode == "sleeps":
        # Beside it processes that wait for the core most of the time, so as to be given that time back.
        others = start_loops(4, "19")
        time.sleep(seconds)
        for other in others:
            other.kill()
    elif mode == "crowds":
        # Its own processes take the core from it, and are gone when it answers.
        others = start_loops(8, "0")
        start = time.monotonic()
        compute(lambda: time.monotonic() < start + seconds)
        for other in others:
            other.kill()
            other.wait()


for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "ugi":
        print("id name cores", "ugiok", sep="\n", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        go()
        # Legal once only: the game ends with its second move.
        print("bestmove A3B4", flush=True)
    elif word == "quit":
        break
