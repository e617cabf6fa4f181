//! One thread's part of a search: its memory and its counters.

use std::sync::atomic::{AtomicI32, AtomicU64, Ordering::Relaxed};

use skirmish_board::score::loss_in;
use skirmish_board::{Evaluate, Move, Position, Score, Shortcuts};

use crate::busy::Busy;
use crate::history::History;
use crate::limits::Clock;
use crate::network::Network;
use crate::opinions::Opinions;
use crate::order::Ordered;
use crate::plain::finished;
use crate::table::TranspositionTable;

/// No line is searched further than this from the root.
pub(crate) const MAX_PLY: usize = 128;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) clock: &'a Clock<'a>,
    pub(crate) shortcuts: Shortcuts,
    /// What judges positions, if it is not the game itself.
    pub(crate) network: Option<&'a Network>,
    /// No shortcut is allowed: the result must be that of plain minimax.
    pub(crate) exact: bool,
    /// Only proofs count: opinions are not even asked for.
    pub(crate) proofs_only: bool,
    /// Several lines are wanted: root moves are ranked by their own value even where they can be refused.
    pub(crate) ranked: bool,
    /// Nothing is extended beyond this ply.
    pub(crate) horizon: usize,
    /// Where the thread publishes its count of nodes.
    pub(crate) visited: &'a AtomicU64,
    /// What other threads are busy with; `None` if there are none.
    pub(crate) busy: Option<&'a Busy>,
    /// The depth of this iteration, and that of the thread that reports: a helper that it has overtaken gives up.
    pub(crate) depth: i32,
    pub(crate) leader: &'a AtomicI32,
}

impl Shared<'_> {
    /// The key of a position in the table. A search for proofs has entries of its own, since it must not trust the depth of
    /// a search with shortcuts.
    #[inline]
    pub(crate) fn key(&self, position: &impl Position) -> u64 {
        position.key() ^ if self.proofs_only { 0x6a09_e667_f3bc_c908 } else { 0 }
    }

    /// Judges a position.
    #[inline]
    fn judge(&self, position: &impl Evaluate) -> Score {
        match self.network {
            Some(network) => network.evaluate(position),
            None => position.evaluate(),
        }
    }

    /// Whether the search is over, asked at every node.
    #[inline(always)]
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        if nodes.is_multiple_of(512) {
            self.visited.store(nodes, Relaxed);
            if self.leader.load(Relaxed) > self.depth {
                return true;
            }
        }
        self.clock.is_over(nodes)
    }
}

/// What a thread keeps for each ply of the line it is on.
pub(crate) struct Ply {
    pub(crate) ordered: Ordered,
    pub(crate) killers: [Option<Move>; 2],
    /// The slot of the move played here.
    pub(crate) slot: Option<usize>,
    /// A move left out of the search here, to learn what the others are worth.
    pub(crate) excluded: Option<Move>,
    /// The judgement of the position here, before any move.
    pub(crate) judgement: Score,
    /// The best line from here, and the second-best: where moves are proposed, the second one counts.
    pub(crate) lines: [Vec<Move>; 2],
}

impl Ply {
    fn new() -> Ply {
        let line = || Vec::with_capacity(MAX_PLY);
        Ply {
            ordered: Ordered::new(),
            killers: [None; 2],
            slot: None,
            excluded: None,
            judgement: 0,
            lines: [line(), line()],
        }
    }
}

/// One thread's memory, kept from search to search.
pub(crate) struct Worker<P> {
    pub(crate) plies: Vec<Ply>,
    pub(crate) history: History,
    pub(crate) opinions: Opinions,
    pub(crate) nodes: u64,
    /// Set once the clock has run out: every value from then on is void.
    pub(crate) stopped: bool,
    /// Moves not considered at the root: those of better lines already reported.
    pub(crate) reported: Vec<Move>,
    /// The root's best two moves so far in this iteration, with values.
    pub(crate) root: [Option<(Move, Score)>; 2],
    reductions: Vec<i32>,
    /// The setting that the reductions were computed for.
    reductions_for: i32,
    game: std::marker::PhantomData<P>,
}

impl<P: Evaluate> Worker<P> {
    pub(crate) fn new() -> Worker<P> {
        Worker {
            plies: (0..MAX_PLY + 2).map(|_| Ply::new()).collect(),
            history: History::new(P::SLOTS),
            opinions: Opinions::new(),
            nodes: 0,
            stopped: false,
            reported: Vec::new(),
            root: [None; 2],
            reductions: Vec::new(),
            reductions_for: 0,
            game: std::marker::PhantomData,
        }
    }

    /// Prepares for a search of a new position; what was learnt about moves stays, faded.
    pub(crate) fn begin(&mut self, shortcuts: &Shortcuts) {
        self.nodes = 0;
        self.stopped = false;
        self.history.fade();
        for ply in &mut self.plies {
            ply.killers = [None; 2];
        }
        if self.reductions_for == shortcuts.reductions && !self.reductions.is_empty() {
            return;
        }
        self.reductions_for = shortcuts.reductions;
        let divisor = shortcuts.reductions as f64 / 100.0;
        let reduction = |i: usize| {
            let (depth, index) = (i / 64, i % 64);
            if divisor == 0.0 || depth == 0 || index == 0 {
                return 0;
            }
            (0.5 + (depth as f64).ln() * (index as f64).ln() / divisor) as i32
        };
        self.reductions = (0..64 * 64).map(reduction).collect();
    }

    /// How much less deep a late move is searched as a rule.
    #[inline]
    pub(crate) fn usual_reduction(&self, depth: i32, index: usize) -> i32 {
        self.reductions[(depth.clamp(0, 63) as usize) * 64 + index.min(63)]
    }

    /// The opinion of a position.
    #[inline]
    pub(crate) fn opinion(&mut self, shared: &Shared, position: &P) -> Score {
        if shared.proofs_only { 0 } else { self.opinions.of(position.key(), || shared.judge(position)) }
    }

    /// Counts a position and returns whether the search is over.
    #[inline(always)]
    pub(crate) fn visit(&mut self, shared: &Shared) -> bool {
        self.nodes += 1;
        self.stopped |= shared.is_over(self.nodes);
        self.stopped
    }

    /// The value of a position whose moves were just generated, if there is nothing to choose: the game is over, or its sole
    /// move is a proposal, which is refused and loses.
    #[inline(always)]
    pub(crate) fn without_choice(&self, position: &P, ply: usize) -> Option<Score> {
        match self.plies[ply].ordered.moves.len() {
            0 => Some(position.outcome().map_or(0, |outcome| finished(outcome, position.side_to_move(), ply as u16))),
            1 if position.proposes() => Some(loss_in(ply as u16)),
            _ => None,
        }
    }

    /// The slots of the last two moves before a ply.
    #[inline]
    pub(crate) fn before(&self, ply: usize) -> [Option<usize>; 2] {
        let slot = |back: usize| ply.checked_sub(back).and_then(|ply| self.plies[ply].slot);
        [slot(1), slot(2)]
    }

    /// Puts a move in front of the line found behind it, as the best or second-best line of a ply.
    pub(crate) fn record_line(&mut self, ply: usize, rank: usize, mv: Move, proposal: bool) {
        let (here, next) = self.plies.split_at_mut(ply + 1);
        let lines = &mut here[ply].lines;
        if rank == 0 {
            lines.swap(0, 1);
        }
        let behind = &next[0].lines[if proposal { 1 } else { 0 }];
        lines[rank].clear();
        lines[rank].push(mv);
        lines[rank].extend_from_slice(behind);
    }
}
