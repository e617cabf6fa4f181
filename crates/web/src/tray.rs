//! What a search leaves for those who watch over it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::messages::Message;

/// Messages on their way from a search to a tab.
#[derive(Default)]
pub struct Tray(Mutex<Vec<Message>>);

impl Tray {
    /// Puts a message in place of what nobody has taken yet: only the newest counts.
    pub fn replace(&self, message: Message) {
        let mut messages = self.lock();
        messages.clear();
        messages.push(message);
    }

    /// Puts a message after those that are there.
    pub fn add(&self, message: Message) {
        self.lock().push(message);
    }

    /// Takes all messages.
    pub fn take(&self) -> Vec<Message> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Message>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
