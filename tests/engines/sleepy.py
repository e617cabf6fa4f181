#!/usr/bin/env python3
"""An engine that sleeps before each move, for so many seconds, and then plays like `skirmish ugi`: its games can be watched."""
import os
import subprocess
import sys
import time

engine = subprocess.Popen([os.environ["SKIRMISH"], "ugi"], stdin=subprocess.PIPE, text=True)
for line in sys.stdin:
    if line.startswith("go"):
        time.sleep(float(sys.argv[1]))
    engine.stdin.write(line)
    engine.stdin.flush()
