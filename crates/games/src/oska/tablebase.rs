//! Tablebases in memory: the results of all positions of small boards.

use std::any::Any;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use skirmish_board::Outcome;

use super::Oska;
use super::bits::Bits;
use super::solver::Solution;

/// The board with four pieces per side, solved on first use in a fraction of a second.
static SIZE_4: OnceLock<Solution> = OnceLock::new();

/// The board with five pieces per side, if its solution was installed.
static SIZE_5: OnceLock<Solution> = OnceLock::new();

/// Makes a solution available until the process ends. The smallest board needs none; a second one of a size is ignored.
pub fn install(solution: Solution) {
    if solution.size() == 5 {
        // An error only means that there is one already.
        let _ = SIZE_5.set(solution);
    }
}

/// Solves the smallest board, unless that is done. Does nothing for other sizes.
pub(super) fn solve_smallest(size: u8, progress: &(dyn Fn(u64, u64) + Sync), stop: &AtomicBool) {
    if size == 4
        && SIZE_4.get().is_none()
        && let Some(solution) = Solution::solve(size, 1, progress, stop)
    {
        SIZE_4.get_or_init(|| solution);
    }
}

/// The result of a position with best play, if its board is solved.
pub(super) fn lookup<B: Bits>(position: &Oska<B>) -> Option<Outcome> {
    let position: &Oska<u64> = (position as &dyn Any).downcast_ref()?;
    match position.geometry.size() {
        4 => SIZE_4.get()?.value(position),
        5 => SIZE_5.get()?.value(position),
        _ => None,
    }
}
