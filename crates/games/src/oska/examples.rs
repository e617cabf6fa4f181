//! Examples of the rules.

use crate::registry::Example;

const STEP: &str = "---w/-w-/w-/---/bbbb w";
const JUMP: &str = "ww-w/-w-/-b/---/bb-b w";
const PASS: &str = "----/-w-/w-/b--/b--- b";

pub(super) const EXAMPLES: &[Example] = &[
    Example::legal(STEP, "A3B2", "A piece steps one row forward, diagonally, onto an empty square."),
    Example::illegal(STEP, "B4A3", "Its own side stands there."),
    Example::legal(
        JUMP,
        "B4C2",
        "It may jump over an enemy onto the empty square right behind it, and takes it. It need not.",
    ),
    Example::legal(PASS, "pass", "Neither black piece can move, so Black must pass, and White moves again."),
    Example::illegal(STEP, "pass", "Nobody passes who can move."),
    Example::legal(
        "b-b-/---/w-/b--/-ww- w",
        "A3A1",
        "A jump that ends the game for both sides: all that is left has arrived. White wins with three pieces to two.",
    ),
];
