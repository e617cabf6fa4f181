//! What must be the same on every system: finding engines, messages about those that cannot play, and killing all processes.

mod common;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use common::{competitor, play_as};
use skirmish_arena::competitor::{Competitor, EngineKind, Program};
use skirmish_arena::game::{Fault, FaultReport};

/// The engine of `tests/engines/faulty.rs`. `cargo test --workspace` builds it; otherwise it is built here.
fn faulty() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines/faulty.rs");
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("faulty{}", std::env::consts::EXE_SUFFIX));
        let mut compile = Command::new("rustc");
        compile.args(["--edition", "2024", "-o"]).arg(&program).arg(source);
        assert!(compile.status().unwrap().success());
        program
    };
    let tests = std::env::current_exe().unwrap();
    let examples = tests.parent().unwrap().parent().unwrap().join("examples");
    let example = examples.join(format!("faulty{}", std::env::consts::EXE_SUFFIX));
    BUILT.get_or_init(|| if example.exists() { example } else { build() }).clone()
}

fn engine(command: &[&str], folder: &Path) -> Competitor {
    let command = command.iter().map(|&word| word.to_owned()).collect();
    competitor("faulty", EngineKind::Ugi(Program { command, folder: Some(folder.to_owned()) }))
}

/// The fault of an engine that moves first.
#[track_caller]
fn fault(command: &[&str], folder: &Path) -> FaultReport {
    play_as("trench", &engine(command, folder)).fault.expect("a fault")
}

#[test]
fn engines_that_cannot_be_started_are_told_in_the_same_words() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("engine.txt"), "print('bestmove')\n").unwrap();
    for (command, detail) in [
        ("./nothing", "./nothing cannot be started: no such file"),
        (
            "no-such-engine",
            "no-such-engine cannot be started: not found in PATH (write ./NAME for a program in its folder)",
        ),
        ("./engine.txt", "./engine.txt cannot be started: it is not executable (use chmod +x, or python3 before it)"),
    ] {
        let found = fault(&[command], folder);
        assert_eq!((found.fault, &found.detail[..]), (Fault::Start, detail));
    }
}

#[test]
fn an_engine_that_dies_at_once_is_told_by_its_status() {
    // A folder with spaces and umlauts.
    let folder = tempfile::Builder::new().prefix("Ärger mit Häusern ").tempdir().unwrap();
    let copy = folder.path().join(format!("mein Programm{}", std::env::consts::EXE_SUFFIX));
    fs::copy(faulty(), &copy).unwrap();
    for command in [copy.to_str().unwrap(), "./mein Programm"] {
        let found = fault(&[command, "die"], folder.path());
        assert_eq!((found.fault, &found.detail[..]), (Fault::Start, "While starting, it ended with status 3."));
    }
}

#[test]
fn an_engine_that_hangs_loses_and_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let found = fault(&[faulty().to_str().unwrap(), "hang"], folder.path());
    assert_eq!(found.fault, Fault::Hang, "{found:?}");
    assert!(found.detail.starts_with("It gave no answer long after its "), "{}", found.detail);
}

#[test]
fn what_an_engine_leaves_behind_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let lock = folder.path().join("lock");
    let found = fault(&[faulty().to_str().unwrap(), "fork", lock.to_str().unwrap()], folder.path());
    assert_eq!((found.fault, &found.detail[..]), (Fault::Garbage, "It printed bestmove without a move."));
    // The process with the lock is gone.
    let deadline = Instant::now() + Duration::from_secs(60);
    let file = File::open(&lock).unwrap();
    while file.try_lock().is_err() {
        assert!(Instant::now() < deadline, "a process is left");
        thread::sleep(Duration::from_millis(10));
    }
}
