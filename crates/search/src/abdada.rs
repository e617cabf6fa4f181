//! ABDADA: threads defer a move that another thread is searching, so that they share the work instead of doing it twice.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Enough for all that a few hundred threads are busy with at a time; two pieces of work that meet in one place only mean that one
/// of them may be done twice.
const SLOTS: usize = 1 << 12;

/// Pieces of work that some thread has begun and not ended.
pub(crate) struct InFlight(Box<[AtomicU64]>);

impl InFlight {
    pub(crate) fn new() -> InFlight {
        InFlight((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The name of a piece of work: a position, by its key, to be searched to a depth. It is never 0, which means none.
    #[inline]
    pub(crate) fn task_key(key: u64, depth: i32) -> u64 {
        // Multiples of the golden ratio lie far apart.
        const PER_PLY: u64 = 0x9e37_79b9_7f4a_7c15;
        key.wrapping_add((depth as u64).wrapping_mul(PER_PLY)) | 1
    }

    #[inline]
    fn slot(&self, task: u64) -> &AtomicU64 {
        // The highest bits choose the cluster of the table; the lowest one says nothing.
        &self.0[(task >> 1) as usize % SLOTS]
    }

    /// Whether a thread is doing this work now.
    #[inline]
    pub(crate) fn contains(&self, task: u64) -> bool {
        self.slot(task).load(Relaxed) == task
    }

    /// Tells the others that this work is being done, until the claim is dropped; if a thread is doing it already, only where
    /// it was `deferred` for that before.
    #[inline]
    pub(crate) fn claim(&self, task: u64, deferred: bool) -> MoveClaim<'_> {
        if !deferred && self.contains(task) {
            return MoveClaim::Taken;
        }
        self.slot(task).store(task, Relaxed);
        MoveClaim::Held { _guard: InFlightGuard { in_flight: self, task } }
    }
}

/// What became of a wish to do a piece of work.
pub(crate) enum MoveClaim<'a> {
    /// It is not shared: no thread is told.
    Unshared,
    /// The others are told, until this is dropped.
    Held { _guard: InFlightGuard<'a> },
    /// Another thread is doing it.
    Taken,
}

/// A piece of work that is being done.
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
