"""Builds for every system and runs the checks: see tools/platforms."""

import os
import subprocess
import sys
import time

import checks
from targets import ROOT, TARGETS, add_library, built, cargo, has_library, missing, prepare_wine


# The program, and an engine for tests.
PROGRAMS = ["-p", "skirmish", "-p", "skirmish-oracle", "--bin", "skirmish", "--example", "faulty"]


def build(target):
    """Returns whether the build succeeded."""
    return cargo(target, "build", *PROGRAMS, "--profile", target.profile)


def usual():
    """Builds the program for this machine in the usual way."""
    environment = dict(os.environ, CARGO_TARGET_DIR=str(ROOT / "target"))
    if subprocess.run(["cargo", "build", *PROGRAMS, "--release"], cwd=ROOT, env=environment).returncode != 0:
        sys.exit("the program for this machine cannot be built")
    return [str(ROOT / "target/release/skirmish")]


def examine(target, here, expected):
    """Builds and runs the checks. Returns a sentence for each, and whether all passed."""
    lacks, cannot_run = missing(target)
    if lacks:
        return [f"skipped, missing: {'; '.join(lacks)}"], False
    # Tests for systems other than Linux are compiled only here.
    if "linux" not in target.name and not cargo(target, "check", "--workspace", "--all-targets"):
        return ["FAILED: it does not compile with all tests"], False
    if not build(target):
        return ["FAILED: it cannot be compiled and linked"], False
    sentences, well = ["compiled and linked"], True
    if "linux" not in target.name:
        sentences.append("all tests compiled")
    if "apple" in target.name:
        return [*sentences, "not run: no emulator"], True
    if cannot_run:
        return [*sentences, f"not run, missing: {'; '.join(cannot_run)}"], False
    if "windows" in target.name:
        prepare_wine(target)
    program = built(target)
    todo = [lambda: checks.check_bench(program, expected), lambda: checks.check_perft(program)]
    todo.append(lambda: checks.check_game(program))
    todo += [lambda: checks.check_web(program), lambda: checks.check_arena(target)]
    if "windows" in target.name:
        todo.append(lambda: checks.check_systems(target))
    if "musl" in target.name:
        todo += [lambda: checks.check_console(target), lambda: checks.check_speed(program, here)]
    for check in todo:
        try:
            sentences.append(check())
        except checks.Failed as failure:
            sentences.append(f"FAILED: {failure}")
            well = False
        print("  " + sentences[-1], flush=True)
    return sentences, well


def main():
    words = sys.argv[1:]
    known = {target.name: target for target in TARGETS}
    unknown = [word for word in words if word not in known and word != "--check"]
    if unknown:
        sys.exit(f"unknown target {unknown[0]}; expected --check or some of {', '.join(known)}")
    wanted = [known[word] for word in words if word in known] or TARGETS
    if "--check" in words:
        lacking = [(target, need) for target in wanted for kind in missing(target) for need in kind]
        for target, need in lacking:
            print(f"{target.name}: missing {need}")
        sys.exit(1 if lacking else 0)
    for target in wanted:
        if not has_library(target):
            add_library(target)
    began = time.monotonic()
    here = usual()
    expected = checks.signature(here)
    print(f"bench here: {' '.join(f'{game} {nodes}' for game, nodes in expected)}", flush=True)
    results = []
    for target in wanted:
        print(f"\n== {target.system} ({target.name})", flush=True)
        results.append((target, *examine(target, here, expected)))
    print(f"\nAfter {(time.monotonic() - began) / 60:.0f} minutes:")
    for target, sentences, well in results:
        print(f"{'ok    ' if well else 'FAILED'} {target.system} ({target.name})")
        for sentence in sentences:
            print(f"         {sentence}")
    sys.exit(0 if all(well for _, _, well in results) else 1)


main()
