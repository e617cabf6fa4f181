#!/usr/bin/env python3
"""Programs for Oska to be tried out, one for each first argument."""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "examples"))
stdin, sys.stdin = sys.stdin, open(os.devnull)
from oska_engine import START, moves, parse  # its loop ends at once without input

sys.stdin = stdin
mode = sys.argv[1]
if mode == "unflushed":
    # A pipe is buffered, whatever the environment says.
    sys.stdout = open(1, "w", buffering=1 << 16, closefd=False)


def perft(rows, side, depth):
    if depth == 0:
        return 1
    if not any(cell == side for row in rows for cell in row):
        return 0
    return sum(perft(after, "b" if side == "w" else "w", depth - 1) for _, after in moves(rows, side))


def ugi():
    rows, side = parse(START)
    asked = 0
    for line in sys.stdin:
        words = line.split() or [""]
        if words[0] == "ugi":
            print("ugiok", flush=mode != "unflushed")
        elif words[0] == "isready":
            print("readyok", flush=mode != "unflushed")
        elif words[0] == "position":
            played = words[words.index("moves") + 1 :] if "moves" in words else []
            rows, side = parse(START if words[1] == "startpos" else " ".join(words[2:4]))
            for text in played:
                rows, side = dict(moves(rows, side))[text], "b" if side == "w" else "w"
        elif words[0] == "go":
            asked += 1
            if mode == "raises" and asked == 3:
                print("\x1b]0;a title\x07 \u202e", file=sys.stderr)
                raise ZeroDivisionError("of the third move")
            if mode == "warns":
                print("a warning \x1b[31m", file=sys.stderr, flush=True)
            print("bestmove", moves(rows, side)[0][0], flush=True)
        elif words[0] == "perft" and mode in ("counts", "miscounts"):
            print("nodes", perft(rows, side, int(words[1])) + (mode == "miscounts" and words[1] == "2"), flush=True)
        elif words[0] == "quit":
            break


def console():
    """It asks two questions that have nothing to do with the game before the one who moves first."""
    colour = input("Board in color? y/n ")
    while colour not in ("y", "n"):
        colour = input("Board in color? y/n ")
    name = input("What is your name? ")
    while not name:
        name = input("What is your name? ")
    answer = input("First or second? (1/2) ")
    rows, side = parse(START)
    # It is at the top in every game.
    mine, side = "w", "w" if answer == "2" else "b"
    while any(cell == side for row in rows for cell in row):
        legal = dict(moves(rows, side))
        move = list(legal)[0] if side == mine else input("Your move: ")
        if move not in legal:
            print("no:", move)
            continue
        if side == mine:
            print("I pass." if move == "pass" else "My move: " + move)
        rows, side = legal[move], "b" if side == "w" else "w"


console() if mode == "asks" else ugi()
