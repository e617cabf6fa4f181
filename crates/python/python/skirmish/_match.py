"""Matches between functions, engines and commands."""

from __future__ import annotations

import contextlib
import os
import queue
import random
import shlex
import subprocess
import threading
from dataclasses import dataclass, field
from time import monotonic
from typing import Callable, List, Optional, Sequence, TextIO, Union

from ._native import Engine, Game, Position, SkirmishError, _statistics
from ._run import Clock

__all__ = ["MatchResult", "match"]

#: A function as `run` takes it, an engine, or the command of a program that speaks UGI.
Player = Union[Callable[[Position, Clock], str], Engine, str, Sequence[str]]

#: How long a program may take beyond its time, and to start, in seconds.
GRACE = 2.0
STARTUP = 15.0

#: How many random games are tried for an opening.
OPENINGS = 100


@dataclass
class MatchResult:
    """The result of a match, from the view of the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    #: The share of points, from 0 to 1.
    score: float = 0.5
    #: The difference in Elo, and the half width of its 95 % interval.
    elo: float = 0.0
    error: float = 0.0
    #: The games, to look at and to save. In every second game the first player has North.
    games: List[Game] = field(default_factory=list, repr=False)
    #: What went wrong in games that a player lost by a fault, such as an illegal move.
    faults: List[str] = field(default_factory=list)

    def __str__(self) -> str:
        total = self.wins + self.draws + self.losses
        return (
            f"+{self.wins} ={self.draws} -{self.losses} of {total} games: "
            f"{100 * self.score:.1f} %, Elo {self.elo:+.0f} ± {self.error:.0f}"
        )


def match(
    a: Player,
    b: Player,
    *,
    game: Optional[str] = None,
    games: int = 100,
    time: Optional[float] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    opening_plies: int = 4,
    seed: int = 1,
) -> MatchResult:
    """Plays a match and returns score, Elo and error.

    Games are played in pairs: the same random opening, then with sides swapped. A player is a function `choose(position,
    clock)`, an `Engine`, or a command. `time` is in seconds for a move; programs get 0.1 s if nothing is limited. A player
    that makes an illegal move, or whose program fails, loses the game; an exception of a function ends the match.
    """
    game = game or next((player.game for player in (a, b) if isinstance(player, Engine)), None)
    if game is None:
        raise SkirmishError("which game? Say match(a, b, game='hiya')")
    start = Position.start(game)
    game = start.game
    if games < 1:
        raise SkirmishError("a match has at least one game")
    if any(limit is not None and not limit > 0 for limit in (time, nodes, depth)):
        raise SkirmishError("time, nodes and depth are more than 0")
    clock = Clock(time=time, nodes=nodes, depth=depth)
    dice = random.Random(seed)
    result = MatchResult()
    pairs = [0, 0, 0, 0, 0]
    seats: List[_Seat] = []
    try:
        for player in (a, b):
            seats.append(_seat(player, game))
        for number in range(games):
            if number % 2 == 0:
                start = _opening(game, opening_plies, dice)
                half_points = 0
            points = _play(start, seats, number % 2 == 1, clock, result)
            half_points += points
            if number % 2 == 1:
                pairs[half_points] += 1
            elif number + 1 == games:
                # A last game alone counts as if its other game were a draw.
                pairs[half_points + 1] += 1
    finally:
        for seat in seats:
            seat.close()
    total = result.wins + result.draws + result.losses
    _, result.elo, result.error = _statistics(pairs)
    result.score = (result.wins + result.draws / 2) / total
    return result


def _opening(game: str, plies: int, dice: random.Random) -> Position:
    """A position after random moves in which the game is not over and no proposal waits."""
    for _ in range(OPENINGS):
        position = Position.start(game)
        played = 0
        while not position.is_over and (played < plies or "accept" in position.legal_moves):
            moves = position.legal_moves
            position = position.play("accept" if "accept" in moves else dice.choice(moves))
            played += 1
        if not position.is_over:
            return position
    raise SkirmishError(f"games of {game} end before {plies} random moves: choose fewer opening_plies")


class Fault(Exception):
    """A player loses the game."""


def _play(start: Position, seats: List[_Seat], swapped: bool, clock: Clock, result: MatchResult) -> int:
    """Plays a game; returns the half points of the first player."""
    south, north = reversed(seats) if swapped else seats
    game = Game(start, south=south.name, north=north.name)
    side, seat = "south", south
    try:
        for side, seat in (("south", south), ("north", north)):
            seat.new_game(start)
        while game.outcome is None:
            side = game.turn
            seat = south if side == "south" else north
            move = seat.choose(game, clock)
            rule = game.position.why(move) if isinstance(move, str) else f"{move!r} is not a move"
            if rule is not None:
                raise Fault(rule)
            game.push(move)
    except Fault as fault:
        result.faults.append(f"game {len(result.games) + 1}, {seat.name}: {fault}")
        game.resign(side)
    result.games.append(game)
    outcome = game.outcome
    assert outcome is not None
    if outcome.winner is None:
        result.draws += 1
        return 1
    if (outcome.winner == "south") == (not swapped):
        result.wins += 1
        return 2
    result.losses += 1
    return 0


class _Seat:
    """A player in a match."""

    name = "player"

    def new_game(self, start: Position) -> None:
        """Forgets the last game."""

    def choose(self, game: Game, clock: Clock) -> str:
        raise NotImplementedError

    def close(self) -> None:
        """Ends a program."""


class _Function(_Seat):
    def __init__(self, function: Callable[[Position, Clock], str]) -> None:
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def choose(self, game: Game, clock: Clock) -> str:
        return self.function(game.position, clock)


class _OwnEngine(_Seat):
    def __init__(self, engine: Engine, game: str) -> None:
        if engine.game != game:
            raise SkirmishError(f"the engine plays {engine.game}, and the match is of {game}")
        self.engine = engine
        self.name = f"level {engine.level}"

    def choose(self, game: Game, clock: Clock) -> str:
        limits = (clock.time, clock.nodes, clock.depth)
        time = 0.1 if limits == (None, None, None) else clock.time
        move = self.engine.choose(game.position, time=time, nodes=clock.nodes, depth=clock.depth)
        assert move is not None, "the game is not over"
        return move


class _Program(_Seat):
    """A program that speaks UGI. After a fault it is started again for the next game."""

    def __init__(self, command: Sequence[str], game: str) -> None:
        self.command = command
        self.game = game
        self.name = os.path.basename(command[0])
        self.start = "startpos"
        self.process: Optional[subprocess.Popen[str]] = None
        self._begin()

    def _begin(self) -> None:
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                self.command, stdin=pipe, stdout=pipe, encoding="utf-8", errors="replace", bufsize=1
            )
        except (OSError, ValueError) as error:
            raise Fault(f"it does not start: {error}") from None
        # A program that prints without end waits until it is read.
        self.lines: queue.Queue[Optional[str]] = queue.Queue(maxsize=1000)
        threading.Thread(target=_read, args=(self.process.stdout, self.lines), daemon=True).start()
        end = monotonic() + STARTUP
        self._send("ugi")
        for words in iter(lambda: self._receive(end), ["ugiok"]):
            if words[:2] == ["id", "name"] and len(words) > 2:
                self.name = " ".join(words[2:])
        self._send(f"setoption name UGI_Variant value {self.game}")

    def _send(self, line: str) -> None:
        assert self.process is not None and self.process.stdin is not None
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            raise self._fault("its process ended") from None

    def _receive(self, end: float) -> List[str]:
        """The words of the next line, until this time."""
        try:
            line = self.lines.get(timeout=max(0.0, end - monotonic()))
        except queue.Empty:
            raise self._fault("it did not answer in time") from None
        if line is None:
            self.lines.put(None)
            raise self._fault("its process ended")
        return line.split()

    def _fault(self, what: str) -> Fault:
        """Ends the program, so that what it still prints is not taken for its next answer."""
        self._end()
        return Fault(what)

    def new_game(self, start: Position) -> None:
        self.start = f"fen {start.text}"
        if self.process is None:
            self._begin()
        self._send("uginewgame")

    def choose(self, game: Game, clock: Clock) -> str:
        self._send("isready")
        end = monotonic() + STARTUP
        while self._receive(end) != ["readyok"]:
            pass
        self._send(" ".join(["position", self.start, "moves", *game.moves]) if game.moves else f"position {self.start}")
        limits = [("movetime", clock.time and max(1, round(1000 * clock.time))), ("nodes", clock.nodes), ("depth", clock.depth)]
        words = [f"{name} {value}" for name, value in limits if value]
        self._send(" ".join(["go", *(words or ["movetime 100"])]))
        end = monotonic() + (clock.time or 120.0) + GRACE
        while True:
            answer = self._receive(end)
            if answer[:1] == ["bestmove"]:
                return answer[1] if len(answer) > 1 else ""

    def close(self) -> None:
        if self.process is not None:
            try:
                self._send("quit")
                self.process.wait(timeout=GRACE)
            except (Fault, subprocess.TimeoutExpired):
                pass
            self._end()

    def _end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        # Its reader ends, unless another process of the program keeps the pipe open.
        try:
            while self.lines.get(timeout=GRACE) is not None:
                pass
        except queue.Empty:
            return
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def _read(output: TextIO, lines: queue.Queue[Optional[str]]) -> None:
    """Puts the lines of a program into a queue, and None after the last."""
    for line in output:
        lines.put(line)
    lines.put(None)


def _seat(player: Player, game: str) -> _Seat:
    if isinstance(player, Engine):
        return _OwnEngine(player, game)
    if callable(player):
        return _Function(player)
    if not isinstance(player, (str, Sequence)):
        raise TypeError(f"a player is a function, an Engine or a command, not {type(player).__name__}")
    command = tuple(shlex.split(player) if isinstance(player, str) else player)
    if not command or not all(isinstance(word, str) for word in command):
        raise SkirmishError(f"{player!r} is not the command of a program")
    try:
        return _Program(command, game)
    except Fault as fault:
        raise SkirmishError(f"{shlex.join(command)}: {fault}") from None
