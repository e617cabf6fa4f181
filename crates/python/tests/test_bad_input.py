"""Any arguments: an answer, or one of two kinds of exceptions with a sentence; never a panic."""

import random

import pytest

import skirmish
from conftest import EVERYTHING, GAMES
from skirmish import Engine, Game, Position

#: Arguments that are wrong nearly everywhere. None of them is a limit that takes long to reach.
ARGUMENTS = [
    *(None, True, 0, -1, 1, 2, 300, 10**30, -(10**30), 1.5, float("nan"), float("inf"), -0.0),
    *("", "A3B4", " a3-b4\n", "accept", "refuse", "pass", "hiya", "oska:5", "oska:99", "oska:-1", "\0", "\ud800", "é" * 50),
    *("---K---/-------/J------/-------/m------/-------/-------/---k--- s", "R--KL/A/ s -", "w" * 10_000, "/" * 5_000),
    *("Game: hiya\n\n1. South A3B4\n", "south", "default", "hand-crafted", "/etc/passwd", "/dev/zero", "."),
    *(b"A3B4", [], ["A3B4"], ["Z9"], [None], (), {}, object(), Position, len),
    *(Position.start("hiya"), Position.start("refusal"), Game("oska")),
]


@pytest.mark.parametrize("seed", range(20 if EVERYTHING else 2))
def test_bad_arguments_are_errors_with_a_sentence(seed, capsys):
    dice = random.Random(seed)
    starts = [Position.start(name) for name in GAMES]
    engine = Engine("hiya", hash_mb=1)
    hiya = starts[3]

    def bad():
        return dice.choice(ARGUMENTS)

    def some():
        return dice.choice(starts)

    calls = [
        *(lambda: Position.start(bad()), lambda: Position.from_text(bad(), bad()), lambda: Position.from_text("hiya", bad())),
        *(lambda: some().play(bad()), lambda: some().why(bad()), lambda: some().effects(bad())),
        *(lambda: some().announcement(bad()), lambda: some().move_index(bad()), lambda: some() == bad(), lambda: some() < bad()),
        *(lambda: some().svg(last=bad()), lambda: some().svg(arrows=bad()), lambda: some().svg(marked=bad())),
        *(lambda: some().svg(size=bad()), lambda: some().svg(flipped=bad()), lambda: some().svg(bad())),
        *(lambda: Game(bad()), lambda: Game("hiya", south=bad()), lambda: Game.from_record(bad())),
        *(lambda: Game(some()).push(bad()), lambda: Game(some()).resign(bad()), lambda: Game(some()).pop()),
        *(lambda: Engine(bad(), hash_mb=1), lambda: Engine("hiya", level=bad()), lambda: Engine("hiya", threads=bad())),
        *(lambda: Engine("hiya", network=bad()), lambda: Engine("hiya", seed=bad())),
        *(lambda: engine.choose(bad(), nodes=10), lambda: engine.choose(some(), nodes=10)),
        *(lambda: engine.choose(hiya, time=bad(), nodes=5), lambda: engine.choose(hiya, depth=bad(), nodes=5)),
        *(lambda: engine.choose(hiya, nodes=bad(), depth=1), lambda: list(engine.analyse(bad(), nodes=5))),
        *(lambda: list(engine.analyse(hiya, nodes=5, multipv=bad())), lambda: skirmish.perft(bad(), 2)),
        *(lambda: skirmish.tablebase(bad()), lambda: skirmish.tablebase(some()), lambda: skirmish.minimax(bad(), 1)),
        *(lambda: skirmish.plane_names(bad()), lambda: skirmish.rules(bad()), lambda: skirmish.aima.Game(bad())),
        lambda: skirmish.match(lambda position, clock: bad(), lambda position, clock: bad(), game="refusal", games=1),
    ]
    for call in calls * 20:
        try:
            call()
        except (TypeError, ValueError, IndexError) as error:
            assert str(error) and "panic" not in str(error), error
    assert skirmish.perft(hiya, 3) == 1591 and engine.choose(hiya, nodes=10) in hiya.legal_moves
