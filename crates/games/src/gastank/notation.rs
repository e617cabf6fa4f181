//! The notation of GasTank Chess: positions, moves, and which rule a move breaks.

use skirmish_board::{Frame, Marker, Notation, Side};

use super::{FULL, GRID, GasTank, Kind, NORTH_KEY};
use crate::grid::{bit, column_of, row_of, squares};
use crate::rectangular::{self, PieceKind, PieceStyle, Rectangular, Tank, owner};
use crate::text::{Grid, name};

impl PieceKind for Kind {
    const ALL: &'static [Kind] = &Kind::ALL;

    fn style(self) -> PieceStyle {
        match self {
            Kind::King => PieceStyle::new("king", ['k', 'K'], ['♔', '♚']),
            Kind::Knight => PieceStyle::new("knight", ['n', 'N'], ['♘', '♞']),
            Kind::Bishop => PieceStyle::new("bishop", ['b', 'B'], ['♗', '♝']),
            Kind::Queen => PieceStyle::new("queen", ['q', 'Q'], ['♕', '♛']),
        }
    }
}

impl Rectangular for GasTank {
    type Kind = Kind;
    const GRID: Grid = GRID;
    const START: &'static str = "--B3Q3K3B3--/---N3-N3--/--------/--------/--------/---n3-n3--/--b3q3k3b3--";
    const FRAME: Frame = Frame { top: "  computer", bottom: "  human", ruler: true, width: 2 };
    const ROYAL: Option<Kind> = Some(Kind::King);
    const TANK: Option<Tank<GasTank>> = Some(Tank { full: FULL, gas: GasTank::gas_on, fill: GasTank::fill });

    fn empty(side: Side) -> GasTank {
        let key = if side == Side::North { NORTH_KEY } else { 0 };
        GasTank { sides: [0; 2], jumpers: 0, sliders: 0, gas: [0; 2], key, side }
    }

    fn put(&mut self, square: u8, side: Side, kind: Kind) {
        self.sides[side.index()] |= bit(square);
        self.jumpers |= plane(kind as u8, 0, square);
        self.sliders |= plane(kind as u8, 1, square);
        self.key ^= self.piece_key(square);
        self.fill(square, FULL);
    }

    fn piece_on(&self, square: u8) -> Option<(Side, Kind)> {
        Some((owner(self.sides, square)?, self.kind_on(square)))
    }

    fn markers(&self) -> Vec<Marker> {
        let empty = |side: Side| self.sides[side.index()] & !self.fuelled(side);
        Side::BOTH
            .into_iter()
            .flat_map(|side| squares(empty(side)))
            .map(|at| Marker::Wreck { square: name(at) })
            .collect()
    }

    fn rule_broken(&self, from: u8, to: u8) -> String {
        let (a, b, kind) = (name(from), name(to), self.kind_on(from));
        let noun = kind.noun();
        if self.gas_on(from) == 0 {
            return format!("The {noun} on {a} is out of gas and can never move again.");
        }
        if self.king(self.side) & bit(to) != 0 {
            return format!(
                "{b} holds {side}'s own king, the one piece that {side} may not capture.",
                side = self.side
            );
        }
        let slides = self.sliders & bit(from) != 0 && on_a_diagonal(from, to);
        if slides && let Some(rule) = self.blocked(from, to) {
            return rule;
        }
        let way = match kind {
            Kind::King => "a king goes one square in any direction",
            Kind::Knight => "a knight jumps two squares in one direction and one across",
            Kind::Bishop => "a bishop goes diagonally only",
            Kind::Queen => "a queen moves as a bishop or as a knight",
        };
        format!("The {noun} on {a} cannot reach {b}: {way}.")
    }
}

impl Notation for GasTank {
    rectangular::notation!();

    fn ending(&self) -> String {
        match self.king_lost() {
            Some(loser) => format!("{loser}'s king was captured."),
            None if self.movable() != 0 => String::new(),
            None if self.fuelled(self.side) == 0 => {
                format!("{} has no legal move: all its pieces are out of gas.", self.side)
            }
            None => format!("{} has no legal move: its own king blocks its only piece with gas.", self.side),
        }
    }
}

impl GasTank {
    /// Sets the gas of the piece on a square.
    pub(super) fn fill(&mut self, square: u8, gas: u8) {
        self.key ^= self.piece_key(square);
        for (index, set) in self.gas.iter_mut().enumerate() {
            *set = *set & !bit(square) | plane(gas, index as u8, square);
        }
        self.key ^= self.piece_key(square);
    }
}

/// This square if the bit is set, otherwise the empty set.
fn plane(number: u8, index: u8, square: u8) -> u64 {
    u64::from(number >> index & 1) << square
}

fn on_a_diagonal(from: u8, to: u8) -> bool {
    column_of(from).abs_diff(column_of(to)) == row_of(from).abs_diff(row_of(to))
}
