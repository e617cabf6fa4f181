#!/usr/bin/env python3
"""Refusal against a person, as the handout asks for it: the computer at the top, in capitals, moving down. It is no great player."""
import random
import sys

ROWS = ["R--KL", "-----", "NPPPN", "-----", "-----", "npppn", "-----", "rk--l"]
board = {(c, 8 - r): piece for r, row in enumerate(ROWS) for c, piece in enumerate(row) if piece != "-"}
chance = random.Random(5)


def is_mine(piece):
    return piece.isupper()


def moves(mine):
    """All legal moves of the computer, or of the person, as pairs of squares."""
    down, last = (-1, 1) if mine else (1, 8)
    found = []

    def slide(c, r, dc, dr, capture_only=False):
        nc, nr = c + dc, r + dr
        while 0 <= nc < 5 and 1 <= nr <= 8:
            other = board.get((nc, nr))
            if other is None:
                if not capture_only:
                    found.append(((c, r), (nc, nr)))
            else:
                if is_mine(other) != mine:
                    found.append(((c, r), (nc, nr)))
                return
            nc, nr = nc + dc, nr + dr

    for (c, r), piece in list(board.items()):
        if is_mine(piece) != mine:
            continue
        kind = piece.upper()
        if kind == "P":
            if 1 <= r + down <= 8 and (c, r + down) not in board:
                found.append(((c, r), (c, r + down)))
            for dc in -1, 1:
                other = board.get((c + dc, r + down))
                if other is not None and is_mine(other) != mine:
                    found.append(((c, r), (c + dc, r + down)))
        elif kind == "N":
            for dc, dr in (-1, 2), (1, 2), (-2, 1), (2, 1):
                nc, nr = c + dc, r + dr * down
                if 0 <= nc < 5 and 1 <= nr <= 8:
                    other = board.get((nc, nr))
                    if other is None or is_mine(other) != mine:
                        found.append(((c, r), (nc, nr)))
        elif kind in "LR":
            slide(c, r, 0, down)
            slide(c, r, -1 if kind == "L" else 1, 0)
        else:
            slide(c, r, -1, 0, True)
            slide(c, r, 1, 0, True)
    return found


def text(move):
    return "".join("ABCDE"[c] + str(r) for c, r in move)


def show():
    print()
    for r in range(8, 0, -1):
        label = {8: "  computer", 1: "  human"}.get(r, "")
        print("  ", r, " ", " ".join(board.get((c, r), "-") for c in range(5)), label)
    print("       ---------\n       A B C D E\n")


def play(move):
    """Plays a move; true if it takes a king."""
    (c, r), target = move
    piece = board.pop((c, r))
    far = 1 if is_mine(piece) else 8
    if piece.upper() in "LR" and target[1] == far and r != far:
        piece = {"L": "R", "R": "L", "l": "r", "r": "l"}[piece]
    taken = board.get(target, "-")
    board[target] = piece
    return taken.upper() == "K"


def takes_king(move):
    return board.get(move[1], "-").upper() == "K"


def choose(choices):
    captures = [move for move in choices if move[1] in board]
    kings = [move for move in choices if takes_king(move)]
    return chance.choice(kings or captures or choices)


def ask(legal):
    while True:
        line = input("Your move: ").strip().upper()
        for move in legal:
            if text(move) == line:
                return move
        print("That is not a legal move. Try again.")


def over(words):
    print(words)
    sys.exit()


def computer():
    choices = moves(True)
    if not choices:
        over("I cannot move. You win!")
    move = choose(choices)
    answer = input(f"I want to play {text(move)}. Accept or Reject? ").strip().lower()
    if answer.startswith("r"):
        choices.remove(move)
        if not choices:
            over("I have no other move. You win!")
        move = choose(choices)
        print("Very well, then I play", text(move))
    if play(move):
        show()
        over("I took your king. I win!")
    show()


def human():
    legal = moves(False)
    if not legal:
        over("You cannot move. I win!")
    move = ask(legal)
    if takes_king(move) or chance.random() < 0.3:
        print("I refuse that move!")
        legal.remove(move)
        if not legal:
            over("You have no other move. I win!")
        move = ask(legal)
    else:
        print("I accept.")
    if play(move):
        show()
        over("You took my king. You win!")
    show()


print("*** NAYSAYER plays Refusal ***")
first = input("Do you want to move first or second? ").strip().lower() == "first"
show()
while True:
    if first:
        human()
    first = True
    computer()
