//! What a search leaves for those who watch over it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use skirmish_api::messages::Message;

/// Messages on their way from a search to a tab.
#[derive(Default)]
pub struct Outbox(Mutex<Vec<Message>>);

impl Outbox {
    /// Puts a message in. Of what the engine sees only the newest counts, in place of what nobody has taken yet; the positions
    /// of a review count all.
    pub fn put(&self, message: Message) {
        let mut messages = self.lock();
        if !matches!(message, Message::Reviewed { .. }) {
            messages.clear();
        }
        messages.push(message);
    }

    /// Takes all messages.
    pub fn take(&self) -> Vec<Message> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Message>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
