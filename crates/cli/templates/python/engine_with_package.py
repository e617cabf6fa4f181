#!/usr/bin/env python3
"""An engine for {{TITLE}} with the package skirmish-games, which knows the rules.

    pip install FILE.whl                docs/PYTHON.md of Skirmish says where it comes from
    python3 engine_with_package.py      plays in tournaments; prints go to standard error

In a notebook, `import skirmish; skirmish.Position.start("{{GAME}}")` draws the board.
"""
import random

import skirmish

GAME = "{{GAME}}"


def choose_move(position, clock):
    """Return one of the legal moves. position.play(move) is the position after a move; clock.time is in seconds."""
    return random.choice(position.legal_moves)


if __name__ == "__main__":
    skirmish.run(choose_move, game=GAME, name="{{NAME}}")
