"""A UGI engine as benches use it: one thread, a node limit, no tablebase."""

import json
import pathlib
import subprocess

# The score of a proven result in points.
PROOF = 30_000


class Program:
    """A program that reads and writes lines."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def set(self, **options):
        """Sets options and waits until they are applied."""
        for name, value in options.items():
            self.say(f"setoption name {name} value {value}")
        self.say("isready")
        self.wait_for("readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, word):
        """Reads all lines up to one that begins with a word."""
        lines = []
        for line in self.process.stdout:
            if line.startswith("info string error"):
                raise SystemExit(line.strip())
            lines.append(line.strip())
            if line.startswith(word):
                return lines
        raise SystemExit(f"{self.process.args[0]} exited without printing {word}")

    def quit(self):
        self.say("quit")
        self.process.wait()


class Engine(Program):
    """A `skirmish ugi` that searches one game. The same questions get the same answers."""

    def __init__(self, binary, game, network="usual", level=10):
        super().__init__(binary, "ugi")
        self.say("ugi")
        self.wait_for("ugiok")
        self.set(UGI_Variant=game, Hash=64, Network=network, Level=level)

    def search(self, position, nodes):
        """The best action in a position, and its score for the side to act: points, or beyond 20000 a proof."""
        self.say("uginewgame")
        self.say(f"position fen {position}")
        self.say(f"go nodes {nodes}")
        score = None
        *lines, last = self.wait_for("bestmove")
        for words in (line.split() for line in lines):
            if "score" in words:
                kind, value = words[words.index("score") + 1 :][:2]
                value = int(value)
                score = value if kind == "cp" else PROOF - value if value > 0 else -PROOF - value
        return last.split()[1], score


class Rules:
    """The rules of a game, from `skirmish moves`. An answer has `position`, `to_move`, `outcome`, `legal` and, if wanted, `known`."""

    def __init__(self, binary, game, *words):
        command = [binary, "moves", game, "--stdin", *words]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def after(self, position, action=""):
        """The answer for the position after an action."""
        self.process.stdin.write(f"{position} moves {action}\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"error": "skirmish moves ended unexpectedly"}')
        if "error" in answer:
            raise SystemExit(answer["error"])
        return answer

    def opening(self, draw):
        """The answer after four to ten random actions; None if the game is over by then."""
        here = self.after("startpos")
        for _ in range(draw.randint(4, 10)):
            if not here["legal"]:
                return None
            here = self.after(here["position"], draw.choice(here["legal"]))
        return here if here["legal"] else None

    def quit(self):
        self.process.stdin.close()
        self.process.wait()


class SavedPositions:
    """The positions of a bench for one game, one per line: the position and its columns, separated by semicolons."""

    def __init__(self, bench, game, columns):
        here = pathlib.Path(__file__).resolve().parent
        self.path = here / bench / f"{game.replace(':', '-')}.txt"
        self.head = f"# benches/{bench}.py collect {game}: {' ; '.join(columns)}\n"

    def read(self):
        if not self.path.exists():
            return []
        lines = [line for line in self.path.read_text().splitlines() if line and not line.startswith("#")]
        return [[part.strip() for part in line.split(";")] for line in lines]

    def add(self, *parts):
        if not self.path.exists():
            self.path.parent.mkdir(exist_ok=True)
            self.path.write_text(self.head)
        with self.path.open("a") as file:
            file.write(" ; ".join(map(str, parts)) + "\n")


def is_proof(score):
    return abs(score) > 20_000
