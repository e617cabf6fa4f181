//! Where a tournament lives: everything that must survive the process.

use std::fmt;
use std::time::Duration;

use crate::game::{Game, Pair};
use crate::plan::Plan;

/// A tournament kept somewhere. Whatever was written before a process died is there afterwards, whole.
pub trait Store: Send {
    /// Begins the tournament. If it exists already with an equal plan, nothing happens; with another plan, that is an error.
    fn create(&mut self, plan: &Plan) -> Result<(), StoreError>;

    /// The plan of the tournament; `None` if there is no tournament yet.
    fn plan(&mut self) -> Result<Option<Plan>, StoreError>;

    /// Adds pairs to be played. A pair whose number is there already is left as it is, so that several processes may
    /// schedule the same round.
    fn add_pairs(&mut self, pairs: &[Pair]) -> Result<(), StoreError>;

    /// Takes a pair that nobody plays: never claimed, or claimed by a worker whose lease ran out. It is this worker's
    /// until the lease ends, and [`Store::heartbeat`] renews it. `None` if there is nothing to take just now.
    fn claim(&mut self, worker: &str, lease: Duration) -> Result<Option<Claim>, StoreError>;

    /// Renews the lease on everything that a worker claimed and did not finish.
    fn heartbeat(&mut self, worker: &str, lease: Duration) -> Result<(), StoreError>;

    /// Gives back what a worker claimed and did not finish.
    fn release(&mut self, worker: &str) -> Result<(), StoreError>;

    /// Keeps a finished game. False if that game is there already: the first to finish it counts, and nothing changes.
    fn keep(&mut self, game: &Game) -> Result<bool, StoreError>;

    /// All pairs in order of their numbers.
    fn pairs(&mut self) -> Result<Vec<Pair>, StoreError>;

    /// All finished games in order of pair and leg.
    fn games(&mut self) -> Result<Vec<Game>, StoreError>;
}

/// A pair that a worker may play now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The pair.
    pub pair: Pair,
    /// Which of its two games are kept already, by an earlier worker.
    pub finished: [bool; 2],
}

/// Why a store failed, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError(pub String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}
