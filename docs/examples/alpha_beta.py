#!/usr/bin/env python3
"""Alpha-beta for all games of Skirmish in a few lines: prints the value of a position and the best move.

    python3 alpha_beta.py hiya 3
    python3 alpha_beta.py oska 4 --position "w--w/---/--/-b-/b--- w"
    python3 alpha_beta.py hiya 3 --trace trace.jsonl
    skirmish microscope check trace.jsonl

The rules come from skirmish, as in the starters: put it into PATH, or its path into the variable SKIRMISH.
"""
import argparse
import json
import os
import subprocess

INFINITY, WIN = 32000, 30000


class Rules:
    """Asks skirmish for the rules."""

    def __init__(self, game, position):
        command = [os.environ.get("SKIRMISH", "skirmish"), "moves", game, "--stdin"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.start = "fen " + position if position else "startpos"

    def look(self, moves):
        """The state after these moves: position, to_move, outcome (None during the game) and legal."""
        self.process.stdin.write(" ".join([self.start, "moves", *moves] if moves else [self.start]) + "\n")
        self.process.stdin.flush()
        state = json.loads(self.process.stdout.readline())
        if "error" in state:
            raise SystemExit(state["error"])
        return state

    def play(self, moves, move):
        """The moves with one more, and the state after them. A proposal is played as if it was accepted."""
        moves = [*moves, move]
        state = self.look(moves)
        if "accept" in state["legal"]:
            return [*moves, "accept"], self.look([*moves, "accept"]), True
        return moves, state, False


def evaluate(state):
    """A point for each piece, for the side to move: your part."""
    board = state["position"].split()[0]
    north = sum(letter.isupper() or letter == "w" for letter in board)
    south = sum(letter.islower() and letter != "w" for letter in board)
    return south - north if state["to_move"] == "south" else north - south


class Search:
    def __init__(self, rules, trace):
        self.rules, self.trace, self.best = rules, trace, None

    def write(self, **line):
        """Writes a line of the trace."""
        if self.trace:
            print(json.dumps(line), file=self.trace)

    def value(self, name, moves, state, depth, alpha, beta):
        """The value of a position, reached by the move with this name. It is that of the side to move."""
        self.write(enter=name, depth=depth, alpha=alpha, beta=beta)
        value = self.search(moves, state, depth, alpha, beta)
        self.write(leave=value)
        return value

    def search(self, moves, state, depth, alpha, beta):
        if state["outcome"]:
            return {"draw": 0, state["to_move"]: WIN - len(moves)}.get(state["outcome"], len(moves) - WIN)
        if depth == 0:
            return evaluate(state)
        values = []
        for move in state["legal"]:
            after, child, refusable = self.rules.play(moves, move)
            # Where the best move will be refused, the second-best counts.
            needed = 2 if refusable else 1
            if needed > len(state["legal"]):
                return len(moves) - WIN
            # Ask who moves: the same side may move again.
            if child["to_move"] == state["to_move"]:
                value = self.value(move, after, child, depth - 1, alpha, beta)
            else:
                value = -self.value(move, after, child, depth - 1, -beta, -alpha)
            values.append((value, move))
            values.sort(key=lambda known: -known[0])
            if len(values) >= needed:
                alpha = max(alpha, values[needed - 1][0])
            if alpha >= beta:
                break
        if not moves:
            self.best = values[0][1]
        return values[needed - 1][0]


def main():
    parser = argparse.ArgumentParser(description="Search a position with alpha-beta.")
    parser.add_argument("game")
    parser.add_argument("depth", type=int)
    parser.add_argument("--position")
    parser.add_argument("--trace", type=argparse.FileType("w"))
    arguments = parser.parse_args()
    search = Search(Rules(arguments.game, arguments.position), arguments.trace)
    root = search.rules.look([])
    search.write(trace=1, game=arguments.game, position=root["position"], depth=arguments.depth)
    value = search.value("", [], root, arguments.depth, -INFINITY, INFINITY)
    print("value", value, "best", search.best or "none")


if __name__ == "__main__":
    main()
