//! `skirmish arena try`: what it plays, shows, finds and writes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Run, json, run_in, state};

fn folder() -> PathBuf {
    let folder = state();
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn engines() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines").canonicalize().unwrap()
}

fn arena_try(folder: &Path, arguments: &[&str]) -> Run {
    run_in(folder, ["arena", "try"].iter().chain(arguments))
}

/// Tries a mode of the program for Oska.
fn try_mode(folder: &Path, options: &[&str], mode: &str) -> Run {
    let script = engines().join("tried.py").display().to_string();
    let command = ["--game", "oska", "--with", "timemargin=30000", "python3", &script, mode];
    arena_try(folder, &[options, &command].concat())
}

/// A plan with these modes of the program, each with its protocol.
fn write_plan(folder: &Path, modes: &[(&str, &str)]) {
    let script = engines().join("tried.py").display().to_string();
    let mut text = "game = 'oska'\n[each]\ntimemargin = 30000\n".to_owned();
    for (mode, proto) in modes {
        text += &format!(
            "\n[[engine]]  # {mode}\nname = '{mode}'\ncmd = ['python3', '{script}', '{mode}']\nproto = '{proto}'\n"
        );
    }
    fs::write(folder.join("class.toml"), text).unwrap();
}

/// Six games by default, always the same, as text, as records and as a page; and counts that agree.
#[test]
fn six_games_are_played_shown_and_saved() {
    let folder = folder();
    let tried = || try_mode(&folder, &["--html", "page.html", "--records", "records"], "counts").output();
    let said = tried();
    for (number, opponent) in (1..=6).zip(["random", "random", "level=2", "level=2", "level=4", "level=4"]) {
        let order = if number % 2 == 1 { "first (North)" } else { "second (South)" };
        assert!(said.contains(&format!("Game {number}: it moves {order}, against {opponent}\n")), "{said}");
    }
    assert!(said.contains("< nodes 6\n") && said.contains("right, up to depth 3.\n"), "{said}");
    assert!(said.contains("program plays by the rules.\n") && !said.contains("standard error"), "{said}");
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains("Trial of program") && page.contains("level=4") && page.contains("6 games"));
    let records: Vec<_> = (1..=6).map(|number| folder.join(format!("records/game-{number:04}.txt"))).collect();
    let games: Vec<String> = records.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(games[0].contains("random") && games[4].contains("level=4"), "{games:?}");
    let again = tried();
    let moves =
        |said: &str| said.lines().filter(|line| line.contains("> position")).map(str::to_owned).collect::<Vec<_>>();
    assert!(moves(&said).len() > 20 && moves(&said) == moves(&again));
}

#[test]
fn games_opponents_and_seeds_are_chosen() {
    let folder = folder();
    let options = ["--games", "3", "--against", "random", "--against", "minimum=1", "--seed", "7", "--json"];
    let said = try_mode(&folder, &options, "counts").output();
    let lines: Vec<_> = said.lines().map(json).collect();
    let begins: Vec<String> = lines
        .iter()
        .filter(|line| line["event"] == "begins")
        .map(|line| format!("{} {} {}", line["game"], line["moves"], line["opponent"]))
        .collect();
    assert_eq!(begins, [r#"1 "first" "random""#, r#"2 "second" "random""#, r#"3 "first" "minimum=1""#]);
    let verdict = lines.last().unwrap();
    assert_eq!(verdict["perft"].to_string(), "[[1,6,6],[2,36,36],[3,168,168]]");
    let complaint = try_mode(&folder, &["--against", "nobody"], "counts").complaint();
    assert!(complaint.contains("--against") && complaint.contains("nobody"), "{complaint}");
}

#[test]
fn counts_are_compared() {
    let run = try_mode(&folder(), &["--games", "1"], "miscounts");
    assert_eq!(run.status, Some(1), "{run:?}");
    let words = "it counts 37 lines of play at depth 2, not 36. Compare: skirmish perft oska 2 --divide\n";
    assert!(run.stdout.contains(words) && !run.stdout.contains("plays by the rules"), "{}", run.stdout);
}

/// What a program writes to standard error is shown, without doing anything to the terminal.
#[test]
fn errors_are_shown_and_harmless() {
    let run = try_mode(&folder(), &["--games", "1"], "raises");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stdout.contains("  ! ZeroDivisionError: of the third move\n"), "{}", run.stdout);
    assert!(run.stdout.contains(r"  ! \u{1b}]0;a title\u{7} \u{202e}"), "{}", run.stdout);
    assert!(
        !run.stdout.contains("Searching") && !run.stdout.contains(['\u{1b}', '\u{7}', '\u{202e}']),
        "{}",
        run.stdout
    );
    let said = try_mode(&folder(), &["--games", "1"], "warns").output();
    assert!(said.contains("The end of its standard error:\n  ! a warning \\u{1b}[31m\n"), "{said}");
}

/// The most frequent mistake is named.
#[test]
fn a_missing_flush_is_named() {
    let run = try_mode(&folder(), &["--games", "1"], "unflushed");
    assert_eq!(run.status, Some(1), "{run:?}");
    let words = "not ready after 15 s: it did not answer “ugi” with a line “ugiok”; most likely it does not flush";
    assert!(run.stdout.contains(words) && !run.stdout.contains("Searching"), "{}", run.stdout);
}

/// A program that prints nothing and waits for nothing is not tried with other dialogues, each of which would take as long.
#[test]
fn a_silent_program_is_tried_once() {
    let command = ["--game", "hiya", "--proto", "console", "--games", "1", "sleep", "1000"];
    let run = arena_try(&folder(), &command);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stdout.contains("it printed nothing, and does not wait for a line"), "{}", run.stdout);
    assert!(!run.stdout.contains("Searching"), "{}", run.stdout);
}

/// Questions before the game are found first, written into the plan, and then the program plays.
#[test]
fn questions_before_the_game_are_found_and_written() {
    let folder = folder();
    write_plan(&folder, &[("asks", "console"), ("counts", "ugi"), ("miscounts", "ugi")]);
    let options = ["class.toml", "--all", "--write", "--games", "2", "--against", "random"];
    let run = arena_try(&folder, &options);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stdout.contains("asks does not play") && run.stdout.contains("now in class.toml"), "{}", run.stdout);
    assert!(run.stdout.contains("counts plays by the rules."), "{}", run.stdout);
    assert!(run.stdout.contains("miscounts does not know the rules"), "{}", run.stdout);
    let plan = fs::read_to_string(folder.join("class.toml")).unwrap();
    assert!(plan.contains("[[engine]]  # counts") && plan.contains("answers = [["), "{plan}");
    assert!(plan.contains("Board in color") && plan.contains("What is your name"), "{plan}");
    let said = arena_try(&folder, &["class.toml", "--engine", "asks"]).output();
    assert!(said.contains("Game 6") && said.ends_with("asks plays by the rules.\n"), "{said}");
}

/// After several moves were understood, another dialogue is no cure.
#[test]
fn no_false_cures() {
    let folder = folder();
    let script = engines().join("talker.py").display().to_string();
    let moves = folder.join("moves").display().to_string();
    let words = [
        "--game",
        "trench",
        "--proto",
        "console",
        "--with",
        "timemargin=30000",
        "python3",
        &script,
        "cheat",
        "trench",
        &moves,
    ];
    let run = arena_try(&folder, &words);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.stdout.contains("(illegal)") && !run.stdout.contains("Searching"), "{}", run.stdout);
}

#[test]
fn words_after_a_plan_are_options_of_the_trial() {
    let folder = folder();
    write_plan(&folder, &[("counts", "ugi"), ("warns", "ugi")]);
    for (words, complaint) in [
        (&["class.toml", "--engin", "counts"][..], "--engin"),
        (&["class.toml", "--games", "none"], "--games"),
        (&["class.toml"], "--engine is missing; expected --all or one of \"counts\", \"warns\""),
        (&["class.toml", "--all", "--engine", "counts"], "--all"),
        (&["class.toml", "--engine", "Eve"], "unknown engine \"Eve\""),
    ] {
        let found = arena_try(&folder, words).complaint();
        assert!(found.contains(complaint), "{words:?}: {found}");
    }
}
