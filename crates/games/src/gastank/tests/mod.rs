//! What the rules of GasTank Chess say: the pieces, the gas, the endings, the text, the evaluation and what
//! must hold of all positions.

mod endings;
mod evaluation;
mod gas;
mod pieces;
mod properties;
mod rules_text;
mod text;

use super::GasTank;
use crate::test_boards;

/// Plays a move of South.
#[track_caller]
fn plays(before: &str, mv: &str, after: &str) {
    test_boards::plays(&GasTank::start(), (before, "s"), mv, (after, "n"));
}

/// Checks that a move of South is illegal and that the reason contains the words.
#[track_caller]
fn forbids(board: &str, mv: &str, words: &str) {
    test_boards::forbids(&GasTank::start(), (board, "s"), mv, &[words]);
}

/// Checks all legal moves of South.
#[track_caller]
fn legal(board: &str, expected: &str) {
    test_boards::legal(&GasTank::start(), (board, "s"), expected);
}

/// The board that the handout draws.
const HANDOUT: &str = "
7  -- -- -- Q3 K3 B3 -- --  computer
6  -- -- -- B2 -- N3 -- --
5  -- N2 -- -- -- -- -- --
4  -- -- -- -- -- -- -- --
3  b2 -- -- -- -- -- -- --
2  -- -- -- n3 -- n3 -- --
1  -- -- -- q3 k3 b3 -- --  human
   -----------------------
   A  B  C  D  E  F  G  H
";
