#!/usr/bin/env python3
"""How soon an engine that exceeds its limits is killed: a fork bomb, and 4 GB of touched memory.

    cargo build --release
    python3 benches/arena_limits.py [PROGRAM]

The engine logs what it takes; the time is from exceeding the limit to its last log line.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/skirmish").resolve()
PROCESSES, MEMORY = 50, 500

ENGINE = """
import os, sys, time
mode, log = sys.argv[1], os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
def note(amount):
    os.write(log, f"{time.monotonic()} {amount}\\n".encode())
def bomb():
    for count in range(2, 100000):
        if os.fork() == 0:
            os.setsid()
            while True:
                note(0)
                time.sleep(0.005)
        note(count)
def hoard():
    blocks = []
    for count in range(1, 4096 // 16 + 1):
        blocks.append(bytearray(b"x") * (16 << 20))
        note(16 * count)
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi": print("ugiok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "go": bomb() if mode == "bomb" else hoard()
"""


def measure(folder, mode, most):
    log = folder / f"{mode}.log"
    log.unlink(missing_ok=True)
    python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
    words = [PROGRAM, "arena", "try", "--game", "oska", "--with", f"memory={MEMORY}", "--with", f"processes={PROCESSES}"]
    run = subprocess.run([*words, python, folder / "engine.py", mode, log], capture_output=True, text=True)
    assert "are allowed" in run.stdout, run.stdout + run.stderr
    lines = [line.split() for line in log.read_text().splitlines() if len(line.split()) == 2]
    last = max(float(time) for time, _ in lines)
    # An engine that was killed before it could log this was killed at once.
    over = min((float(time) for time, amount in lines if int(amount) > most), default=last)
    return 1000 * (last - over), max(int(amount) for _, amount in lines)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "engine.py").write_text(ENGINE)
    for mode, most, unit in [("bomb", PROCESSES, "processes"), ("hoard", MEMORY, "MiB")]:
        runs = [measure(folder, mode, most) for _ in range(5)]
        times = sorted(time for time, _ in runs)
        reached = max(amount for _, amount in runs)
        print(f"{most} {unit} allowed: killed after {times[2]:.0f} ms (at most {times[-1]:.0f} ms), it had reached {reached} {unit}")
