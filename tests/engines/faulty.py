#!/usr/bin/env python3
"""An engine for Trench Run that does one thing wrong, named by its first argument.

It begins as South. Its first move is legal; most faults come with the first `go`, some with the second.
"""
import os
import signal
import subprocess
import sys
import time

mode = sys.argv[1]
asked = 0


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def forever():
    while True:
        time.sleep(1)


def fork_children():
    # One in the same group, one in its own session, one that outlives its parent.
    marker = [sys.executable, "-c", "import time; time.sleep(600)", "faulty.py", mode, ""]
    subprocess.Popen(marker)
    subprocess.Popen(marker, start_new_session=True)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp(sys.executable, marker)
        os._exit(0)


def flood(stream):
    chunk = b"info string all work and no play\n" * 1000
    while True:
        os.write(stream, chunk)


def go():
    if mode in ("crash", "slow-start") and asked == 2:
        sys.stderr.write("traceback\n" * 10_000 + "the end of a long traceback\n")
        sys.stderr.flush()
        sys.exit(4)
    elif mode == "abort":
        os.kill(os.getpid(), signal.SIGABRT)
    elif mode == "close":
        os.close(1)
        forever()
    elif mode in ("hang", "deaf"):
        forever()
    elif mode == "hangs-for-ever" and len(sys.argv) == 2:
        # Its command line shows that it was asked.
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", "faulty.py", mode, "asked", ""])
    elif mode == "illegal" or (asked == 2 and mode in ("ignores-quit", "claims")):
        say("bestmove A3A4")
    elif mode == "late":
        time.sleep(1.2)
        say("bestmove A3B4")
    elif mode == "garbage":
        say("bestmove xyzzy")
    elif mode == "empty":
        say("bestmove")
    elif mode == "binary":
        os.write(1, b"\xff\xfe\x00bestmove\nbestmove \xff\xfe\x80\n")
    elif mode == "flood":
        flood(1)
    elif mode == "flood-errors":
        flood(2)
    elif mode == "endless-line":
        while True:
            os.write(1, b"x" * 10_000)
    elif mode == "flood-later":
        say("bestmove A3B4")
        flood(1)
    elif mode == "forks":
        fork_children()
        forever()
    elif mode == "forks-and-crashes":
        fork_children()
        time.sleep(0.3)
        os._exit(5)
    elif mode == "claims":
        say("info string I win")
        say("I win! Game over, 1-0. resign")
        say("response p1win")
        say("bestmove A3B4")
    elif mode == "eats-memory":
        hoard = []
        while True:
            hoard.append(bytearray(10_000_000))
    elif mode == "shares-memory":
        # Shared by ten processes, counted once.
        hoard = bytearray(os.urandom(1 << 20)) * 60
        for _ in range(10):
            if os.fork() == 0:
                time.sleep(600)
        time.sleep(0.3)
        say("bestmove A3A4")
    elif mode == "fork-bomb":
        while True:
            if os.fork() == 0:
                os.setsid()
                time.sleep(600)
    elif mode == "threads":
        import threading

        for _ in range(40):
            threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
        say("bestmove A3A4")
    elif mode == "leaves":
        # An orphan in its own session, with an empty environment.
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                words = [sys.executable, "-c", "import time; time.sleep(600)", "faulty.py", mode, ""]
                os.execve(sys.executable, words, {})
            os._exit(0)
        time.sleep(0.3)
        say("bestmove A3A4")
    elif mode == "looks-around":
        secrets = [name for name, value in os.environ.items() if name.startswith("PG") or "postgres" in value]
        sys.stderr.write("secrets: " + repr(secrets) + " skirmish: " + str("SKIRMISH" in os.environ) + "\n")
        sys.stderr.flush()
        say("bestmove A3A4")
    elif mode == "reads":
        with open(sys.argv[2]) as file:
            file.read()
        say("bestmove A3A4")
    elif mode == "connects":
        import socket

        try:
            socket.create_connection(("127.0.0.1", int(sys.argv[2])), timeout=2)
        except OSError:
            say("bestmove A3A4")
        say("bestmove xyzzy")
    elif mode == "busy":
        while True:
            pass
    elif mode == "writes":
        with open(sys.argv[2], "wb") as file:
            for _ in range(100):
                file.write(bytes(1 << 20))
                file.flush()
    elif mode == "writes-little" and asked == 1:
        with open("/dev/null", "w") as file:
            file.write("nothing")
        with open(sys.argv[2], "w") as file:
            file.write("mine")
        say("bestmove A3A4")
    elif mode == "truncates":
        os.truncate(sys.argv[2], 0)
    elif mode == "removes":
        os.remove(sys.argv[2])
    else:
        say("bestmove A3B4")


if mode == "crash-at-start":
    sys.stderr.write("no luck today\n")
    sys.exit(3)
if mode == "slow-start":
    time.sleep(1.5)
if mode == "ignores-quit":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)

for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        say("id name Faulty\nugiok")
    elif words[0] == "isready":
        say("readyok")
        if mode == "deaf" and asked == 0:
            asked = 1
        elif mode == "deaf":
            forever()
    elif words[0] == "go":
        asked += 1
        go()
    elif words[0] == "quit" and mode == "ignores-quit":
        forever()
    elif words[0] == "quit":
        break
if mode == "ignores-quit":
    forever()
