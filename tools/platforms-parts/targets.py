"""The targets, and the tools that build and run programs for them."""

import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Not the usual folder, because the compiler may be another one.
FOLDER = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target" / "platforms"))
# The minor version of the oldest compiler, from Cargo.toml.
OLDEST = int(re.search(r'^rust-version = "1\.(\d+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)[1])
DEBIAN = Path("/usr/bin/rustc")


@dataclass(frozen=True)
class Target:
    """A target: its name in rustc, and what is needed to build and run programs for it."""

    name: str
    system: str
    # The C compiler, which also links: a Debian program, or zig's name of the target.
    compiler: str
    package: str
    runner: list = field(default_factory=list)
    runner_package: str = ""
    suffix: str = ""
    # Optimised where it is run.
    profile: str = "release"
    zig: bool = False


TARGETS = [
    # Not zig: its C library has a slow calloc, which costs a sixth of the speed of a short search.
    Target("x86_64-unknown-linux-musl", "Linux x86-64, static", "musl-gcc", "musl-tools"),
    Target(
        "aarch64-unknown-linux-gnu",
        "Linux ARM",
        "aarch64-linux-gnu-gcc",
        "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
        ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
        "qemu-user",
    ),
    Target(
        "x86_64-pc-windows-gnu",
        "Windows x86-64",
        "x86_64-w64-mingw32-gcc",
        "gcc-mingw-w64-x86-64",
        ["wine"],
        "wine wine64",
        ".exe",
    ),
    Target("aarch64-apple-darwin", "macOS ARM", "aarch64-macos", "", profile="dev", zig=True),
    Target("x86_64-apple-darwin", "macOS x86-64", "x86_64-macos", "", profile="dev", zig=True),
]


def ask(*words):
    """The output of a program; None if it is missing or fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def version(rustc):
    """The minor version of a compiler; 0 if there is none."""
    words = (ask(str(rustc), "--version") or "").split()
    return int(words[1].split(".")[1]) if len(words) > 1 else 0


def has_library(target):
    """Whether the compiler on the path has the standard library for a target."""
    folder = ask("rustc", "--print", "target-libdir", "--target", target.name)
    return folder is not None and any(Path(folder).glob("libstd-*.rlib"))


def has_zig():
    return importlib.util.find_spec("ziglang") is not None


def add_library(target):
    """Installs the library with rustup. Returns False if that fails."""
    return shutil.which("rustup") is not None and ask("rustup", "target", "add", target.name) is not None


def debian_sources():
    sysroot = ask(str(DEBIAN), "--print", "sysroot")
    return sysroot is not None and (Path(sysroot) / "lib/rustlib/src/rust/library/std/Cargo.toml").exists()


def missing(target):
    """Missing tools for a target with how to install them: for building, and for running."""
    build, run = [], []
    if not has_library(target):
        packages = []
        if version(DEBIAN) < OLDEST:
            packages.append("rustc-web")
        if not Path("/usr/bin/cargo").exists():
            packages.append("cargo-web")
        if not debian_sources():
            packages.append("rust-web-src")
        if packages:
            build.append(
                f"the standard library: rustup target add {target.name}, or apt-get install {' '.join(packages)}"
            )
    if target.zig and not has_zig():
        build.append("zig, as a C compiler: pip install ziglang")
    if not target.zig and shutil.which(target.compiler) is None:
        build.append(f"{target.compiler}: apt-get install {target.package}")
    if target.runner and shutil.which(target.runner[0]) is None:
        run.append(f"{target.runner[0]}: apt-get install {target.runner_package}")
    return build, run


# Linker options of rustc that zig does not know or need.
UNKNOWN = ["-nodefaultlibs", "-m64", "-lc", "-liconv", "-Wl,-dead_strip"]


def wrapper(target):
    """Writes scripts that run zig as C compiler and linker, and as archiver, for a target."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"cc-{target.name}"
    path.write_text(
        f"""#!/bin/bash
words=() skip=
for word in "$@"; do
    if [ -n "$skip" ]; then skip=; continue; fi
    case $word in
    -arch) skip=1 ;;
    {" | ".join(UNKNOWN)} | -mmacosx-version-min* | -mmacos-version-min* | --target=*) ;;
    *) words+=("$word") ;;
    esac
done
exec {sys.executable} -m ziglang cc -target {target.compiler} "${{words[@]}}"
"""
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    archiver = FOLDER / "ar"
    archiver.write_text(f'#!/bin/sh\nexec {sys.executable} -m ziglang ar "$@"\n')
    archiver.chmod(archiver.stat().st_mode | stat.S_IXUSR)
    return path, archiver


def cargo_for(target, command, *words):
    """The command line and environment of a cargo command for a target."""
    environment = dict(os.environ, CARGO_TARGET_DIR=str(FOLDER))
    small = target.name.replace("-", "_")
    large = small.upper()
    if target.zig:
        compiler, archiver = wrapper(target)
        environment[f"AR_{small}"] = str(archiver)
    else:
        compiler = target.compiler
    environment[f"CC_{small}"] = str(compiler)
    environment[f"CARGO_TARGET_{large}_LINKER"] = str(compiler)
    if target.runner:
        environment[f"CARGO_TARGET_{large}_RUNNER"] = " ".join(target.runner)
    program, options = "cargo", []
    usual = version("rustc") >= OLDEST and has_library(target)
    if not usual:
        # Debian's compiler builds the standard library itself. It has no clippy, so warnings are errors here.
        program = "/usr/bin/cargo"
        options = ["-Zbuild-std=std,panic_unwind", "-Zwarnings", "--config", 'build.warnings="deny"']
        environment.update(RUSTC=str(DEBIAN), RUSTC_BOOTSTRAP="1", PATH=f"/usr/bin:{os.environ['PATH']}")
    if "musl" in target.name and usual:
        # rustup's library includes what is linked statically.
        del environment[f"CARGO_TARGET_{large}_LINKER"]
    elif "musl" in target.name:
        # The C compiler provides what is linked statically; it needs no relocatable code.
        flags = "-C link-self-contained=no -C relocation-model=static"
        environment[f"CARGO_TARGET_{large}_RUSTFLAGS"] = flags
    return [program, command, "--target", target.name, *options, *words], environment


def cargo(target, command, *words):
    """Runs cargo for a target. Returns whether it succeeded."""
    line, environment = cargo_for(target, command, *words)
    print("  " + " ".join(line), flush=True)
    return subprocess.run(line, cwd=ROOT, env=environment).returncode == 0


def prepare_wine(target):
    """Gives wine its own prefix, and the one library that older versions lack."""
    library = FOLDER / "bcryptprimitives.dll"
    source = Path(__file__).parent / "bcryptprimitives.c"
    subprocess.run([target.compiler, "-shared", "-o", library, source, "-ladvapi32"], check=True)
    path = "Z:" + str(FOLDER).replace("/", "\\")
    os.environ.update(WINEPREFIX=str(FOLDER / "wine"), WINEPATH=path, WINEDEBUG="-all")


def built(target, name="skirmish"):
    """The command that runs a program built for a target."""
    folder = "debug" if target.profile == "dev" else target.profile
    return [*target.runner, str(FOLDER / target.name / folder / f"{name}{target.suffix}")]
