#!/usr/bin/env python3
"""How long a key takes to show its effect on the full screen while the engine thinks on all cores.

    benches/terminal.py [PROGRAM]    # default: target/release/skirmish

In a pseudo-terminal of 120 by 40, arrow keys move the cursor while the engine thinks about its first move. Measures the
time from writing a key to reading the last byte of its effect. The limit is 16 ms, a frame of a usual screen.
"""

import fcntl
import os
import pty
import select
import shutil
import struct
import sys
import tempfile
import termios
import time

KEYS = 400
GAMES = ["refusal", "gastank", "trench", "hiya", "oska:8"]
# A key's effect is one write; later output belongs to the clock.
REST = 0.004


def read(terminal, patience):
    """Reads until there is a pause or the time is up. Returns the output and when its last byte came."""
    data, last = b"", time.perf_counter()
    while select.select([terminal], [], [], patience)[0]:
        data += os.read(terminal, 1 << 16)
        last = time.perf_counter()
        patience = REST
    return data, last


def measure(program, game):
    state = tempfile.mkdtemp()
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update({"SKIRMISH_STATE": state, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"})
        os.environ.pop("SKIRMISH_PLAIN", None)
        time.sleep(0.2)
        os.execv(program, [program, "play", game, "--second", "--time", "1000s", "--level", "10"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    shown = b""
    while b"thinks" not in shown:
        shown += read(terminal, 10)[0]
    time.sleep(1)
    read(terminal, 0.2)
    times, sizes = [], []
    for number in range(KEYS):
        # Read pending output before pressing the key.
        read(terminal, 0.02)
        began = time.perf_counter()
        os.write(terminal, [b"\x1b[A", b"\x1b[C", b"\x1b[B", b"\x1b[D"][number % 4])
        data, last = read(terminal, 1.0)
        times.append(1000 * (last - began))
        sizes.append(len(data))
    os.kill(process, 15)
    os.waitpid(process, 0)
    os.close(terminal)
    shutil.rmtree(state)
    return sorted(times), sorted(sizes)


def main():
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../target/release/skirmish")
    program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else default)
    print("game      median ms   95 % ms   99 % ms     max ms   within 16 ms   bytes per key, max")
    for game in GAMES:
        times, sizes = measure(program, game)
        at = lambda share: times[min(int(share * len(times)), len(times) - 1)]
        within = sum(duration <= 16 for duration in times) / len(times)
        print(f"{game:9} {at(0.5):9.2f} {at(0.95):9.2f} {at(0.99):9.2f} {times[-1]:9.2f} {within:13.1%} {sizes[-1]:18}")


main()
