//! How the pieces of GasTank Chess move.

use skirmish_board::Side;

use super::{GRID, GasTank, Kind};
use crate::grid::{self, Direction, KNIGHT_JUMPS, Sink, line, squares, step};

const DIAGONALS: [Direction; 4] = [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];

/// Where a king steps to from each square, also beyond the top row.
static KING_STEPS: [u64; 64] = grid::leaper([(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]);

/// A bishop has one way out of a corner, and two at least from any other square.
const CORNERS: u64 = 1 << 0 | 1 << 7 | 1 << 48 | 1 << 55;

impl GasTank {
    /// All moves of the side to move, which has its king. It may land on any square but that of its own king.
    #[inline]
    pub(super) fn generate(&self, sink: &mut impl Sink) {
        let fuelled = self.fuelled(self.side);
        let king = self.king(self.side);
        let allowed = GRID.board() & !king;
        sink.knights(self.jumpers & fuelled, allowed);
        for diagonal in DIAGONALS {
            sink.slides(self.sliders & fuelled, diagonal, self.occupied(), allowed);
        }
        for from in squares(king & fuelled) {
            sink.piece(from, KING_STEPS[from as usize] & allowed);
        }
    }

    /// The pieces of the side to move, which has its king, that have a legal move.
    ///
    /// Only its own king can block a piece with gas, and only on one square: kings, knights and queens always have another move, and
    /// so has a bishop unless it is in a corner with its king on the way out.
    #[inline]
    pub(super) fn movable(&self) -> u64 {
        let king = self.king(self.side);
        let next_to_king = DIAGONALS.into_iter().fold(0, |set, diagonal| set | step(king, diagonal));
        let stuck = CORNERS & next_to_king & self.sliders & !self.jumpers;
        self.fuelled(self.side) & !stuck
    }

    /// The squares that a piece with gas attacks, including those of either side's pieces.
    #[inline]
    pub(super) fn attacks(kind: Kind, from: u8, occupied: u64) -> u64 {
        let jumps = KNIGHT_JUMPS[from as usize];
        let set = match kind {
            Kind::King => KING_STEPS[from as usize],
            Kind::Knight => jumps,
            Kind::Bishop => diagonals(from, occupied),
            Kind::Queen => diagonals(from, occupied) | jumps,
        };
        set & GRID.board()
    }

    /// The pieces of a side that attack a square if only these squares are occupied.
    #[inline]
    pub(super) fn attackers(&self, side: Side, square: u8, occupied: u64) -> u64 {
        let jumpers = self.jumpers & KNIGHT_JUMPS[square as usize];
        let sliders = self.sliders & diagonals(square, occupied);
        let king = self.king(side) & KING_STEPS[square as usize];
        (jumpers | sliders | king) & self.fuelled(side) & occupied
    }
}

/// The squares of the diagonals from a square, each up to and including the first occupied one.
#[inline]
fn diagonals(from: u8, occupied: u64) -> u64 {
    DIAGONALS.into_iter().fold(0, |set, diagonal| set | line(from, diagonal, occupied))
}
