"""An engine behind the protocol, as benches use it: one thread, a limit on positions, no solved boards."""

import json
import subprocess

# What a proven result counts in points.
PROOF = 30_000


class Engine:
    """A `skirmish ugi` that searches one game. The same questions get the same answers."""

    def __init__(self, binary, game, network="usual", level=10):
        self.process = subprocess.Popen([binary, "ugi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.say("ugi")
        self.wait_for("ugiok")
        for name, value in (("UGI_Variant", game), ("Hash", 64), ("Network", network), ("Level", level)):
            self.say(f"setoption name {name} value {value}")
        self.say("isready")
        self.wait_for("readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait_for(self, word):
        """All lines up to one that begins with a word."""
        lines = []
        for line in self.process.stdout:
            if line.startswith("info string error"):
                raise SystemExit(line.strip())
            lines.append(line.strip())
            if line.startswith(word):
                return lines
        raise SystemExit("the engine ended unexpectedly")

    def search(self, moves, nodes, start=""):
        """The best action after some actions from a start, and its score: points, or beyond 20000 a proof."""
        self.say("uginewgame")
        self.say("position " + (f"fen {start}" if start else "startpos") + (" moves " + " ".join(moves) if moves else ""))
        self.say(f"go nodes {nodes}")
        score = None
        *lines, last = self.wait_for("bestmove")
        for words in (line.split() for line in lines):
            if "score" in words:
                kind, value = words[words.index("score") + 1 :][:2]
                value = int(value)
                score = value if kind == "cp" else PROOF - value if value > 0 else -PROOF - value
        return last.split()[1], score

    def quit(self):
        self.say("quit")
        self.process.wait()


def legal(binary, game, moves):
    """The legal actions after some actions."""
    run = [binary, "play-out", game, "--json", "--moves", " ".join(moves)]
    return json.loads(subprocess.run(run, capture_output=True, text=True, check=True).stdout)["legal"]
