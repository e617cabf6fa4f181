//! Where the program saves games and tablebases.
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{program, state};

/// A temporary home directory, so that the user's files are not touched.
struct Home(PathBuf);

impl Home {
    fn new() -> Home {
        let path = state();
        fs::create_dir_all(&path).unwrap();
        Home(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn program(&self, arguments: &[&str]) -> Command {
        let mut command = program(arguments);
        for variable in ["SKIRMISH_STATE", "SKIRMISH_CACHE", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
            command.env_remove(variable);
        }
        command.env("HOME", &self.0).current_dir(&self.0);
        command
    }
}

/// Both outputs of a command.
#[track_caller]
fn said(command: &mut Command) -> String {
    let output = command.output().unwrap();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat()
}

/// A game saved by version 0.1.0.
const GAME: &str = "\
Game: trench
South: human
North: RED FIVE
Level: 3
Date: 2026-03-14
Time: 5 s a move
Start: -TT-TT-/--~*~--/XX---XX/-------/xx---xx/--+@+--/-tt-tt- s -

1. South A3B4     4.210s
2. North A5B4     0.951s

Result: unfinished
";

fn put(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The folders of saved games, each with the environment variables that select it.
const STATES: [(&str, &[(&str, &str)]); 5] = [
    (".local/state/skirmish", &[]),
    ("elsewhere/skirmish", &[("XDG_STATE_HOME", "elsewhere")]),
    ("mine", &[("SKIRMISH_STATE", "mine"), ("XDG_STATE_HOME", "elsewhere")]),
    // Empty and relative values are ignored.
    (".local/state/skirmish", &[("SKIRMISH_STATE", ""), ("XDG_STATE_HOME", "")]),
    (".local/state/skirmish", &[("XDG_STATE_HOME", "./relative")]),
];

/// The variables, absolute within the home unless they begin with a full stop.
fn set(command: &mut Command, home: &Home, variables: &[(&str, &str)]) {
    for (name, value) in variables {
        let absolute = !value.is_empty() && !value.starts_with('.');
        command.env(name, if absolute { home.path(value) } else { PathBuf::from(value) });
    }
}

#[test]
fn a_game_left_by_an_earlier_version_is_resumed() {
    for (place, variables) in STATES {
        let home = Home::new();
        put(&home.path(place).join("autosave.txt"), GAME);
        let mut command = home.program(&["play", "--resume", "--hash", "1"]);
        set(&mut command, &home, variables);
        let output = said(&mut command);
        assert!(output.contains("Level 3 of 10") && output.contains("4  - X - - - - -"), "{variables:?}: {output}");
    }
    assert!(said(&mut Home::new().program(&["play", "--resume"])).contains("there is no saved game"));
}

#[test]
fn a_game_is_kept_in_the_same_place() {
    for (place, variables) in STATES {
        let home = Home::new();
        let mut command = home.program(&["play", "hiya", "--second", "--level", "1", "--hash", "1"]);
        set(&mut command, &home, variables);
        let output = said(&mut command);
        assert!(output.contains("The game is saved"), "{output}");
        let games: Vec<_> = fs::read_dir(home.path(place).join("games")).unwrap().flatten().collect();
        let [file] = games.as_slice() else { panic!("{variables:?}: {games:?}") };
        let saved = fs::read_to_string(file.path()).unwrap();
        assert!(saved.starts_with("Game: hiya\n"), "{variables:?}: {saved}");
        let date = saved.lines().find_map(|line| line.strip_prefix("Date: ")).unwrap();
        let digits = date.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect::<String>();
        assert_eq!(digits, "0000-00-00", "{saved}");
    }
}

#[test]
fn solved_boards_are_kept_and_found_in_the_same_place() {
    for (place, variables) in [
        (".cache/skirmish", &[][..]),
        ("elsewhere/skirmish", &[("XDG_CACHE_HOME", "elsewhere")]),
        ("mine", &[("SKIRMISH_CACHE", "mine"), ("XDG_CACHE_HOME", "elsewhere")]),
    ] {
        let home = Home::new();
        let run = |arguments: &[&str]| {
            let mut command = home.program(arguments);
            set(&mut command, &home, variables);
            said(&mut command)
        };
        let path = home.path(place).join("oska-4.solution");
        assert!(run(&["solve", "oska:4", "--threads", "1"]).contains(&format!(" MB in {}\n", path.display())));
        let look = ["analyze", "oska", "--depth", "1", "--hash", "1"];
        assert!(!run(&look).contains("is not used"));
        put(&path, "damaged");
        let text = run(&look);
        assert!(text.contains(&format!("skirmish: {} is not used: ", path.display())), "{text}");
    }
}
