//! Detects that this process was suspended: by Ctrl-Z or a closed laptop. The clocks of its games are then meaningless.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::system::waited_for_processor;

/// How often it checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// A check that comes this much later was suspended.
const SUSPEND_DELAY: Duration = Duration::from_millis(1000);

/// Counts how often this process was suspended.
#[derive(Default)]
pub(super) struct SuspendDetector {
    state: Mutex<State>,
    checked: Condvar,
}

#[derive(Clone, Copy, Default)]
struct State {
    suspensions: u64,
    checks: u64,
    is_over: bool,
}

impl SuspendDetector {
    /// Runs until `is_over`.
    pub(super) fn run(&self, is_over: &dyn Fn() -> bool) {
        let (mut last, mut wall, mut waited) = (Instant::now(), SystemTime::now(), waited_for_processor());
        while !is_over() {
            thread::sleep(CHECK_INTERVAL);
            // Each moment is read once, so that none is between two checks. The first clock runs while the process is stopped,
            // the second also while the machine sleeps.
            let (now, now_wall) = (Instant::now(), SystemTime::now());
            let slept = now_wall.duration_since(wall).unwrap_or(Duration::ZERO);
            // A busy machine, or a low priority, is no suspension.
            let now_waited = waited_for_processor();
            let busy = now_waited.saturating_sub(waited);
            let suspended = (now - last).max(slept).saturating_sub(busy) > CHECK_INTERVAL + SUSPEND_DELAY;
            self.update(|state| {
                state.checks += 1;
                state.suspensions += u64::from(suspended);
            });
            (last, wall, waited) = (now, now_wall, now_waited);
        }
        self.update(|state| state.is_over = true);
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.checked.notify_all();
    }

    /// The number of suspensions so far.
    pub(super) fn count(&self) -> u64 {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).suspensions
    }

    /// The same, including a suspension that has just ended.
    pub(super) fn count_now(&self) -> u64 {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // The next check may have begun already; the one after it sees everything up to now.
        let enough = state.checks + 2;
        let state = self.checked.wait_while(state, |state| state.checks < enough && !state.is_over);
        state.unwrap_or_else(PoisonError::into_inner).suspensions
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

    use super::*;

    #[test]
    fn the_count_waits_for_whole_checks_and_ends_with_them() {
        let detector = SuspendDetector::default();
        let is_over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| detector.run(&|| is_over.load(SeqCst)));
            let before = detector.state.lock().unwrap().checks;
            assert_eq!(detector.count_now(), detector.count());
            assert!(detector.state.lock().unwrap().checks >= before + 2);
            is_over.store(true, SeqCst);
        });
        // No more checks come.
        assert_eq!(detector.count_now(), detector.count());
    }
}
