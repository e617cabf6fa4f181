//! Tests of Hi-YA!: what the rules say, the texts, and whole games at random.

mod attacks;
mod evaluation;
mod moving;
mod pictures;
mod playouts;
mod texts;

use super::HiYa;
use crate::test_boards;

/// The board of the start, as the handout prints it.
const START: &str = "\
8  - - - K - - -   computer
7  J J J - S S S
6  M M M - N N N
5  - - - - - - -
4  - - - - - - -
3  n n n - m m m
2  s s s - j j j
1  - - - k - - -   human
   -------------
   A B C D E F G
";

/// South plays the move: before and after.
#[track_caller]
fn south(before: &str, mv: &str, after: &str) {
    test_boards::plays(&HiYa::start(), (before, "s"), mv, (after, "n"));
}

/// North plays the move: before and after.
#[track_caller]
fn north(before: &str, mv: &str, after: &str) {
    test_boards::plays(&HiYa::start(), (before, "n"), mv, (after, "s"));
}

/// The exact reason why the side's move is illegal.
#[track_caller]
fn reason(board: &str, side: &str, mv: &str, expected: &str) {
    assert_eq!(test_boards::reason(&HiYa::start(), (board, side), mv), expected);
}

/// The complete legal moves of South, then of North, on the same board.
#[track_caller]
fn legal(board: &str, south: &str, north: &str) {
    test_boards::legal(&HiYa::start(), (board, "s"), south);
    test_boards::legal(&HiYa::start(), (board, "n"), north);
}
