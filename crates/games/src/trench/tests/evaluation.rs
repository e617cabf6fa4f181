//! The engine's opinion: what must hold whatever the weights are.

use super::playouts::board_by_chance;
use crate::drawn;
use crate::rectangular::Rectangular;
use crate::trench::Trench;
use crate::zobrist::mix;
use skirmish_board::{Evaluate, Move, MoveList, Notation, Outcome, Position};

/// Calls `check` with the unfinished positions of random games, half of them from random boards, and their moves.
fn for_positions(mut check: impl FnMut(&Trench, &[Move])) {
    for game in 0..1_000 {
        let mut position = if game % 2 == 0 { Trench::start() } else { board_by_chance(mix(game)) };
        for ply in 0.. {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let Some(chosen) = (mix(mix(game) ^ ply) as usize).checked_rem(moves.len()) else { break };
            check(&position, &moves);
            position.play(moves[chosen]);
        }
    }
}

/// The opponent's fastest wins, tried out.
fn wins_at_once(position: &Trench) -> bool {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().any(|&mv| {
        let mut next = *position;
        next.play(mv);
        next.outcome() == Some(Outcome::Win(position.side))
    })
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
        for &mv in moves {
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
    assert_eq!(drawn::position(&Trench::start(), board, rest).threatened(), expected, "\n{board}");
}

#[test]
fn only_a_move_going_backward_threatens_a_death_star() {
    let board = "
        7  - - - - - - -
        6  - - - - - - -
        5  - - - @ - - T
        4  - - - - - - -
        3  - X - T - X -
        2  - - - - - - -
        1  - - - * - x t";
    threatens(board, "s -", true);
    threatens(&board.replace("- X - T - X -", "- T - X - T -"), "s -", false);
    let from_before = "
        7  - X - T - X -
        6  - - - - - - -
        5  T - - @ - - T
        4  - - - - - - -
        3  - - - - - - -
        2  - - - * - - -
        1  - - - - - x t";
    threatens(from_before, "s -", false);
}

/// Capturing the only ship that can still move wins as well.
#[test]
fn losing_the_last_ship_that_moves_is_a_threat() {
    let board = "
        7  - x - - - - -
        6  - - ~ * ~ - -
        5  - - - - - - -
        4  t - - - - - T
        3  - - - - - - -
        2  - - + @ + - -
        1  - - - - - - -";
    threatens(board, "s -", true);
    threatens(board, "s n", false);
    threatens(&board.replace("- x - - - - -", "- t - - - - -"), "s -", false);
}

#[test]
fn a_capture_gains_less_where_it_is_answered() {
    let board = "
        7  - - - - - - -
        6  - - ~ * ~ - -
        5  - X - - - - -
        4  t - X - T - -
        3  - - - x - - -
        2  - - + @ + - -
        1  - - - - - - -";
    let gains = |rest: &str, mv: &str| {
        let position = drawn::position(&Trench::start(), board, rest);
        position.parse_move(mv).map(|mv| position.gain(mv))
    };
    assert_eq!(gains("s -", "D3E4"), Ok(120));
    assert_eq!(gains("s -", "A4C4"), Ok(80 - 120));
    // A TIE may not move sideways twice, so only the X-wing answers, and it takes an X-wing for an X-wing.
    assert_eq!(gains("s n", "A4C4"), Ok(80 - 120));
    assert_eq!(gains("s n", "D3C4"), Ok(0));
    let without = board.replace("- X - - - - -", "- - - - - - -");
    let position = drawn::position(&Trench::start(), &without, "s n");
    assert_eq!(position.parse_move("D3C4").map(|mv| position.gain(mv)), Ok(80));
}
