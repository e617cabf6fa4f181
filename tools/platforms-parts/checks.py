"""Checks of a program built for another system. Each returns a sentence, or raises Failed."""

import base64
import json
import os
import re
import resource
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from targets import ROOT, built, cargo_for

# The command line of a faulty engine, or of a process that it started.
ENGINE = re.compile(rb"faulty(\.exe)?\W+(sleep|hang|fork)\W")

# Longer than any check takes.
TIMEOUT_SECONDS = 600


class Failed(Exception):
    """A failed check, with the reason in a sentence."""


def say(program, *words, text="", timeout=TIMEOUT_SECONDS, folder=None):
    """Runs a program with this input and returns its output."""
    environment = dict(os.environ, SKIRMISH_STATE=str(Path(tempfile.gettempdir()) / "platforms"))
    try:
        done = subprocess.run(
            [*program, *words],
            input=text.encode(),
            capture_output=True,
            timeout=timeout,
            env=environment,
            cwd=folder,
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"{' '.join(words)} did not end within {timeout} s") from None
    if done.returncode != 0:
        tail = done.stderr.decode(errors="replace").strip()[-400:]
        raise Failed(f"{' '.join(words)} ended with status {done.returncode}: {tail}")
    return done.stdout.decode().replace("\r\n", "\n")


def signature(program):
    """The node counts of a bench, by game."""
    return re.findall(r"^(\w+) +(\d+) nodes", say(program, "bench"), re.MULTILINE)


def processor_time(program):
    """The processor time of a bench in seconds, independent of other load."""

    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = spent()
    # Deep enough that the search dominates.
    say(program, "bench", "--depth", "12")
    return spent() - before


def check_bench(program, expected):
    """The node counts are the same as here."""
    found = signature(program)
    if found != expected:
        raise Failed(f"bench counts {found}, expected {expected}")
    return f"bench: {dict(found)['all']} nodes, as here"


def check_perft(program):
    """Perft counts match the committed files."""
    files = sorted((ROOT / "tests/perft").glob("*.txt"))
    lines = [next(line for line in path.read_text().splitlines() if not line.startswith("#")) for path in files]
    if not lines:
        raise Failed("there are no files in tests/perft")
    for line in lines:
        game, position, counts = (part.strip() for part in line.split(";"))
        depth = min(4, len(counts.split()))
        found = say(program, "perft", game, str(depth), "--position", position)
        if counts.split()[depth - 1] not in found.split():
            raise Failed(f"perft {game} {depth} says {found.strip()!r}, expected {counts.split()[depth - 1]}")
    return f"perft: {len(lines)} games"


def check_game(program):
    """A game between two engines, and one against a person, with Windows line endings."""
    said = say(program, "play", "trench", "--vs", "engine", "--level", "1", "--seed", "1", "--time", "0.1")
    ending = [line for line in said.splitlines() if "wins" in line or "draw" in line.lower()]
    if not ending:
        raise Failed(f"the game did not end: {said[-300:]!r}")
    said = say(program, "play", "hiya", "--level", "1", text="first\r\nhint\r\nhelp\r\nquit\r\n")
    if "Goodbye." not in said or "Hint" not in said and "hint" not in said:
        raise Failed(f"the console says {said[-300:]!r}")
    return f"a game over a pipe: {ending[-1].strip()}"


def read_exactly(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise Failed("the socket was closed")
        data += more
    return data


def read_message(connection):
    """A text message of a WebSocket, as JSON."""
    while True:
        first, second = read_exactly(connection, 2)
        length = second & 0x7F
        if length == 126:
            length = int.from_bytes(read_exactly(connection, 2), "big")
        elif length == 127:
            length = int.from_bytes(read_exactly(connection, 8), "big")
        payload = read_exactly(connection, length)
        if first & 0x0F == 1:
            return json.loads(payload)


def write_message(connection, value):
    payload = json.dumps(value).encode()
    if len(payload) > 125:
        raise Failed("the message is too long for this client")
    # A mask of zeros leaves the text unchanged.
    connection.sendall(bytes([0x81, 0x80 | len(payload)]) + bytes(4) + payload)


def check_web(program):
    """The page is served, and its socket answers."""
    words = [*program, "web", "--no-open"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        line = server.stdout.readline().decode()
        found = re.search(r"http://([\w.]+):(\d+)", line)
        if not found:
            raise Failed(f"skirmish web says {line!r}")
        host, port = found[1], int(found[2])
        with socket.create_connection((host, port), timeout=60) as connection:
            connection.sendall(f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
            page = b""
            while more := connection.recv(1 << 16):
                page += more
        if not page.startswith(b"HTTP/1.1 200"):
            raise Failed(f"the page is not served: {page[:100]!r}")
        with socket.create_connection((host, port), timeout=60) as connection:
            key = base64.b64encode(os.urandom(16)).decode()
            connection.sendall(
                f"GET /socket HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
            )
            answer = b""
            while not answer.endswith(b"\r\n\r\n"):
                answer += read_exactly(connection, 1)
            if b" 101 " not in answer:
                raise Failed(f"the socket is not opened: {answer[:100]!r}")
            write_message(connection, {"type": "show", "id": 1, "line": {"game": "hiya", "actions": []}})
            deadline = time.monotonic() + 60
            while (message := read_message(connection)).get("type") != "position":
                if message.get("type") == "error" or time.monotonic() > deadline:
                    raise Failed(f"the socket says {message}")
        return "web: the page over HTTP, a position over WebSocket"
    finally:
        server.terminate()
        server.wait()


def check_arena(target):
    """Ten games of built-in and UGI engines; one of these hangs, and one starts a process that outlives it."""
    program, faulty = built(target), built(target, "examples/faulty")[-1]
    windows = target.suffix == ".exe"
    runner = ""
    if target.runner and not windows:
        # wine starts Windows programs by itself. An emulator must be named, and programs that it starts are native.
        runner, faulty = "".join(word + " " for word in target.runner), ROOT / "target/release/examples/faulty"
    # A folder name with spaces and umlauts.
    with tempfile.TemporaryDirectory(prefix="Ärger mit Wörtern ") as folder:
        folder = Path(folder)
        shutil.copy(program[-1], folder / f"skirmish{target.suffix}")
        shutil.copy(faulty, folder / f"faulty{target.suffix}")
        batch = folder / ("ours.bat" if windows else "ours.sh")
        batch.write_bytes(b'@skirmish.exe ugi\r\n' if windows else f"#!/bin/sh\nexec {runner}./skirmish ugi\n".encode())
        batch.chmod(0o755)
        engines = [
            ["builtin=level=1", "name=One"],
            [f"cmd={runner}./skirmish ugi", "name=Program"],
            [f"cmd=./{batch.name}", "name=Batch"],
            ["cmd=./faulty hang", "name=Hangs"],
            [f"cmd=./faulty fork lock {runner}./skirmish ugi", "name=Forks", "processes=8"],
            ["builtin=random", "name=Random"],
        ]
        words = ["arena", "run", "--game", "trench", "--tournament", "gauntlet", "--store", "ten.arena"]
        words += ["--each", "st=0.5", "timemargin=3000"]
        for engine in engines:
            words += ["--engine", *engine]
        say(program, *words, folder=folder)
        lines = say(program, "arena", "report", "ten.arena", "--json", "-", folder=folder).splitlines()
        games = [json.loads(line) for line in lines]
        faults = [(game["fault"]["engine"], game["fault"]["kind"]) for game in games if game.get("fault")]
        if len(games) != 10 or sorted(set(faults)) != [("Hangs", "hang")] or len(faults) != 2:
            raise Failed(f"{len(games)} games with the faults {faults}, expected ten, and two of the engine that hangs")
        # Killed processes may take a moment to vanish.
        deadline = time.monotonic() + 20
        while left := [path for path in Path("/proc").glob("[0-9]*/cmdline") if ENGINE.search(read_bytes(path))]:
            if time.monotonic() > deadline:
                raise Failed(f"{len(left)} processes of the engines are left")
            time.sleep(0.1)
    return "arena: ten games, the hanging engine lost its two, no process is left"


def read_bytes(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


def check_console(target):
    """All tests of the line mode, with this program instead of the native one."""
    environment = dict(os.environ, SKIRMISH_PROGRAM=" ".join(built(target)))
    tests = ["--test", "console", "--", "lines::", "games::", "pty::"]
    done = subprocess.run(["cargo", "test", "-p", "skirmish", *tests], cwd=ROOT, env=environment, capture_output=True)
    return f"console tests: {count_passed(done, 'the console tests')} passed"


def check_systems(target):
    """The arena's tests of what must be the same on every system."""
    words = ["--profile", target.profile, "-p", "skirmish-arena", "--lib", "--test", "systems"]
    line, environment = cargo_for(target, "test", *words)
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True)
    passed = count_passed(done, "the tests of the arena")
    return f"tests of the arena and of what is the same on every system: {passed} passed"


def count_passed(done, name):
    """How many tests passed in a run of cargo."""
    said = done.stdout.decode(errors="replace")
    passed = sum(int(count) for count in re.findall(r"test result: ok\. (\d+) passed", said))
    if done.returncode != 0 or passed == 0:
        raise Failed(f"{name} failed: {said[-1500:]} {done.stderr.decode(errors='replace')[-500:]}")
    return passed


def check_speed(program, usual):
    """It is nearly as fast as the native program. They alternate, and the best run of each counts: other load only slows down."""
    rounds = [(processor_time(program), processor_time(usual)) for _ in range(5)]
    own, other = (min(times) for times in zip(*rounds))
    ratio = other / own
    if ratio < 0.95:
        raise Failed(f"it has {ratio:.1%} of the usual program's speed, expected 95 %")
    return f"speed: {ratio:.1%} of the usual program's (a bench takes {own:.3f} s and {other:.3f} s of a processor)"
