//! Examples of the rules.

use crate::registry::Example;

const ATTACK: &str = "---K---/JJJ-SSS/M-M-NNN/-------/--n-mm-/n-n---m/sss-jjj/---k--- s";
const NINJA: &str = "---K---/-N-----/-------/-------/---j---/-----M-/-------/---k--- s";
const SAMURAI: &str = "---K---/-------/--J----/-------/N----S-/--s----/-------/---k--- s";

pub(super) const EXAMPLES: &[Example] = &[
    Example::legal(
        ATTACK,
        "B2B6",
        "The samurai lands directly in front of a ninja and attacks it: the ninja becomes a mini-ninja. Hi-YA!",
    ),
    Example::illegal(ATTACK, "B2B7", "Pieces never move onto each other: an attack lands in front of its victim."),
    Example::legal(
        NINJA,
        "D4F2",
        "A ninja goes diagonally backward only when the landing attacks. The mini-samurai on F3 is removed.",
    ),
    Example::illegal(NINJA, "D4C3", "Without an attack it may not go back."),
    Example::legal(
        SAMURAI,
        "C3F3",
        "A samurai goes sideways only when the landing attacks: the samurai on F4 becomes a mini-samurai.",
    ),
    Example::illegal(SAMURAI, "C3D3", "Without an attack it may not go sideways."),
    Example::illegal(
        "---K---/-------/-------/----nS-/-------/-------/-------/---k--- s",
        "E5G7",
        "Minis move like the big ones, but only one square.",
    ),
    Example::legal(
        "---K---/-------/-------/-------/---s---/-------/-------/---k--- s",
        "D4D7",
        "A side whose king is attacked has lost. Kings never move.",
    ),
];
