//! Examples of the rules.

use crate::registry::Example;

const TIE: &str = "-------/-T~*~--/-------/-t--x--/-------/-X+@+--/------- s -";
const SIDEWAYS: &str = "-TT-TT-/--~*~--/X----XX/--X----/xx---xx/--+@+--/t-t-tt- s s";
const XWING: &str = "-------/--~*~--/-------/--x----/-------/T-+@+--/------- s -";
const STAR: &str = "----x--/--~*~--/-------/---t-x-/-------/--+@+--/------- s -";

pub(super) const EXAMPLES: &[Example] = &[
    Example::legal(TIE, "B4B2", "A TIE goes straight. Backward it goes only to capture, as here."),
    Example::illegal(TIE, "B4B3", "It may not go back to an empty square."),
    Example::illegal(
        SIDEWAYS,
        "A1B1",
        "South's last move was a TIE going sideways. None of its TIEs may go sideways this turn.",
    ),
    Example::legal(SIDEWAYS, "A1A2", "Forward is fine, and so is any move of an X-wing."),
    Example::legal(XWING, "C4A2", "An X-wing goes diagonally; backward, too, only to capture."),
    Example::illegal(STAR, "D4D6", "A Death Star is safe from everything that goes forward or sideways."),
    Example::legal(STAR, "E7D6", "A move that goes backward, straight or diagonally, destroys it and wins."),
    Example::illegal(STAR, "D4G4", "No piece jumps: South's own X-wing on F4 is in the way."),
];
