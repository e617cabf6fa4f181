//! Where the tournaments of the tests live.

#[path = "../../../../tests/support/postgres.rs"]
mod cluster;

use std::sync::OnceLock;

use skirmish_arena::store::{self, MemoryStore, Store};
use tempfile::TempDir;

pub use cluster::{Cluster, start as start_cluster};

/// A place for one tournament.
pub enum Place {
    Memory(MemoryStore),
    File(TempDir),
    Database(String),
}

impl Place {
    /// A new place of each kind, by the name that tests have for it; `None` if there is no PostgreSQL.
    pub fn new(kind: &str) -> Option<Place> {
        Some(match kind {
            "memory" => Place::Memory(MemoryStore::default()),
            "file" => Place::File(TempDir::new().unwrap()),
            _ => Place::Database(cluster()?.new_database()),
        })
    }

    /// One more way to the tournament.
    pub fn open(&self) -> Box<dyn Store> {
        match self {
            Place::Memory(memory) => Box::new(memory.clone()),
            Place::File(folder) => store::open(folder.path().join("cup").to_str().unwrap(), "cup").unwrap(),
            Place::Database(address) => store::open(address, "cup").unwrap(),
        }
    }
}

/// The server for all tests that do not stop theirs. It ends with the process.
pub fn cluster() -> Option<&'static Cluster> {
    static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();
    CLUSTER.get_or_init(cluster::start).as_ref()
}
