//! The engine from outside: its settings, its memory, its threads.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64};

use skirmish_board::{Evaluate, Move, MoveList, Shortcuts};

use crate::busy::Busy;
use crate::job::Job;
use crate::limits::{Clock, Limits};
use crate::network::Network;
use crate::report::SearchInfo;
use crate::table::TranspositionTable;
use crate::worker::{MAX_PLY, Worker};

/// How an engine is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Threads that search together, at least 1.
    pub threads: usize,
    /// The size of the table in megabytes.
    pub hash: usize,
    /// The shortcuts, where they should differ from the game's own.
    pub shortcuts: Option<Shortcuts>,
}

/// All cores and 256 MB.
impl Default for Settings {
    fn default() -> Settings {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Settings { threads, hash: 256, shortcuts: None }
    }
}

/// What a search is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// When it ends at the latest.
    pub limits: Limits,
    /// How many of the best lines are wanted, at least 1.
    pub lines: usize,
    /// Legal moves that are not worth a look, because something better is known than a search could tell; not all of them.
    pub ignored: &'a [Move],
}

/// The best line within limits, all moves considered.
impl From<Limits> for Query<'_> {
    fn from(limits: Limits) -> Self {
        Query { limits, lines: 1, ignored: &[] }
    }
}

/// An engine for one game. It remembers what it has seen from one search to the next.
pub struct Engine<P> {
    table: TranspositionTable,
    workers: Vec<Worker<P>>,
    shortcuts: Shortcuts,
    network: Option<Arc<Network>>,
}

impl<P: Evaluate> Engine<P> {
    /// An engine that knows nothing yet.
    pub fn new(settings: &Settings) -> Engine<P> {
        Engine {
            table: TranspositionTable::new(settings.hash),
            workers: (0..settings.threads.max(1)).map(|_| Worker::new()).collect(),
            shortcuts: settings.shortcuts.unwrap_or(P::SHORTCUTS),
            network: None,
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

    /// The shortcuts in use, to be changed for experiments.
    pub fn shortcuts_mut(&mut self) -> &mut Shortcuts {
        &mut self.shortcuts
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
        for worker in &mut self.workers {
            worker.history.clear();
            worker.opinions.clear();
        }
    }

    /// Searches a position until a limit is reached, `stop` is raised, the result is proven, or, if time is limited, there is
    /// nothing to choose. `report` is called for each of the best lines wanted after every iteration.
    ///
    /// Returns the last report of the best line. With one thread and no limit on time, the same engine state and arguments give
    /// the same result.
    pub fn search(
        &mut self,
        position: &P,
        query: &Query,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let Query { limits, lines, ignored } = *query;
        let clock = Clock::start(&limits, stop);
        self.table.age();
        let threads = self.workers.len();
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1) as i32;
        let choices = moves.iter().filter(|mv| !ignored.contains(mv)).count();
        let job = Job {
            position,
            moves: &moves,
            lines: lines.clamp(1, choices.max(1)),
            ignored,
            deepest,
            no_choice: limits.time.is_some() && choices <= if position.proposes() { 2 } else { 1 },
            promised: limits.promised,
            clock: &clock,
            table: &self.table,
            shortcuts: self.shortcuts,
            network: self.network.as_deref(),
            visited: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            busy: (threads > 1).then(Busy::new),
            leader: AtomicI32::new(0),
            expected: AtomicI32::new(0),
        };
        let (first, others) = self.workers.split_at_mut(1);
        std::thread::scope(|scope| {
            let job = &job;
            let help = |(thread, worker)| scope.spawn(move || job.help(worker, thread));
            let helpers: Vec<_> = (1..).zip(others).map(help).collect();
            let result = job.lead(&mut first[0], report);
            clock.finish();
            let found = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            // Where several lines are wanted, only those that thread 0 reported count.
            found.filter(|_| job.lines == 1).fold(result, SearchInfo::or_deeper)
        })
    }
}
