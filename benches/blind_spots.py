#!/usr/bin/env python3
"""Positions that a player misjudges, and how many of them another one evaluates correctly.

`collect` plays games from random openings at 20,000 nodes per move. Where the score changes by 200 points within the next six
actions, a search of twenty times the nodes examines the position before. If its score differs by 200 points or more, or it proves
what the short search did not, the position is saved in benches/blind_spots, with the score of the long search for the side to act
and the evaluation that misjudged it: `terms` (hand-written) or `usual` (network).

`measure` counts how many of them a player evaluates correctly at 20,000 nodes: within 200 points of the long search, or, where that is
a proof, at least 200 points for the side that wins. The evaluation that a position was collected from is nearly always wrong
there, because that is how it was chosen; so the two kinds are counted separately.

Usage: benches/blind_spots.py collect GAME [--net terms|usual] [--count N] [--minutes N] [--seed N]
       benches/blind_spots.py measure GAME [--net FILE ...]
"""

import argparse
import pathlib
import random
import sys
import time

import ugi

SHORT = 20_000
LONG = 20 * SHORT
TURN = 200
AHEAD = 6
# Beyond this the game is decided.
DECIDED = 1500
KINDS = {"terms": "terms", "usual": "network"}


def saved(game):
    return ugi.SavedPositions("blind_spots", game, ("position", "score of the long search for the side to act", "who misjudged it"))


def is_right(score, truth):
    if ugi.is_proof(truth):
        return score * truth > 0 and abs(score) >= TURN
    return abs(score - truth) < TURN


def is_blind_spot(short, long):
    return not ugi.is_proof(short) and (ugi.is_proof(long) or abs(long - short) >= TURN)


def play(engine, rules, draw):
    """A game from a random opening: each position with its score for the side to act and for South."""
    here, line = rules.opening(draw), []
    while here is not None and here["legal"]:
        action, score = engine.search(here["position"], SHORT)
        if "accept" not in here["legal"]:
            # An answer in Refusal evaluates the proposal, which is in the list already.
            line.append((here["position"], score, score if here["to_move"] == "south" else -score))
        if abs(score) > DECIDED:
            break
        here = rules.after(here["position"], action)
    return line


def suspects(line):
    """The positions whose score changes soon, with their scores."""
    for number, (position, score, south) in enumerate(line):
        later = [other for _, _, other in line[number + 1 : number + 1 + AHEAD]]
        if abs(score) <= DECIDED and any(abs(other - south) >= TURN for other in later):
            yield position, score


def collect(arguments):
    if arguments.net[0] not in KINDS:
        sys.exit("collect needs --net terms or --net usual")
    kind = KINDS[arguments.net[0]]
    engine = ugi.Engine(arguments.binary, arguments.game, arguments.net[0])
    rules = ugi.Rules(arguments.binary, arguments.game)
    draw = random.Random(arguments.seed)
    file = saved(arguments.game)
    known = {position for position, _, _ in file.read()}
    found = sum(other == kind for _, _, other in file.read())
    looked, games, until = 0, 0, time.monotonic() + 60 * arguments.minutes
    while found < arguments.count and time.monotonic() < until:
        games += 1
        for position, short in suspects(play(engine, rules, draw)):
            looked += 1
            _, long = engine.search(position, LONG)
            if is_blind_spot(short, long) and position not in known:
                known.add(position)
                found += 1
                file.add(position, long, kind)
                # One per game: its neighbours are nearly the same.
                break
    engine.quit()
    rules.quit()
    print(f"{arguments.game}: {found} positions that the {kind} misjudged; {looked} of {games} games were examined")


def measure(arguments):
    spots = [(position, int(score), kind) for position, score, kind in saved(arguments.game).read()]
    for net in arguments.net:
        engine = ugi.Engine(arguments.binary, arguments.game, net)
        right = [(kind, is_right(engine.search(position, SHORT)[1], truth)) for position, truth, kind in spots]
        engine.quit()
        counts = []
        for kind in KINDS.values():
            known = [well for other, well in right if other == kind]
            counts += [f"{sum(known)} of {len(known)} that the {kind} misjudged"] if known else []
        print(f"{arguments.game}, {net}: correct at {SHORT} nodes: {', '.join(counts)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["collect", "measure"])
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=30, help="time limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--net", nargs="+", default=["terms"])
    parser.add_argument("--binary", default=str(pathlib.Path(__file__).resolve().parent.parent / "target/release/skirmish"))
    arguments = parser.parse_args()
    {"collect": collect, "measure": measure}[arguments.what](arguments)


if __name__ == "__main__":
    main()
