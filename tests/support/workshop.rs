//! Builds the program with an additional game, from a copy of the sources in the target folder.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::{env, fs};

use crate::support::{Run, finish, state};

/// The id of the game.
pub const GAME: &str = "breakthrough";

/// The line that adds it to the lists of games in `crates/games` and in the oracle.
const LINE: &str = "    breakthrough::Breakthrough,\n";

/// The program's name; it must not replace the one that other tests run.
const PROGRAM: &str = "skirmish-sixth";

/// Whether to run the slow tests, too.
pub fn everything() -> bool {
    env::var_os("SKIRMISH_ALL").is_some()
}

/// Cargo's target folder.
fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The program with the game; built on first use.
pub static BUILT: LazyLock<PathBuf> = LazyLock::new(|| {
    add_the_game();
    // A test target builds the program. Naming all packages gives the same dependency features as `cargo test --workspace`.
    let message = cargo(&["--no-run", "--test", "rules", "--test", "conformance"]);
    let program = target().join("debug").join(PROGRAM);
    assert!(program.exists(), "{message}");
    program
});

/// Runs these tests with the game added; tests over all games use only this one.
pub fn test_of(names: &[&str]) {
    LazyLock::force(&BUILT);
    let tests: Vec<&str> = names.iter().flat_map(|name| ["--test", name]).collect();
    let said = cargo(&tests);
    assert!(said.matches("test result: ok. ").count() == names.len() && !said.contains("ok. 0 passed"), "{said}");
}

/// Runs `cargo test` in the copy. Returns its output, if it succeeds.
fn cargo(words: &[&str]) -> String {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    command.current_dir(copy()).args(["test", "--offline", "--workspace"]).args(words);
    command.arg("--target-dir").arg(target());
    // The build is used only for a minute, so skip slow optimisations.
    for setting in ["opt-level=0", "debug=false", "incremental=false"] {
        command.arg("--config").arg(format!("profile.dev.{setting}"));
    }
    for package in ["board", "games", "search", "play", "train", "oracle"] {
        command.arg("--config").arg(format!("profile.dev.package.skirmish-{package}.opt-level=0"));
    }
    let output = command.env("SKIRMISH_GAME", GAME).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    said
}

fn copy() -> PathBuf {
    target().join("sixth-game")
}

/// Updates the copy of the sources and adds the game. Unchanged files stay untouched, so that builds are incremental.
fn add_the_game() {
    let mut files = BTreeSet::new();
    for name in ["Cargo.toml", "Cargo.lock", "crates", "tests", "docs/examples"] {
        collect(&repository(), Path::new(name), &mut files);
    }
    let mut wanted: BTreeSet<PathBuf> = files.clone();
    for file in &files {
        let text = fs::read(repository().join(file)).unwrap();
        put(file, &changed(file, text));
    }
    let game = |name: &str| Path::new("crates/games/src").join(GAME).join(name);
    let own =
        ["mod.rs", "notation.rs", "eval.rs", "weights.rs", "examples.rs", "rules.txt"].map(|name| (name, game(name)));
    let elsewhere = [
        ("oracle.rs", Path::new("tests/oracle/src").join(GAME).with_extension("rs")),
        ("perft.txt", Path::new("tests/perft").join(GAME).with_extension("txt")),
    ];
    for (name, place) in own.into_iter().chain(elsewhere) {
        put(&place, &fs::read(repository().join("tests/sixth_game").join(name)).unwrap());
        wanted.insert(place);
    }
    let mut found = BTreeSet::new();
    collect(&copy(), Path::new(""), &mut found);
    for stale in found.difference(&wanted) {
        fs::remove_file(copy().join(stale)).unwrap();
    }
}

/// The content of a file in the copy, with the game and the program's name changed.
fn changed(file: &Path, text: Vec<u8>) -> Vec<u8> {
    let insert = |list: &str| {
        let text = String::from_utf8(text.clone()).unwrap();
        let (before, after) = text.split_once(list).unwrap_or_else(|| panic!("{file:?} has no list of games"));
        let (games, rest) = after.split_once("}\n").unwrap();
        format!("{before}{list}{games}{LINE}}}\n{rest}").into_bytes()
    };
    match file.to_str() {
        Some("crates/games/src/lib.rs") => insert("registry::games! {\n"),
        Some("tests/oracle/src/lib.rs") => insert("\ngames! {\n"),
        Some("crates/cli/Cargo.toml") => {
            let program = format!("\n[[bin]]\nname = \"{PROGRAM}\"\npath = \"src/main.rs\"\n");
            [text, program.into_bytes()].concat()
        }
        _ => text,
    }
}

/// The files in a folder, except build products.
fn collect(root: &Path, place: &Path, files: &mut BTreeSet<PathBuf>) {
    let path = root.join(place);
    if path.is_file() {
        files.insert(place.to_owned());
    } else if path.is_dir() && place.file_name() != Some(OsStr::new("node_modules")) {
        for entry in fs::read_dir(path).unwrap() {
            collect(root, &place.join(entry.unwrap().file_name()), files);
        }
    }
}

/// Writes a file of the copy, unless it is unchanged.
fn put(file: &Path, text: &[u8]) {
    let path = copy().join(file);
    if fs::read(&path).ok().as_deref() != Some(text) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// The program with these arguments, not started yet.
pub fn program(words: &[&str]) -> Command {
    let mut command = Command::new(&*BUILT);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("SKIRMISH_STATE", state()).env_remove("NO_COLOR");
    command
}

/// Runs the program without input.
pub fn run(words: &[&str]) -> Run {
    run_with(words, b"")
}

/// Runs the program with this input.
pub fn run_with(words: &[&str], input: &[u8]) -> Run {
    finish(&mut program(words), input)
}
