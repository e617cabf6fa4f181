//! Whether this process itself was stopped for a while: by Ctrl-Z, by a laptop that was closed, by a machine that had no time for it.
//! Its engines went on meanwhile or stood still, and their clocks say nothing.

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// How often it is looked at.
const BEAT: Duration = Duration::from_millis(50);

/// A beat that comes so much later was held up.
const GAP: Duration = Duration::from_millis(1000);

/// Counts how often this process was stopped.
#[derive(Default)]
pub(super) struct Pulse {
    stops: AtomicU64,
}

impl Pulse {
    /// Beats until it is told to end.
    pub(super) fn beat(&self, is_over: &dyn Fn() -> bool) {
        let (mut last, mut wall) = (Instant::now(), SystemTime::now());
        while !is_over() {
            thread::sleep(BEAT);
            // The first clock goes on while the process is stopped, the second also while the machine sleeps.
            let slept = wall.elapsed().unwrap_or(Duration::ZERO);
            if last.elapsed().max(slept) > BEAT + GAP {
                self.stops.fetch_add(1, SeqCst);
            }
            (last, wall) = (Instant::now(), SystemTime::now());
        }
    }

    /// How often it was stopped so far.
    pub(super) fn stops(&self) -> u64 {
        self.stops.load(SeqCst)
    }

    /// The same, when a stop that ended just now has been noticed too.
    pub(super) fn stops_by_now(&self) -> u64 {
        thread::sleep(2 * BEAT);
        self.stops()
    }
}
