//! The rules of Refusal, sentence by sentence, on boards of tests.

mod evaluation;
mod notation;
mod reasons;
mod rules;
mod sliders;
mod steppers;
mod turn;

use skirmish_board::{Notation, Position};

use super::*;
use crate::test_boards::{self, moves_of};

/// South's move, and what it changes on the board, with North to propose.
#[track_caller]
fn south(before: &str, mv: &str, after: &str) -> Refusal {
    test_boards::plays(&Refusal::start(), (before, "s -"), mv, (after, "n -"))
}

/// North's move, and what it changes on the board, with South to propose.
#[track_caller]
fn north(before: &str, mv: &str, after: &str) -> Refusal {
    test_boards::plays(&Refusal::start(), (before, "n -"), mv, (after, "s -"))
}

/// The moves that South can propose are exactly these.
#[track_caller]
fn south_has(board: &str, moves: &str) {
    test_boards::legal(&Refusal::start(), (board, "s -"), moves);
}

/// The moves that North can propose are exactly these.
#[track_caller]
fn north_has(board: &str, moves: &str) {
    test_boards::legal(&Refusal::start(), (board, "n -"), moves);
}

/// The position of a text that must be good.
#[track_caller]
fn parsed(text: &str) -> Refusal {
    Refusal::start().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
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
const HANDOUT: &str = "\
8  R - - K L   computer
7  - - - - -
6  N P P - N
5  - - - P -
4  - - n - -
3  n p p p -
2  - - - - -
1  r k - - l   human
   ---------
   A B C D E
";

fn handout() -> Refusal {
    test_boards::position(&Refusal::start(), (HANDOUT, "s -"))
}
