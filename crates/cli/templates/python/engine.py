#!/usr/bin/env python3
"""An engine for {{TITLE}}: it plays random moves until you write choose_move.

    python3 engine.py          plays a person, as in the handout
    python3 engine.py ugi      plays in tournaments
{{oska
    python3 engine.py '["wwww","---","--","---","bbbb"]' w 2
                               prints the board after its move, as in the handout
oska}}
"""
import json
import os
import random
{{dialogue
import re
dialogue}}
import subprocess
import sys

GAME = "{{GAME}}"


class Rules:
    """The rules: asks skirmish until you write your own."""

    def __init__(self):
        command = [os.environ.get("SKIRMISH", "skirmish"), "moves", GAME, "--stdin"]
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        except OSError as error:
            sys.exit(f"cannot ask {command[0]} for the rules ({error}): put it into PATH, or its path into SKIRMISH")

    def look(self, start, moves):
        """The state after these moves: position, to_move, outcome (None during the game), legal, perhaps announcement."""
        line = " ".join([start, "moves", *moves]) if moves else start
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


# ----------------------------------------------------------------------------------------------------------------
# Your part.


def choose_move(position, legal, seconds):
    """Return one of the legal actions in a position, which is a text, within this time."""
    return random.choice(legal)


# ----------------------------------------------------------------------------------------------------------------


def ugi(rules):
    """Speaks UGI, the protocol of tournaments."""
    start, moves = "startpos", []
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            print("id name {{NAME}}\nid author Me\nugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "position":
            end = words.index("moves") if "moves" in words else len(words)
            start, moves = " ".join(words[1:end]), words[end + 1 :]
        elif words[0] == "go":
            now = rules.look(start, moves)
            seconds = time_to_move(words, now["to_move"] == rules.look("startpos", [])["to_move"])
            best = choose_move(now["position"], now["legal"], seconds) if now["legal"] else "none"
            print("bestmove", best, flush=True)
        elif words[0] == "quit":
            break


def time_to_move(words, is_player_one):
    """The seconds for a move: those of `go movetime`, or a twentieth of what is left on the clock."""
    limits = dict(zip(words[1::2], words[2::2]))
    if "movetime" in limits:
        return int(limits["movetime"]) / 1000
    clock = limits.get("p1time" if is_player_one else "p2time")
    return int(clock) / 20000 if clock else 5.0


{{dialogue
def show(position):
    """Prints the board with its axes, as in the handout."""
    rows = [re.findall(r"[A-Za-z]\d|.", row) for row in position.split()[0].split("/")]
    width = max(len(cell) for row in rows for cell in row)
    sides = ["  computer", *[""] * (len(rows) - 2), "  human"]
    for number, row, side in zip(range(len(rows), 0, -1), rows, sides):
        print(f"{number:2}  " + " ".join(cell * width if cell == "-" else cell for cell in row) + side)
    print("    " + " ".join(letter.ljust(width) for letter in "ABCDEFGH"[: len(rows[0])]))


def play(rules):
    """Plays a person, who has the bottom side."""
    answer = ""
    while answer[:1] not in ("f", "s"):
        answer = input("Do you want to move first or second? ").strip().lower()
    fields = rules.look("startpos", [])["position"].split()
    fields[1] = "s" if answer[0] == "f" else "n"
    start, moves = " ".join(["fen", *fields]), []
    while True:
        now = rules.look(start, moves)
        legal = now["legal"]
        if not legal:
            break
        show(now["position"])
        if now["to_move"] == "north":
{{verdict
            move = choose_move(now["position"], legal, 0.0 if "accept" in legal else 5.0)
            print({"accept": "I accept.", "refuse": "I refuse."}.get(move, f"My move: {move}"))
verdict}}
{{plain
            move = choose_move(now["position"], legal, 5.0)
            print("My move:", move, rules.look(start, moves + [move]).get("announcement", ""))
plain}}
        else:
            move = ask(legal)
        moves.append(move)
    show(now["position"])
    print({"south": "You win.", "north": "I win."}.get(now["outcome"], "A draw."))


def ask(legal):
    """Asks the person for a legal action."""
{{verdict
    while "accept" in legal:
        answer = {"a": "accept", "r": "refuse"}.get(input("Accept or reject? ").strip().lower()[:1])
        if answer:
            return answer
verdict}}
    while True:
        move = "".join(input("Your move: ").upper().replace("-", " ").split())
        if move in legal:
            return move
        print("That is not possible here.")
dialogue}}
{{oska
def call(rules, board, side):
    """Prints the board after the move."""
    start = "fen " + "/".join(json.loads(board)) + " " + side
    now = rules.look(start, [])
    if now["legal"]:
        now = rules.look(start, [choose_move(now["position"], now["legal"], 5.0)])
    print(json.dumps(now["position"].split()[0].split("/"), separators=(",", ":")))
oska}}


if __name__ == "__main__":
    if sys.argv[1:] == ["ugi"]:
        ugi(Rules())
{{oska
    elif len(sys.argv) == 4:
        call(Rules(), sys.argv[1], sys.argv[2])
    else:
        sys.exit("expected ugi, or a board, a side and a depth")
oska}}
{{dialogue
    else:
        play(Rules())
dialogue}}
