//! Stops and pauses a search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

/// Why a search should stop, from the weakest to the strongest reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StopReason {
    /// Others wait: pause and resume later.
    Pause,
    /// Reply with the best result so far.
    Finish,
    /// The result is no longer needed.
    Cancel,
}

/// The handle on a search.
#[derive(Default)]
pub struct Control {
    /// The stop flag of the engine.
    stop: AtomicBool,
    end: Mutex<Option<StopReason>>,
    changed: Notify,
}

impl Control {
    /// The stop flag of the engine.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Stops the search. A weaker reason does not replace a stronger one.
    pub fn end(&self, reason: StopReason) {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        *end = (*end).max(Some(reason));
        self.stop.store(true, Relaxed);
        self.changed.notify_waiters();
    }

    /// Why it should stop, if it should.
    pub fn reason(&self) -> Option<StopReason> {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Resumes after a pause; returns false if there is a stronger reason by now.
    pub fn resume(&self) -> bool {
        let mut end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        if *end == Some(StopReason::Pause) {
            *end = None;
            self.stop.store(false, Relaxed);
        }
        end.is_none()
    }

    /// Waits until the search should end, not just pause.
    pub async fn ended(&self) -> StopReason {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // From here on no notification is missed.
            changed.as_mut().enable();
            match self.reason() {
                Some(reason) if reason > StopReason::Pause => return reason,
                _ => changed.await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_stronger_reason_wins_and_a_pause_passes() {
        let control = Control::default();
        assert!(control.resume() && !control.flag().load(Relaxed));
        control.end(StopReason::Pause);
        assert!(control.flag().load(Relaxed));
        assert!(control.resume() && !control.flag().load(Relaxed));
        control.end(StopReason::Cancel);
        control.end(StopReason::Pause);
        assert!(!control.resume() && control.flag().load(Relaxed));
        assert_eq!(control.ended().await, StopReason::Cancel);
    }
}
