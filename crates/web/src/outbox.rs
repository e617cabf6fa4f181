//! A latest-wins mailbox between a search and its tab.

use std::sync::{Mutex, MutexGuard, PoisonError};

use skirmish_api::messages::Message;

/// The messages of a search that are not sent yet.
#[derive(Default)]
pub struct Outbox(Mutex<Vec<Message>>);

impl Outbox {
    /// Adds a message. It replaces all unsent ones, except that the positions of a review, nodes and rungs are all sent.
    pub fn put(&self, message: Message) {
        let mut messages = self.lock();
        if !matches!(message, Message::Reviewed { .. } | Message::SearchNodes { .. } | Message::Rung { .. }) {
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
