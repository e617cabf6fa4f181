//! One search: what its threads share, and starting them.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64};

use skirmish_board::{Evaluate, Move, MoveList, SearchParams};

use crate::abdada::InFlight;
use crate::engine::SearchQuery;
use crate::limits::SearchTimer;
use crate::network::Network;
use crate::params::MAX_PLY;
use crate::recorder::{NoRecorder, Recorder};
use crate::report::SearchInfo;
use crate::thread::{SearchContext, SearchThread, ThreadMemory};
use crate::transposition::TranspositionTable;

/// What an engine uses in every search.
#[derive(Clone, Copy)]
pub(crate) struct Resources<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) params: SearchParams,
    /// The network that evaluates positions; without one the game's own evaluation does.
    pub(crate) network: Option<&'a Network>,
    pub(crate) threads: usize,
}

/// The index of the thread that reports; the others are helpers.
pub(crate) const MAIN_THREAD: usize = 0;

/// What the threads of one search share.
pub(crate) struct SearchRun<'a, P> {
    pub(crate) position: &'a P,
    /// The legal moves.
    pub(crate) moves: MoveList,
    /// Legal moves that are not searched.
    pub(crate) ignored: &'a [Move],
    /// The number of lines of a multi-PV search, or 1.
    pub(crate) lines: usize,
    /// The depth of the last iteration.
    pub(crate) max_depth: i32,
    /// There is only one move, or one pair of proposals, and time is limited.
    pub(crate) forced: bool,
    /// A win within this many plies is known.
    pub(crate) mate_bound: Option<u16>,
    pub(crate) timer: SearchTimer<'a>,
    resources: Resources<'a>,
    /// The published node count of each thread.
    pub(crate) visited: Vec<AtomicU64>,
    /// The moves that threads are searching; `None` with one thread.
    in_flight: Option<InFlight>,
    /// The current depth of the main thread.
    pub(crate) main_depth: AtomicI32,
    /// The last score of the main thread's best line.
    pub(crate) main_score: AtomicI32,
}

impl<'a, P: Evaluate> SearchRun<'a, P> {
    /// Prepares a search and starts its clock. Raising `stop` ends it.
    pub(crate) fn new(
        resources: Resources<'a>,
        position: &'a P,
        query: &SearchQuery<'a>,
        stop: &'a AtomicBool,
    ) -> SearchRun<'a, P> {
        let SearchQuery { limits, lines, ignored } = *query;
        let timer = SearchTimer::start(&limits, stop);
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let choices = moves.iter().filter(|mv| !ignored.contains(mv)).count();
        SearchRun {
            position,
            moves,
            ignored,
            lines: lines.clamp(1, choices.max(1)),
            max_depth: limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1) as i32,
            forced: limits.time.is_some() && choices <= if position.is_proposal_turn() { 2 } else { 1 },
            mate_bound: limits.mate_bound,
            timer,
            resources,
            visited: (0..resources.threads).map(|_| AtomicU64::new(0)).collect(),
            in_flight: (resources.threads > 1).then(InFlight::new),
            main_depth: AtomicI32::new(0),
            main_score: AtomicI32::new(0),
        }
    }

    /// Searches with as many threads as there are memories, one for each of [`Resources::threads`]. `report` is called for each
    /// line that the main thread finds.
    pub(crate) fn search(&self, memories: &mut [ThreadMemory], report: &mut dyn FnMut(&SearchInfo)) -> SearchInfo {
        let (main, helpers) = memories.split_at_mut(1);
        std::thread::scope(|scope| {
            let spawn = |(index, memory)| {
                scope.spawn(move || SearchThread::new(self, index, memory, &mut NoRecorder).run_helper())
            };
            let helpers: Vec<_> = (1..).zip(helpers).map(spawn).collect();
            let result = SearchThread::new(self, MAIN_THREAD, &mut main[0], &mut NoRecorder).run_main_thread(report);
            self.timer.finish();
            let found = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            // In a multi-PV search only the lines that the main thread reported count.
            found.filter(|_| self.lines == 1).fold(result, SearchInfo::or_deeper)
        })
    }

    /// The same with the main thread alone, which reports its nodes. There is one of [`Resources::threads`].
    pub(crate) fn search_recorded(
        &self,
        memory: &mut ThreadMemory,
        recorder: &mut impl Recorder,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> SearchInfo {
        SearchThread::new(self, MAIN_THREAD, memory, recorder).run_main_thread(report)
    }

    /// The context of a thread. Depth and horizon are set by its first iteration.
    pub(crate) fn context(&self, index: usize) -> SearchContext<'_> {
        let Resources { table, params, network, .. } = self.resources;
        SearchContext {
            table,
            timer: &self.timer,
            params,
            network,
            exact: params == SearchParams::NONE,
            proofs_only: false,
            ranked: self.lines > 1,
            horizon: 0,
            visited: &self.visited[index],
            in_flight: self.in_flight.as_ref(),
            depth: 0,
            main_depth: &self.main_depth,
        }
    }
}
