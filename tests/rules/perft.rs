//! The games compared with the counts in `tests/perft`, which the oracle made.
//!
//! A line is `GAME ; POSITION ; n1 n2 n3 …`, the numbers of lines of 1, 2, 3, … plies; `#` starts a comment.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use skirmish_games::GameId;

/// The start position and twenty others.
const AT_LEAST: usize = 21;

struct Entry {
    game: GameId,
    position: String,
    counts: Vec<u64>,
    /// File and line, for messages.
    place: String,
}

#[test]
fn every_game_has_enough_positions() {
    let mut found: HashMap<&str, usize> = HashMap::new();
    for entry in entries() {
        *found.entry(entry.game.info().id).or_default() += 1;
    }
    for game in GameId::all() {
        let count = found.get(game.info().id).copied().unwrap_or(0);
        assert!(
            count >= AT_LEAST,
            "{count} positions of {game} in tests/perft, expected at least {AT_LEAST}: add the game to tests/oracle and write the file by \
             cargo run --release -p skirmish-oracle --example make_perft"
        );
    }
}

#[test]
fn the_start_of_every_game_is_among_them() {
    let entries = entries();
    for game in GameId::all() {
        let start = skirmish_play::new_game(game).position();
        assert!(entries.iter().any(|entry| entry.game == game && entry.position == start), "{game}: {start}");
    }
}

#[test]
fn the_fast_games_count_the_same() {
    for entry in entries() {
        let mut table = skirmish_play::new_game(entry.game);
        table.set_position(&entry.position).unwrap_or_else(|error| panic!("{}: {error}", entry.place));
        assert_eq!(table.position(), entry.position, "{}", entry.place);
        for (depth, &count) in (1..).zip(&entry.counts) {
            assert_eq!(table.perft(depth), count, "{}, depth {depth}", entry.place);
        }
        let split: u64 = table.divide(2).iter().map(|(_, lines)| lines).sum();
        assert_eq!(split, table.perft(2), "{}, by first moves", entry.place);
    }
}

/// All lines of all files.
fn entries() -> Vec<Entry> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/perft");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let mut entries = Vec::new();
    for file in &files {
        for (number, line) in (1..).zip(fs::read_to_string(file).unwrap().lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                entries.push(parse(line, format!("{}:{number}", file.display())));
            }
        }
    }
    assert!(!entries.is_empty(), "no perft files in {}", folder.display());
    entries
}

fn parse(line: &str, place: String) -> Entry {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [game, position, counts] = fields[..] else { panic!("{place}: three fields expected, separated by ;") };
    let game = GameId::parse(game).unwrap_or_else(|error| panic!("{place}: {error}"));
    let counts: Vec<u64> = counts
        .split_whitespace()
        .map(|count| count.parse().unwrap_or_else(|_| panic!("{place}: {count} is not a number")))
        .collect();
    assert!(!counts.is_empty(), "{place}: no counts");
    Entry { game, position: position.to_owned(), counts, place }
}
