"""What courses use: aima-python's searches, PettingZoo, hand-ins, matches."""

import functools
import os
import random
import subprocess
import sys

import pytest

import skirmish
from conftest import EVERYTHING, GAMES, random_game
from skirmish.aima import Game


def alpha_beta_cutoff_search(state, game, d=4, cutoff_test=None, eval_fn=None):
    """A search after the interface of aima-python: it alternates the sides, and uses only the methods of `Game`."""
    player = game.to_move(state)
    stop = cutoff_test or (lambda state, depth: depth > d or game.terminal_test(state))
    value_of = eval_fn or (lambda state: game.utility(state, player))

    def best_for(sign, state, alpha, beta, depth):
        if stop(state, depth):
            return value_of(state)
        best = -sign * float("inf")
        for action in game.actions(state):
            value = best_for(-sign, game.result(state, action), alpha, beta, depth + 1)
            best = max(best, value) if sign > 0 else min(best, value)
            if sign > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    alpha, chosen = -float("inf"), None
    for action in game.actions(state):
        value = best_for(-1, game.result(state, action), alpha, float("inf"), 1)
        if chosen is None or value > alpha:
            alpha, chosen = value, action
    best_for.value = alpha
    return chosen, alpha


def values(state, player, depth):
    """Plain minimax that asks who acts instead of alternating: the value of a state after that many joined actions."""

    def joined(state):
        """All states after a move and what is joined to it: the next proposal, or a forced pass and the next move."""
        for move in state.legal_moves:
            after = state.play(move)
            if after.legal_moves == ("pass",):
                after = after.play("pass")
            if after.turn == state.turn and not after.is_over:
                yield from map(after.play, after.legal_moves)
            else:
                yield after

    if depth == 0 or state.is_over:
        points = state.evaluate()
        return (points if state.turn == player else -points) / 10_000
    best = max if state.turn == player else min
    return best(values(after, player, depth - 1) for after in joined(state))


@pytest.mark.parametrize("name", ["refusal", "gastank", "trench", "hiya", "oska", "oska:5"])
def test_the_search_of_aima_equals_plain_minimax(name):
    game = Game(name)
    depth = 3
    states = list(random_game(name, 11))
    for state in states[:: max(1, len(states) // (30 if EVERYTHING else 6))]:
        if state.is_over:
            continue
        player = game.to_move(state)
        evaluate = functools.partial(game.evaluate, player=player)
        action, value = alpha_beta_cutoff_search(state, game, d=depth - 1, eval_fn=evaluate)
        assert value == values(state, player, depth), state
        assert action in game.actions(state)


@pytest.mark.parametrize("name", ["gastank", "trench", "hiya"])
def test_it_equals_our_minimax(name):
    """Where no actions are joined, a ply is an action, and the search of the engine without its rules says the same."""
    game = Game(name)
    for state in list(random_game(name, 12))[:-1:6]:
        player = game.to_move(state)
        evaluate = functools.partial(game.evaluate, player=player)
        _, value = alpha_beta_cutoff_search(state, game, d=2, eval_fn=evaluate)
        assert_equal_values(value, skirmish.minimax(state, 3))


def assert_equal_values(value, line):
    """The value of a search of aima, and what our minimax says."""
    if line.wins_in is None:
        assert round(value * 10_000) == line.score
    else:
        assert value == (1 if line.wins_in > 0 else -1)


@pytest.mark.parametrize("name", ["oska", "oska:5", "oska:7"])
def test_it_equals_our_minimax_in_oska(name):
    """Where no side has to pass, which is so in the first half of a game."""

    class Unjoined(Game):
        def actions(self, state):
            found = super().actions(state)
            assert not any(" " in action for action in found)
            return found

    game = Unjoined(name)
    for state in list(random_game(name, 13))[:7:3]:
        player = game.to_move(state)
        evaluate = functools.partial(game.evaluate, player=player)
        _, value = alpha_beta_cutoff_search(state, game, d=2, eval_fn=evaluate)
        assert_equal_values(value, skirmish.minimax(state, 3))


class Standing(Game):
    """Refusal with states that count the moves that stand, and remember the position after the last of them."""

    def __init__(self, name):
        super().__init__(name)
        self.initial = (self.initial, 0, self.initial)

    def actions(self, state):
        return super().actions(state[0])

    def result(self, state, move):
        position, count, standing = state
        for word in move.split():
            replaces = "refuse" not in position.play(position.legal_moves[0]).legal_moves
            position = position.play(word)
            if word == "accept" or (word != "refuse" and replaces):
                count, standing = count + 1, position
        return position, count, standing

    def terminal_test(self, state):
        return super().terminal_test(state[0])

    def utility(self, state, player):
        return super().utility(state[0], player)

    def to_move(self, state):
        return super().to_move(state[0])


def test_it_equals_our_minimax_in_refusal():
    """Our minimax knows that a turn is worth its second-best move; the search of aima finds it out by refusing."""
    game, depth, compared = Standing("refusal"), 3, 0
    for seed in range(60 if EVERYTHING else 20):
        for position in list(random_game("refusal", seed))[-20:]:
            if position.is_over or "accept" in position.legal_moves or len(position.legal_moves) > 6:
                continue
            if "refuse" not in position.play(position.legal_moves[0]).legal_moves:
                continue
            player = position.turn

            def stop(state, _):
                return state[1] == depth or game.terminal_test(state)

            def evaluate(state):
                standing = state[0] if game.terminal_test(state) else state[2]
                if len(standing.legal_moves) == 1:
                    # The engine sees without a search that this is lost: the only move is refused.
                    return -1 if standing.turn == player else 1
                return Game.evaluate(game, standing, player)

            _, value = alpha_beta_cutoff_search((position, 0, position), game, cutoff_test=stop, eval_fn=evaluate)
            assert_equal_values(value, skirmish.minimax(position, depth))
            compared += 1
    assert compared >= 20


@pytest.mark.parametrize("name", GAMES)
def test_sides_alternate_with_every_action(name):
    game, dice = Game(name), random.Random(1)
    for _ in range(30 if EVERYTHING else 5):
        state = game.initial
        while not game.terminal_test(state):
            actions = game.actions(state)
            assert actions and len(set(actions)) == len(actions) < 1000
            side = game.to_move(state)
            state = game.result(state, dice.choice(actions))
            assert game.terminal_test(state) or game.to_move(state) != side
        assert game.utility(state, "south") == -game.utility(state, "north")


@pytest.mark.parametrize("name", GAMES)
def test_the_search_of_aima_beats_random(name, capsys):
    game, dice = Game(name), random.Random(2)

    def clever(game, state):
        evaluate = functools.partial(game.evaluate, player=game.to_move(state))
        return alpha_beta_cutoff_search(state, game, d=1, eval_fn=evaluate)[0]

    def careless(game, state):
        return dice.choice(game.actions(state))

    rounds = 6 if EVERYTHING else 3
    points = sum(game.play_game(clever, careless) - game.play_game(careless, clever) for _ in range(rounds))
    assert points > 0
    capsys.readouterr()


def test_the_adapters_are_there_after_one_import():
    code = "import skirmish, sys; assert 'pettingzoo' not in sys.modules; skirmish.aima.Game('hiya')\n"
    code += "skirmish.pettingzoo.env('oska').reset()\n"
    code += "try: skirmish.nothing\nexcept AttributeError as error: print(error)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ran.stdout, ran.returncode) == ("module 'skirmish' has no attribute 'nothing'\n", 0), ran.stderr


def test_everything_else_works_without_numpy_and_pettingzoo():
    code = "import sys; sys.modules['numpy'] = sys.modules['pettingzoo'] = sys.modules['gymnasium'] = None\n"
    code += "import skirmish; start = skirmish.Position.start('hiya'); skirmish.aima.Game('hiya').actions(start)\n"
    code += "for ask in (start.planes, lambda: skirmish.pettingzoo):\n"
    code += "    try: ask()\n    except ModuleNotFoundError as error: print(error)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    lines = ran.stdout.splitlines()
    assert len(lines) == 2 and "numpy" in lines[0] and lines[1].endswith(": pip install pettingzoo"), ran.stderr


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_the_environment(name):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    import skirmish.pettingzoo

    api_test(skirmish.pettingzoo.env(name), num_cycles=1000 if EVERYTHING else 60)
    if EVERYTHING:
        seed_test(lambda: skirmish.pettingzoo.env(name))


def test_an_environment_rewards_the_winner_and_refuses_illegal_actions():
    pytest.importorskip("pettingzoo")
    import skirmish.pettingzoo

    env, dice = skirmish.pettingzoo.env("refusal", render_mode="ansi"), random.Random(3)
    env.reset()
    with pytest.raises(ValueError):
        env.step(4000)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if over:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        assert list(legal) == sorted(env.unwrapped.position.legal_indices)
        assert env.unwrapped.position.turn == agent
        env.step(int(dice.choice(list(legal))))
    outcome = env.unwrapped.position.outcome
    assert outcome is not None and env.render()


HAND_IN = """
import random
import sys
import skirmish

def choose(position, clock):
    print("thinking about", position.text)
    sys.stdout.write("this is not part of the protocol\\n")
    assert clock.time is None or clock.time > 0
    return random.choice(position.legal_moves)

if __name__ == "__main__":
    skirmish.run(choose, name="Hand-in")
"""


@pytest.fixture
def hand_in(tmp_path):
    file = tmp_path / "hand_in.py"
    file.write_text(HAND_IN)
    return [sys.executable, str(file)]


def try_in_arena(program, name, *command):
    # A busy machine is no reason to lose a game.
    words = [program, "arena", "try", "--game", name, "--with", "timemargin=30000", *command]
    return subprocess.run(words, capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("name", ["refusal", "oska:5"])
def test_a_function_is_an_engine_for_the_arena(name, hand_in, program):
    tried = try_in_arena(program, name, *hand_in)
    assert tried.returncode == 0 and tried.stdout.endswith("plays by the rules.\n"), tried.stdout + tried.stderr


@pytest.mark.parametrize("name", ["refusal", "oska"])
def test_the_second_form_of_the_starter_plays_by_the_rules(name, program, tmp_path):
    folder = tmp_path / "mine"
    subprocess.run([program, "starter", name, "--language", "python", str(folder)], check=True, stdout=subprocess.PIPE)
    tried = try_in_arena(program, name, sys.executable, str(folder / "engine_with_package.py"))
    assert tried.returncode == 0 and tried.stdout.endswith("plays by the rules.\n"), tried.stdout + tried.stderr
    assert "engine_with_package.py" in (folder / "README.md").read_text()


def test_prints_go_to_standard_error(hand_in):
    talk = "ugi\nsetoption name UGI_Variant value hiya\nisready\nposition startpos\ngo movetime 100\n"
    talk += "position fen nonsense\ngo\nposition startpos moves A3B4\ngo p1time 1000 p2time 2000 p2inc 10\nquit\n"
    ran = subprocess.run(hand_in, input=talk, capture_output=True, text=True, timeout=300)
    lines = ran.stdout.splitlines()
    assert lines[0] == "id name Hand-in" and "ugiok" in lines and "readyok" in lines
    assert [line.split()[0] for line in lines if line.startswith("bestmove")] == ["bestmove"] * 3
    assert "not part of the protocol" in ran.stderr and "thinking" not in ran.stdout
    assert any(line.startswith("info string error") for line in lines)


def test_matches_between_functions_engines_and_commands(hand_in):
    def careless(position, clock):
        return random.choice(position.legal_moves)

    strong = skirmish.Engine("hiya", level=4, hash_mb=1)
    result = skirmish.match(strong, careless, games=8)
    assert result.wins >= 7 and result.score > 0.8 and result.elo > 100 and result.error > 0
    assert len(result.games) == 8 and not result.faults
    assert [game.players[index % 2] for index, game in enumerate(result.games)] == ["level 4"] * 8
    assert all(one.start == other.start for one, other in zip(result.games[::2], result.games[1::2]))
    result = skirmish.match(hand_in, strong, games=3, nodes=200)
    assert result.losses >= 2 and not result.faults and "3 games" in str(result)
    # Refusal has answers, Oska passes; the name of a size is understood.
    for name in ("refusal", "oska:4"):
        result = skirmish.match(careless, skirmish.Engine(name, level=1, hash_mb=1), game=name, games=2, nodes=50)
        assert len(result.games) == 2 and not result.faults


#: A program that loses its first game by a fault, and plays the next ones well.
FAULTY = """
import os
import random
import sys
import time
import skirmish

file, fault = sys.argv[1:]

def choose(position, clock):
    if not os.path.exists(file):
        open(file, "w").close()
        if fault == "crash":
            sys.exit(3)
        if fault == "talk":
            while True:
                os.write(output, b"info string \\xff and on and on\\n")
        if fault == "late":
            time.sleep(100)
    return random.choice(position.legal_moves)

output = os.dup(1)
skirmish.run(choose, name="Faulty")
"""


@pytest.mark.parametrize("fault", ["crash", "late", "talk"])
def test_a_program_that_fails_loses_a_game_and_plays_the_next(fault, tmp_path):
    def careless(position, clock):
        return random.choice(position.legal_moves)

    file = tmp_path / "faulty.py"
    file.write_text(FAULTY)
    command = [sys.executable, str(file), str(tmp_path / "failed"), fault]
    # A busy machine is no reason to be late.
    result = skirmish.match(command, careless, game="oska", games=3, time=8.0)
    reason = "its process ended" if fault == "crash" else "it did not answer in time"
    assert result.faults == [f"game 1, Faulty: {reason}"] and result.games[0].outcome.winner == "north"
    assert len(result.games) == 3


def test_a_match_leaves_no_program_behind(tmp_path):
    file = tmp_path / "patient.py"
    file.write_text(f"import os, sys\nopen({str(tmp_path / 'id')!r}, 'w').write(str(os.getpid()))\n" + HAND_IN)
    with pytest.raises(skirmish.SkirmishError, match="does not start"):
        skirmish.match([sys.executable, str(file)], ["/does/not/exist"], game="oska")
    with pytest.raises(OSError):
        os.kill(int((tmp_path / "id").read_text()), 0)


def test_matches_refuse_what_makes_no_sense():
    def careless(position, clock):
        return position.legal_moves[0]

    for options in ({"games": 0}, {"time": -1.0}, {"nodes": 0}, {"opening_plies": 10**6}, {"game": "chess"}):
        with pytest.raises(skirmish.SkirmishError):
            skirmish.match(careless, careless, **{"game": "oska", **options})
    for player in ("", [], [3]):
        with pytest.raises(skirmish.SkirmishError, match="command"):
            skirmish.match(careless, player, game="oska")
    with pytest.raises(TypeError, match="a player is"):
        skirmish.match(careless, 3, game="oska")
    with pytest.raises(skirmish.SkirmishError, match="the engine plays"):
        skirmish.match(careless, skirmish.Engine("hiya", hash_mb=1), game="oska")
    result = skirmish.match(lambda position, clock: "\ud800", careless, game="hiya", games=1)
    assert len(result.faults) == 1


def test_faults_lose_the_game_and_are_told():
    def cheat(position, clock):
        return "A1A1"

    def silent(position, clock):
        return None

    result = skirmish.match(cheat, silent, game="oska", games=2)
    assert (result.wins, result.losses) == (1, 1) and len(result.faults) == 2
    # North, the second player, begins in Oska.
    assert result.faults[0] == "game 1, silent: None is not a move"
    assert result.faults[1].startswith("game 2, cheat: ")
    with pytest.raises(skirmish.SkirmishError, match="does not start"):
        skirmish.match(["/does/not/exist"], cheat, game="oska")
    with pytest.raises(skirmish.SkirmishError, match="process ended"):
        skirmish.match([sys.executable, "-c", "pass"], cheat, game="oska")
    with pytest.raises(skirmish.SkirmishError, match="which game"):
        skirmish.match(cheat, cheat)
    with pytest.raises(ZeroDivisionError):
        skirmish.match(lambda position, clock: 1 / 0, cheat, game="oska")


def test_the_typed_example_runs(capsys):
    import typed_example

    typed_example.main()
    assert capsys.readouterr().out
