//! The hand-written evaluation of Breakthrough: pawns, their rows, and whether others guard them.

use skirmish_board::{Evaluate, LevelProfile, Move, Score, Side};

use super::weights::WEIGHTS;
use super::{Breakthrough, GRID};
use crate::grid::{Direction, bit, row, step};

/// A pawn by its row, seen from its side; then a pawn that another one guards; then the right to move.
const GUARDED: usize = GRID.rows as usize;
const TEMPO: usize = GUARDED + 1;
/// The number of terms.
pub(super) const TERMS: usize = TEMPO + 1;

impl Evaluate for Breakthrough {
    const WEIGHTS: &'static [i16] = &WEIGHTS;

    fn terms(&self, add: &mut impl FnMut(usize, i32)) {
        for side in Side::BOTH {
            let sign = if side == Side::South { 1 } else { -1 };
            let pawns = self.pawns[side.index()];
            for index in 0..GRID.rows {
                let seen = if side == Side::South { index } else { GRID.rows - 1 - index };
                add(seen as usize, sign * (pawns & row(index)).count_ones() as i32);
            }
            let guarded = step(pawns, Direction::forward_left(side)) | step(pawns, Direction::forward_right(side));
            add(GUARDED, sign * (pawns & guarded).count_ones() as i32);
        }
        add(TEMPO, if self.side == Side::South { 1 } else { -1 });
    }

    /// Pawns.
    const PLANES: usize = 1;

    fn planes(&self, side: Side, add: &mut impl FnMut(usize, u64)) {
        add(0, GRID.seen_by(side, self.pawns[side.index()]));
    }

    fn mirrored(&self, plane: usize, square: usize) -> Option<(usize, usize)> {
        Some((plane, GRID.mirrored(square)))
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.pawns[self.side.opposite().index()] & bit(mv.to()) != 0
    }

    fn exchange_gain(&self, mv: Move) -> Score {
        if self.is_noisy(mv) { 100 } else { 0 }
    }
}

impl LevelProfile for Breakthrough {}
