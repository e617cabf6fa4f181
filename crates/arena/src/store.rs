//! Stores of tournaments: everything that must survive the process.

mod address;
mod claims;
mod live;
mod memory;
mod ownership;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod text;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use crate::game::{DialogueHead, FinishedGame, Pair};
use crate::plan::Plan;

pub use self::address::{refuse_password, without_password};
pub(crate) use self::live::SIGN_OF_LIFE;
pub use self::live::{GameInProgress, StoreCounts, WatchedGame, WatchedTournament};
pub use self::memory::MemoryStore;
#[cfg(feature = "postgres")]
pub use self::postgres::Postgres;
pub use self::sqlite::Sqlite;

/// A stored tournament. Writes are atomic and survive the process.
///
/// Before [`Store::create`] there is no tournament: reads find nothing, there is nothing to claim, and adding pairs or games is
/// an error. Nothing is written before it.
pub trait Store: Send {
    /// Creates the tournament. If it exists with an equal plan, nothing happens; with another plan, that is an error.
    fn create(&mut self, plan: &Plan) -> Result<(), StoreError>;

    /// Replaces the plan with one that differs only in dialogues and attendance, and deletes the void games of these engines, to be
    /// replayed. Returns their number. Any other difference is an error, and nothing changes.
    fn amend(&mut self, plan: &Plan, replayed: &[usize]) -> Result<u64, StoreError>;

    /// The plan of the tournament; `None` if there is no tournament yet.
    fn plan(&mut self) -> Result<Option<Plan>, StoreError>;

    /// Adds pairs, all or none. A pair whose number exists is left unchanged, so that several processes may schedule the same
    /// round.
    fn add_pairs(&mut self, pairs: &[Pair]) -> Result<(), StoreError>;

    /// Claims the pair with the lowest number that is unclaimed, or whose lease has expired. The claim lasts until the lease
    /// ends; [`Store::heartbeat`] renews it. `None` if there is nothing to claim now. A worker is a process or a part of one,
    /// with a unique name.
    fn claim(&mut self, worker: &str, lease: Duration) -> Result<Option<ClaimedPair>, StoreError>;

    /// Renews the leases of a worker's unfinished claims.
    fn heartbeat(&mut self, worker: &str, lease: Duration) -> Result<(), StoreError>;

    /// Releases a worker's unfinished claims.
    fn release(&mut self, worker: &str) -> Result<(), StoreError>;

    /// Saves a finished game of a known pair. False if that game exists already: the first result counts, and nothing changes.
    /// With its second game a pair is finished and never claimed again.
    fn save(&mut self, game: &FinishedGame) -> Result<bool, StoreError>;

    /// The same, with the beginnings of the dialogues in it, which are saved together with the game.
    fn save_with_dialogues(&mut self, game: &FinishedGame, _: &[DialogueHead]) -> Result<bool, StoreError> {
        self.save(game)
    }

    /// The beginnings of the dialogues in the games of these pairs, in order of the engines; games without any are left out.
    fn dialogues(&mut self, _: RangeInclusive<u64>) -> Result<GameDialogues, StoreError> {
        Ok(GameDialogues::new())
    }

    /// Sets the receiver of messages about a store that does not answer, and answers again.
    fn set_notice(&mut self, _: StoreNotice) {}

    /// How many pairs are being played now. `None` if another process plays: only that process knows.
    fn playing(&mut self) -> Result<Option<u64>, StoreError>;

    /// Sets how long a lost connection is retried before it is an error. Files have none.
    fn set_retry_time(&mut self, _: Duration) {}

    /// Shows people who watch what a worker plays: its games are `current` and no others, and of these `changed` have a new state.
    /// Nothing depends on what is shown, and it may be lost.
    fn show(&mut self, worker: &str, current: &[(u64, u8)], changed: &[GameInProgress]) -> Result<(), StoreError>;

    /// What people who watch may see of the tournament, with the pairs from number `from` on and their games; in one query. `None` if
    /// there is no tournament yet.
    fn watch(&mut self, from: u64) -> Result<Option<WatchedTournament>, StoreError>;

    /// All pairs in order of their numbers.
    fn pairs(&mut self) -> Result<Vec<Pair>, StoreError>;

    /// All finished games in order of pair and leg.
    fn games(&mut self) -> Result<Vec<FinishedGame>, StoreError>;
}

/// The beginnings of dialogues, by pair and leg.
pub type GameDialogues = BTreeMap<(u64, u8), Vec<DialogueHead>>;

/// Receives messages about a store, for the user.
pub type StoreNotice = std::sync::Arc<dyn Fn(&str) + Send + Sync>;

/// A pair that a worker may play now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedPair {
    /// The pair.
    pub pair: Pair,
    /// Which of its two games an earlier worker has saved.
    pub finished: [bool; 2],
}

/// Opens the store at an address; [`Store::create`] creates it if needed.
///
/// - `postgres://…` or `postgresql://…` is the tournament called `name` in that database, for many machines;
/// - `:memory:` is a new store that ends with the process;
/// - everything else is the path of a file with one tournament, and `name` is ignored.
pub fn open(address: &str, name: &str) -> Result<Box<dyn Store>, StoreError> {
    if is_postgres(address) {
        return open_postgres(address, name);
    }
    match address {
        ":memory:" => Ok(Box::new(MemoryStore::default())),
        "" => Err(StoreError("the address of the store is empty; expected a file or postgres://…".to_owned())),
        _ => match address.split_once("://") {
            Some((scheme, _)) => Err(StoreError(format!(
                "unknown kind of store {scheme:?}; expected a file or an address that begins with postgres://"
            ))),
            // Do not create a file with a password in its name.
            None if without_password(address) != address => Err(StoreError(
                "this is not the address of a store; expected a file or an address that begins with postgres://"
                    .to_owned(),
            )),
            None => Ok(Box::new(Sqlite::open(Path::new(address))?)),
        },
    }
}

/// The names of the tournaments at an address, the newest first. A file holds at most one.
pub fn tournaments(address: &str) -> Result<Vec<String>, StoreError> {
    match is_postgres(address) {
        true => postgres_tournaments(address),
        false => Ok(open(address, "")?.plan()?.map(|plan| plan.name).into_iter().collect()),
    }
}

#[cfg(feature = "postgres")]
fn open_postgres(address: &str, name: &str) -> Result<Box<dyn Store>, StoreError> {
    Ok(Box::new(Postgres::open(address, name)?))
}

#[cfg(feature = "postgres")]
fn postgres_tournaments(address: &str) -> Result<Vec<String>, StoreError> {
    Postgres::open(address, "")?.tournaments()
}

#[cfg(not(feature = "postgres"))]
fn open_postgres(_: &str, _: &str) -> Result<Box<dyn Store>, StoreError> {
    Err(StoreError("this program was built without PostgreSQL (feature postgres)".to_owned()))
}

#[cfg(not(feature = "postgres"))]
fn postgres_tournaments(address: &str) -> Result<Vec<String>, StoreError> {
    open_postgres(address, "").map(|_| Vec::new())
}

fn is_postgres(address: &str) -> bool {
    address.starts_with("postgres://") || address.starts_with("postgresql://")
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

// The errors that all stores share.
impl StoreError {
    fn no_tournament() -> StoreError {
        StoreError("there is no tournament in this store yet".to_owned())
    }

    fn no_pair(number: u64) -> StoreError {
        StoreError(format!("pair {number} was never added to the tournament"))
    }
}

/// The bit of a leg in the finished games of a pair.
fn leg_bit(leg: u8) -> Result<u8, StoreError> {
    match leg {
        0 | 1 => Ok(1 << leg),
        _ => Err(StoreError(format!("a pair has games 0 and 1, no game {leg}"))),
    }
}

/// The bits of a finished pair.
const BOTH: u8 = 0b11;

/// Which games the bits name.
fn legs(bits: u8) -> [bool; 2] {
    [bits & 1 != 0, bits & 2 != 0]
}

/// A number for a database.
fn to_column(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| StoreError(format!("{number} is too large for a store")))
}

/// A number from a database, which other programs may have written.
fn from_column<T: TryFrom<i64>>(number: i64) -> Result<T, StoreError> {
    T::try_from(number).map_err(|_| StoreError(format!("the store is damaged: {number} is not possible there")))
}
