//! A board as front ends draw it.

use crate::{Frame, Side, Squares};

/// A board as people see it: everything the console or the page needs to draw it, and no rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct View {
    /// The rows, the top one first. Rows of different length are centred on each other.
    pub rows: Vec<Row>,
    /// The squares of a proposed or refused move, if there is one.
    pub pending: Option<Squares>,
    /// What the board alone does not show, one sentence for each: a refused move, a flag.
    pub notes: Vec<String>,
    /// What the rules say of single pieces, to be drawn on their squares.
    pub markers: Vec<Marker>,
    /// How the game's handout prints the board. It is not written out: readers draw their own.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub frame: Frame,
}

impl View {
    /// What stands on the square with this name.
    pub fn piece(&self, square: &str) -> Option<Piece> {
        self.rows.iter().flat_map(|row| &row.cells).find(|cell| cell.square == square)?.piece
    }
}

/// Something about a piece that follows from the rules. What its picture does not show comes with words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "type", rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Marker {
    /// For now the piece may not go everywhere it could otherwise.
    Bound {
        /// Where it stands.
        square: String,
        /// What it may not do, as in `may not go sideways now`.
        words: &'static str,
    },
    /// The piece can be captured from one direction only.
    Open {
        /// Where it stands.
        square: String,
        /// The end of the board that this direction is.
        toward: Side,
        /// The rule, as in `can only be captured from behind`.
        words: &'static str,
    },
    /// Nothing passes the piece, and nothing captures it.
    Wall {
        /// Where it stands.
        square: String,
    },
    /// The piece will never move again.
    Wreck {
        /// Where it stands.
        square: String,
    },
}

impl Marker {
    /// Where the piece stands.
    pub fn square(&self) -> &str {
        match self {
            Marker::Bound { square, .. }
            | Marker::Open { square, .. }
            | Marker::Wall { square }
            | Marker::Wreck { square } => square,
        }
    }
}

/// One row of a [`View`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Row {
    /// The number at the left.
    pub number: u8,
    /// The squares from left to right.
    pub cells: Vec<Cell>,
}

/// One square of a [`View`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cell {
    /// The square's name, such as `C4`.
    pub square: String,
    /// What stands there.
    pub piece: Option<Piece>,
}

/// A piece as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is called, such as `knight`.
    pub kind: &'static str,
    /// Its character in position text.
    pub letter: char,
    /// Its letter on boards where colour tells the sides apart; most games keep [`Piece::letter`].
    pub letter_when_coloured: char,
    /// A Unicode picture of it that differs from side to side, one column wide on every terminal.
    pub glyph: char,
    /// Moves left in its tank, in the game that has tanks.
    pub gas: Option<u8>,
}
