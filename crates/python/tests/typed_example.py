"""Uses the whole package as a strict type checker allows it. mypy reads it; it runs, too."""

import random
from typing import Optional

import skirmish
import skirmish.aima
from skirmish import Clock, Engine, Game, Line, Position


def choose(position: Position, clock: Clock) -> str:
    """Wins at once if it can."""
    seconds: Optional[float] = clock.time
    assert seconds is None or seconds > 0
    for move in position.legal_moves:
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winner == position.turn:
            return move
    return random.choice(position.legal_moves)


def main() -> None:
    position = Position.start("hiya")
    why: Optional[str] = position.why("A1A2")
    assert why is not None and len(position.svg(arrows=["A3B4"], marked=["B4"])) > 0
    kinds = [effect.kind for move in position.legal_moves for effect in position.effects(move)]
    game = Game(position, south="Ann")
    while game.outcome is None and len(game) < 4:
        game.push(choose(game.position, Clock()))
    text: str = Game.from_record(game.record()).pop()
    engine = Engine("hiya", level=3, hash_mb=1)
    move: Optional[str] = engine.choose(position, nodes=100)
    lines: list[Line] = [line for line in engine.analyse(position, depth=2)]
    adapter = skirmish.aima.Game("hiya")
    value: float = adapter.evaluate(adapter.initial, "south")
    result = skirmish.match(choose, engine, games=2)
    names: tuple[str, str] = skirmish.games()[0].sides
    counted: int = skirmish.perft(position, 2)
    print(kinds, text, move, lines[-1].moves, value, result.elo, names, counted, {position: 1})


if __name__ == "__main__":
    main()
