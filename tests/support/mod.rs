//! Running the real program: arguments and input go in, exit status and both outputs come out.

// Each test file uses its own part of this.
#![allow(dead_code)]

pub mod dialogue;
pub mod referee;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, process, thread};

use serde_json::Value;
use skirmish_games::GameId;

/// The start of the game that tests with fixed texts use.
pub const START: &str = "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -";

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Run {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// The program under test: the one just built, or that which `SKIRMISH_PROGRAM` names, perhaps with words before it that run it.
pub fn skirmish() -> Vec<String> {
    let named = std::env::var("SKIRMISH_PROGRAM").ok();
    named.map_or_else(
        || vec![env!("CARGO_BIN_EXE_skirmish").to_owned()],
        |words| words.split_whitespace().map(str::to_owned).collect(),
    )
}

/// The program with arguments, not yet started.
pub fn program<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let [program, words @ ..] = &skirmish()[..] else { panic!("SKIRMISH_PROGRAM is empty") };
    let mut command = Command::new(program);
    command.args(words).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Games are kept out of the way of the user's, and colours do not depend on who runs the tests.
    command.env("SKIRMISH_STATE", state()).env_remove("NO_COLOR");
    command
}

/// A directory of its own, empty, for a run of the program.
pub fn state() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("state-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // What a killed run of the tests left behind would be taken for a game of this one.
    let _ = fs::remove_dir_all(&path);
    path
}

/// Runs the program in a folder.
pub fn run_in<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Run {
    finish(program(arguments).current_dir(folder), b"")
}

/// Whether a program is on this machine.
pub fn is_installed(name: &str) -> bool {
    let mut command = Command::new(name);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Runs the program without input.
pub fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Run {
    run_with(arguments, b"")
}

/// Runs the program with this input.
pub fn run_with<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>, input: &[u8]) -> Run {
    finish(&mut program(arguments), input)
}

/// Starts a command whose input and outputs are pipes, gives it this input and waits for its end.
pub fn finish(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // The program may leave before it has read everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

impl Run {
    /// The output of a run that must have gone well.
    #[track_caller]
    pub fn output(self) -> String {
        assert_eq!(self.status, Some(0), "{self:?}");
        self.stdout
    }

    /// The line on stderr of a run that must have found its input bad.
    #[track_caller]
    pub fn complaint(self) -> String {
        assert_eq!(self.status, Some(2), "{self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        assert!(self.stderr.starts_with("error: ") && self.stderr.ends_with('\n'), "{self:?}");
        assert_eq!(self.stderr.lines().count(), 1, "{self:?}");
        assert!(!self.stderr.trim_end().contains(char::is_control), "{self:?}");
        assert!(self.stderr.len() < 600, "{self:?}");
        self.stderr
    }
}

/// The JSON value of a text.
#[track_caller]
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The games at their default sizes, and those that come in sizes also on larger boards.
pub fn boards() -> Vec<String> {
    let larger = games().into_iter().flat_map(|game| [1, 4].map(|more| larger(&game, more))).flatten();
    games().into_iter().chain(larger).collect()
}

/// A game on a board that is larger than its default by this much; `None` if it has only one size.
pub fn larger(game: &str, more: u8) -> Option<String> {
    let sizes = GameId::parse(game).unwrap().info().sizes.as_ref()?;
    Some(format!("{game}:{}", sizes.start() + more))
}

/// The ids of all games.
pub fn games() -> Vec<String> {
    let list = json(&run(["games", "--json"]).output());
    let id = |game: &Value| game["id"].as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(id).collect()
}
