//! The stored positions with tasks, proven again by a second implementation of the rules and a search that shares no code with the
//! first.

use skirmish_class::grade::tactics::{Tactic, TacticTask, parse_pool};
use skirmish_oracle::State;

const POOLS: [(&str, &str); 5] = [
    ("refusal", include_str!("../tactics/refusal.txt")),
    ("gastank", include_str!("../tactics/gastank.txt")),
    ("trench", include_str!("../tactics/trench.txt")),
    ("hiya", include_str!("../tactics/hiya.txt")),
    ("oska", include_str!("../tactics/oska.txt")),
];

/// Lines of play that the slow rules can look at in a moment.
const MAX_LINES: u64 = 6_000;

/// Whether a side forces its win within so many plies. Where moves are proposed, the best one is refused.
fn is_won(state: &State, winner: &str, plies: u32) -> bool {
    if let Some(outcome) = state.outcome() {
        return outcome == winner;
    }
    let own = state.to_move() == winner;
    let moves = state.legal();
    let needed = if state.is_proposal_turn() { 2 } else { 1 };
    if moves.len() < needed {
        return !own;
    }
    if plies == 0 {
        return false;
    }
    let good =
        moves.iter().filter(|mv| is_won(&state.play_accepted(mv), winner, plies - 1) == own).take(needed).count();
    (good == needed) == own
}

/// The moves that do what the task asks for.
fn right_moves(game: &str, tactic: &Tactic) -> Vec<String> {
    let state = State::parse(game, &tactic.position);
    let side = state.to_move();
    let other = if side == "north" { "south" } else { "north" };
    let is_right = |mv: &String| match tactic.task {
        TacticTask::Win(plies) => is_won(&state.play_accepted(mv), side, plies - 1),
        TacticTask::Save(plies) => !is_won(&state.play_accepted(mv), other, plies - 1),
    };
    state.legal().into_iter().filter(is_right).collect()
}

#[test]
fn every_pool_has_positions_for_every_task() {
    for (game, text) in POOLS {
        let pool = parse_pool(text);
        assert_eq!(pool.len(), text.lines().count(), "{game}");
        for task in TacticTask::ALL {
            // On Oska's smallest board nearly everything is decided: see the lines with a question mark.
            let count = pool.iter().filter(|tactic| tactic.task == task).count();
            assert!(count >= 8, "{game}: {} has {count}", task.id());
        }
        let mut positions: Vec<&str> = pool.iter().map(|tactic| &tactic.position[..]).collect();
        positions.sort_unstable();
        positions.dedup();
        assert_eq!(positions.len(), pool.len(), "{game}: a position is there twice");
    }
}

#[test]
fn a_second_implementation_proves_the_positions() {
    let all = std::env::var("SKIRMISH_ALL").is_ok_and(|all| all != "0");
    for (game, text) in POOLS {
        let needed = if game == "refusal" { 2 } else { 1 };
        let mut proven = 0;
        for tactic in parse_pool(text) {
            let moves = State::parse(game, &tactic.position).legal().len() as u64;
            let lines = moves.saturating_pow(tactic.task.plies());
            if lines > if all { 100 * MAX_LINES } else { MAX_LINES } {
                continue;
            }
            proven += 1;
            assert_eq!(right_moves(game, &tactic), tactic.right, "{game}: {tactic:?}");
            assert_eq!(tactic.right.len(), needed, "{game}: {tactic:?}");
        }
        assert!(proven >= 20, "{game}: only {proven}");
    }
}
