//! What screens share: the clock, requests to the engine, saved games, preferences.

use std::time::Duration;

use skirmish_play::SavedGames;
use skirmish_session::engine::{EngineRequest, Requests};
use skirmish_session::new_game::GameOptions;

use crate::theme::Theme;
use skirmish_session::Preferences;

/// The state shared by all screens. Screens never block: they queue requests, and files are written after drawing.
pub struct ScreenContext {
    /// The time since the application started.
    pub(crate) now: Duration,
    pub(crate) options: GameOptions,
    pub(crate) theme: Theme,
    /// The saved games; `None` if there is no place to save them.
    pub(crate) saved_games: Option<SavedGames>,
    pub(crate) preferences: Preferences,
    /// The preferences as last saved.
    saved_preferences: Preferences,
    /// The requests to the engine.
    pub(crate) requests: Requests,
}

impl ScreenContext {
    /// The initial context.
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

    /// The preferences, if they changed since the last call.
    pub(crate) fn changed_preferences(&mut self) -> Option<&Preferences> {
        let changed = self.saved_preferences != self.preferences;
        self.saved_preferences.clone_from(&self.preferences);
        changed.then_some(&self.preferences)
    }

    /// Queues a request without an id.
    pub(crate) fn ask(&mut self, request: EngineRequest) {
        self.requests.push(request);
    }
}
