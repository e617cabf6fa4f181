//! Rewrites the perft files: for each game the start and positions from random playouts, with counts by the oracle.
//!
//! Deterministic: `cargo run --release -p skirmish-oracle --example make_perft` leaves unchanged rules unchanged files.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use skirmish_oracle::{State, perft, random_playout};

/// A kind of position, and how many of them to add.
type Extra = (fn(&State) -> bool, usize);

/// One file of the collection.
struct Plan {
    file: &'static str,
    game: &'static str,
    /// How deep the start is counted.
    start_depth: u32,
    /// Positions that a random choice may miss.
    extra: &'static [Extra],
}

const OSKA_EXTRA: &[Extra] = &[(must_pass, 6)];

const PLANS: [Plan; 9] = [
    Plan { file: "refusal", game: "refusal", start_depth: 4, extra: &[(replaces, 4), (replaces_by_only_move, 3)] },
    Plan { file: "gastank", game: "gastank", start_depth: 4, extra: &[(has_few_moves, 4)] },
    Plan { file: "trench", game: "trench", start_depth: 4, extra: &[(both_went_sideways, 4), (has_few_moves, 4)] },
    Plan { file: "hiya", game: "hiya", start_depth: 4, extra: &[(has_few_moves, 4)] },
    Plan { file: "oska", game: "oska", start_depth: 8, extra: OSKA_EXTRA },
    Plan { file: "oska5", game: "oska:5", start_depth: 7, extra: OSKA_EXTRA },
    Plan { file: "oska6", game: "oska:6", start_depth: 6, extra: OSKA_EXTRA },
    Plan { file: "oska8", game: "oska:8", start_depth: 5, extra: OSKA_EXTRA },
    Plan { file: "oska12", game: "oska:12", start_depth: 4, extra: OSKA_EXTRA },
];

/// Which playouts to take positions from: one position each.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=32;

/// Depth 4 is counted only where depth 3 has no more lines than this.
const LINES_WORTH_A_FOURTH_PLY: u64 = 20_000;

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../perft");
    fs::create_dir_all(&folder)?;
    for plan in &PLANS {
        let path = folder.join(format!("{}.txt", plan.file));
        fs::write(&path, format_file(plan))?;
        println!("wrote {}.txt", plan.file);
    }
    Ok(())
}

fn format_file(plan: &Plan) -> String {
    let mut text = format!(
        "# Positions of {} and how many lines of play start there.\n\
         # A line: game ; position ; number of lines of 1, 2, 3, … plies.\n\
         # `pass`, `accept`, `refuse` and a replacement are plies; where a move is to be proposed, a ply is a move accepted.\n\
         # The start, then positions from random playouts, counted by the plain rules in tests/oracle.\n\
         # Written by: cargo run --release -p skirmish-oracle --example make_perft\n",
        plan.game
    );
    let start = State::start(plan.game);
    text += &format_line(plan.game, &start, plan.start_depth);
    for state in choose_positions(plan) {
        let depth = if perft(&state, 3) <= LINES_WORTH_A_FOURTH_PLY { 4 } else { 3 };
        text += &format_line(plan.game, &state, depth);
    }
    text
}

fn format_line(game: &str, state: &State, depth: u32) -> String {
    let counts: Vec<String> = (1..=depth).map(|depth| perft(state, depth).to_string()).collect();
    format!("{game} ; {} ; {}\n", state.text(), counts.join(" "))
}

/// Positions from all stages of a game, no two alike, the start left out.
fn choose_positions(plan: &Plan) -> Vec<State> {
    let mut seen = HashSet::from([State::start(plan.game).text()]);
    let mut chosen = Vec::new();
    for seed in SEEDS {
        let playout = random_playout(plan.game, seed);
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
    for &(is_wanted, number) in plan.extra {
        // At most one position from a playout, for variety; other playouts than above.
        (*SEEDS.end() + 1..10_000)
            .filter_map(|seed| random_playout(plan.game, seed).into_iter().map(|(state, _)| state).find(is_wanted))
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
