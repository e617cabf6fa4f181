//! A board as front ends draw it.

use crate::{Frame, Side, Squares};

/// Everything that the console or the page needs to draw a board, without the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct View {
    /// The rows, the top one first. Rows of different length are centred on each other.
    pub rows: Vec<Row>,
    /// The squares of a proposed or refused move, if there is one.
    pub pending: Option<Squares>,
    /// What the board does not show, such as a refused move, in one sentence each.
    pub notes: Vec<String>,
    /// Markers of single pieces, to be drawn on their squares.
    pub markers: Vec<Marker>,
    /// How the game's handout prints the board. Not serialised.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub frame: Frame,
}

impl View {
    /// The piece on the square with this name.
    pub fn piece(&self, square: &str) -> Option<Piece> {
        self.rows.iter().flat_map(|row| &row.cells).find(|cell| cell.square == square)?.piece
    }
}

/// Something about a piece that follows from the rules, with words where the drawing does not show it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "type", rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Marker {
    /// The piece is restricted for now.
    Bound {
        /// Where it is.
        square: String,
        /// What it may not do, as in `may not go sideways now`.
        words: &'static str,
    },
    /// The piece can be captured from one direction only.
    Open {
        /// Where it is.
        square: String,
        /// The side from whose end of the board it can be captured.
        toward: Side,
        /// The rule, as in `can only be captured from behind`.
        words: &'static str,
    },
    /// The piece blocks all others and cannot be captured.
    Wall {
        /// Where it is.
        square: String,
    },
    /// The piece will never move again.
    Wreck {
        /// Where it is.
        square: String,
    },
}

impl Marker {
    /// The square of the piece.
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
    /// The piece on it.
    pub piece: Option<Piece>,
}

/// A piece of a [`View`].
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
    /// Its letter on boards where colour tells the sides apart; in most games [`Piece::letter`].
    pub letter_when_coloured: char,
    /// Its Unicode symbol, different for each side and one column wide on every terminal.
    pub glyph: char,
    /// Moves left in its tank, in the game that has tanks.
    pub gas: Option<u8>,
}
