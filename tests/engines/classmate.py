#!/usr/bin/env python3
"""A program for Oska as a student may write it. Its first argument says which student.

It borrows the rules from `skirmish`, named by SKIRMISH, and plays the first or last legal move.
"""
import json
import os
import subprocess
import sys
import time

who = sys.argv[1]
rules = subprocess.Popen(
    [os.environ["SKIRMISH"], "moves", "oska", "--stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)


def look(start, moves):
    rules.stdin.write(start + (" moves " + " ".join(moves) if moves else "") + "\n")
    rules.stdin.flush()
    return json.loads(rules.stdout.readline())


def choose(legal):
    return legal[-1] if who in ("bracket", "arrow", "caller") else legal[0]


def ugi():
    start, moves, asked = "startpos", [], 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ugi":
            print("id name " + who + "\nugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            end = words.index("moves") if "moves" in words else len(words)
            start, moves = " ".join(words[1:end]), words[end + 1 :]
        elif words[0] == "go":
            asked += 1
            move = choose(look(start, moves)["legal"])
            print("bestmove " + ("A1A1" if who == "cheat" and asked == 2 else move), flush=True)
        elif words[0] == "quit":
            break


def call(board, side):
    if who == "mumbler":
        print("I think I am winning.")
        return
    start = "fen " + "/".join(json.loads(board)) + " " + side
    now = look(start, [])
    print("thinking", [1, 2], "...")
    # In the format of a Python list.
    print(look(start, [choose(now["legal"])])["position"].split()[0].split("/"))


# The question who moves first, and who begins with each answer: True is the person.
QUESTIONS = {
    "bracket": ("(F)irst or (S)econd?", {"F": True, "S": False}),
    "arrow": ("Who moves first, (h)uman or (c)omputer?", {"h": True, "c": False}),
    "numbers": ("Enter 1 for computer first, 2 for human first", {"2": True, "1": False}),
    "label": ("Will you start", {"y": True, "n": False}),
    "colours": ("Shall I be black or white?\n[b/w] ", {"b": True, "w": False}),
    "crasher": ("Who goes first? 1 = you, 2 = me: ", {"1": True, "2": False}),
}


def say_move(move):
    left, right = move[:2], move[2:]
    if who == "bracket":
        print("I move from", left, "to", right + ".")
    elif who == "arrow":
        print("After much thought:", left, "->", right, "(good luck)")
    elif who == "numbers":
        print("computer plays " + move.lower() + " now")
    elif who == "label":
        print("My move is:")
        print(move)
    elif who == "colours":
        print("** " + left + " ~ " + right + " **")
    else:
        print("Move:", move)


def play():
    question, answers = QUESTIONS[who]
    print("Oska by", who)
    answer = input(question)
    if answer not in answers:
        sys.exit("What is " + repr(answer) + "?")
    start, moves = "fen wwww/---/--/---/bbbb " + ("b" if answers[answer] else "w"), []
    own = 0
    while True:
        now = look(start, moves)
        if not now["legal"]:
            print("The game is over.")
            return
        rows = now["position"].split()[0].split("/")
        for number, row in zip(range(len(rows), 0, -1), rows):
            print(number, row.center(8))
        if now["to_move"] == "north":
            own += 1
            if who == "crasher" and own == 3:
                raise RuntimeError("no third move")
            time.sleep(0.01)
            move = choose(now["legal"])
            print("I pass.") if move == "pass" else say_move(move)
        else:
            move = input("tell me> " if who == "colours" else "Your move (e.g. A1B2): ").strip().upper()
            move = "pass" if move == "PASS" else move
            if move not in now["legal"]:
                print("not legal:", move)
                continue
        moves.append(move)


if len(sys.argv) > 2 and sys.argv[2] == "ugi":
    ugi()
elif len(sys.argv) > 3:
    call(sys.argv[2], sys.argv[3])
else:
    play()
