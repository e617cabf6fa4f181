#!/usr/bin/env python3
"""An engine for Oska in sixty lines: it captures if it can, and otherwise moves at random."""
import random, sys

START = "wwww/---/--/---/bbbb w"

def parse(text):
    """The rows from the top, and the side to move."""
    board, side = text.split()
    return [list(row) for row in board.split("/")], side

def name(rows, row, column):
    return chr(ord("A") + column) + str(len(rows) - row)

def count(rows):
    return sum(cell != "-" for row in rows for cell in row)

def moves(rows, side):
    """All legal moves: (text, rows afterwards)."""
    found = []
    down, enemy = (1, "b") if side == "w" else (-1, "w")
    for distance in 1, 2:  # a step, a jump
        for row, cells in enumerate(rows):
            target = row + down * distance
            for column in (c for c, cell in enumerate(cells) if cell == side and 0 <= target < len(rows)):
                x = 2 * column - (len(cells) - 1)  # rows are centred on each other
                for aside in -distance, distance:
                    to = (x + aside + len(rows[target]) - 1) // 2
                    if not 0 <= to < len(rows[target]) or rows[target][to] != "-":
                        continue
                    after = [list(cells) for cells in rows]
                    if distance == 2:
                        over = (x + aside // 2 + len(rows[row + down]) - 1) // 2
                        if rows[row + down][over] != enemy:
                            continue
                        after[row + down][over] = "-"
                    after[row][column], after[target][to] = "-", side
                    found.append((name(rows, row, column) + name(rows, target, to), after))
    return found or [("pass", rows)]  # without a move, pass

rows, side = parse(START)
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "ugi":
        print("id name Greedy\nid author a student\nugiok")
    elif words[0] == "isready":
        print("readyok")
    elif words[0] == "position":
        played = words[words.index("moves") + 1:] if "moves" in words else []
        rows, side = parse(START if words[1] == "startpos" else " ".join(words[2:4]))
        for text in played:
            rows, side = dict(moves(rows, side))[text], "b" if side == "w" else "w"
    elif words[0] == "go":
        choices = [text for text, after in moves(rows, side)]
        captures = [text for text, after in moves(rows, side) if count(after) < count(rows)]
        print("bestmove", random.choice(captures or choices))
    elif words[0] == "quit":
        break
    sys.stdout.flush()
