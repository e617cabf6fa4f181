//! How a game ends.

use super::{Drawn, plays};
use crate::drawn;
use crate::trench::Trench;
use skirmish_board::{MoveList, Notation, Outcome, Position, Side};

const STAR_CAPTURED: &str = "
    7  - - T - - - -
    6  - - ~ t ~ - -
    5  - - - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2  - - + @ + - -
    1  - t - - - - -";

/// Checks that the game is over with this winner, whoever would be on turn, and why.
#[track_caller]
fn ends((board, rest): Drawn, winner: Side, reason: &str) {
    let position = drawn::position(&Trench::start(), board, rest);
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    assert_eq!(position.outcome(), Some(Outcome::Win(winner)));
    assert!(moves.is_empty() && position.count_moves() == 0);
    assert_eq!(position.ending(), reason);
    let error = position.parse_move("B1B2").map_err(|error| error.to_string());
    assert_eq!(error, Err(format!("The game is over: {reason}")));
}

#[test]
fn who_captures_the_death_star_wins() {
    plays(
        (
            "
            7  - - T t - - -
            6  - - ~ * ~ - -
            5  - - - - - - -
            4  - - - - - - -
            3  - - - - - - -
            2  - - + @ + - -
            1  - t - - - - -",
            "s -",
        ),
        "D7D6",
        (STAR_CAPTURED, "n -"),
    );
    ends((STAR_CAPTURED, "n -"), Side::South, "North's Death Star was captured.");
    ends((STAR_CAPTURED, "s -"), Side::South, "North's Death Star was captured.");
}

#[test]
fn a_side_without_a_legal_move_loses_on_its_turn() {
    let board = "
        7  - x - - - - -
        6  - - ~ * ~ - -
        5  - - - - - - -
        4  - - - - - - -
        3  - - - - - - -
        2  - - + @ + - -
        1  - - - - T - -";
    ends((board, "s -"), Side::North, "South has no legal move.");
    // North on turn still plays.
    assert_eq!(drawn::position(&Trench::start(), board, "n -").outcome(), None);
}

#[test]
fn a_side_without_ships_loses_on_its_turn() {
    let board = "
        7  - - - - - - -
        6  - - - * - - -
        5  - - - - - - -
        4  - - - - - - -
        3  - - - - - - -
        2  - - - @ - - -
        1  - - t - - - -";
    ends((board, "n -"), Side::South, "North has no legal move.");
}

/// The last TIE could only go sideways, and has just done so.
#[test]
fn a_side_kept_from_moving_by_the_sideways_rule_loses() {
    let board = "
        7  - - t - - - -
        6  - - ~ * ~ - -
        5  - - - - - - -
        4  - - - - - - -
        3  - - - - - - -
        2  - - + @ + - -
        1  - T - - - - -";
    ends((board, "s s"), Side::North, "South has no legal move.");
    assert_eq!(drawn::position(&Trench::start(), board, "s n").outcome(), None);
}

#[test]
fn a_game_that_goes_on_has_no_ending() {
    assert_eq!(Trench::start().outcome(), None);
    assert_eq!(Trench::start().ending(), "");
}
