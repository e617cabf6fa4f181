"""A UGI engine for Trench Run that takes two seconds for its move, and then has none."""
import sys
import time

for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        time.sleep(2)
        print("bestmove", flush=True)
    elif word == "quit":
        break
