//! ABDADA: threads defer a move that another thread is searching, so that they share the work instead of doing it twice.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Enough for a few hundred threads. If two tasks share a slot, one of them may be done twice.
const SLOTS: usize = 1 << 12;

/// The moves that threads are searching now.
pub(crate) struct InFlight(Box<[AtomicU64]>);

impl InFlight {
    pub(crate) fn new() -> InFlight {
        InFlight((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The key of a task: the search of a position to a depth. Never 0, which marks an empty slot.
    #[inline]
    pub(crate) fn task_key(key: u64, depth: i32) -> u64 {
        // The golden ratio spreads depths over all bits.
        const PER_PLY: u64 = 0x9e37_79b9_7f4a_7c15;
        key.wrapping_add((depth as u64).wrapping_mul(PER_PLY)) | 1
    }

    #[inline]
    fn slot(&self, task: u64) -> &AtomicU64 {
        // The highest bits are used by the transposition table; the lowest is always 1.
        &self.0[(task >> 1) as usize % SLOTS]
    }

    /// Whether a thread has this task now.
    #[inline]
    pub(crate) fn contains(&self, task: u64) -> bool {
        self.slot(task).load(Relaxed) == task
    }

    /// Claims a task until the claim is dropped. A task that another thread has can be claimed only if it was `deferred` before.
    #[inline]
    pub(crate) fn claim(&self, task: u64, deferred: bool) -> MoveClaim<'_> {
        if !deferred && self.contains(task) {
            return MoveClaim::Taken;
        }
        self.slot(task).store(task, Relaxed);
        MoveClaim::Held { _guard: InFlightGuard { in_flight: self, task } }
    }
}

/// The result of claiming a move.
pub(crate) enum MoveClaim<'a> {
    /// The move is not shared.
    Unshared,
    /// This thread has the move until the guard is dropped.
    Held { _guard: InFlightGuard<'a> },
    /// Another thread is searching the move.
    Taken,
}

/// Releases a task when dropped.
pub(crate) struct InFlightGuard<'a> {
    in_flight: &'a InFlight,
    task: u64,
}

impl Drop for InFlightGuard<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.in_flight.contains(self.task) {
            self.in_flight.slot(self.task).store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_known_from_its_beginning_to_its_end() {
        let in_flight = InFlight::new();
        let (one, deeper) = (InFlight::task_key(77, 4), InFlight::task_key(77, 5));
        let claim = in_flight.claim(one, false);
        assert!(in_flight.contains(one) && !in_flight.contains(deeper));
        assert!(matches!(in_flight.claim(one, false), MoveClaim::Taken) && in_flight.contains(one));
        drop(in_flight.claim(deeper, false));
        assert!(in_flight.contains(one));
        drop(claim);
        assert!(!in_flight.contains(one));
    }
}
