//! Tests of Hi-YA!: what the rules say, the texts, and whole games at random.

mod attacks;
mod evaluation;
mod moving;
mod pictures;
mod playouts;
mod texts;

use skirmish_board::Notation;

use super::HiYa;
use crate::drawn;

/// South plays the move: before and after.
#[track_caller]
fn south(before: &str, mv: &str, after: &str) {
    drawn::plays(&HiYa::start(), (before, "s"), mv, (after, "n"));
}

/// North plays the move: before and after.
#[track_caller]
fn north(before: &str, mv: &str, after: &str) {
    drawn::plays(&HiYa::start(), (before, "n"), mv, (after, "s"));
}

/// The exact reason why the side's move is illegal.
#[track_caller]
fn reason(drawing: &str, side: &str, mv: &str, expected: &str) {
    drawn::forbids(&HiYa::start(), (drawing, side), mv, &[]);
    let position = drawn::position(&HiYa::start(), drawing, side);
    assert_eq!(position.parse_move(mv).map_err(|error| error.to_string()), Err(expected.to_owned()));
}

/// The complete legal moves of South, then of North, on the same board.
#[track_caller]
fn legal(drawing: &str, south: &str, north: &str) {
    drawn::legal(&HiYa::start(), (drawing, "s"), south);
    drawn::legal(&HiYa::start(), (drawing, "n"), north);
}
