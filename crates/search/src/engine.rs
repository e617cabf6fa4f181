//! The engine: its settings, its memory and [`Engine::search`].

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

/// Settings of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// Threads that search together, at least 1.
    pub threads: usize,
    /// The size of the transposition table in megabytes.
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

/// The arguments of a search, besides the position.
#[derive(Clone, Copy, Debug)]
pub struct SearchQuery<'a> {
    /// When the search ends at the latest.
    pub limits: Limits,
    /// How many lines to find (multi-PV), at least 1.
    pub lines: usize,
    /// Legal moves to leave out, such as those that a tablebase shows to be inferior; never all of them.
    pub ignored: &'a [Move],
}

/// One line, all moves.
impl From<Limits> for SearchQuery<'_> {
    fn from(limits: Limits) -> Self {
        SearchQuery { limits, lines: 1, ignored: &[] }
    }
}

/// An engine for one game. Its table and history last from one search to the next.
pub struct Engine<P> {
    table: TranspositionTable,
    /// One for each thread.
    memories: Vec<ThreadMemory>,
    params: SearchParams,
    network: Option<Arc<Network>>,
    game: PhantomData<P>,
}

impl<P: Evaluate> Engine<P> {
    /// An engine with an empty table.
    pub fn new(settings: &SearchSettings) -> Engine<P> {
        Engine {
            table: TranspositionTable::new(settings.hash),
            memories: (0..settings.threads.max(1)).map(|_| ThreadMemory::new(P::HISTORY_SIZE)).collect(),
            params: settings.params.unwrap_or(P::SEARCH_PARAMS),
            network: None,
            game: PhantomData,
        }
    }

    /// Evaluates positions with a network from now on, or with the game's own evaluation. If that is a change, the table and the
    /// history are cleared.
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

    /// Makes the table at least this large. If it has to grow, it is cleared.
    pub fn reserve(&mut self, megabytes: usize) {
        if self.table.megabytes() < megabytes {
            // Frees the old table before the new one is allocated.
            self.table = TranspositionTable::new(0);
            self.table = TranspositionTable::new(megabytes);
        }
    }

    /// The size of the table in megabytes.
    pub fn megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Clears the table and the history, as if newly built.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(ThreadMemory::clear);
    }

    /// Searches a position until a limit is reached, `stop` is raised, the result is proven, or, if time is limited, the move is
    /// forced. `report` is called for each line of every iteration.
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
