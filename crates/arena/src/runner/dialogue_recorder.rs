//! The beginning of the dialogue with an engine in each game.

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::game::DialogueHead;
use crate::process::{Observer, Speaker};

/// Records what a seat with its observer sends and receives.
pub(super) struct DialogueRecorder(Arc<Mutex<RecordedHead>>);

struct RecordedHead {
    began: Instant,
    text: String,
}

impl RecordedHead {
    fn new() -> RecordedHead {
        RecordedHead { began: Instant::now(), text: String::new() }
    }

    /// Adds a line, which the process has cut and made harmless.
    fn add(&mut self, speaker: Speaker, line: &str) {
        const LIMIT: usize = DialogueHead::MAX_BYTES;
        if self.text.len() < LIMIT {
            let time = self.began.elapsed().as_secs_f64();
            let _ = writeln!(self.text, "{time:9.3} {} {line}", speaker.sign());
            self.text.truncate(self.text.floor_char_boundary(LIMIT));
        }
    }
}

impl DialogueRecorder {
    pub(super) fn new() -> DialogueRecorder {
        DialogueRecorder(Arc::new(Mutex::new(RecordedHead::new())))
    }

    /// The observer for the seat.
    pub(super) fn observer(&self) -> Observer {
        let head = Arc::clone(&self.0);
        Arc::new(move |speaker, line| head.lock().unwrap_or_else(PoisonError::into_inner).add(speaker, line))
    }

    /// A new game begins.
    pub(super) fn restart(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = RecordedHead::new();
    }

    /// What was said since then; `None` if nothing was, as with built-in players.
    pub(super) fn take(&self, engine: usize) -> Option<DialogueHead> {
        let text = std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner).text);
        (!text.is_empty()).then_some(DialogueHead { engine, text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_each_game_is_recorded() {
        let recorder = DialogueRecorder::new();
        let observer = recorder.observer();
        assert_eq!(recorder.take(0), None);
        observer(Speaker::Sent, "isready");
        for _ in 0..1000 {
            observer(Speaker::Received, "♞ and more");
        }
        let head = recorder.take(3).unwrap();
        assert!(head.engine == 3 && head.text.contains(" > isready\n") && head.text.contains(" < ♞ and more\n"));
        assert!((DialogueHead::MAX_BYTES - 3..=DialogueHead::MAX_BYTES).contains(&head.text.len()));
        observer(Speaker::Received, "late");
        recorder.restart();
        observer(Speaker::Sent, "again");
        assert!(recorder.take(3).is_some_and(|head| head.text.ends_with(" > again\n") && !head.text.contains("late")));
    }
}
