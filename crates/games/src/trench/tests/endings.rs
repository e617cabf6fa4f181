//! How a game ends.

use super::{plays, walled};
use crate::test_boards::{self, Board, moves_of};
use crate::trench::Trench;
use skirmish_board::{Notation, Outcome, Position, Side};

/// Checks that the game is over with this winner, whoever would be on turn, and why.
#[track_caller]
fn ends(board: Board, winner: Side, reason: &str) {
    let position = test_boards::position(&Trench::start(), board);
    assert_eq!(position.outcome(), Some(Outcome::Win(winner)));
    assert!(moves_of(&position).is_empty());
    assert_eq!(position.ending(), reason);
    let error = position.parse_move("B1B2").map_err(|error| error.to_string());
    assert_eq!(error, Err(format!("The game is over: {reason}")));
}

#[test]
fn who_captures_the_death_star_wins() {
    let played = plays((walled!("T C7, t D7 B1"), "s -"), "D7D6", ("- D7, t D6", "n -"));
    let captured = "T C7, ~ C6 E6, t D6 B1, + C2 E2, @ D2";
    assert_eq!(played, test_boards::position(&Trench::start(), (captured, "n -")));
    ends((captured, "n -"), Side::South, "North's Death Star was captured.");
    ends((captured, "s -"), Side::South, "North's Death Star was captured.");
}

#[test]
fn a_side_without_a_legal_move_loses_on_its_turn() {
    let board = walled!("x B7, T E1");
    ends((board, "s -"), Side::North, "South has no legal move.");
    // North on turn still plays.
    assert_eq!(test_boards::position(&Trench::start(), (board, "n -")).outcome(), None);
}

#[test]
fn a_side_without_ships_loses_on_its_turn() {
    ends(("* D6, @ D2, t C1", "n -"), Side::South, "North has no legal move.");
}

/// The last TIE could only go sideways, and has just done so.
#[test]
fn a_side_kept_from_moving_by_the_sideways_rule_loses() {
    let board = walled!("t C7, T B1");
    ends((board, "s s"), Side::North, "South has no legal move.");
    assert_eq!(test_boards::position(&Trench::start(), (board, "s n")).outcome(), None);
}

#[test]
fn a_game_that_goes_on_has_no_ending() {
    assert_eq!(Trench::start().outcome(), None);
    assert_eq!(Trench::start().ending(), "");
}
