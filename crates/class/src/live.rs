//! A live, read-only page of a tournament, and the same as static files.
//!
//! One thread reads the store once per second, whatever the number of viewers, and never reads what programs said. Names are replaced
//! as soon as they are read, so nothing behind that point knows them.

#![cfg_attr(not(feature = "web"), allow(dead_code, reason = "without the server, pages are only published"))]

#[cfg(feature = "web")]
mod evaluation;
mod follower;
mod history;
mod names;
mod pages;
mod publish;
mod running;
#[cfg(feature = "web")]
mod server;
#[cfg(feature = "web")]
mod station;
mod summary;

use std::fmt;
use std::sync::Arc;

use skirmish_arena::store::{self, Store, StoreError};

pub use names::{Names, pseudonyms};
pub use publish::{PublishedPages, publish};
#[cfg(feature = "web")]
pub use server::{LiveServerOptions, serve};

/// The tournament that is shown, and how.
#[derive(Clone)]
pub struct LiveOptions {
    /// Says where it is. It is asked before each reading: a class has another tournament each night.
    pub locate: Locator,
    /// How programs are named.
    pub names: Names,
    /// The secret that pseudonyms are made from: the same secret and name give the same pseudonym.
    pub secret: u64,
    /// Whether it is the league of a class: ranked by ratings, which are relative to the levels that play.
    pub league: bool,
    /// Whether our engine evaluates the positions of running games. Off by default: no spoilers.
    pub evaluate: bool,
}

/// Says where the tournament is that is shown.
pub type Locator = Arc<dyn Fn() -> Result<StoreLocation, LiveError> + Send + Sync>;

/// Where a tournament is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreLocation {
    /// The address of its store: a file, or `postgres://…`.
    pub address: String,
    /// Its name in the store.
    pub name: String,
}

impl LiveOptions {
    /// A tournament with the names of its programs, and without evaluations.
    pub fn new(address: impl Into<String>, name: impl Into<String>) -> LiveOptions {
        let location = StoreLocation { address: address.into(), name: name.into() };
        LiveOptions::following(Arc::new(move || Ok(location.clone())))
    }

    /// The same of a tournament that may be replaced by another.
    pub fn following(locate: Locator) -> LiveOptions {
        LiveOptions { locate, names: Names::Real, secret: 0, league: false, evaluate: false }
    }

    /// The tournament as it is now, if there is one.
    fn open(&self) -> Result<Box<dyn Store>, LiveError> {
        (self.locate)()?.open()
    }
}

impl StoreLocation {
    fn open(&self) -> Result<Box<dyn Store>, LiveError> {
        Ok(store::open(&self.address, &self.name)?)
    }
}

/// Why nothing can be shown, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveError(pub String);

impl From<StoreError> for LiveError {
    fn from(error: StoreError) -> LiveError {
        LiveError(error.0)
    }
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LiveError {}
