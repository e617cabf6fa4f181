#!/usr/bin/env python3
"""Oska for a person, with words of its own: the person types 'a5 > a4', and it prints its moves between asterisks."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "examples"))
stdin, sys.stdin = sys.stdin, open(os.devnull)
from oska_engine import START, moves, parse  # its loop ends at once without input

sys.stdin = stdin
chance = random.Random(3)
rows, turn = parse(START)
mine = "w" if input("Shall I be white or black? ") == "white" else "b"
while True:
    legal = dict(moves(rows, turn))
    if not any(cell == turn for row in rows for cell in row):
        break
    if turn == mine:
        move = chance.choice(sorted(legal))
        print("considering A1A2, A5A4 and more")
        if move == "pass":
            print("I cannot move.")
        else:
            print("**", move[:2], "~", move[2:], "**")
    else:
        line = input("tell me what you do ")
        move = line if line == "pass" else line.upper().replace(" > ", "")
        if move not in legal:
            print("no:", line)
            continue
    rows, turn = legal[move], "b" if turn == "w" else "w"
