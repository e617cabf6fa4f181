//! The engine: its settings, its memory and [`Engine::search`].

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use skirmish_board::{Evaluate, Move, SearchParams};

use crate::ideas::{Idea, IdeaSet};
use crate::limits::Limits;
use crate::network::Network;
use crate::recorded_tree::RecordedTree;
use crate::report::SearchInfo;
use crate::run::{Resources, SearchRun};
use crate::thread::ThreadMemory;
use crate::transposition::TranspositionTable;
use crate::tree_recorder::TreeRecorder;

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

/// Options of a recorded search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordOptions {
    /// The ideas that are switched off; ideas that need one of them are, too ([`IdeaSet::closed`]).
    pub off: IdeaSet,
    /// The most nodes to keep. Of a larger search, whole plies near the root are kept and the rest is counted.
    pub max_nodes: usize,
    /// Only the subtree of the node with this number is kept.
    pub within: Option<u64>,
}

/// An engine for one game. Its table and history last from one search to the next.
pub struct Engine<P> {
    table: TranspositionTable,
    /// One for each thread.
    memories: Vec<ThreadMemory>,
    params: SearchParams,
    network: Option<Arc<Network>>,
    /// Whether a search has begun since table and history were empty.
    used: bool,
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
            used: false,
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

    /// Fetches the memory of the table from the system, so that the first search need not wait for it. Raising `stop` leaves the
    /// rest to the searches.
    pub fn warm_up(&self, stop: &AtomicBool) {
        self.table.warm_up(stop);
    }

    /// Clears the table and the history, as if newly built. Memory that no search has used stays untouched: writing to all of it would
    /// take the system long.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.used) {
            self.table.clear();
            self.memories.iter_mut().for_each(ThreadMemory::clear);
        }
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
        self.used = true;
        self.table.age();
        let resources = Resources {
            table: &self.table,
            params: self.params,
            network: self.network.as_deref(),
            threads: self.memories.len(),
        };
        SearchRun::new(resources, position, query, stop).search(&mut self.memories, report)
    }

    /// The same with one thread, and records its tree. With no idea off it visits the same nodes as [`Engine::search`].
    pub fn search_recorded(
        &mut self,
        position: &P,
        query: &SearchQuery,
        options: &RecordOptions,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> (SearchInfo, RecordedTree) {
        self.used = true;
        self.table.age();
        let (off, none) = (options.off.closed(), TranspositionTable::new(0));
        let resources = Resources {
            table: if off.contains(Idea::Table) { &none } else { &self.table },
            params: off.turned_off(self.params),
            network: self.network.as_deref(),
            threads: 1,
        };
        let mut recorder = TreeRecorder::new(off, options.max_nodes, options.within);
        let run = SearchRun::new(resources, position, query, stop);
        let info = run.search_recorded(&mut self.memories[0], &mut recorder, report);
        (info, recorder.finish())
    }
}

#[cfg(test)]
mod tests {
    use skirmish_games::Trench;

    use super::*;

    /// The megabytes of memory that this process uses, where the system says so.
    fn used_megabytes() -> Option<usize> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let kilobytes =
            status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().trim_end_matches("kB").trim();
        Some(kilobytes.parse::<usize>().ok()? / 1024)
    }

    /// On a busy machine, 256 MB take seconds: the first move would be late.
    #[test]
    fn a_new_engine_does_not_fetch_its_table() {
        let Some(before) = used_megabytes() else { return };
        let mut engine: Engine<Trench> = Engine::new(&SearchSettings { threads: 1, hash: 4096, params: None });
        engine.clear();
        assert!(used_megabytes().unwrap() < before + 1024, "half a table and more");
        // A new network clears what an engine knows, too.
        engine.reserve(4097);
        engine.clear();
        assert!(used_megabytes().unwrap() < before + 1024);
    }
}
