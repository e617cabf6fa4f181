//! What screens share: the clock, the requests to the engine, the shelf, what the person likes.

use std::time::Duration;

use skirmish_play::SavedGames;
use skirmish_session::engine::{EngineRequest, Requests};
use skirmish_session::new_game::GameOptions;

use crate::theme::Theme;
use skirmish_session::Preferences;

/// The world outside the screens, as far as they can reach it. They never wait for it: requests are passed on and files are
/// written when they are done.
pub struct ScreenContext {
    /// The time since the program began.
    pub(crate) now: Duration,
    pub(crate) preferences: GameOptions,
    pub(crate) theme: Theme,
    /// Where games are kept, if anywhere.
    pub(crate) shelf: Option<SavedGames>,
    pub(crate) memory: Preferences,
    /// What was remembered when it was kept last.
    known: Preferences,
    /// What the engine is asked.
    pub(crate) requests: Requests,
}

impl ScreenContext {
    /// A world at its beginning.
    pub fn new(
        preferences: GameOptions,
        theme: Theme,
        shelf: Option<SavedGames>,
        memory: Preferences,
    ) -> ScreenContext {
        let known = memory.clone();
        ScreenContext { now: Duration::ZERO, preferences, theme, shelf, memory, known, requests: Requests::default() }
    }

    /// What is to be remembered, if that has changed since the last call.
    pub(crate) fn news_for_memory(&mut self) -> Option<&Preferences> {
        let changed = self.known != self.memory;
        self.known.clone_from(&self.memory);
        changed.then_some(&self.memory)
    }

    /// Asks the engine for something whose events nobody waits for.
    pub(crate) fn ask(&mut self, request: EngineRequest) {
        self.requests.push(request);
    }
}
