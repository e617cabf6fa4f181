#!/usr/bin/env python3
"""Plays a game well enough, at a terminal or in UGI, and does one thing wrong: its arguments are the game, how it talks and what.

It borrows the rules from `skirmish`, named by SKIRMISH. Most faults come with its third move.
"""
import json
import os
import subprocess
import sys
import time

game, protocol, fault = sys.argv[1:4]
limit = float(sys.argv[4]) if len(sys.argv) > 4 else 1.0
rules = subprocess.Popen(
    [os.environ["SKIRMISH"], "moves", game, "--stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)
own = 0


def look(start, moves):
    rules.stdin.write(start + (" moves " + " ".join(moves) if moves else "") + "\n")
    rules.stdin.flush()
    return json.loads(rules.stdout.readline())


def choose(now, start, moves):
    """A move that wins at once if there is one, or else the middle one of the list; and the faults of a move."""
    global own
    own += 1
    legal = now["legal"]
    move = legal[len(legal) // 2]
    for one in legal:
        after = look(start, moves + [one])
        if after["outcome"] == now["to_move"]:
            move = one
    if own == 3:
        if fault == "crash":
            sys.stderr.write("Traceback: no such luck\n")
            sys.stderr.flush()
            os._exit(4)
        if fault == "hang":
            time.sleep(600)
        if fault == "flood":
            while True:
                os.write(1, b"all work and no play makes Jack a dull boy\n" * 1000)
        if fault == "late":
            time.sleep(limit + 0.6)
        if fault == "illegal":
            return move[:2] + move[:2]
    return move


def console():
    first = look("startpos", [])
    begins = fault != "no-question" and input("Do you want to move first or second? ").strip() == "second"
    fields = first["position"].split()
    fields[1] = "n" if begins else "s"
    start, moves = "fen " + " ".join(fields), []

    def show(now):
        print()
        rows = now["position"].split()[0].split("/")
        for number, row in zip(range(len(rows), 0, -1), rows):
            label = "" if fault == "no-axes" else f"{number}  "
            print(label + " ".join(row))
        if fault != "no-axes":
            print("   " + " ".join("ABCDEFGH"[: len(rows[0])]))
        print()

    while True:
        now = look(start, moves)
        show(now)
        if now["outcome"]:
            mine = now["outcome"] == "north"
            if fault == "wrong-winner":
                mine = not mine
            if fault != "no-ending":
                print("I win!" if mine else "You win!")
            return
        if now["to_move"] == "north":
            move = choose(now, start, moves)
            # In Hi-YA! a move attacks if it changes more than its own piece.
            words = ""
            if game == "hiya":
                hits = attacks_somebody(now, look(start, moves + [move]) if move in now["legal"] else now)
                if fault == "always-hi-ya" or hits and fault != "never-hi-ya":
                    words = " Hi-YA!"
            print(f"My move: {move}{words}")
        else:
            line = input("Your move? ").strip()
            move = line if fault == "capitals" else line.upper()
            if move not in now["legal"]:
                if fault == "takes-all" and move.isalnum() and move == move.upper():
                    # As if it had been played.
                    fields = now["position"].split()
                    fields[1] = "n"
                    start, moves = "fen " + " ".join(fields), []
                    continue
                if fault == "quits":
                    print("What is that?")
                    sys.exit(1)
                print("That is not legal. Try again.")
                continue
        moves.append(move)


def attacks_somebody(before, after):
    count = lambda now: sorted(piece for piece in now["position"].split()[0] if piece.isalpha())
    return count(before) != count(after)


def ugi():
    start, moves = "startpos", []
    global own
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            print("id name graded\nugiok", flush=True)
        elif words[0] == "uginewgame":
            own = 0
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            text, _, rest = line.split(None, 1)[1].strip().partition(" moves ")
            start, moves = text, rest.split()
        elif words[0] == "go":
            print("bestmove " + choose(look(start, moves), start, moves), flush=True)
        elif words[0] == "quit":
            return


ugi() if protocol == "ugi" else console()
