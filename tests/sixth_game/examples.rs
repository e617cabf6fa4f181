//! Examples of the rules.

use crate::registry::Example;

const MEETING: &str = "P--P/-P--/-Pp-/p---/-p-p s";

pub(super) const EXAMPLES: &[Example] = &[
    Example::legal(MEETING, "C3C4", "A pawn goes straight ahead onto an empty square."),
    Example::illegal(MEETING, "B1B1", "It must leave its square."),
    Example::legal(MEETING, "C3B4", "It captures diagonally ahead."),
    Example::legal(MEETING, "A2B3", "So does this one, and it stops the pawn that would have arrived."),
    Example::illegal("----/----/P---/p---/---- s", "A2A3", "A pawn straight ahead stops it."),
    Example::legal("P---/--p-/----/---P/p--- s", "C4D5", "The first pawn on the far row wins."),
];
