//! Where a tournament lives: everything that must survive the process.

mod address;
mod claims;
mod memory;
mod ownership;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod text;

use std::fmt;
use std::path::Path;
use std::time::Duration;

use crate::game::{FinishedGame, Pair};
use crate::plan::Plan;

pub use self::address::without_password;
pub use self::memory::MemoryStore;
#[cfg(feature = "postgres")]
pub use self::postgres::Postgres;
pub use self::sqlite::Sqlite;

/// A tournament kept somewhere. Whatever was written before a process died is there afterwards, whole.
///
/// Before [`Store::create`] there is no tournament: reading finds nothing, there is nothing to claim, and adding pairs or games is an
/// error. Nothing is written before it either.
pub trait Store: Send {
    /// Begins the tournament. If it exists already with an equal plan, nothing happens; with another plan, that is an error.
    fn create(&mut self, plan: &Plan) -> Result<(), StoreError>;

    /// Goes on with another plan that differs only in how console programs talk, and forgets the games that count for nobody: they are
    /// to be played again. Returns how many these were. With any other difference, that is an error and nothing changes.
    fn amend(&mut self, plan: &Plan) -> Result<u64, StoreError>;

    /// The plan of the tournament; `None` if there is no tournament yet.
    fn plan(&mut self) -> Result<Option<Plan>, StoreError>;

    /// Adds pairs to be played, all or none. A pair whose number is there already is left as it is, so that several processes
    /// may schedule the same round.
    fn add_pairs(&mut self, pairs: &[Pair]) -> Result<(), StoreError>;

    /// Takes a pair that nobody plays: never claimed, or claimed by a worker whose lease ran out; of several, the one
    /// with the lowest number. It is this worker's until the lease ends, and [`Store::heartbeat`] renews it. `None` if
    /// there is nothing to take just now. A worker is one process or a part of one: no two have the same name at the
    /// same time.
    fn claim(&mut self, worker: &str, lease: Duration) -> Result<Option<Claim>, StoreError>;

    /// Renews the lease on everything that a worker claimed, did not finish and did not lose to another.
    fn heartbeat(&mut self, worker: &str, lease: Duration) -> Result<(), StoreError>;

    /// Gives back what a worker claimed and did not finish.
    fn release(&mut self, worker: &str) -> Result<(), StoreError>;

    /// Keeps a finished game of a pair that was added. False if that game is there already: the first to finish it counts, and
    /// nothing changes. With its second game a pair is finished and never claimed again.
    fn save(&mut self, game: &FinishedGame) -> Result<bool, StoreError>;

    /// Whom to tell, in sentences, that the store does not answer for a while and that it does again.
    fn set_notice(&mut self, _: StoreNotice) {}

    /// How many pairs are being played just now. `None` if another process plays, since only that process knows.
    fn playing(&mut self) -> Result<Option<u64>, StoreError>;

    /// All pairs in order of their numbers.
    fn pairs(&mut self) -> Result<Vec<Pair>, StoreError>;

    /// All finished games in order of pair and leg.
    fn games(&mut self) -> Result<Vec<FinishedGame>, StoreError>;
}

/// Somebody who is told what people should know of a store.
pub type StoreNotice = std::sync::Arc<dyn Fn(&str) + Send + Sync>;

/// A pair that a worker may play now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The pair.
    pub pair: Pair,
    /// Which of its two games are kept already, by an earlier worker.
    pub finished: [bool; 2],
}

/// Opens the store at an address; [`Store::create`] makes it if it is not there.
///
/// - `postgres://…` or `postgresql://…` is the tournament called `name` in that database, for many machines;
/// - `:memory:` is a new store that ends with the process;
/// - everything else is the path of a file for one tournament, and `name` does not matter.
pub fn open(address: &str, name: &str) -> Result<Box<dyn Store>, StoreError> {
    if is_postgres(address) {
        return open_postgres(address, name);
    }
    match address {
        ":memory:" => Ok(Box::new(MemoryStore::default())),
        "" => Err(StoreError("the address of the store is empty, expected a file or postgres://…".to_owned())),
        _ => match address.split_once("://") {
            Some((scheme, _)) => Err(StoreError(format!(
                "{scheme:?} is no kind of store, expected the path of a file or an address that begins with postgres://"
            ))),
            // No file shall have a password in its name.
            None if without_password(address) != address => Err(StoreError(
                "this is no address of a store, expected the path of a file or one that begins with postgres://"
                    .to_owned(),
            )),
            None => Ok(Box::new(Sqlite::open(Path::new(address))?)),
        },
    }
}

/// The names of the tournaments at an address, the newest first. A file holds at most one, and its name is that of its plan.
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
    Err(StoreError("this program was built without PostgreSQL (the feature postgres of its build)".to_owned()))
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

// The sentences that all stores share.
impl StoreError {
    fn no_tournament() -> StoreError {
        StoreError("there is no tournament in this store yet".to_owned())
    }

    fn no_pair(number: u64) -> StoreError {
        StoreError(format!("pair {number} was never added to the tournament"))
    }
}

/// The bit of a leg among the finished games of a pair.
fn leg_bit(leg: u8) -> Result<u8, StoreError> {
    match leg {
        0 | 1 => Ok(1 << leg),
        _ => Err(StoreError(format!("a pair has games 0 and 1, no game {leg}"))),
    }
}

/// The bits of a pair of which both games are finished.
const BOTH: u8 = 0b11;

/// Which games the bits name.
fn legs(bits: u8) -> [bool; 2] {
    [bits & 1 != 0, bits & 2 != 0]
}

/// A number as databases have them.
fn to_column(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| StoreError(format!("{number} is too large a number for a store")))
}

/// A number that a database had, which other programs may have written to.
fn from_column<T: TryFrom<i64>>(number: i64) -> Result<T, StoreError> {
    T::try_from(number).map_err(|_| StoreError(format!("the store is damaged: {number} is not possible there")))
}
