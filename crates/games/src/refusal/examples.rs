//! Examples of the rules.

use crate::registry::Example;

const START: &str = "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -";
const PAWN: &str = "---K-/-----/-PP--/--p-N/-n---/-----/-----/-k--- s -";
const ROOKS: &str = "---K-/-----/-----/--P--/P-lp-/-----/----r/-k--- s -";
const KING: &str = "---K-/-----/-----/-----/-----/-----/-----/N-kpR s -";

pub(super) const EXAMPLES: &[Example] = &[
    Example::legal(
        START,
        "C3C4",
        "A turn begins with a proposal: South names C3C4, and nothing moves before North has answered.",
    ),
    Example::legal(
        "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l n ?C3C4",
        "refuse",
        "North refuses C3C4. South must now play another move, which cannot be refused.",
    ),
    Example::illegal(
        "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s !C3C4",
        "C3C4",
        "A refused move may not be played again in the same turn.",
    ),
    Example::legal(
        PAWN,
        "C5B6",
        "A pawn captures diagonally forward.",
    ).then(&["accept"]),
    Example::illegal(
        PAWN,
        "C5C6",
        "Straight ahead it goes only onto an empty square.",
    ),
    Example::legal(
        PAWN,
        "B4C6",
        "A knight jumps over anything, but only forward.",
    ).then(&["accept"]),
    Example::legal(
        ROOKS,
        "E2E8",
        "A right rook goes forward or to the right. Arriving on the far row it becomes a left rook, and now it threatens the king.",
    ).then(&["accept"]),
    Example::illegal(
        ROOKS,
        "C4D4",
        "A left rook never goes to the right.",
    ),
    Example::legal(
        KING,
        "C1A1",
        "A king moves only along its row, and only to capture the first piece it meets.",
    ).then(&["accept"]),
    Example::illegal(
        KING,
        "C1E1",
        "South's own pawn is between the king and the rook.",
    ),
];
