//! Grades of real programs by the real command: ours, good ones of others, and programs that do one thing wrong.
#![cfg(unix)]

#[path = "../support/mod.rs"]
mod support;

mod faults;
mod levels;
mod outputs;
#[cfg(target_os = "linux")]
mod package;

use std::path::{Path, PathBuf};

use serde_json::Value;
use support::{Run, finish, json, program, skirmish};

/// A rubric with few games and small searches.
pub const RUBRIC: &str = r#"
time-limit = "1s"
reply-time = "0.5s"
positions = 2
opponents = ["random"]
pairs = 1
nodes = 2000
[dialogue]
asks-first = 3
axes = 5
cases = 7
illegal-entry = 11
ending = 13
hi-ya = 17
proposals = 19
[rules]
legal = 23
time = 29
crash = 31
hang = 37
flood = 41
"#;

/// A new folder with the rubric.
pub fn folder() -> PathBuf {
    let path = support::state();
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join("rubric.toml"), RUBRIC).unwrap();
    path
}

/// The folder of the scripted engines.
pub fn engines() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines")
}

/// Grades by the rubric of a folder.
pub fn grade_in(folder: &Path, game: &str, options: &[&str], command: &[&str]) -> Run {
    let mut words = vec!["grade", "--game", game, "--rubric", "rubric.toml", "--json", "-"];
    words.extend(options);
    words.extend(command);
    finish(program(words).current_dir(folder).env("SKIRMISH", &skirmish()[0]), b"")
}

/// The grade of a run, from its last but one line: the last ones are the summary and the grade.
#[track_caller]
pub fn grade_of(run: Run) -> Value {
    let text = run.output();
    let line = text.lines().rev().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("no grade: {text}"));
    json(line)
}

/// The checks of a grade with a verdict, by their ids.
pub fn ids(grade: &Value, verdict: &str) -> Vec<String> {
    let checks = grade["checks"].as_array().unwrap().iter().filter(|check| check["verdict"] == verdict);
    checks.map(|check| check["id"].as_str().unwrap().to_owned()).collect()
}

/// The points that a grade lacks.
pub fn lost(grade: &Value) -> f64 {
    let checks = grade["checks"].as_array().unwrap().iter().filter(|check| check["verdict"] != "not-run");
    checks.map(|check| check["max"].as_f64().unwrap() - check["points"].as_f64().unwrap()).sum()
}
