//! Tablebases in memory: the results of all positions of small boards, solved before the first search.

use std::any::Any;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use skirmish_board::Outcome;

use super::Oska;
use super::bits::Bits;
use super::solver::Solution;

/// The board of four pieces per side, once it was solved: that takes a moment only.
static FOUR: OnceLock<Solution> = OnceLock::new();

/// The board of five pieces per side, if somebody has put its solution here.
static FIVE: OnceLock<Solution> = OnceLock::new();

/// Puts a solution at hand for the rest of the run. The smallest board needs none; a second one of a size is ignored.
pub fn install(solution: Solution) {
    if solution.size() == 5 {
        // An error only means that one is there already.
        let _ = FIVE.set(solution);
    }
}

/// Solves the smallest board and puts the solution at hand, unless it is there. Nothing happens for other sizes.
pub(super) fn solve_smallest(size: u8, progress: &(dyn Fn(u64, u64) + Sync), stop: &AtomicBool) {
    if size == 4
        && FOUR.get().is_none()
        && let Some(solution) = Solution::solve(size, 1, progress, stop)
    {
        FOUR.get_or_init(|| solution);
    }
}

/// The result of a position with best play, if it is at hand.
pub(super) fn known<B: Bits>(position: &Oska<B>) -> Option<Outcome> {
    let position: &Oska<u64> = (position as &dyn Any).downcast_ref()?;
    match position.geometry.size() {
        4 => FOUR.get()?.value(position),
        5 => FIVE.get()?.value(position),
        _ => None,
    }
}
