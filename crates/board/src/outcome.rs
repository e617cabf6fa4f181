//! How a game can end.

use crate::Side;

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = r#""south" | "north" | "draw""#))]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// A draw; only Oska has draws.
    Draw,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 3] = [Outcome::Win(Side::South), Outcome::Win(Side::North), Outcome::Draw];

    /// The name in machine-readable output: `south`, `north` or `draw`.
    pub const fn id(self) -> &'static str {
        match self {
            Outcome::Win(side) => side.id(),
            Outcome::Draw => "draw",
        }
    }
}

/// Written as its [`id`](Outcome::id).
#[cfg(feature = "serde")]
impl serde::Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
