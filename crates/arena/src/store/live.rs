//! What people see who watch a tournament: its results so far, and the games in progress.
//!
//! It has nothing that a program said besides its moves: no dialogue, no standard error, and no details of faults.

use std::time::Duration;

use crate::game::{FaultReport, FinishedGame, Pair, TimedMove};
use crate::plan::Plan;

use super::StoreError;
use super::text::parse_json;

/// A tournament as people see it who watch.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedTournament {
    /// The plan.
    pub plan: Plan,
    /// What there is in all.
    pub counts: StoreCounts,
    /// The pairs that were asked for, in order of their numbers.
    pub pairs: Vec<Pair>,
    /// Their finished games, in order of pair and leg.
    pub games: Vec<WatchedGame>,
    /// The games in progress of all workers, in order of pair and leg. A worker that was killed leaves its games for a while.
    pub running: Vec<GameInProgress>,
}

/// How much a tournament has. While these numbers fit what a watcher knows, it knows everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreCounts {
    /// Pairs.
    pub pairs: u64,
    /// Finished games.
    pub games: u64,
    /// Games in which an engine was not understood.
    pub void: u64,
}

/// A finished game as people see it who watch.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedGame {
    /// The game without its actions. A fault has no details, and the ending of its game is empty.
    pub game: FinishedGame,
    /// The actions as they are stored: most are never looked at.
    actions: Box<str>,
}

impl WatchedGame {
    pub(super) fn new(game: FinishedGame, actions: impl Into<Box<str>>) -> WatchedGame {
        WatchedGame { game, actions: actions.into() }
    }

    /// The game with its actions.
    pub fn with_actions(&self) -> Result<FinishedGame, StoreError> {
        Ok(FinishedGame { actions: parse_json("actions", &self.actions)?, ..self.game.clone() })
    }
}

/// What people see of a game.
pub(super) fn without_details(game: &FinishedGame) -> FinishedGame {
    let fault = game.fault.as_ref().map(|report| FaultReport {
        detail: String::new(),
        stderr: String::new(),
        transcript: String::new(),
        ..*report
    });
    let ending = if fault.is_some() { String::new() } else { game.ending.clone() };
    FinishedGame { actions: Vec::new(), ending, fault, ..*game }
}

/// A game that is being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInProgress {
    /// The pair it belongs to.
    pub pair: u64,
    /// 0 for the first game of the pair, 1 for the second.
    pub leg: u8,
    /// The actions so far.
    pub actions: Vec<TimedMove>,
    /// What the sides have left of their time for the game, if they have one, by [`Side::index`](skirmish_board::Side::index).
    pub left: [Option<Duration>; 2],
    /// For how long the side to move has been thinking; `None` while the programs start.
    pub thinking: Option<Duration>,
    /// How long ago its worker showed it.
    pub age: Duration,
}

/// A worker shows each of its games at least this often.
pub(crate) const SIGN_OF_LIFE: Duration = Duration::from_secs(3);

/// A game is forgotten if its worker has not shown it for so long.
pub(super) const FORGOTTEN: Duration = Duration::from_secs(60);

/// Times left as milliseconds in JSON, for databases.
pub(super) fn format_left(left: &[Option<Duration>; 2]) -> Result<String, StoreError> {
    super::text::format_json(&left.map(|left| left.map(milliseconds)))
}

/// Parses [`format_left`].
pub(super) fn parse_left(text: &str) -> Result<[Option<Duration>; 2], StoreError> {
    let left: [Option<u64>; 2] = parse_json("clocks", text)?;
    Ok(left.map(|left| left.map(Duration::from_millis)))
}

/// A time in milliseconds, as a database can store it.
pub(super) fn milliseconds(time: Duration) -> u64 {
    time.as_millis().min(i64::MAX as u128) as u64
}
