"""Turns a function into an engine for tournaments."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import Callable, Dict, List, Optional, TextIO

from ._native import Position, SkirmishError

__all__ = ["Clock", "run"]


@dataclass(frozen=True)
class Clock:
    """How long a move may take. What is not limited is None."""

    #: Seconds for this move.
    time: Optional[float] = None
    #: Seconds left for the rest of the game, and added after each move.
    remaining: Optional[float] = None
    increment: Optional[float] = None
    #: Limits of a search.
    nodes: Optional[int] = None
    depth: Optional[int] = None


def run(
    choose: Callable[[Position, Clock], str],
    *,
    game: str = "refusal",
    name: Optional[str] = None,
    author: str = "",
) -> None:
    """Plays games for a tournament: speaks UGI on standard input and output until the input ends.

    `choose` gets a position and a `Clock` and returns one of its legal moves. What it prints goes to standard error. The
    tournament says which game is played; `game` is the one until then.
    """
    output = _take_stdout()
    name = name or getattr(choose, "__name__", "engine")
    start, moves = "startpos", []  # type: str, List[str]
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "ugi":
            _say(output, f"id name {name}", f"id author {author}".rstrip())
            _say(output, f"option name UGI_Variant type string default {game}", "ugiok")
        elif command == "setoption":
            game = _variant(words) or game
        elif command == "isready":
            _say(output, "readyok")
        elif command == "position":
            end = words.index("moves") if "moves" in words else len(words)
            start, moves = " ".join(words[1:end]), words[end + 1 :]
        elif command == "go":
            try:
                position = _set_up(game, start, moves)
            except SkirmishError as error:
                _say(output, f"info string error {error}", "bestmove none")
                continue
            _say(output, f"bestmove {_ask(choose, position, _clock(words, position))}")
        elif command == "quit":
            break


def _take_stdout() -> TextIO:
    """Standard output for the protocol; everything else that is printed goes to standard error."""
    sys.stdout.flush()
    protocol = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return os.fdopen(protocol, "w", encoding="utf-8")


def _say(output: TextIO, *lines: str) -> None:
    output.write("".join(line + "\n" for line in lines))
    output.flush()


def _variant(words: List[str]) -> Optional[str]:
    lower = [word.lower() for word in words]
    if lower[1:3] == ["name", "ugi_variant"] and lower[3:4] == ["value"] and len(words) > 4:
        return words[4]
    return None


def _set_up(game: str, start: str, moves: List[str]) -> Position:
    if start.startswith("fen "):
        position = Position.from_text(game, start[4:])
    else:
        position = Position.start(game)
    for move in moves:
        position = position.play(move)
    return position


def _ask(choose: Callable[[Position, Clock], str], position: Position, clock: Clock) -> str:
    if position.is_over:
        return "none"
    move = choose(position, clock)
    rule = position.why(move) if isinstance(move, str) else f"{choose!r} returned {move!r}, expected a move as text"
    if rule:
        # The tournament's referee decides; the reason is in the engine's standard error.
        print(rule, file=sys.stderr, flush=True)
    return "".join(str(move).split()) or "none"


def _clock(words: List[str], position: Position) -> Clock:
    limits: Dict[str, int] = {}
    for key, value in zip(words[1:], words[2:]):
        if value.lstrip("-").isdigit():
            limits[key] = int(value)
    # Player one is the side that begins a normal game.
    own = "p1" if position.turn == Position.start(position.game).turn else "p2"

    def seconds(key: str) -> Optional[float]:
        return limits[key] / 1000 if key in limits else None

    return Clock(
        time=seconds("movetime"),
        remaining=seconds(own + "time"),
        increment=seconds(own + "inc"),
        nodes=limits.get("nodes"),
        depth=limits.get("depth"),
    )
