//! The perft files contain the counts of the oracle, and every game has one.

use std::fs;
use std::path::Path;

use skirmish_oracle::{GAMES, State, perft};

/// The start position and twenty others.
const AT_LEAST: usize = 21;

/// Deeper counts are checked only by the fast rules, unless all tests are requested.
const DEPTH: usize = 3;

#[test]
fn every_game_has_a_perft_file() {
    for game in GAMES {
        let lines = lines(&format!("{game}.txt")).unwrap_or_default();
        assert!(
            lines.len() >= AT_LEAST,
            "tests/perft/{game}.txt has {} positions, expected {AT_LEAST}: write it by \
             cargo run --release -p skirmish-oracle --example make_perft",
            lines.len()
        );
        assert!(
            lines[0].starts_with(&format!("{game} ; {} ; ", State::start(game).text())),
            "{game}: the start is first"
        );
    }
}

#[test]
fn perft_files_agree_with_the_oracle() {
    for file in fs::read_dir(folder()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        lines(&name).unwrap().iter().for_each(|line| check(line));
    }
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../perft")
}

fn lines(file: &str) -> Option<Vec<String>> {
    let text = fs::read_to_string(folder().join(file)).ok()?;
    Some(text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect())
}

fn check(line: &str) {
    let fields: Vec<&str> = line.split(" ; ").collect();
    let [game, position, counts] = fields[..] else { panic!("three fields expected: {line}") };
    let state = State::parse(game, position);
    assert_eq!(state.text(), position);
    assert!(state.outcome().is_none(), "{line}");
    let depths = if std::env::var_os("SKIRMISH_ALL").is_some() { usize::MAX } else { DEPTH };
    for (depth, count) in (1..).zip(counts.split(' ')).take(depths) {
        assert_eq!(perft(&state, depth).to_string(), count, "{line} to depth {depth}");
    }
}
