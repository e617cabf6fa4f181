//! The notation of Breakthrough: its pawns, and which rule a move breaks.

use skirmish_board::{Notation, Position, Side};

use super::{Breakthrough, GRID, NORTH_KEY};
use crate::grid::column_of;
use crate::rectangular::{self, PieceKind, PieceStyle, Rectangular, owner};
use crate::text::{Grid, name, rows_ahead};

/// The only kind of piece.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Pawn;

impl PieceKind for Pawn {
    const ALL: &'static [Pawn] = &[Pawn];

    fn style(self) -> PieceStyle {
        PieceStyle::new("pawn", ['p', 'P'], ['♙', '♟'])
    }
}

impl Rectangular for Breakthrough {
    type Kind = Pawn;
    const GRID: Grid = GRID;
    const START: &'static str = "PPPP/PPPP/----/pppp/pppp";

    fn empty(side: Side) -> Breakthrough {
        Breakthrough { pawns: [0; 2], key: if side == Side::North { NORTH_KEY } else { 0 }, side }
    }

    fn put(&mut self, square: u8, side: Side, _: Pawn) {
        self.toggle(square, side);
    }

    fn piece_on(&self, square: u8) -> Option<(Side, Pawn)> {
        Some((owner(self.pawns, square)?, Pawn))
    }

    fn rule_broken(&self, from: u8, to: u8) -> String {
        let (a, b) = (name(from), name(to));
        match (rows_ahead(self.side, from, to), column_of(from).abs_diff(column_of(to)), self.piece(to)) {
            (1, 0, Some(piece)) => {
                format!(
                    "The pawn on {a} goes straight ahead only onto an empty square, and {b} holds {}'s pawn.",
                    piece.side
                )
            }
            (1, 1, Some(piece)) => format!("{b} holds {}'s own pawn, and no side captures its own.", piece.side),
            _ => format!("The pawn on {a} cannot reach {b}: a pawn goes one row forward, straight or diagonally."),
        }
    }
}

impl Notation for Breakthrough {
    rectangular::notation!();

    fn ending(&self) -> String {
        match Side::BOTH.into_iter().find(|side| self.arrived(*side)) {
            Some(side) => format!("{side} has a pawn on the far row."),
            None if self.outcome().is_none() => String::new(),
            None => "All pawns of a side are gone.".to_owned(),
        }
    }
}
