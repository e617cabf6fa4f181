//! One thread of a search: its view of the search, its memory and its stack, with an entry for each ply.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering::Relaxed};

use skirmish_board::score::loss_in;
use skirmish_board::{Evaluate, Move, Position, Score, SearchParams};

use crate::abdada::InFlight;
use crate::eval_cache::EvalCache;
use crate::history::History;
use crate::limits::SearchTimer;
use crate::move_picker::MovePicker;
use crate::network::Network;
use crate::params::{MAX_PLY, NODES_BETWEEN_UPDATES};
use crate::recorder::{NodeEnd, Recorder};
use crate::reductions::Reductions;
use crate::reference::finished;
use crate::report::SearchInfo;
use crate::run::SearchRun;
use crate::transposition::TranspositionTable;

/// Combined with the keys of a search for proofs: the digits of the root of two.
const PROOF_KEY: u64 = 0x6a09_e667_f3bc_c908;

/// What a thread needs at every node. Most of it is shared by all threads of the search.
#[derive(Clone, Copy)]
pub(crate) struct SearchContext<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) timer: &'a SearchTimer<'a>,
    pub(crate) params: SearchParams,
    /// The network that evaluates positions; without one the game's own evaluation does.
    pub(crate) network: Option<&'a Network>,
    /// All pruning is off: the result must be that of plain minimax.
    pub(crate) exact: bool,
    /// Only proofs count: every static evaluation is 0.
    pub(crate) proofs_only: bool,
    /// A multi-PV search: root moves are ranked by their own scores even where they can be refused.
    pub(crate) ranked: bool,
    /// Nothing is extended beyond this ply.
    pub(crate) horizon: usize,
    /// The published node count of this thread.
    pub(crate) visited: &'a AtomicU64,
    /// The moves that threads are searching; `None` with one thread.
    pub(crate) in_flight: Option<&'a InFlight>,
    /// The depth of this iteration, and that of the main thread: a helper that was overtaken gives up.
    pub(crate) depth: i32,
    pub(crate) main_depth: &'a AtomicI32,
}

impl SearchContext<'_> {
    /// The key of a position in the table. A search for proofs has its own entries, since it must not trust those of a search with
    /// pruning.
    #[inline]
    pub(crate) fn key(&self, position: &impl Position) -> u64 {
        position.key() ^ if self.proofs_only { PROOF_KEY } else { 0 }
    }

    #[inline]
    fn raw_eval(&self, position: &impl Evaluate) -> Score {
        match self.network {
            Some(network) => network.evaluate(position),
            None => position.evaluate(),
        }
    }

    /// Whether the search is over; called at every node.
    #[inline(always)]
    fn is_over(&self, nodes: u64) -> bool {
        if nodes.is_multiple_of(NODES_BETWEEN_UPDATES) {
            self.visited.store(nodes, Relaxed);
            if self.main_depth.load(Relaxed) > self.depth {
                return true;
            }
        }
        self.timer.is_over(nodes)
    }
}

/// The entry of a thread's stack for one ply of the current line.
pub(crate) struct StackEntry {
    pub(crate) move_picker: MovePicker,
    /// The history index of the move played here.
    pub(crate) history_index: Option<usize>,
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<Move>,
    pub(crate) static_eval: Score,
    /// The principal variation from here, and the second-best line: where moves are proposed, the second one counts.
    pub(crate) pv: [Vec<Move>; 2],
}

impl StackEntry {
    fn new() -> StackEntry {
        let line = || Vec::with_capacity(MAX_PLY);
        StackEntry {
            move_picker: MovePicker::new(),
            history_index: None,
            excluded: None,
            static_eval: 0,
            pv: [line(), line()],
        }
    }
}

/// A thread's memory, which lasts from search to search.
pub(crate) struct ThreadMemory {
    stack: Vec<StackEntry>,
    singular_stack: Vec<StackEntry>,
    history: History,
    eval_cache: EvalCache,
    reductions: Reductions,
}

impl ThreadMemory {
    /// An empty memory for a game with this [`HISTORY_SIZE`](Evaluate::HISTORY_SIZE).
    pub(crate) fn new(history_size: usize) -> ThreadMemory {
        ThreadMemory {
            stack: (0..MAX_PLY + 2).map(|_| StackEntry::new()).collect(),
            singular_stack: Vec::new(),
            history: History::new(history_size),
            eval_cache: EvalCache::new(),
            reductions: Reductions::new(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.eval_cache.clear();
    }
}

/// One thread of one search.
pub(crate) struct SearchThread<'a, P, R> {
    pub(crate) run: &'a SearchRun<'a, P>,
    /// Hears of every node.
    pub(crate) recorder: &'a mut R,
    /// 0 is the main thread.
    pub(crate) index: usize,
    pub(crate) context: SearchContext<'a>,
    /// One entry for each ply.
    pub(crate) stack: &'a mut [StackEntry],
    /// The entries of singular searches; empty if the game has none.
    pub(crate) singular_stack: &'a mut [StackEntry],
    pub(crate) history: &'a mut History,
    eval_cache: &'a mut EvalCache,
    pub(crate) reductions: &'a Reductions,
    pub(crate) nodes: u64,
    /// Set when the search must end: scores from then on are meaningless.
    pub(crate) stopped: bool,
    /// Moves not searched at the root: ignored ones, and those of better lines of this iteration.
    pub(crate) excluded_at_root: Vec<Move>,
    /// The root's best two moves so far in this iteration, with their scores.
    pub(crate) root: [Option<(Move, Score)>; 2],
    /// The last score of each line.
    pub(crate) scores: Vec<Score>,
    /// The last report of the best line.
    pub(crate) result: SearchInfo,
}

impl<'a, P: Evaluate, R: Recorder> SearchThread<'a, P, R> {
    /// A thread of a search. The history of earlier searches decays.
    pub(crate) fn new(
        run: &'a SearchRun<'a, P>,
        index: usize,
        memory: &'a mut ThreadMemory,
        recorder: &'a mut R,
    ) -> SearchThread<'a, P, R> {
        let context = run.context(index);
        memory.history.decay();
        memory.reductions.set_divisor(context.params.lmr_divisor);
        if context.params.singular_margin != 0 {
            memory.singular_stack.resize_with(memory.stack.len(), StackEntry::new);
        }
        SearchThread {
            run,
            recorder,
            index,
            context,
            stack: &mut memory.stack,
            singular_stack: &mut memory.singular_stack,
            history: &mut memory.history,
            eval_cache: &mut memory.eval_cache,
            reductions: &memory.reductions,
            nodes: 0,
            stopped: false,
            excluded_at_root: Vec::new(),
            root: [None; 2],
            scores: vec![0; run.lines],
            result: run.initial_report(),
        }
    }

    /// The static evaluation of a position, from the cache if it is there.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &P) -> Score {
        let context = &self.context;
        if context.proofs_only {
            0
        } else {
            self.eval_cache.get_or_insert_with(position.key(), || context.raw_eval(position))
        }
    }

    /// Counts a node and returns whether the search is over.
    #[inline(always)]
    pub(crate) fn visit(&mut self) -> bool {
        self.nodes += 1;
        self.stopped |= self.context.is_over(self.nodes);
        self.stopped
    }

    /// Publishes the node count.
    pub(crate) fn publish_nodes(&self) {
        self.context.visited.store(self.nodes, Relaxed);
    }

    /// The score of a position whose moves were just generated, if it is decided, and why: the game is over, or the sole move is a
    /// proposal, which is refused and loses.
    #[inline(always)]
    pub(crate) fn terminal_score(&mut self, position: &P, ply: usize) -> Option<(NodeEnd, Score)> {
        let moves = self.stack[ply].move_picker.moves.len();
        self.recorder.generated(moves);
        let score = |outcome| finished(outcome, position.side_to_move(), ply as u16);
        match moves {
            0 => Some((NodeEnd::Terminal, position.outcome().map_or(0, score))),
            1 if position.is_proposal_turn() => Some((NodeEnd::Refused, loss_in(ply as u16))),
            _ => None,
        }
    }

    /// The score of an unfinished position whose result the game knows.
    #[inline(always)]
    pub(crate) fn known_score(&self, position: &P, ply: usize) -> Option<Score> {
        let asked = self.context.params.known_results > 0;
        let known = if asked { position.known_result() } else { None }?;
        Some(finished(known.outcome, position.side_to_move(), ply as u16 + known.plies))
    }

    /// The history indices of the last two moves before a ply.
    #[inline]
    pub(crate) fn previous_indices(&self, ply: usize) -> [Option<usize>; 2] {
        let index = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].history_index);
        [index(1), index(2)]
    }

    /// Makes a move and the line after it the best (`rank` 0) or second-best (1) line of a ply.
    pub(crate) fn update_pv(&mut self, ply: usize, rank: usize, mv: Move, proposal: bool) {
        let (here, next) = self.stack.split_at_mut(ply + 1);
        let lines = &mut here[ply].pv;
        if rank == 0 {
            lines.swap(0, 1);
        }
        let continuation = &next[0].pv[if proposal { 1 } else { 0 }];
        lines[rank].clear();
        lines[rank].push(mv);
        lines[rank].extend_from_slice(continuation);
    }
}
