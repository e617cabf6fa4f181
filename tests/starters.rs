//! The starters: each of them builds, passes `arena try` and plays without a fault, in every game.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::{Run, finish, games, is_installed, json, run, run_in, skirmish, state};

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
        words.extend(["--games", "2", "--with", "timemargin=30000"]);
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

/// A limit on the size of files is like a full disk.
#[cfg(unix)]
#[test]
fn a_starter_is_whole_or_not_there() {
    let parent = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new("sh");
    let limited = "trap '' XFSZ; ulimit -f 2; exec \"$@\"";
    command.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_skirmish"), "starter", "hiya", "--language", "python"]);
    let ended = command.arg(parent.path().join("mine")).output().unwrap();
    let complaint = String::from_utf8(ended.stderr).unwrap();
    assert!(!ended.status.success() && complaint.contains("cannot write"), "{complaint}");
    assert_eq!(std::fs::read_dir(&parent).unwrap().count(), 0);
}

/// The starter in Python with another choice of moves, fed with these lines.
fn talk(game: &str, choice: &str, words: &[&str], lines: &str) -> String {
    let folder = start(game, &QUICK[0]);
    let path = folder.join("engine.py");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("return random.choice(legal)"), "{text}");
    fs::write(&path, text.replace("return random.choice(legal)", choice)).unwrap();
    let mut command = Command::new("python3");
    command.arg(path).args(words).env("SKIRMISH", &skirmish()[0]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(&mut command, lines.as_bytes()).stdout
}

/// The board with its axes, Hi-YA! after an attack and only then, and the time for a move.
#[test]
fn starters_keep_the_handout() {
    let said = talk("hiya", "return legal[0]", &[], "first\nB3A4\n");
    let board = " 8  - - - K - - -  computer\n 7  J J J - S S S\n";
    assert!(said.contains(board) && said.contains(" 1  - - - k - - -  human\n    A B C D E F G\n"), "{said}");
    assert!(said.contains("My move: A6A5 Hi-YA!\n"), "{said}");
    let said = talk("hiya", "return legal[0]", &[], "second\n");
    assert!(said.contains("My move: ") && !said.contains("Hi-YA!"), "{said}");
    let said = talk("gastank", "return legal[0]", &[], "first\n");
    assert!(said.contains(" 7  -- -- B3 Q3 K3 B3 -- --  computer\n"), "{said}");
    assert!(said.contains("\n    A  B  C  D  E  F  G  H"), "{said}");
    let choice = "print('seconds', seconds)\n    return legal[0]";
    let lines = "position startpos\ngo movetime 1500\ngo p1time 60000 p2time 20000 p1inc 0 p2inc 0\n\
                 position startpos moves A3B4\ngo p1time 60000 p2time 20000\ngo depth 3\nquit\n";
    let said = talk("hiya", choice, &["ugi"], lines);
    let times: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("seconds ")).collect();
    assert_eq!(times, ["1.5", "3.0", "1.0", "5.0"]);
}

/// What a starter says and asks is about its game alone.
#[test]
fn starters_have_no_words_of_other_games() {
    for game in games() {
        let folder = start(&game, &QUICK[0]);
        let text = ["README.md", "engine.py"].map(|name| fs::read_to_string(folder.join(name)).unwrap()).concat();
        let has_verdicts = game.starts_with("refusal");
        for word in ["refuse", "Accept", "second-best"] {
            assert_eq!(text.contains(word), has_verdicts, "{game}: {word}");
        }
        assert_eq!(text.contains("wwww"), game.starts_with("oska"), "{game}");
        assert!(!text.contains("C4B6") && !text.to_lowercase().contains("captures"), "{game}");
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
