#!/usr/bin/env python3
"""Plays any game of a rectangular board against a person, and talks in the style of its first argument.

It borrows the rules from `skirmish`, named by SKIRMISH, and writes the moves that it really makes to a file: its arguments are
the style, the game and the file. talker.c is the same in C.
"""
import json
import os
import subprocess
import sys
import time

style, game, path = sys.argv[1:]
rules = subprocess.Popen(
    [os.environ["SKIRMISH"], "moves", game, "--stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)


def look(start, moves):
    rules.stdin.write(start + (" moves " + " ".join(moves) if moves else "") + "\n")
    rules.stdin.flush()
    return json.loads(rules.stdout.readline())


def mirrored(move):
    """The move as the other side sees it."""
    columns = "ABCDEFGH"[:width]
    turn = lambda square: columns[-1 - columns.index(square[0])] + str(height + 1 - int(square[1:]))
    return turn(move[:2]) + turn(move[2:])


def show(position, last):
    rows = position.split()[0].split("/")
    print()
    if style == "redrawn" and last:
        print("Last move of the computer:", last)
    for number, row in zip(range(len(rows), 0, -1), rows):
        print(number, "", " ".join(row))
    print("   " + " ".join("ABCDEFGH"[: len(rows[0])]) + "\n")


def spaced(move):
    return move[:2].lower() + " " + move[2:].lower()


def think(legal, move):
    """What it prints before its move, or does."""
    if style == "candidates":
        print("Possible moves:")
        for number, one in enumerate(legal, 1):
            print(f"  {number}. {one}   score {number * 7 % 31}")
    elif style == "debug":
        for depth, one in enumerate(legal[:6], 1):
            print(f"[debug] depth {depth}: best {one}, nodes {depth * 512}, pv {one} {mirrored(one)} {legal[-1]}")
    elif style == "deepening":
        for depth, one in enumerate([legal[0], legal[-1], legal[len(legal) // 2]], 1):
            print(f"Depth {depth}: best move {one} ({depth}.25 seconds)")
            print(f"Current best move: {one}")
    elif style == "arrows":
        print("thinking: " + ", ".join(f"{one[:2].lower()}->{one[2:].lower()}" for one in legal[:5]))
    elif style == "forking":
        # Each child searches for a while, and they end one after another.
        children = []
        for number in range(3):
            child = os.fork()
            if child == 0:
                until = time.monotonic() + 0.004 * number
                while time.monotonic() < until:
                    pass
                os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)
        print("Legal: " + " ".join(legal))


def say(move, legal, entered):
    """Tells its move."""
    other = legal[0] if legal[0] != move else legal[-1]
    if style == "plan":
        print(f"My move: {move}")
        print(f"I expect to follow with {other} after {mirrored(other)}.")
    elif style == "mirrored":
        print(f"I made my move {move} ( {mirrored(move)} )")
    elif style == "candidates":
        print(f"I choose {move}.")
    elif style == "debug":
        print(f"bestmove {move.lower()}")
    elif style == "arrows":
        print(f"{move[:2].lower()} -> {move[2:].lower()}")
    elif style == "redrawn":
        print(f"Computer plays {spaced(move)}")
    elif style == "history":
        played.append(("computer", move))
        for number, (who, one) in enumerate(played, 1):
            print(f"{number}. {who}: {one}")
    elif style == "named":
        print(f"*** HAL 9000 strikes: {move} ***")
        print(f"legal were {', '.join(legal)}")
    elif style == "brackets":
        print(f"I shall move ({move[:2].lower()}) to ({move[2:].lower()}), threatening {spaced(other)}")
    elif style == "forking":
        print(f"AI chooses {move}")
    elif style == "echo":
        print(f"You played {entered or 'nothing'}. I play {move}, not {other}!")
    elif style == "deepening":
        print(f"Best move: {move} after 0.3 seconds")
    else:
        # It plays something else than its board allows.
        print(f"My move: {move}")
        print("Possible moves: " + ", ".join(legal))


def prompt(legal):
    if style == "echo":
        return f"Enter your move (e.g. {legal[0]}): "
    return "Your move? "


# How each style asks who moves first, with the answers that let the person and the program begin.
QUESTIONS = {
    "plan": ("Do you want to move first or second? (1/2) ", "1", "2"),
    "mirrored": ("Do you want to move first or second? ", "first", "second"),
    "candidates": ("Who moves first?\n1. human\n2. computer\n", "1", "2"),
    "debug": ("Would you like to go first (y/n)? ", "y", "n"),
    "arrows": ("Should I go first (y/n)? ", "n", "y"),
    "redrawn": ("(f)irst or (s)econd: ", "f", "s"),
    "history": ("Who moves first, (h)uman or (c)omputer? ", "h", "c"),
    "named": ("Enter 1 for computer first, 2 for human first: ", "2", "1"),
    "brackets": ("Will you start? Enter -1 if you do, and 0 if you don't: ", "-1", "0"),
    "forking": ("First or second (f/s)? ", "f", "s"),
    "echo": ("Who goes first? 1 = you, 2 = me: ", "1", "2"),
    "deepening": ("Who begins? human/computer ", "human", "computer"),
    "cheat": ("Would you like to be first (1) or second (2)? ", "1", "2"),
}

first = look("startpos", [])
width, height = len(first["position"].split()[0].split("/")[0]), len(first["position"].split()[0].split("/"))
print("TALKER plays " + game)
question, *answers = QUESTIONS[style]
answer = input(question)
if answer not in answers:
    sys.exit("What is " + repr(answer) + "?")
begins = answer == answers[1]
fields = first["position"].split()
fields[1] = "n" if begins else "s"
start, moves, played = "fen " + " ".join(fields), [], []
entered, last, own = "", "", 0
chance = sum(map(ord, style))
file = open(path, "a")
file.write("\nfirst" if begins else "\nsecond")
while True:
    now = look(start, moves)
    legal = now["legal"]
    show(now["position"], last)
    if not legal:
        print("The game is over.")
        break
    if now["to_move"] == "north":
        own += 1
        chance = (chance * 1103515245 + 12345) % 2**31
        move = legal[(chance >> 8) % len(legal)]
        think(legal, move)
        if style == "cheat" and own == 3:
            move = move[:2] + move[:2]
        file.write(" " + move)
        file.flush()
        say(move, legal, entered)
        last = move
    else:
        entered = input(prompt(legal)).strip().upper()
        move = entered
        if move not in legal:
            print("That is illegal!")
            continue
        played.append(("human", move))
    moves.append(move)
