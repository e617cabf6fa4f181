//! The evaluation: what must hold whatever the weights are.

use super::{playouts::board_by_chance, walled};
use crate::rectangular::Rectangular;
use crate::test_boards::{self, random_game, wins_at_once};
use crate::trench::Trench;
use crate::zobrist::mix;
use skirmish_board::{Evaluate, MoveList, Notation, Random};

/// Calls `check` with the unfinished positions of random games, half of them from random boards, and their moves.
fn for_positions(mut check: impl FnMut(&Trench, &MoveList)) {
    let mut random = Random::new(5);
    for game in 0..2_000 {
        let position = if game % 2 == 0 { Trench::start() } else { board_by_chance(mix(game)) };
        random_game(position, &mut random, &mut check);
    }
}

/// A term that nothing counts for is a mistake.
#[test]
fn every_term_counts_somewhere() {
    let mut seen = vec![false; Trench::WEIGHTS.len()];
    for_positions(|position, _| position.terms(&mut |term, count| seen[term] |= count != 0));
    let unseen: Vec<usize> = (0..seen.len()).filter(|&term| !seen[term]).collect();
    assert!(unseen.is_empty(), "terms that nothing counts for: {unseen:?}");
}

#[test]
fn threats_are_what_the_opponent_could_do() {
    let mut threats = 0;
    for_positions(|position, _| {
        let passed = position.with_turn_passed();
        assert_eq!(position.threatened(), wins_at_once(&passed), "{}", position.format_position());
        threats += usize::from(position.threatened());
    });
    assert!(threats > 100, "only {threats} threats");
}

#[test]
fn captures_are_noisy_and_nothing_else() {
    for_positions(|position, moves| {
        for &mv in moves.iter() {
            assert_eq!(position.is_noisy(mv), position.piece_on(mv.to()).is_some());
        }
    });
}

/// A ship more is better, the more so if it can ever strike: an X-wing stays on squares of one colour.
#[test]
fn more_ships_are_better() {
    let judged = |board: &str| Trench::start().parse_position(&format!("{board} s -")).expect("a position").evaluate();
    let even = "T-----X/--~*~--/-------/-------/-------/--+@+--/x-----t";
    for ship in ['X', 'T'] {
        assert!(judged(&even.replace(ship, "-")) > judged(even) + 100, "{ship}");
    }
    assert!(judged(&even.replace("-X", "X-")) > judged(even) + 100);
}

#[track_caller]
fn threatens(board: &str, rest: &str, expected: bool) {
    assert_eq!(test_boards::position(&Trench::start(), (board, rest)).threatened(), expected, "\n{board}");
}

#[test]
fn only_a_move_going_backward_threatens_a_death_star() {
    threatens("@ D5, T G5 D3, X B3 F3, * D1, x F1, t G1", "s -", true);
    threatens("@ D5, T G5 B3 F3, X D3, * D1, x F1, t G1", "s -", false);
    // From before, from both sides.
    threatens("X B7 F7, T D7 A5 G5, @ D5, * D2, x F1, t G1", "s -", false);
}

/// Capturing the only ship that can still move wins as well.
#[test]
fn losing_the_last_ship_that_moves_is_a_threat() {
    let board = walled!("x B7, t A4, T G4");
    threatens(board, "s -", true);
    threatens(board, "s n", false);
    threatens(walled!("t B7 A4, T G4"), "s -", false);
}

#[test]
fn a_capture_gains_less_where_it_is_answered() {
    let board = walled!("X B5 C4, t A4, T E4, x D3");
    let gains = |board: &str, rest: &str, mv: &str| {
        let position = test_boards::position(&Trench::start(), (board, rest));
        position.parse_move(mv).map(|mv| position.exchange_gain(mv))
    };
    assert_eq!(gains(board, "s -", "D3E4"), Ok(120));
    assert_eq!(gains(board, "s -", "A4C4"), Ok(80 - 120));
    // A TIE may not move sideways twice, so only the X-wing answers, and it takes an X-wing for an X-wing.
    assert_eq!(gains(board, "s n", "A4C4"), Ok(80 - 120));
    assert_eq!(gains(board, "s n", "D3C4"), Ok(0));
    assert_eq!(gains(walled!("X C4, t A4, T E4, x D3"), "s n", "D3C4"), Ok(80));
}
