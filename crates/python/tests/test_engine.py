"""The engine: choices, analyses, Ctrl-C, threads, and the end of the interpreter."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import skirmish
from conftest import GAMES, ROOT
from skirmish import Engine, Position


@pytest.mark.parametrize("name", GAMES)
def test_it_chooses_legal_moves_at_every_level(name):
    position = Position.start(name)
    for level in (1, 4, 10):
        engine = Engine(name, level=level, hash_mb=1)
        assert engine.choose(position, nodes=500) in position.legal_moves
    assert Engine(name, hash_mb=1, network="hand-crafted").choose(position, depth=3) in position.legal_moves


def test_it_plays_the_moves_of_the_program(program):
    """The same nodes, the same level, one thread: the same game as `skirmish ugi`."""
    pipe = subprocess.PIPE
    with subprocess.Popen([program, "ugi"], stdin=pipe, stdout=pipe, text=True) as ugi:

        def say(*lines):
            ugi.stdin.write("".join(line + "\n" for line in lines))
            ugi.stdin.flush()

        say("setoption name UGI_Variant value hiya", "setoption name Hash value 16", "uginewgame")
        position, moves, engine = Position.start("hiya"), [], Engine("hiya", hash_mb=16)
        for _ in range(6):
            say("position startpos" + (" moves " + " ".join(moves) if moves else ""), "go nodes 3000")
            best = next(line.split()[1] for line in ugi.stdout if line.startswith("bestmove"))
            moves.append(engine.choose(position, nodes=3000))
            assert moves[-1] == best
            position = position.play(best)
        say("quit")


def test_networks_are_read_from_files(tmp_path):
    folder, position = ROOT / "crates/play/networks", Position.start("hiya")

    def line(network):
        (*_, last) = Engine("hiya", hash_mb=1, network=network).analyse(position, nodes=2000)
        return last.depth, last.score, last.moves

    assert line(folder / "hiya.net") == line(str(folder / "hiya.net")) == line("default") != line("hand-crafted")
    (tmp_path / "cut.net").write_bytes((folder / "hiya.net").read_bytes()[:1000])
    (tmp_path / "text.net").write_text("not a network")
    for file in (folder / "trench.net", tmp_path / "cut.net", tmp_path / "text.net", tmp_path, "/dev/null"):
        with pytest.raises(skirmish.SkirmishError):
            Engine("hiya", network=file)


def test_analyses_yield_lines_depth_by_depth():
    position = Position.start("gastank")
    lines = list(Engine("gastank", hash_mb=4).analyse(position, depth=4, multipv=3))
    assert [line.depth for line in lines if line.rank == 1] == [1, 2, 3, 4]
    assert {line.rank for line in lines} == {1, 2, 3}
    for line in lines:
        after = position
        for move in line.moves:
            after = after.play(move)
        assert line.best == line.moves[0] and line.nodes > 0 and line.time >= 0
    won = Position.from_text("refusal", "---K-/-----/-----/-----/-----/-----/-----/k--r- s -")
    last = list(Engine("refusal", hash_mb=4).analyse(won, depth=4))[-1]
    assert last.alternate in won.legal_moves and last.alternate != last.best


def test_an_analysis_ends_when_it_is_left_and_when_another_begins():
    engine, position = Engine("gastank", hash_mb=4), Position.start("gastank")
    for line in engine.analyse(position):
        if line.depth >= 2:
            break
    assert engine.choose(position, nodes=100) in position.legal_moves
    first = engine.analyse(position)
    assert next(first).depth >= 1
    second = engine.analyse(position, depth=2)
    assert [line.depth for line in second] == [1, 2]
    for line in first:
        assert line.depth >= 1
    third = engine.analyse(position)
    next(third)
    third.stop()
    list(third)


def test_a_finished_game_has_no_move():
    over = Position.from_text("hiya", "-------/-------/-------/-------/-------/-------/-------/---k--- n")
    assert over.is_over and Engine("hiya", hash_mb=1).choose(over, nodes=10) is None
    with pytest.raises(skirmish.SkirmishError):
        skirmish.minimax(over, 2)


def test_threads_of_python_search_at_the_same_time():
    shared, position = Engine("hiya", hash_mb=4), Position.start("hiya")
    chosen, failed = [], []

    def work(engine):
        try:
            for _ in range(5):
                chosen.append(engine.choose(position, nodes=2000))
                assert len(list(engine.analyse(position, nodes=500))) >= 0
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=[e]) for e in (shared, shared, Engine("hiya", hash_mb=1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert not failed and len(chosen) == 15 and set(chosen) <= set(position.legal_moves)


def test_threads_of_python_use_the_same_position_and_game():
    """They find the moves of a position at the same time, and each push is whole."""
    failed = []
    position, game = Position.start("gastank"), skirmish.Game("gastank")
    start = threading.Barrier(4)

    def work():
        try:
            start.wait(300)
            for move in position.legal_moves:
                assert position.play(move).legal_moves and hash(position) and position.svg()
            for _ in range(50):
                try:
                    # Another thread may be first, and the game may be over.
                    game.push(next(iter(game.legal_moves), "none"))
                except skirmish.IllegalMove:
                    continue
                assert game == game and game.record() and len(game.positions) > 1
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert not failed and skirmish.Game.from_record(game.record()) == game


def test_any_code_may_run_while_python_collects_garbage():
    """A finalizer that asks for legal moves while legal moves are made."""
    code = """
        import gc
        gc.set_threshold(1)
        class Ring:
            def __init__(self):
                self.ring = self
            def __del__(self):
                assert skirmish.Position.start('oska').legal_moves
        for seed in range(300):
            Ring()
            assert start.play(skirmish.Position.from_text(start.game, start.text).legal_moves[0]).legal_moves
        """
    running = child(code)
    out, err = finish(running)
    assert (out, err, running.returncode) == ("", "", 0)


def test_the_lock_is_released_while_it_searches():
    engine, position = Engine("gastank", hash_mb=4), Position.start("gastank")
    search = threading.Thread(target=lambda: engine.choose(position, time=1.0))
    search.start()
    steps = 0
    while search.is_alive():
        steps += 1
        time.sleep(0.005)
    # With the lock it would be one or two.
    assert steps > 3


#: Long searches, each of which Ctrl-C ends.
LONG = {
    "choose": "skirmish.Engine('gastank', hash_mb=4).choose(start, time=1000)",
    "analyse": "list(skirmish.Engine('gastank', hash_mb=4).analyse(start))",
    "perft": "skirmish.perft(start, 12)",
    "minimax": "skirmish.minimax(start, 30)",
}


def child(code, **more):
    text = "import signal, skirmish, sys, threading, time\nstart = skirmish.Position.start('gastank')\n"
    # Programs in the background of a shell ignore Ctrl-C otherwise.
    text += "signal.signal(signal.SIGINT, signal.default_int_handler)\n" + textwrap.dedent(code)
    return subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def finish(running):
    """What a child prints until it ends; one that hangs is killed."""
    try:
        return running.communicate(timeout=300)
    finally:
        running.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory")
def test_a_table_without_room_is_an_error_when_it_is_needed():
    running = child(
        """
        import resource
        engines = [skirmish.Engine('gastank', hash_mb=1500) for _ in range(2)]
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        for engine in engines:
            for search in (lambda: engine.choose(start, nodes=10), lambda: list(engine.analyse(start, nodes=10))):
                try:
                    search()
                    print("searched")
                except MemoryError as error:
                    print(error)
        """
    )
    out, err = finish(running)
    lines = ["searched"] * 2 + ["there is no room for a table of 1500 MB"] * 2
    assert (out.splitlines(), err, running.returncode) == (lines, "", 0)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_stops_a_search_at_once(name):
    running = child(
        f"""
        try:
            print("ready", flush=True)
            {LONG[name]}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        print(skirmish.Engine('gastank', hash_mb=1).choose(start, nodes=10) in start.legal_moves)
        """
    )
    assert running.stdout.readline() == "ready\n"
    time.sleep(0.3)
    running.send_signal(signal.SIGINT)
    out, err = finish(running)
    assert (out, err, running.returncode) == ("interrupted\nTrue\n", "", 0)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_does_not_wait_for_the_search_of_another_thread():
    running = child(
        """
        engine = skirmish.Engine('gastank', hash_mb=4)
        threading.Thread(target=lambda: engine.choose(start, time=1000), daemon=True).start()
        time.sleep(0.3)
        try:
            print("ready", flush=True)
            engine.choose(start, nodes=10)
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    assert running.stdout.readline() == "ready\n"
    time.sleep(0.3)
    running.send_signal(signal.SIGINT)
    out, err = finish(running)
    assert (out, err, running.returncode) == ("interrupted\n", "", 0)


@pytest.mark.parametrize("name", LONG)
def test_the_interpreter_exits_during_a_search(name):
    running = child(
        f"""
        def search():
            while True:
                {LONG[name]}
        for _ in range(2):
            threading.Thread(target=search, daemon=True).start()
        left_open = skirmish.Engine('gastank', hash_mb=1).analyse(start)
        next(left_open)
        time.sleep(0.3)
        print("end", flush=True)
        """
    )
    out, err = finish(running)
    assert (out, err, running.returncode) == ("end\n", "", 0)
