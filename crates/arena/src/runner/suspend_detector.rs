//! Detects that this process was suspended: by Ctrl-Z, a closed laptop or an overloaded machine. The clocks of its games are
//! then meaningless.

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// How often it checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// A check that comes this much later was suspended.
const SUSPEND_DELAY: Duration = Duration::from_millis(1000);

/// Counts how often this process was suspended.
#[derive(Default)]
pub(super) struct SuspendDetector {
    count: AtomicU64,
}

impl SuspendDetector {
    /// Runs until `is_over`.
    pub(super) fn run(&self, is_over: &dyn Fn() -> bool) {
        let (mut last, mut wall) = (Instant::now(), SystemTime::now());
        while !is_over() {
            thread::sleep(CHECK_INTERVAL);
            // The first clock runs while the process is stopped, the second also while the machine sleeps.
            let slept = wall.elapsed().unwrap_or(Duration::ZERO);
            if last.elapsed().max(slept) > CHECK_INTERVAL + SUSPEND_DELAY {
                self.count.fetch_add(1, SeqCst);
            }
            (last, wall) = (Instant::now(), SystemTime::now());
        }
    }

    /// The number of suspensions so far.
    pub(super) fn count(&self) -> u64 {
        self.count.load(SeqCst)
    }

    /// The same, including a suspension that has just ended.
    pub(super) fn count_now(&self) -> u64 {
        thread::sleep(2 * CHECK_INTERVAL);
        self.count()
    }
}
