"""What the tests share: the programs to compare with, and random games."""

import json
import os
import random
import subprocess
from pathlib import Path

import pytest

import skirmish

ROOT = Path(__file__).resolve().parents[3]

#: Whether to test everything instead of samples.
EVERYTHING = os.environ.get("SKIRMISH_ALL", "0") != "0"

# A busy machine is no reason to lose a game.
skirmish._match.STARTUP = 300.0

#: All games, and further sizes of Oska.
GAMES = [info.id for info in skirmish.games()] + ["oska:5", "oska:7"]


class Lines:
    """A program that answers each line with a line."""

    def __init__(self, *command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().rstrip("\n")

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="session")
def program():
    """The program `skirmish`."""
    path = os.environ.get("SKIRMISH", str(ROOT / "target/debug/skirmish"))
    assert os.path.exists(path), f"{path} is missing: run tools/python"
    return path


@pytest.fixture(scope="session")
def oracle():
    """The oracle: asks for a position, returns the side, the outcome, and the position after each legal move."""
    lines = Lines(os.environ.get("SKIRMISH_ORACLE", str(ROOT / "target/debug/examples/lines")))

    def ask(position):
        side, outcome, *moves = lines.ask(f"{position.game}\t{position.text}").split("\t")
        return side, None if outcome == "-" else outcome, dict(zip(moves[::2], moves[1::2]))

    yield ask
    lines.close()


@pytest.fixture
def binary(program):
    """The answers of `skirmish moves --stdin`."""
    running = {}

    def ask(position):
        game = position.game
        if game not in running:
            running[game] = Lines(program, "moves", game, "--stdin")
        return json.loads(running[game].ask(position.text))

    yield ask
    for lines in running.values():
        lines.close()


def random_game(name, seed):
    """The positions of a random game."""
    dice = random.Random(seed)
    position = skirmish.Position.start(name)
    yield position
    while not position.is_over:
        position = position.play(dice.choice(position.legal_moves))
        yield position
