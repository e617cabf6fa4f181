//! How the pieces of GasTank Chess move.

use super::{GRID, GasTank};
use crate::grid::{self, Direction, Sink, squares, step};

const DIAGONALS: [Direction; 4] = [Direction::UpLeft, Direction::UpRight, Direction::DownLeft, Direction::DownRight];

/// Where a king steps to from each square, also beyond the top row.
static KING_STEPS: [u64; 64] = grid::leaper([(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]);

/// A bishop has one way out of a corner, and two at least from any other square.
const CORNERS: u64 = 1 << 0 | 1 << 7 | 1 << 48 | 1 << 55;

impl GasTank {
    /// All moves of the side to move, which has its king. Only its own king is no square to land on.
    #[inline]
    pub(super) fn generate(&self, sink: &mut impl Sink) {
        let fuelled = self.fuelled();
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

    /// Whether the side to move, which has its king, has a legal move.
    ///
    /// Only its own king can stop a piece with gas, and it stands on one square: kings, knights and queens always have
    /// another to go to, and so has a bishop unless it stands in a corner with its king on the way out.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        let king = self.king(self.side);
        let next_to_king = DIAGONALS.into_iter().fold(0, |set, diagonal| set | step(king, diagonal));
        let stuck = CORNERS & next_to_king & self.sliders & !self.jumpers;
        self.fuelled() & !stuck != 0
    }
}
