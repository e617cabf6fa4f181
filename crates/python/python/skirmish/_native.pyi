"""Positions, games and the engine."""

import os
from typing import Any, Iterator, List, Literal, Optional, Sequence, Tuple, Union, final

import numpy
import numpy.typing

__all__ = [
    "__version__",
    "SkirmishError",
    "IllegalMove",
    "Position",
    "Game",
    "Engine",
    "Analysis",
    "Outcome",
    "Effect",
    "Line",
    "GameInfo",
    "games",
    "rules",
    "perft",
    "tablebase",
    "plane_names",
    "minimax",
    "_statistics",
]

__version__: str

_Side = Literal["south", "north"]

class SkirmishError(ValueError):
    """Something is wrong with a value: the sentence says what."""

class IllegalMove(SkirmishError):
    """A move breaks a rule, or is no move: the sentence names the rule."""

@final
class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> Optional[_Side]:
        """The side that won; None for a draw."""
    @property
    def reason(self) -> str:
        """Why the game ended, in a sentence."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Effect:
    """One thing that a move does besides moving its piece."""

    @property
    def kind(self) -> Literal["captures", "takes own", "strikes", "turns", "tank", "ends"]: ...
    @property
    def square(self) -> Optional[str]:
        """Where it happens; None for `ends`."""
    @property
    def piece(self) -> Optional[str]:
        """The piece that is captured, struck or changed."""
    @property
    def becomes(self) -> Optional[str]:
        """What that piece becomes; None if it leaves the board."""
    @property
    def gas(self) -> Optional[int]:
        """The moves left in the tank of the piece that moves."""
    @property
    def outcome(self) -> Optional[Literal["south", "north", "draw"]]:
        """The result, for `ends`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...

@final
class Line:
    """A line that the engine found."""

    @property
    def depth(self) -> int:
        """The depth of the search in plies."""
    @property
    def rank(self) -> int:
        """1 for the best line, 2 for the next."""
    @property
    def score(self) -> int:
        """Points for the side to move; 100 points are a 64 % chance to win."""
    @property
    def wins_in(self) -> Optional[int]:
        """The plies of a proven result: positive if the side to move wins, negative if it loses."""
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float:
        """Seconds since the search began."""
    @property
    def best(self) -> Optional[str]:
        """The move to play or propose; None only if the game is over."""
    @property
    def alternate(self) -> Optional[str]:
        """Where moves are proposed: the move to play if the best is refused."""
    @property
    def moves(self) -> List[str]: ...

@final
class GameInfo:
    """Facts about a game."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def player(self) -> str:
        """The name of the engine's player of the game."""
    @property
    def sides(self) -> Tuple[str, str]:
        """The names of South and North."""
    @property
    def columns(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def summary(self) -> str: ...

@final
class Position:
    """A position of a game: a value. Playing a move returns a new one."""

    @staticmethod
    def start(game: str) -> Position:
        """The start position of a game, such as "hiya" or "oska:6"."""
    @staticmethod
    def from_text(game: str, text: str) -> Position:
        """Reads position text."""
    @property
    def game(self) -> str:
        """The game and its size, such as "hiya" or "oska:6"."""
    @property
    def text(self) -> str:
        """The position text."""
    @property
    def turn(self) -> _Side:
        """Who acts next."""
    @property
    def legal_moves(self) -> Tuple[str, ...]:
        """The legal moves in alphabetical order; empty exactly when the game is over."""
    @property
    def outcome(self) -> Optional[Outcome]:
        """How the game ended; None if it is not over."""
    @property
    def is_over(self) -> bool: ...
    def play(self, move: str) -> Position:
        """The position after a move. An illegal move is an IllegalMove with the rule that it breaks."""
    def why(self, move: str) -> Optional[str]:
        """Why a move is illegal, in a sentence with the rule that it breaks; None if it is legal."""
    def effects(self, move: str) -> List[Effect]:
        """What a legal move does besides moving its piece; a proposal as if it were accepted."""
    def announcement(self, move: str) -> Optional[str]:
        """What is announced with a legal move, such as "Hi-YA!"; None if nothing is."""
    def evaluate(self) -> int:
        """The hand-written evaluation for the side to act, in points; ±10000 and 0 for a game that is over."""
    def move_index(self, move: str) -> int:
        """The index of a legal move in this position, below 4096: for networks and tables."""
    @property
    def legal_indices(self) -> List[int]:
        """The indices of the legal moves, in their order."""
    def planes(self) -> numpy.typing.NDArray[numpy.uint8]:
        """The planes of the board, see plane_names: planes, rows from the top, columns. Needs NumPy."""
    def svg(
        self,
        *,
        last: Optional[str] = None,
        arrows: Sequence[str] = ...,
        marked: Sequence[str] = ...,
        flipped: bool = False,
        dark: bool = False,
        size: int = 400,
    ) -> str:
        """A picture of the board as SVG. The first arrow is the most important."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self) -> Tuple[Any, Tuple[str, str]]: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...

@final
class Game:
    """A game with its history."""

    def __new__(
        cls, start: Union[str, Position], *, south: Optional[str] = None, north: Optional[str] = None
    ) -> Game: ...
    @staticmethod
    def from_record(text: str) -> Game:
        """Reads a record, as `skirmish` writes it."""
    def record(self) -> str:
        """The record, which from_record reads back."""
    @property
    def position(self) -> Position:
        """The current position."""
    @property
    def start(self) -> Position:
        """The position before the first move."""
    @property
    def moves(self) -> List[str]:
        """The moves played, `accept`, `refuse` and `pass` included."""
    @property
    def positions(self) -> List[Position]:
        """The positions before the first move and after each."""
    @property
    def players(self) -> Tuple[str, str]:
        """The names of the players, South's first."""
    @property
    def game(self) -> str: ...
    @property
    def turn(self) -> _Side: ...
    @property
    def legal_moves(self) -> Tuple[str, ...]: ...
    @property
    def outcome(self) -> Optional[Outcome]:
        """How the game ended, by the rules or by resignation; None if it is not over."""
    def push(self, move: str) -> None:
        """Plays a move. An illegal move is an IllegalMove with the rule that it breaks."""
    def pop(self) -> str:
        """Takes back the last move and returns it."""
    def resign(self, side: Optional[str] = None) -> None:
        """A side gives up, by default the one that acts next."""
    def _repr_html_(self) -> str: ...
    def __len__(self, /) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> Tuple[Any, Tuple[str]]: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...

@final
class Engine:
    """The engine of a game. It keeps its memory from search to search."""

    def __new__(
        cls,
        game: str,
        level: int = 10,
        threads: int = 1,
        hash_mb: int = 64,
        network: Union[str, os.PathLike[str]] = "default",
        *,
        seed: int = 1,
    ) -> Engine: ...
    @property
    def game(self) -> str: ...
    @property
    def level(self) -> int: ...
    def choose(
        self,
        position: Position,
        *,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
    ) -> Optional[str]:
        """Chooses a move at the engine's level, within any of these limits; without one, in a second. None if the game is over."""
    def analyse(
        self,
        position: Position,
        *,
        time: Optional[float] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        multipv: int = 1,
    ) -> Analysis:
        """Analyses a position at full strength and yields its lines depth by depth, until a limit is reached or you stop asking."""

@final
class Analysis(Iterator[Line]):
    """The lines of an analysis, as they are found."""

    def __iter__(self, /) -> Analysis: ...
    def __next__(self, /) -> Line: ...
    def stop(self) -> None:
        """Ends the analysis; lines that were found already are still yielded."""

def games() -> List[GameInfo]:
    """All games, in the order in which they are shown; Oska in its usual size."""

def rules(game: str) -> str:
    """The rules of a game as text."""

def plane_names(game: str) -> List[str]:
    """The names of the planes of a game: its pieces, then what else decides the future."""

def perft(position: Position, depth: int) -> int:
    """The number of lines of play of exactly `depth` plies. Ctrl-C ends it."""

def tablebase(position: Position) -> Literal["south", "north", "draw"]:
    """The result with best play of both sides, for solved boards: oska:4, and oska:5 after `skirmish solve oska:5`."""

def minimax(position: Position, depth: int) -> Line:
    """Plain minimax with the hand-written evaluation, to compare a search of your own with."""

def _statistics(pairs: List[int]) -> Tuple[float, float, float]: ...
