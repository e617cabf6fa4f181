//! The games that this process plays, for people who watch.
//!
//! Threads that play note each action in memory. Once per interval one thread takes what is new to the store, however many actions there
//! were.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::lock;
use crate::game::TimedMove;
use crate::store::{GameInProgress, SIGN_OF_LIFE};

/// The least time between two writes.
pub(super) const INTERVAL: Duration = Duration::from_millis(500);

/// The games in progress.
#[derive(Default)]
pub(super) struct Progress {
    games: Mutex<BTreeMap<(u64, u8), NotedGame>>,
    /// When games were last shown; `None` before the first time.
    last: Mutex<Option<Instant>>,
    /// Whether the store takes no more.
    given_up: AtomicBool,
}

/// A game in progress.
struct NotedGame {
    actions: Vec<TimedMove>,
    left: [Option<Duration>; 2],
    /// When the side to move was asked.
    asked: Option<Instant>,
    /// When it was last shown in this state.
    shown: Option<Instant>,
}

/// What is new: the games that are being played, and the state of those that changed.
pub(super) struct ProgressNews {
    pub(super) current: Vec<(u64, u8)>,
    pub(super) changed: Vec<GameInProgress>,
}

impl Progress {
    /// A game begins. It ends when the result is dropped.
    pub(super) fn begin(&self, pair: u64, leg: u8) -> ShownGame<'_> {
        let game = NotedGame { actions: Vec::new(), left: [None; 2], asked: None, shown: None };
        lock(&self.games).insert((pair, leg), game);
        ShownGame { progress: self, key: (pair, leg) }
    }

    /// What should be shown now; `None` if it is too early or nothing changed. Games whose side to move thinks for long are shown again, as
    /// a sign of life.
    pub(super) fn news(&self) -> Option<ProgressNews> {
        let mut last = lock(&self.last);
        if self.given_up.load(Relaxed) || last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return None;
        }
        let mut games = lock(&self.games);
        if games.is_empty() && last.is_none() {
            return None;
        }
        let is_new = |game: &NotedGame| game.shown.is_none_or(|shown| shown.elapsed() >= SIGN_OF_LIFE);
        let mut changed = Vec::new();
        for (&(pair, leg), game) in games.iter_mut().filter(|(_, game)| is_new(game)) {
            game.shown = Some(Instant::now());
            changed.push(GameInProgress {
                pair,
                leg,
                actions: game.actions.clone(),
                left: game.left,
                thinking: game.asked.map(|asked| asked.elapsed()),
                age: Duration::ZERO,
            });
        }
        // Finished games are known as such, so nothing is written for them alone.
        if changed.is_empty() {
            return None;
        }
        *last = Some(Instant::now());
        Some(ProgressNews { current: games.keys().copied().collect(), changed })
    }

    /// Nothing is shown any more.
    pub(super) fn give_up(&self) {
        self.given_up.store(true, Relaxed);
    }

    /// Whether the store has games of this process.
    pub(super) fn is_shown(&self) -> bool {
        lock(&self.last).is_some() && !self.given_up.load(Relaxed)
    }
}

/// A game that is shown while it is played.
pub(super) struct ShownGame<'a> {
    progress: &'a Progress,
    key: (u64, u8),
}

impl ShownGame<'_> {
    /// A side is asked for an action, after the last one.
    pub(super) fn asked(&self, last: Option<TimedMove>, left: [Option<Duration>; 2]) {
        if let Some(game) = lock(&self.progress.games).get_mut(&self.key) {
            game.actions.extend(last);
            (game.left, game.asked, game.shown) = (left, Some(Instant::now()), None);
        }
    }
}

impl Drop for ShownGame<'_> {
    fn drop(&mut self) {
        lock(&self.progress.games).remove(&self.key);
    }
}
