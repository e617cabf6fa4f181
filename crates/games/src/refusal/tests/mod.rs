//! The rules of Refusal, sentence by sentence, on drawn boards.

mod evaluation;
mod notation;
mod reasons;
mod rules;
mod sliders;
mod steppers;
mod turn;

use skirmish_board::{Notation, Position};

use super::*;
use crate::drawn;

/// South's move on the drawn board leads to the second drawing, with North to propose.
#[track_caller]
fn south(before: &str, mv: &str, after: &str) {
    drawn::plays(&Refusal::start(), (before, "s -"), mv, (after, "n -"));
}

/// North's move on the drawn board leads to the second drawing, with South to propose.
#[track_caller]
fn north(before: &str, mv: &str, after: &str) {
    drawn::plays(&Refusal::start(), (before, "n -"), mv, (after, "s -"));
}

/// The moves that South can propose are exactly these.
#[track_caller]
fn south_has(drawing: &str, moves: &str) {
    drawn::legal(&Refusal::start(), (drawing, "s -"), moves);
}

/// The moves that North can propose are exactly these.
#[track_caller]
fn north_has(drawing: &str, moves: &str) {
    drawn::legal(&Refusal::start(), (drawing, "n -"), moves);
}

/// The position of a text that must be good.
#[track_caller]
fn parsed(text: &str) -> Refusal {
    Refusal::start().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal moves as sorted text.
fn moves_of(position: &Refusal) -> Vec<String> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut moves: Vec<String> = list.iter().map(|&mv| position.format_move(mv)).collect();
    moves.sort();
    assert_eq!(position.count_moves(), moves.len());
    moves
}

/// The position after a list of actions.
#[track_caller]
fn after(mut position: Refusal, actions: &str) -> Refusal {
    for action in actions.split_whitespace() {
        let mv = position.parse_move(action).unwrap_or_else(|error| panic!("{action}: {error}"));
        position.play(mv);
    }
    position
}

/// The example board of the handout; South, whose turn it is, has C4B6 and others.
const HANDOUT: &str = "
    8  R - - K L   computer
    7  - - - - -
    6  N P P - N
    5  - - - P -
    4  - - n - -
    3  n p p p -
    2  - - - - -
    1  r k - - l   human
       ---------
       A B C D E";
