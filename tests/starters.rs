//! The starters: each of them builds, passes `arena try` and plays without a fault, in every game.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::{Run, games, is_installed, json, run, run_in, state};

/// A language: the argument, how its starter is built and run. Building is told to leave the time out.
struct Language {
    name: &'static str,
    build: &'static [&'static str],
    run: &'static [&'static str],
}

const QUICK: &[Language] = &[
    Language { name: "python", build: &[], run: &["python3", "engine.py"] },
    Language {
        name: "rust",
        build: &["rustc", "--edition", "2021", "-D", "warnings", "-o", "engine", "src/main.rs"],
        run: &["./engine"],
    },
];

const SLOW: &[Language] = &[
    Language { name: "java", build: &["javac", "Engine.java"], run: &["java", "Engine"] },
    Language {
        name: "c++",
        build: &["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "engine", "engine.cpp"],
        run: &["./engine"],
    },
];

fn all() -> bool {
    std::env::var_os("SKIRMISH_ALL").is_some()
}

/// Writes a starter and builds it.
fn start(game: &str, language: &Language) -> PathBuf {
    let parent = state();
    fs::create_dir_all(&parent).unwrap();
    let folder = parent.join("engine of mine");
    let output = run(["starter", game, "--language", language.name, folder.to_str().unwrap()]).output();
    assert!(output.contains("See README.md there"), "{output}");
    if let Some((name, arguments)) = language.build.split_first() {
        let built = Command::new(name).args(arguments).current_dir(&folder).output().unwrap();
        assert!(built.status.success(), "{game} {}: {}", language.name, String::from_utf8_lossy(&built.stderr));
    }
    folder
}

fn arena(folder: &Path, arguments: &[&str]) -> Run {
    run_in(folder, ["arena"].iter().chain(arguments))
}

/// It passes `arena try` in both of its ways, and plays four games in each without a fault.
fn check(game: &str, language: &Language) {
    let folder = start(game, language);
    let own = if game.starts_with("oska") { "oska" } else { "console" };
    for (proto, more) in [(own, None), ("ugi", Some("ugi"))] {
        let mut words = vec!["try", "--game", game, "--proto", proto];
        words.extend(["--with", "timemargin=30000"]);
        words.extend(language.run.iter().copied().chain(more));
        let tried = arena(&folder, &words);
        assert_eq!(tried.status, Some(0), "{game} {} {proto}: {}{}", language.name, tried.stdout, tried.stderr);
        assert!(tried.stdout.ends_with("plays by the rules.\n"), "{}", tried.stdout);
        let command: Vec<&str> = language.run.iter().copied().chain(more).collect();
        let engine = format!("cmd={}", command.join(" "));
        let (proto_word, store) = (format!("proto={proto}"), format!("{proto}.arena"));
        let mut words =
            vec!["run", "--game", game, "--rounds", "2", "--store", &store, "--each", "timemargin=30000", "depth=1"];
        words.extend(["--engine", &engine, "name=me", &proto_word, "--engine", "builtin=random", "name=random"]);
        arena(&folder, &words).output();
        let lines = arena(&folder, &["report", &store, "--json", "-"]).output();
        assert_eq!(lines.lines().count(), 4, "{game} {} {proto}", language.name);
        for line in lines.lines().map(json) {
            assert!(line["fault"].is_null(), "{game} {} {proto}: {}", language.name, line["fault"]);
        }
    }
}

#[test]
fn starters_in_python_play_every_game() {
    games().iter().for_each(|game| check(game, &QUICK[0]));
}

#[test]
fn starters_in_rust_play_every_game() {
    games().iter().for_each(|game| check(game, &QUICK[1]));
}

/// Where there is a compiler, and all tests are wanted.
#[test]
fn starters_in_other_languages_play_every_game() {
    for language in SLOW.iter().filter(|language| all() && is_installed(language.build[0])) {
        games().iter().for_each(|game| check(game, language));
    }
}

#[test]
fn nothing_is_overwritten() {
    let folder = state();
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("engine.py"), "mine").unwrap();
    for place in [folder.clone(), folder.join("engine.py")] {
        let complaint = run(["starter", "hiya", "--language", "python", place.to_str().unwrap()]).complaint();
        assert!(complaint.contains("already exists"), "{complaint}");
    }
    assert_eq!(fs::read_to_string(folder.join("engine.py")).unwrap(), "mine");
    assert!(run(["starter", "hiya", "--language", "cobol", "x"]).complaint().contains("cobol"));
    assert!(run(["starter", "chess", "--language", "python", "x"]).complaint().contains("chess"));
}
