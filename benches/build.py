#!/usr/bin/env python3
"""The first `cargo build --release` of this commit compared with that of an older one.

Each commit is checked out into its own folder and built from scratch, with packages downloaded. The builds alternate, and the
best of each counts, so that other load does not decide. Prints wall time, processor time and size of the program, the ratios, and
whether they are within bounds.

Usage: benches/build.py OLDER [NEWER] [--rounds N]

Exits with 1 if the newer commit takes more than 75 % of the older one's time or its program has more than 13 MB:
compared with e665a80, which took 2 min 53 s, that is 2 min 10 s.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST_TIME = 0.75
MOST_BYTES = 13_000_000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("older", help="the commit to compare with")
    parser.add_argument("newer", nargs="?", default="HEAD", help="the commit to measure")
    parser.add_argument("--rounds", type=int, default=1, help="builds of each commit; the best one counts")
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as scratch:
        commits = {name: pathlib.Path(scratch) / name for name in ("older", "newer")}
        for name, folder in commits.items():
            check_out(getattr(options, name), folder)
        found = {name: [] for name in commits}
        for number in range(options.rounds):
            for name, folder in commits.items():
                print(f"round {number + 1} of {options.rounds}: {name}", file=sys.stderr)
                found[name].append(build(folder))
    older, newer = ([min(values) for values in zip(*found[name])] for name in ("older", "newer"))
    report(older, newer)


def check_out(commit, folder):
    subprocess.run(["git", "clone", "--quiet", "--no-checkout", str(ROOT), str(folder)], check=True)
    subprocess.run(["git", "checkout", "--quiet", "--detach", revision(commit)], cwd=folder, check=True)
    subprocess.run(["cargo", "fetch", "--quiet", "--locked"], cwd=folder, check=True)


def revision(commit):
    found = subprocess.run(["git", "rev-parse", "--verify", commit + "^{commit}"], cwd=ROOT, capture_output=True, text=True)
    if found.returncode != 0:
        sys.exit(f"{commit} is not a commit of this repository")
    return found.stdout.strip()


def build(folder):
    """Wall time and processor time in seconds, and the program's size in bytes."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as target:
        environment = dict(os.environ, CARGO_TARGET_DIR=target)
        before, start = processors(), time.perf_counter()
        command = ["cargo", "build", "--release", "--locked", "--offline", "--quiet", "--package", "skirmish"]
        subprocess.run(command, cwd=folder, env=environment, check=True)
        seconds = time.perf_counter() - start
        return seconds, processors() - before, (pathlib.Path(target) / "release/skirmish").stat().st_size


def processors():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def report(older, newer):
    print(f"{'':8}{'clock':>10}{'processors':>12}{'program':>12}")
    for name, (clock, used, size) in (("older", older), ("newer", newer)):
        print(f"{name:8}{clock:>8.0f} s{used:>10.0f} s{size / 1e6:>9.1f} MB")
    ratios = [new / old for new, old in zip(newer, older)]
    print(f"{'ratio':8}{ratios[0]:>8.0%}  {ratios[1]:>10.0%}  {ratios[2]:>8.0%}")
    within = max(ratios[:2]) <= MOST_TIME and newer[2] <= MOST_BYTES
    print(f"bounds: {MOST_TIME:.0%} of the time, {MOST_BYTES / 1e6:.0f} MB: {'within' if within else 'EXCEEDED'}")
    sys.exit(0 if within else 1)


if __name__ == "__main__":
    main()
