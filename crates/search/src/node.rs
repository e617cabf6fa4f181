//! A node of the tree, PV or not, and a move about to be searched.

use skirmish_board::score::is_proof;
use skirmish_board::{Move, Score, Side};

use crate::move_picker::{OrderingContext, ScoredMove};
use crate::transposition::{Bound, TableEntry, score_from_tt};
use crate::window::Window;

/// The kinds of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    /// The root: its score and its best moves are wanted.
    Root,
    /// The score and the principal variation, the line that leads to it.
    Pv,
    /// A null window: only a bound is wanted.
    NonPv,
}

impl NodeKind {
    /// The kind of a node by its window. The search for shorter proofs uses a null window even at the root.
    #[inline(always)]
    pub(crate) fn of(window: Window, ply: usize) -> NodeKind {
        match ply {
            _ if window.is_null() => NodeKind::NonPv,
            0 => NodeKind::Root,
            _ => NodeKind::Pv,
        }
    }
}

/// A node and what is known of it before its moves are searched.
pub(crate) struct Node<'a, P> {
    pub(crate) position: &'a P,
    pub(crate) kind: NodeKind,
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) key: u64,
    pub(crate) side: Side,
    /// The entry of the transposition table.
    pub(crate) entry: Option<TableEntry>,
    /// The move that a singular search leaves out.
    pub(crate) excluded: Option<Move>,
    /// The opponent would win at once, were it its turn.
    pub(crate) threatened: bool,
    pub(crate) static_eval: Score,
    /// The static evaluation is better than two plies ago.
    pub(crate) improving: bool,
    /// Quiet moves that caused cutoffs at this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The history indices of the last two moves.
    pub(crate) previous: [Option<usize>; 2],
}

impl<P> Node<'_, P> {
    /// Whether this is a PV node; the root is one.
    #[inline(always)]
    pub(crate) fn is_pv(&self) -> bool {
        self.kind != NodeKind::NonPv
    }

    #[inline]
    pub(crate) fn hash_moves(&self) -> [Option<Move>; 2] {
        self.entry.map_or([None; 2], |entry| entry.moves)
    }

    /// What the moves are ordered by.
    #[inline(always)]
    pub(crate) fn ordering_context(&self, table: [Option<Move>; 2]) -> OrderingContext {
        OrderingContext { hash_moves: table, killers: self.killers, previous: self.previous }
    }
}

/// A move about to be searched, and the position it leads to.
pub(crate) struct Child<P> {
    pub(crate) scored: ScoredMove,
    pub(crate) noisy: bool,
    pub(crate) history_index: usize,
    pub(crate) position: P,
    pub(crate) key: u64,
    pub(crate) ply: usize,
    /// The depth of its search, without reductions.
    pub(crate) depth: i32,
    /// The same side is to move again.
    pub(crate) same_side: bool,
}

/// The score of a table entry, if it is deep enough and causes a cutoff or is exact.
#[inline]
pub(crate) fn usable(entry: &TableEntry, window: Window, depth: i32, ply: usize, exact: bool) -> Option<Score> {
    let score = score_from_tt(entry.score, ply);
    let decides = match entry.bound {
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
    (decides && deep_enough).then_some(score)
}
