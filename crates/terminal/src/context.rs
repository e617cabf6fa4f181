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
    pub(crate) options: GameOptions,
    pub(crate) theme: Theme,
    /// Where games are kept, if anywhere.
    pub(crate) saved_games: Option<SavedGames>,
    pub(crate) preferences: Preferences,
    /// What was remembered when it was kept last.
    saved_preferences: Preferences,
    /// What the engine is asked.
    pub(crate) requests: Requests,
}

impl ScreenContext {
    /// A world at its beginning.
    pub fn new(
        options: GameOptions,
        theme: Theme,
        saved_games: Option<SavedGames>,
        preferences: Preferences,
    ) -> ScreenContext {
        let saved_preferences = preferences.clone();
        ScreenContext {
            now: Duration::ZERO,
            options,
            theme,
            saved_games,
            preferences,
            saved_preferences,
            requests: Requests::default(),
        }
    }

    /// What is to be remembered, if that has changed since the last call.
    pub(crate) fn changed_preferences(&mut self) -> Option<&Preferences> {
        let changed = self.saved_preferences != self.preferences;
        self.saved_preferences.clone_from(&self.preferences);
        changed.then_some(&self.preferences)
    }

    /// Asks the engine for something whose events nobody waits for.
    pub(crate) fn ask(&mut self, request: EngineRequest) {
        self.requests.push(request);
    }
}
