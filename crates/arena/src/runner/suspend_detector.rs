//! Whether this process itself was stopped for a while: by Ctrl-Z, by a laptop that was closed, by a machine that had no time for it.
//! Its engines went on meanwhile or stood still, and their clocks say nothing.

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// How often it is looked at.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// A beat that comes so much later was held up.
const SUSPEND_DELAY: Duration = Duration::from_millis(1000);

/// Counts how often this process was stopped.
#[derive(Default)]
pub(super) struct SuspendDetector {
    count: AtomicU64,
}

impl SuspendDetector {
    /// Beats until it is told to end.
    pub(super) fn run(&self, is_over: &dyn Fn() -> bool) {
        let (mut last, mut wall) = (Instant::now(), SystemTime::now());
        while !is_over() {
            thread::sleep(CHECK_INTERVAL);
            // The first clock goes on while the process is stopped, the second also while the machine sleeps.
            let slept = wall.elapsed().unwrap_or(Duration::ZERO);
            if last.elapsed().max(slept) > CHECK_INTERVAL + SUSPEND_DELAY {
                self.count.fetch_add(1, SeqCst);
            }
            (last, wall) = (Instant::now(), SystemTime::now());
        }
    }

    /// How often it was stopped so far.
    pub(super) fn count(&self) -> u64 {
        self.count.load(SeqCst)
    }

    /// The same, when a stop that ended just now has been noticed too.
    pub(super) fn count_now(&self) -> u64 {
        thread::sleep(2 * CHECK_INTERVAL);
        self.count()
    }
}
