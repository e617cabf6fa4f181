//! The engine from outside: its settings, its memory, its threads.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skirmish_board::{Evaluate, Move, SearchParams};

use crate::limits::Limits;
use crate::network::Network;
use crate::report::SearchInfo;
use crate::run::{Resources, SearchRun};
use crate::thread::ThreadMemory;
use crate::transposition::TranspositionTable;

/// How an engine is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// Threads that search together, at least 1.
    pub threads: usize,
    /// The size of the table in megabytes.
    pub hash: usize,
    /// The parameters of the search; by default the game's own.
    pub params: Option<SearchParams>,
}

/// All cores and 256 MB.
impl Default for SearchSettings {
    fn default() -> SearchSettings {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        SearchSettings { threads, hash: 256, params: None }
    }
}

/// What a search is asked for.
#[derive(Clone, Copy, Debug)]
pub struct SearchQuery<'a> {
    /// When it ends at the latest.
    pub limits: Limits,
    /// How many of the best lines are wanted, at least 1.
    pub lines: usize,
    /// Legal moves that are not worth a look, because something better is known than a search could tell; not all of them.
    pub ignored: &'a [Move],
}

/// The best line within limits, all moves considered.
impl From<Limits> for SearchQuery<'_> {
    fn from(limits: Limits) -> Self {
        SearchQuery { limits, lines: 1, ignored: &[] }
    }
}

/// An engine for one game. It remembers what it has seen from one search to the next.
pub struct Engine<P> {
    table: TranspositionTable,
    /// One for each thread.
    memories: Vec<ThreadMemory>,
    params: SearchParams,
    network: Option<Arc<Network>>,
    game: PhantomData<P>,
}

impl<P: Evaluate> Engine<P> {
    /// An engine that knows nothing yet.
    pub fn new(settings: &SearchSettings) -> Engine<P> {
        Engine {
            table: TranspositionTable::new(settings.hash),
            memories: (0..settings.threads.max(1)).map(|_| ThreadMemory::new(P::HISTORY_SIZE)).collect(),
            params: settings.params.unwrap_or(P::SEARCH_PARAMS),
            network: None,
            game: PhantomData,
        }
    }

    /// Judges positions by a network from now on, or by the game's own evaluation. If that is a change, everything is forgotten,
    /// since it was judged otherwise.
    ///
    /// The network must fit the game: see [`Network::fits`].
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        if self.network != network {
            self.network = network;
            self.clear();
        }
    }

    /// The network in use.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The parameters in use, to be changed for experiments.
    pub fn params_mut(&mut self) -> &mut SearchParams {
        &mut self.params
    }

    /// Makes the table at least this large. A larger one begins empty.
    pub fn reserve(&mut self, megabytes: usize) {
        if self.table.megabytes() < megabytes {
            // The old one is given back before more is asked for.
            self.table = TranspositionTable::new(0);
            self.table = TranspositionTable::new(megabytes);
        }
    }

    /// The size of the table in megabytes.
    pub fn megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Forgets everything, as if newly built.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(ThreadMemory::clear);
    }

    /// Searches a position until a limit is reached, `stop` is raised, the result is proven, or, if time is limited, there is
    /// nothing to choose. `report` is called for each of the best lines wanted after every iteration.
    ///
    /// Returns the last report of the best line. With one thread and no limit on time, the same engine state and arguments give
    /// the same result.
    pub fn search(
        &mut self,
        position: &P,
        query: &SearchQuery,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        self.table.age();
        let resources = Resources {
            table: &self.table,
            params: self.params,
            network: self.network.as_deref(),
            threads: self.memories.len(),
        };
        SearchRun::new(resources, position, query, stop).search(&mut self.memories, report)
    }
}
