//! The rules of Trench Run, one test for each, on drawn boards.

mod endings;
mod evaluation;
mod pieces;
mod playouts;
mod reasons;
mod rules_text;
mod sideways;
mod stars_and_walls;
mod texts;

use super::Trench;
use crate::drawn;
use skirmish_board::Notation;

/// The board drawn and what follows it in position text.
type Drawn<'t> = (&'t str, &'t str);

#[track_caller]
fn plays(before: Drawn, mv: &str, after: Drawn) {
    drawn::plays(&Trench::start(), before, mv, after);
}

/// Checks that each of the moves is illegal; the reasons have their own tests.
#[track_caller]
fn forbids(board: Drawn, moves: &str) {
    for mv in moves.split_whitespace() {
        drawn::forbids(&Trench::start(), board, mv, &[]);
    }
}

/// Checks that the move is illegal for exactly this reason.
#[track_caller]
fn refuses(board: Drawn, mv: &str, reason: &str) {
    let position = drawn::position(&Trench::start(), board.0, board.1);
    assert_eq!(position.parse_move(mv).map_err(|error| error.to_string()), Err(reason.to_owned()));
}

#[track_caller]
fn legal(board: Drawn, moves: &str) {
    drawn::legal(&Trench::start(), board, moves);
}
