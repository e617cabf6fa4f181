//! Runs the real program and captures exit status and output.

// Each test file uses only a part of this.
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

/// The start position of Refusal.
pub const START: &str = "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -";

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// The program under test: the one just built, or the command line in `SKIRMISH_PROGRAM`.
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
    // Do not touch the user's saved games, and do not depend on the user's colour settings.
    command.env("SKIRMISH_STATE", state()).env_remove("NO_COLOR");
    command
}

/// A new path for saved games.
pub fn state() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("state-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Remove the files of an earlier, killed test run.
    let _ = fs::remove_dir_all(&path);
    path
}

/// Runs the program in a folder.
pub fn run_in<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Run {
    finish(program(arguments).current_dir(folder), b"")
}

/// Whether a program is installed.
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

/// Runs a command with this input until it exits.
pub fn finish(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        // The program may exit before it has read everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

impl Run {
    /// The output of a run that must have succeeded.
    #[track_caller]
    pub fn output(self) -> String {
        assert_eq!(self.status, Some(0), "{self:?}");
        self.stdout
    }

    /// The error line of a run that must have failed with exit status 2.
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

/// All games at their default sizes, and sized ones also on larger boards.
pub fn boards() -> Vec<String> {
    let larger = games().into_iter().flat_map(|game| [1, 4].map(|more| larger(&game, more))).flatten();
    games().into_iter().chain(larger).collect()
}

/// A game on a board larger than the smallest by `more`; `None` if it has only one size.
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
