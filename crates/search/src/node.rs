//! A position in the tree, and a move about to be searched: what belongs together in the search.

use skirmish_board::score::is_proof;
use skirmish_board::{Move, Score, Side};

use crate::move_picker::{OrderingContext, ScoredMove};
use crate::transposition::{Bound, TableEntry, score_from_tt};
use crate::window::Window;

/// What is wanted of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    /// The score of the position that was asked about, and its best moves.
    Root,
    /// The score and the principal variation, the line that leads to it.
    Pv,
    /// Only on which side of a bound the score lies.
    NonPv,
}

impl NodeKind {
    /// The kind of a node by its window. A proof asks the root, too, only for a bound.
    #[inline(always)]
    pub(crate) fn of(window: Window, ply: usize) -> NodeKind {
        match ply {
            _ if window.is_null() => NodeKind::NonPv,
            0 => NodeKind::Root,
            _ => NodeKind::Pv,
        }
    }
}

/// A position in the tree and what is known of it before its moves are tried.
pub(crate) struct Node<'a, P> {
    pub(crate) position: &'a P,
    pub(crate) kind: NodeKind,
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) key: u64,
    pub(crate) side: Side,
    /// What the table knows.
    pub(crate) entry: Option<TableEntry>,
    /// A move left out to learn what the others are worth.
    pub(crate) excluded: Option<Move>,
    /// The opponent would win at once, were it its turn.
    pub(crate) threatened: bool,
    pub(crate) static_eval: Score,
    /// The static evaluation is better than two plies before.
    pub(crate) improving: bool,
    /// Quiet moves that refuted others at this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The slots of the last two moves.
    pub(crate) previous: [Option<usize>; 2],
}

impl<P> Node<'_, P> {
    /// Whether the score itself is wanted.
    #[inline(always)]
    pub(crate) fn is_pv(&self) -> bool {
        self.kind != NodeKind::NonPv
    }

    #[inline]
    pub(crate) fn hash_moves(&self) -> [Option<Move>; 2] {
        self.entry.map_or([None; 2], |entry| entry.moves)
    }

    /// What the order of the moves goes by.
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
    /// How deep the position is to be searched.
    pub(crate) depth: i32,
    /// The side that moves is to move again.
    pub(crate) same_side: bool,
}

/// The table's score, if it settles the question that the window asks.
#[inline]
pub(crate) fn usable(entry: &TableEntry, window: Window, depth: i32, ply: usize, exact: bool) -> Option<Score> {
    let score = score_from_tt(entry.score, ply);
    let answers = match entry.bound {
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
    (answers && deep_enough).then_some(score)
}
