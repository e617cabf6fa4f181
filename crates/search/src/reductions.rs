//! Late move reductions: how much less deep a move is searched the later it comes, worked out once.

use crate::params::LMR_ROUNDING;

/// Depths and moves from this on are all reduced alike.
const SIZE: usize = 64;

/// The reduction for each depth and number of a move.
pub(crate) struct Reductions {
    plies: Vec<i32>,
    /// The divisor that they were worked out for, in hundredths.
    divisor: i32,
}

impl Reductions {
    /// None at all.
    pub(crate) fn new() -> Reductions {
        Reductions { plies: vec![0; SIZE * SIZE], divisor: 0 }
    }

    /// Works them out for a divisor in hundredths, unless they are; 0 turns reductions off.
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

    /// How much less deep the move with this number is searched as a rule.
    #[inline]
    pub(crate) fn get(&self, depth: i32, number: usize) -> i32 {
        self.plies[(depth.clamp(0, SIZE as i32 - 1) as usize) * SIZE + number.min(SIZE - 1)]
    }
}
