"""Positions agree with the program and with the oracle, and are values."""

import copy
import pickle

import pytest

import skirmish
from conftest import EVERYTHING, GAMES, random_game
from skirmish import Position


@pytest.mark.parametrize("name", GAMES)
def test_random_games_agree_with_the_program_and_the_oracle(name, binary, oracle):
    for seed in range(40 if EVERYTHING else 2):
        for position in random_game(name, seed):
            answer = binary(position)
            outcome = position.outcome
            result = None if outcome is None else outcome.winner or "draw"
            assert answer["legal"] == list(position.legal_moves)
            assert (answer["to_move"], answer["outcome"]) == (position.turn, result)
            side, ending, after = oracle(position)
            assert (side, ending) == (position.turn, result)
            assert {move: position.play(move).text for move in position.legal_moves} == after
            assert (outcome is None) == bool(position.legal_moves) == (not position.is_over)


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_values(name):
    seen = {}
    for position in random_game(name, 7):
        same = Position.from_text(name, position.text)
        assert same == position and hash(same) == hash(position) and same is not position
        pickled = [pickle.loads(pickle.dumps(position, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
        for other in (*pickled, copy.copy(position), copy.deepcopy(position)):
            assert other == position and other.legal_moves == position.legal_moves
        assert eval(repr(position)) == position
        assert seen.setdefault(position.text, position) == position
        assert all(position != other for text, other in seen.items() if text != position.text)
        before = position.text
        for move in position.legal_moves[:3]:
            assert position.play(move) == position.play("".join(move.lower().split()))
        assert position.text == before
    assert len({hash(position) for position in seen.values()}) == len(seen)
    assert Position.start("oska") != Position.start("oska:5") and Position.start("hiya") != "hiya"


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_refused_with_the_rule(name):
    start = Position.start(name)
    squares = {move[:2] for move in start.legal_moves}
    illegal = [a + b for a in squares for b in squares if a + b not in start.legal_moves]
    for move in illegal[:10] + ["A1A1", "", "nonsense", "\0", "É" * 1000, "pass", "accept"]:
        rule = start.why(move)
        assert rule and "\n" not in rule and "\0" not in rule
        for ask in (start.play, start.effects, start.announcement, start.move_index):
            with pytest.raises(skirmish.IllegalMove) as error:
                ask(move)
            assert str(error.value) == rule and isinstance(error.value, ValueError)
    assert all(start.why(move) is None for move in start.legal_moves)


@pytest.mark.parametrize("bad", [None, 3, b"A3B4", ["A3B4"], object()])
def test_moves_are_strings(bad):
    with pytest.raises(TypeError, match="string"):
        Position.start("hiya").play(bad)


def test_bad_texts_are_errors_with_a_sentence():
    for make in (
        lambda: Position.start("chess"),
        lambda: Position.start("oska:3"),
        lambda: Position.start(""),
        lambda: Position.from_text("hiya", "nonsense"),
        lambda: Position.from_text("hiya", "\0"),
        lambda: Position.from_text("gastank", Position.start("hiya").text),
        lambda: skirmish.Game("chess"),
        lambda: skirmish.Game.from_record("Game: hiya\n\n1. South A1A2\n"),
        lambda: skirmish.Game.from_record(""),
        lambda: skirmish.rules("chess"),
        lambda: skirmish.plane_names("chess"),
        lambda: skirmish.Engine("chess"),
        lambda: skirmish.Engine("hiya", level=11),
        lambda: skirmish.Engine("hiya", network="/does/not/exist"),
        lambda: skirmish.tablebase(Position.start("hiya")),
        lambda: Position.start("hiya").svg(marked=["Z9"]),
        lambda: Position.start("hiya").svg(arrows=["Z"]),
        lambda: Position.start("hiya").svg(last="Z"),
    ):
        with pytest.raises(skirmish.SkirmishError) as error:
            make()
        assert str(error.value) and "panic" not in str(error.value) and len(str(error.value)) < 300
    for make in (
        lambda: skirmish.Engine("hiya", threads=0),
        lambda: skirmish.Engine("hiya", hash_mb=0),
        lambda: skirmish.Engine("hiya", hash_mb=1 << 40),
        lambda: Position.start("hiya").svg(size=1),
        lambda: skirmish.minimax(Position.start("hiya"), 0),
        lambda: skirmish.Engine("hiya", hash_mb=1).choose(Position.start("hiya"), time=float("nan")),
        lambda: skirmish.Engine("hiya", hash_mb=1).choose(Position.start("hiya"), time=-1),
        lambda: skirmish.Engine("hiya", hash_mb=1).choose(Position.start("hiya"), nodes=0),
        lambda: skirmish.Engine("hiya", hash_mb=1).choose(Position.start("oska")),
        lambda: skirmish.Engine("hiya", hash_mb=1).analyse(Position.start("hiya"), multipv=0),
    ):
        with pytest.raises(ValueError):
            make()
    position, engine = Position.start("hiya"), skirmish.Engine("hiya", hash_mb=1)
    for number in (-1, 0, 300, -(10**30), 10**30):
        for make in (
            lambda: skirmish.Engine("hiya", level=number),
            lambda: skirmish.Engine("hiya", threads=number),
            lambda: engine.analyse(position, multipv=number),
            lambda: position.svg(size=number * 100),
        ):
            with pytest.raises(skirmish.SkirmishError, match=" from "):
                make()
        if number <= 0:
            for make in (
                lambda: skirmish.Engine("hiya", hash_mb=number),
                lambda: skirmish.perft(position, number - 1),
                lambda: skirmish.minimax(position, number),
                lambda: engine.choose(position, nodes=number),
                lambda: engine.choose(position, depth=number),
                lambda: engine.choose(position, time=number),
            ):
                with pytest.raises(skirmish.SkirmishError):
                    make()
    # Limits that nothing reaches.
    assert engine.choose(position, nodes=10**30, time=1e300, depth=1) in position.legal_moves
    assert engine.choose(position, nodes=10, time=float("inf"), depth=10**30) in position.legal_moves
    over = Position.from_text("hiya", "-------/-------/-------/-------/-------/-------/-------/---k--- n")
    assert skirmish.perft(over, 10**30) == 0


def test_arguments_of_another_type_are_type_errors():
    position, engine = Position.start("hiya"), skirmish.Engine("hiya", hash_mb=1)
    for make in (
        lambda: Position(),
        lambda: Position.start(None),
        lambda: Position.start(b"hiya"),
        lambda: Position.from_text("hiya", 3),
        lambda: skirmish.Game(3),
        lambda: skirmish.Game(None),
        lambda: skirmish.Game("hiya").push(3),
        lambda: skirmish.Game.from_record(b""),
        lambda: skirmish.Engine(position),
        lambda: skirmish.Engine("hiya", level="10"),
        lambda: skirmish.Engine("hiya", level=5.0),
        lambda: skirmish.Engine("hiya", network=3),
        lambda: engine.choose("hiya"),
        lambda: engine.choose(position, nodes=1e6),
        lambda: engine.choose(position, time="1"),
        lambda: engine.choose(position, 1),
        lambda: skirmish.perft("hiya", 3),
        lambda: skirmish.tablebase(skirmish.Game("oska")),
        lambda: position.why(None),
        lambda: position.svg(arrows="A3B4"),
        lambda: position.svg(size="large"),
        lambda: position < position,
        lambda: pickle.dumps(engine),
    ):
        with pytest.raises(TypeError):
            make()


def test_surrogates_are_illegal_moves_not_crashes():
    position, bad = Position.start("hiya"), "\ud800"
    assert position.why(bad)
    for ask in (position.play, position.effects, skirmish.Game("hiya").push):
        with pytest.raises(skirmish.IllegalMove):
            ask(bad)
    for make in (Position.start, skirmish.Game.from_record, lambda text: Position.from_text("hiya", text)):
        with pytest.raises(ValueError):
            make(bad)


def test_effects_and_announcements_tell_what_a_move_does():
    start = Position.from_text("hiya", "---K---/-------/J------/-------/m------/-------/-------/---k--- s")
    strike = next(move for move in start.legal_moves if start.announcement(move))
    assert start.announcement(strike) == "Hi-YA!"
    (effect,) = start.effects(strike)
    assert (effect.kind, effect.piece, effect.becomes) == ("strikes", "ninja", "mini-ninja")
    tank = Position.start("gastank").effects("D2C4")
    assert [(effect.kind, effect.gas) for effect in tank] == [("tank", 2)]
    assert tank == Position.start("gastank").effects("D2C4")


def test_accept_refuse_and_pass_are_moves():
    position = Position.start("refusal").play("A3B5")
    assert position.legal_moves == ("accept", "refuse") and position.turn == "north"
    assert "A3B5" not in position.play("refuse").legal_moves
    stuck = Position.from_text("oska", "-bb-/-b-/--/--w/-ww- b")
    assert stuck.legal_moves == ("pass",) and stuck.play("pass").turn == "north"
    assert Position.start("oska").why("pass") is not None


@pytest.mark.parametrize("name", GAMES)
def test_perft_agrees_with_the_files(name):
    from conftest import ROOT

    lines = (ROOT / "tests/perft" / f"{name.replace(':', '')}.txt") if name != "oska:7" else None
    if lines is None:
        return
    known = [line for line in lines.read_text().splitlines() if line and not line.startswith("#")]
    for line in known if EVERYTHING else known[:4]:
        game, text, counts = (part.strip() for part in line.split(";"))
        position = Position.from_text(game, text)
        for depth, count in enumerate(counts.split(), 1):
            if int(count) < (10**8 if EVERYTHING else 10**6):
                assert skirmish.perft(position, depth) == int(count)
    # More than what is counted in one piece.
    assert skirmish.perft(Position.start("hiya"), 5) == sum(
        skirmish.perft(Position.start("hiya").play(move), 4) for move in Position.start("hiya").legal_moves
    )


def test_tablebase_knows_oska_4():
    start = Position.start("oska")
    assert skirmish.tablebase(start) == "north"
    kept = {move for move in start.legal_moves if skirmish.tablebase(start.play(move)) == "north"}
    assert kept == {"A5A4", "B5B4", "C5B4", "D5C4"}


@pytest.mark.parametrize("name", GAMES)
def test_planes_and_indices_tell_positions_apart(name):
    numpy = pytest.importorskip("numpy")
    names = skirmish.plane_names(name)
    seen = {}
    for position in random_game(name, 3):
        planes = position.planes()
        assert planes.dtype == numpy.uint8 and planes.shape[0] == len(names) and planes.flags.writeable
        assert seen.setdefault(planes.tobytes(), position) == position, "two positions with the same planes"
        indices = position.legal_indices
        assert len(set(indices)) == len(indices) and all(0 <= index < 4096 for index in indices)
        assert indices == [position.move_index(move) for move in position.legal_moves]
        planes[:] = 9
        assert position.planes().max() <= 3


def test_games_have_history(program, tmp_path):
    import subprocess

    for name in GAMES:
        game = skirmish.Game(name, south="Ann", north="Bob")
        for position in random_game(name, 5):
            move = next((m for m in game.legal_moves if game.position.play(m) == position), None)
            if move is not None:
                game.push(move)
        while game.legal_moves:
            game.push(game.legal_moves[-1])
        assert game.outcome == game.position.outcome and len(game) == len(game.moves) == len(game.positions) - 1
        again = skirmish.Game.from_record(game.record())
        assert again == game and again.players == ("Ann", "Bob") and again.moves == game.moves
        assert pickle.loads(pickle.dumps(game)) == game
        file = tmp_path / "game.txt"
        file.write_text(game.record())
        replayed = subprocess.run([program, "replay", str(file)], capture_output=True, text=True, check=True).stdout
        assert game.outcome.reason in replayed
        other = copy.copy(game)
        assert other.pop() == game.moves[-1] and len(other) == len(game) - 1 and other != game
        with pytest.raises(skirmish.IllegalMove):
            other.push("nonsense")
        while len(other):
            other.pop()
        assert other.position == game.start and other.outcome is None
        with pytest.raises(IndexError):
            other.pop()
        other.resign()
        assert other.outcome.winner != game.start.turn and "resigned" in other.outcome.reason
        with pytest.raises(skirmish.SkirmishError):
            other.push(other.legal_moves[0])
