//! The rules of Trench Run, one drawn board for each.

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
use crate::test_boards::{self, Board};

/// A sparse board with the walls and Death Stars of the start, and these pieces.
macro_rules! walled {
    ($pieces:literal) => {
        concat!("~ C6 E6, * D6, + C2 E2, @ D2, ", $pieces)
    };
}
use walled;

/// The board that the handout draws.
const HANDOUT: &str = "\
7  - T T - T - T  COMPUTER
6  X - ~ * ~ - -
5  X - - - - X X
4  - - x - - - -
3  x - - - - x x
2  - - + @ + - -
1  t - t - t t -  HUMAN

   A B C D E F G
";

#[track_caller]
fn plays(before: Board, mv: &str, after: Board) -> Trench {
    test_boards::plays(&Trench::start(), before, mv, after)
}

/// Checks that each of the moves is illegal; the reasons have their own tests.
#[track_caller]
fn forbids(board: Board, moves: &str) {
    for mv in moves.split_whitespace() {
        test_boards::forbids(&Trench::start(), board, mv, &[]);
    }
}

/// Checks that the move is illegal for exactly this reason.
#[track_caller]
fn refuses(board: Board, mv: &str, reason: &str) {
    assert_eq!(test_boards::reason(&Trench::start(), board, mv), reason);
}

#[track_caller]
fn legal(board: Board, moves: &str) {
    test_boards::legal(&Trench::start(), board, moves);
}
