"""Five small board games for two: rules, drawings and a strong engine.

    import skirmish

    position = skirmish.Position.start("hiya")
    position = position.play(position.legal_moves[0])
    skirmish.Engine("hiya").choose(position, time=0.5)

For courses: `skirmish.aima`, `skirmish.pettingzoo`, `skirmish.run`, `skirmish.match`.
"""

from typing import TYPE_CHECKING, Any

from . import aima
from ._match import MatchResult, match
from ._native import (
    Analysis,
    Effect,
    Engine,
    Game,
    GameInfo,
    IllegalMove,
    Line,
    Outcome,
    Position,
    SkirmishError,
    __version__,
    games,
    minimax,
    perft,
    plane_names,
    rules,
    tablebase,
)
from ._run import Clock, run

if TYPE_CHECKING:
    from . import pettingzoo as pettingzoo

__all__ = [
    "Analysis",
    "Clock",
    "Effect",
    "Engine",
    "Game",
    "GameInfo",
    "IllegalMove",
    "Line",
    "MatchResult",
    "Outcome",
    "Position",
    "SkirmishError",
    "__version__",
    "aima",
    "games",
    "match",
    "minimax",
    "perft",
    "plane_names",
    "rules",
    "run",
    "tablebase",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        # Needs packages that not everyone has, so it is imported when it is used.
        if name == "pettingzoo":
            import importlib

            return importlib.import_module(f"{__name__}.pettingzoo")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
