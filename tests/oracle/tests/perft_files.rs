//! The perft files hold what the oracle counts.

use std::fs;
use std::path::Path;

use skirmish_oracle::{State, perft};

/// Deeper counts are left to fast code.
const DEPTH: usize = 3;

#[test]
fn perft_files_agree_with_the_oracle() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../perft");
    for file in ["refusal", "gastank", "trench", "hiya", "oska", "oska5", "oska6", "oska8", "oska12"] {
        let text = fs::read_to_string(folder.join(format!("{file}.txt"))).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.len() > 24, "{file} has {} positions", lines.len());
        for line in lines {
            check(line);
        }
    }
}

fn check(line: &str) {
    let fields: Vec<&str> = line.split(" ; ").collect();
    let [game, position, counts] = fields[..] else { panic!("three fields expected: {line}") };
    let state = State::parse(game, position);
    assert_eq!(state.text(), position);
    assert!(state.outcome().is_none(), "{line}");
    for (depth, count) in (1..).zip(counts.split(' ')).take(DEPTH) {
        assert_eq!(perft(&state, depth).to_string(), count, "{line} to depth {depth}");
    }
}
