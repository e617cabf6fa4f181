//! The two sides.

use std::fmt;

/// One of the two players.
///
/// South starts at the bottom of the board and moves up, North starts at the top and moves down. In Oska, North is
/// white and South is black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Side {
    /// The side at the bottom, the person's in the console game.
    South,
    /// The side at the top.
    North,
}

impl Side {
    /// Both sides, in the order of [`Side::index`].
    pub const BOTH: [Side; 2] = [Side::South, Side::North];

    /// The opponent.
    #[inline]
    pub const fn opposite(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    /// 0 for South, 1 for North: for tables with an entry per side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in machine-readable output: `south` or `north`.
    pub const fn id(self) -> &'static str {
        match self {
            Side::South => "south",
            Side::North => "north",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::South => "South",
            Side::North => "North",
        })
    }
}
