//! Limits of a search and the timer that enforces them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::clock::Instant;

/// The limits of a search. The first one reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The search returns within this time.
    pub time: Option<Duration>,
    /// The depth of the last iteration.
    pub depth: Option<u32>,
    /// The nodes of all threads together.
    pub nodes: Option<u64>,
    /// A win within this many plies is known: a longer one does not end the search.
    pub mate_bound: Option<u16>,
}

impl Limits {
    /// A limit on depth only.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A limit on time only.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// A limit on nodes only.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }
}

/// How much before its limit a search stops, since a busy machine may delay a thread. Very short searches use half of their
/// time.
fn margin(time: Duration) -> Duration {
    (time / 10).clamp(Duration::from_millis(2), Duration::from_millis(500)).min(time / 2)
}

/// A thread checks the clock at each of its first nodes: they touch the memory of a new table, and each page fault can take
/// milliseconds.
const WARM_UP_NODES: u64 = 2048;

/// Later it checks once in this many nodes.
const NODES_BETWEEN_CHECKS: u64 = 64;

/// The clock and the node budget that all threads of one search share.
pub(crate) struct SearchTimer<'a> {
    start: Instant,
    deadline: Option<Instant>,
    nodes_left: Option<AtomicU64>,
    /// Raised by the caller to end the search now.
    stop: &'a AtomicBool,
    /// Raised by the thread that reaches a limit.
    finished: AtomicBool,
}

impl<'a> SearchTimer<'a> {
    pub(crate) fn start(limits: &Limits, stop: &'a AtomicBool) -> SearchTimer<'a> {
        let start = Instant::now();
        SearchTimer {
            start,
            deadline: limits.time.map(|time| start + time.saturating_sub(margin(time))),
            nodes_left: limits.nodes.map(AtomicU64::new),
            stop,
            finished: AtomicBool::new(false),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Ends the search for all threads.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Whether the search is over for all threads.
    #[inline]
    pub(crate) fn is_finished(&self) -> bool {
        self.finished.load(Relaxed) || self.stop.load(Relaxed)
    }

    /// Whether the search is over. Called at every node with the node count of the calling thread; checks the clock only now and
    /// then.
    #[inline]
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        if let Some(left) = &self.nodes_left {
            // Threads share the budget. A single thread stops at exactly the limit.
            if left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err() {
                self.finish();
            }
        }
        let checks = nodes < WARM_UP_NODES || nodes.is_multiple_of(NODES_BETWEEN_CHECKS);
        if checks && self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.finish();
        }
        self.is_finished()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_beginning_is_noticed_at_the_next_node() {
        let stop = AtomicBool::new(false);
        let over = |time, nodes| SearchTimer::start(&Limits::time(time), &stop).is_over(nodes);
        assert!(over(Duration::ZERO, 1) && over(Duration::ZERO, 64_000));
        assert!(!over(Duration::ZERO, 64_001) && !over(Duration::from_secs(60), 1));
    }

    #[test]
    fn a_search_of_any_time_has_some_of_it_to_think_in() {
        let margin_in_micros = |micros| margin(Duration::from_micros(micros)).as_micros();
        let times = [0, 1_000, 2_000, 12_000, 100_000, 5_000_000, 60_000_000];
        assert_eq!(times.map(margin_in_micros), [0, 500, 1_000, 2_000, 10_000, 500_000, 500_000]);
    }
}
