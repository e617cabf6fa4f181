use crate::Side;

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has won; only Oska knows draws.
    Draw,
}

impl Outcome {
    /// The name in machine-readable output: `south`, `north` or `draw`.
    pub const fn id(self) -> &'static str {
        match self {
            Outcome::Win(side) => side.id(),
            Outcome::Draw => "draw",
        }
    }
}
