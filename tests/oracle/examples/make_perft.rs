//! Rewrites the perft files: for each game the start and positions from random playouts, with counts by the oracle.
//!
//! Deterministic: while the rules stay the same, `cargo run --release -p skirmish-oracle --example make_perft` changes nothing.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use skirmish_oracle::{GAMES, State, perft, random_playout};

/// A kind of position that a random choice may miss, and how many of them to add.
type Extra = (fn(&State) -> bool, usize);

/// Further sizes, for games that have them.
const SIZES: &[&str] = &["oska:5", "oska:6", "oska:8", "oska:12"];

/// The depth of the start position, if it is not 4.
const START_DEPTHS: &[(&str, u32)] = &[("oska", 8), ("oska:5", 7), ("oska:6", 6), ("oska:8", 5)];

/// Special positions of a game.
fn extra(game: &str) -> &'static [Extra] {
    match game.split(':').next().unwrap_or_default() {
        "refusal" => &[(replaces, 4), (replaces_by_only_move, 3)],
        "trench" => &[(both_went_sideways, 4), (has_few_moves, 4)],
        "oska" => &[(must_pass, 6)],
        _ => &[(has_few_moves, 4)],
    }
}

/// Which playouts to take positions from: one position each.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=32;

/// Depth 4 is counted only where depth 3 has no more lines than this.
const LINES_WORTH_A_FOURTH_PLY: u64 = 20_000;

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../perft");
    fs::create_dir_all(&folder)?;
    for game in GAMES.iter().chain(SIZES) {
        let file = format!("{}.txt", game.replace(':', ""));
        fs::write(folder.join(&file), format_file(game))?;
        println!("wrote {file}");
    }
    Ok(())
}

fn format_file(game: &str) -> String {
    let mut text = format!(
        "# Positions of {game} and how many lines of play start there.\n\
         # A line: game ; position ; number of lines of 1, 2, 3, … plies.\n\
         # `pass`, `accept`, `refuse` and a replacement are plies; where a move is to be proposed, a ply is a move accepted.\n\
         # The start, then positions from random playouts, counted by the plain rules in tests/oracle.\n\
         # Written by: cargo run --release -p skirmish-oracle --example make_perft\n"
    );
    let depth = START_DEPTHS.iter().find(|(own, _)| *own == game).map_or(4, |&(_, depth)| depth);
    text += &format_line(game, &State::start(game), depth);
    for state in choose_positions(game) {
        let depth = if perft(&state, 3) <= LINES_WORTH_A_FOURTH_PLY { 4 } else { 3 };
        text += &format_line(game, &state, depth);
    }
    text
}

fn format_line(game: &str, state: &State, depth: u32) -> String {
    let counts: Vec<String> = (1..=depth).map(|depth| perft(state, depth).to_string()).collect();
    format!("{game} ; {} ; {}\n", state.text(), counts.join(" "))
}

/// Positions from all stages of a game, no two alike, the start left out.
fn choose_positions(game: &str) -> Vec<State> {
    let mut seen = HashSet::from([State::start(game).text()]);
    let mut chosen = Vec::new();
    for seed in SEEDS {
        let playout = random_playout(game, seed);
        let plies = playout.len();
        // One playout after another gives a position from early on, from later, and from right before its end.
        let ply = match seed % 8 {
            0 => plies / 8,
            1 => plies / 4,
            2 => plies / 2,
            3 => plies * 3 / 4,
            4 => plies * 7 / 8,
            last => plies.saturating_sub(last as usize - 4),
        };
        let (state, _) = &playout[ply];
        if seen.insert(state.text()) {
            chosen.push(state.clone());
        }
    }
    for &(is_wanted, number) in extra(game) {
        // At most one position from a playout, for variety; other playouts than above.
        (*SEEDS.end() + 1..10_000)
            .filter_map(|seed| random_playout(game, seed).into_iter().map(|(state, _)| state).find(is_wanted))
            .filter(|state| seen.insert(state.text()))
            .take(number)
            .for_each(|state| chosen.push(state));
    }
    chosen
}

fn must_pass(state: &State) -> bool {
    state.legal() == ["pass"]
}

fn replaces(state: &State) -> bool {
    state.text().contains('!')
}

fn replaces_by_only_move(state: &State) -> bool {
    replaces(state) && state.legal().len() == 1
}

fn both_went_sideways(state: &State) -> bool {
    state.text().ends_with(" ns")
}

fn has_few_moves(state: &State) -> bool {
    state.legal().len() <= 3
}
