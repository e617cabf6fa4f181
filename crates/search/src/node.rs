//! A position in the tree, and a move about to be searched: what belongs together in the search.

use skirmish_board::score::is_proof;
use skirmish_board::{Evaluate, Move, Score, Side};

use crate::busy::{Busy, Claim};
use crate::order::{Hints, Picked};
use crate::second_best::BestMoves;
use crate::table::{Bound, Entry, from_stored};
use crate::window::Window;
use crate::worker::Shared;

/// Threads share the work of moves searched at least this deep; for less, telling each other costs more than it saves.
const SHARED_DEPTH: i32 = 4;

/// A position in the tree and what is known of it before its moves are tried.
pub(crate) struct Node<'a, P> {
    pub(crate) position: &'a P,
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) key: u64,
    pub(crate) side: Side,
    /// What the table knows.
    pub(crate) entry: Option<Entry>,
    /// A move left out to learn what the others are worth.
    pub(crate) excluded: Option<Move>,
    /// The value itself is wanted, not only a test.
    pub(crate) wants_value: bool,
    /// The opponent would win at once, were it its turn.
    pub(crate) threatened: bool,
    pub(crate) judgement: Score,
    /// The judgement is better than two plies before.
    pub(crate) improving: bool,
    pub(crate) hints: Hints,
}

impl<P: Evaluate> Node<'_, P> {
    /// The score of a table entry, if it settles the question that the window asks.
    #[inline]
    pub(crate) fn settles(&self, shared: &Shared, entry: &Entry, window: Window) -> Option<Score> {
        usable(entry, window, self.depth, self.ply, shared.exact)
    }

    /// The score of the table, if another thread has put it there since this node was begun.
    #[inline]
    pub(crate) fn answered_meanwhile(&self, shared: &Shared, window: Window) -> Option<Score> {
        let asks = shared.busy.is_some() && self.depth >= SHARED_DEPTH && !self.wants_value && self.excluded.is_none();
        let entry = if asks { shared.table.get(self.key) } else { None };
        entry.and_then(|entry| self.settles(shared, &entry, window))
    }

    /// The value to believe without trying a move, if the judgement is so far above `beta` that no reply is likely to matter.
    #[inline]
    pub(crate) fn far_above(&self, shared: &Shared, beta: Score) -> Option<Score> {
        let margin = shared.shortcuts.reverse_futility * (self.depth - self.improving as i32);
        let calm = !self.wants_value && !self.threatened && self.excluded.is_none();
        let allowed = calm && shared.shortcuts.reverse_futility > 0 && self.depth <= 8 && !is_proof(beta);
        (allowed && self.judgement - margin >= beta).then_some(self.judgement - margin / 2)
    }

    #[inline]
    pub(crate) fn table_moves(&self) -> [Option<Move>; 2] {
        self.entry.map_or([None; 2], |entry| entry.moves)
    }
}

/// A move about to be searched, and the position it leads to.
pub(crate) struct Child<P> {
    pub(crate) mv: Move,
    pub(crate) picked: Picked,
    pub(crate) noisy: bool,
    pub(crate) slot: usize,
    pub(crate) position: P,
    pub(crate) key: u64,
    pub(crate) ply: usize,
    /// How deep the position is to be searched.
    pub(crate) depth: i32,
    /// The side that moves is to move again.
    pub(crate) same_side: bool,
}

impl<P: Evaluate> Child<P> {
    #[inline(always)]
    pub(crate) fn new(shared: &Shared, node: &Node<P>, (picked, noisy): (Picked, bool), extension: i32) -> Child<P> {
        let mut position = node.position.clone();
        position.play_standing(picked.mv);
        let key = shared.key(&position);
        shared.table.expect(key);
        Child {
            mv: picked.mv,
            picked,
            noisy,
            slot: node.position.slot(picked.mv),
            key,
            ply: node.ply + 1,
            depth: node.depth - 1 + extension,
            same_side: position.side_to_move() == node.side,
            position,
        }
    }

    /// A move that was searched before.
    pub(crate) fn again(shared: &Shared, node: &Node<P>, mv: Move) -> Child<P> {
        Child::new(shared, node, (Picked { mv, promise: 0, was_put_off: false }, false), 0)
    }
}

impl Shared<'_> {
    /// Whether a node is searched less deep because the table has no move for it.
    #[inline]
    pub(crate) fn reduces_without_table_move<P: Evaluate>(&self, node: &Node<P>) -> bool {
        let least = self.shortcuts.internal_reduction;
        least > 0 && node.depth >= least && node.table_moves()[0].is_none()
    }

    /// The right to search a move; `None` if another thread is at it and it should come later.
    #[inline]
    pub(crate) fn claim<P: Evaluate>(
        &self,
        node: &Node<P>,
        best: &BestMoves,
        child: &Child<P>,
    ) -> Option<Option<Claim<'_>>> {
        let Some(busy) = self.busy.filter(|_| best.beyond_needed().is_some() && node.depth >= SHARED_DEPTH) else {
            return Some(None);
        };
        let work = Busy::work(child.key, node.depth);
        let comes_later = !child.picked.was_put_off && busy.contains(work);
        (!comes_later).then(|| Some(busy.claim(work)))
    }
}

/// The table's score, if it settles the question that the window asks.
#[inline]
pub(crate) fn usable(entry: &Entry, window: Window, depth: i32, ply: usize, exact: bool) -> Option<Score> {
    let score = from_stored(entry.score, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    // A proof holds at any depth, since nothing recurs: a lower bound can prove a win, an upper bound a loss.
    let proof = is_proof(score)
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score > 0,
            Bound::Upper => score < 0,
        };
    let deep_enough = if exact { entry.depth == depth } else { entry.depth >= depth || proof };
    (settles && deep_enough).then_some(score)
}
