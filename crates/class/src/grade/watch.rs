//! The end of a grading's time: a flag that is raised when it is over, or when the user interrupts.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread::{Scope, sleep};
use std::time::{Duration, Instant};

/// How often the clock is looked at.
const INTERVAL: Duration = Duration::from_millis(20);

/// Raises [`TimeWatch::stop`] at a moment, which a part of the grading may bring forward.
pub(super) struct TimeWatch<'a> {
    /// Raised by the user.
    interrupted: &'a AtomicBool,
    /// Games end soon after it is raised.
    pub(super) stop: AtomicBool,
    /// The end of the whole grading.
    ends: Option<Instant>,
    /// The end of the present part.
    part_ends: Mutex<Option<Instant>>,
    over: AtomicBool,
}

impl<'a> TimeWatch<'a> {
    pub(super) fn new(interrupted: &'a AtomicBool, budget: Option<Duration>) -> TimeWatch<'a> {
        TimeWatch {
            interrupted,
            stop: AtomicBool::new(false),
            ends: budget.map(|budget| Instant::now() + budget),
            part_ends: Mutex::new(None),
            over: AtomicBool::new(false),
        }
    }

    /// Watches until [`TimeWatch::finish`].
    pub(super) fn start<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        scope.spawn(|| {
            while !self.over.load(SeqCst) {
                let part = *self.part_ends.lock().unwrap_or_else(PoisonError::into_inner);
                let is_over = |at: Option<Instant>| at.is_some_and(|at| Instant::now() >= at);
                if self.interrupted.load(SeqCst) || is_over(self.ends) || is_over(part) {
                    self.stop.store(true, SeqCst);
                }
                sleep(INTERVAL);
            }
        });
    }

    /// A part begins that may take this long; `None` for as long as there is.
    pub(super) fn begin_part(&self, limit: Option<Duration>) {
        let at = limit.map(|limit| Instant::now() + limit);
        *self.part_ends.lock().unwrap_or_else(PoisonError::into_inner) = at;
        self.stop.store(self.is_over(), SeqCst);
    }

    /// Whether the user has interrupted it.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(SeqCst)
    }

    /// Whether no time is left for anything.
    pub(super) fn is_over(&self) -> bool {
        self.is_interrupted() || self.left().is_some_and(|left| left.is_zero())
    }

    /// The time that is left; `None` without a limit.
    pub(super) fn left(&self) -> Option<Duration> {
        self.ends.map(|at| at.saturating_duration_since(Instant::now()))
    }

    /// Whether there is time for something that takes about so long.
    pub(super) fn fits(&self, time: Duration) -> bool {
        !self.is_over() && self.left().is_none_or(|left| left >= time)
    }

    /// Ends the watch.
    pub(super) fn finish(&self) {
        self.over.store(true, SeqCst);
    }
}
