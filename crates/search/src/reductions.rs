//! The table of late move reductions.

use crate::params::LMR_ROUNDING;

/// Depths and move numbers from this on have the same reduction.
const SIZE: usize = 64;

/// The reduction in plies by depth and move number.
pub(crate) struct Reductions {
    plies: Vec<i32>,
    /// The divisor they were computed for, in hundredths.
    divisor: i32,
}

impl Reductions {
    /// No reductions.
    pub(crate) fn new() -> Reductions {
        Reductions { plies: vec![0; SIZE * SIZE], divisor: 0 }
    }

    /// Computes them for a divisor in hundredths, unless that is done; 0 turns reductions off.
    pub(crate) fn set_divisor(&mut self, divisor: i32) {
        if divisor == self.divisor {
            return;
        }
        self.divisor = divisor;
        let reduction = |i: usize| {
            let (depth, number) = (i / SIZE, i % SIZE);
            if divisor == 0 || depth == 0 || number == 0 {
                return 0;
            }
            (LMR_ROUNDING + (depth as f64).ln() * (number as f64).ln() / (divisor as f64 / 100.0)) as i32
        };
        self.plies = (0..SIZE * SIZE).map(reduction).collect();
    }

    /// The reduction of the move with this number, before the adjustments of the search.
    #[inline]
    pub(crate) fn get(&self, depth: i32, number: usize) -> i32 {
        self.plies[(depth.clamp(0, SIZE as i32 - 1) as usize) * SIZE + number.min(SIZE - 1)]
    }
}
