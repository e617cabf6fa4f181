//! Examples of the rules.

use crate::registry::Example;

const GAS: &str = "----K2---/---B2----/-N2------/------Q0-/b1-------/---n0----/--b3-k2--- s";
const QUEEN: &str = "K3-------/-----B2--/--------/---q3----/--------/--------/k3------- s";

pub(super) const EXAMPLES: &[Example] = &[
    Example::legal(GAS, "A3D6", "The bishop is on its last drop. A capture fills its tank to 3, whatever it takes."),
    Example::legal(GAS, "A3B4", "A move onto an empty square burns 1: with gas 0 the bishop will never move again."),
    Example::illegal(
        GAS,
        "D2F3",
        "The knight on D2 is out of gas. It cannot move, but it blocks the way and can be captured.",
    ),
    Example::legal(GAS, "C1D2", "A side may capture its own pieces to fill up."),
    Example::illegal(
        "----K2---/--------/--------/--------/--------/-----b2--/----k2--- s",
        "F2E1",
        "A side may never capture its own king.",
    ),
    Example::legal(QUEEN, "D4E6", "A queen moves as a bishop, or, as here, jumps as a knight."),
    Example::illegal(QUEEN, "D4D6", "Unlike the queen of chess it never goes straight."),
    Example::legal(
        "----K2---/--------/--------/-b1------/--------/--------/----k2--- s",
        "B4E7",
        "The king is captured, and South has won. Check is not announced: watch your king yourself.",
    ),
];
