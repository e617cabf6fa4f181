//! The tree of a recorded search, and what was counted of it.

use skirmish_board::{Move, Score};

use crate::recorder::{NodeEnd, NodeMark, NodeType, SearchKind, SkipReason};
use crate::transposition::Bound;

/// What became of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeFate {
    /// It was searched: why its node ended.
    Ended(NodeEnd),
    /// It was never searched.
    Skipped(SkipReason),
}

impl NodeFate {
    /// The word for it in traces.
    pub fn word(self) -> &'static str {
        match self {
            NodeFate::Ended(end) => end.word(),
            NodeFate::Skipped(reason) => reason.word(),
        }
    }
}

/// What the table knew about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableHit {
    /// The stored score, as seen from the root: a win counts plies from there.
    pub value: Score,
    /// The depth to which it was searched.
    pub depth: i32,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// The best move.
    pub mv: Option<Move>,
}

/// A node of a recorded tree: one search of one move, or a move that was never searched.
///
/// Scores and the window are those of the side to move at the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedNode {
    /// Its number among the nodes of the search, from 1; that of the last node before it if it was skipped.
    pub number: u64,
    /// The nodes below it that were visited, and itself; 0 if it was skipped.
    pub nodes: u64,
    /// The entries of its subtree in [`RecordedTree::nodes`], with itself: they follow it.
    pub(crate) entries: u32,
    /// The distance from the root.
    pub ply: u8,
    /// The plies to search, with extensions; 0 and less in quiescence search.
    pub depth: i16,
    /// Its type; of a skipped move, that of its parent.
    pub node_type: NodeType,
    /// What it was searched for.
    pub kind: SearchKind,
    /// The plies less than at full depth.
    pub reduction: u8,
    /// The move that leads to it; `None` at the root and in a singular search, which is at the ply of its parent.
    pub mv: Option<Move>,
    /// The place of the move in the order of its parent, from 1; 0 without a move.
    pub place: u16,
    /// The window asked.
    pub window: (Score, Score),
    /// The value returned.
    pub value: Score,
    /// How the value relates to the true one, as far as the search knows.
    pub bound: Bound,
    /// Why it ended or never began.
    pub fate: NodeFate,
    /// What else happened, as bits.
    pub(crate) marks: u8,
    /// The static evaluation, if it was needed.
    pub static_eval: Option<Score>,
    /// What the table knew.
    pub table: Option<TableHit>,
    /// The number of legal moves; 0 if they were not needed.
    pub moves: u16,
    /// The move that caused the cutoff, and its place in the order.
    pub cutoff: Option<(Move, u16)>,
    /// The best move and the second-best, as far as they are better than alpha.
    pub best: [Option<Move>; 2],
}

/// A million nodes take less than 200 MB.
const _: () = assert!(size_of::<RecordedNode>() <= 176);

impl RecordedNode {
    /// Whether something happened at it.
    pub fn has(&self, mark: NodeMark) -> bool {
        self.marks & 1 << mark as u8 != 0
    }

    /// Everything that happened at it, besides its end.
    pub fn marks(&self) -> impl Iterator<Item = NodeMark> {
        NodeMark::ALL.iter().copied().filter(|&mark| self.has(mark))
    }

    /// Whether the move was never searched.
    pub fn is_skipped(&self) -> bool {
        matches!(self.fate, NodeFate::Skipped(_))
    }

    pub(crate) fn mark(&mut self, mark: NodeMark) {
        self.marks |= 1 << mark as u8;
    }
}

/// A search of the root: an iteration, one again with a wider window, or a search for a shorter proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootSearch {
    /// What it was for.
    pub kind: SearchKind,
    /// Its depth.
    pub depth: i32,
    /// Its nodes.
    pub nodes: u64,
    /// Its value, which means nothing if it was stopped.
    pub value: Score,
    /// Whether the search was stopped in it.
    pub stopped: bool,
    /// All nodes up to this ply are in the tree, and none beyond; `None` if all are.
    pub whole_plies: Option<u8>,
}

/// What was counted in a search, of all nodes, whether they are in the tree or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// The nodes visited.
    pub nodes: u64,
    /// Nodes by ply, from 0. A singular search counts at the ply of its position.
    pub plies: Vec<u64>,
    /// Nodes at depth 0 and below: leaves and quiescence search.
    pub quiescence: u64,
    /// Nodes whose position was in the table.
    pub table_hits: u64,
    /// Nodes that ended with a cutoff by the first move that could cause one: the second, if a node needs two.
    pub first_move_cutoffs: u64,
    pub(crate) ends: [u64; NodeEnd::ALL.len()],
    pub(crate) skips: [u64; SkipReason::ALL.len()],
    pub(crate) kinds: [u64; SearchKind::ALL.len()],
    pub(crate) types: [u64; NodeType::ALL.len()],
    pub(crate) marks: [u64; NodeMark::ALL.len()],
}

impl SearchCounts {
    /// The nodes that ended for a reason. The sum of all reasons is [`SearchCounts::nodes`].
    pub fn ended(&self, end: NodeEnd) -> u64 {
        self.ends[end as usize]
    }

    /// The moves that were skipped for a reason.
    pub fn skipped(&self, reason: SkipReason) -> u64 {
        self.skips[reason as usize]
    }

    /// The searches of this kind; their sum is the number of nodes.
    pub fn searches(&self, kind: SearchKind) -> u64 {
        self.kinds[kind as usize]
    }

    /// The nodes of a type; their sum is the number of nodes.
    pub fn typed(&self, node_type: NodeType) -> u64 {
        self.types[node_type as usize]
    }

    /// The nodes with a mark.
    pub fn marked(&self, mark: NodeMark) -> u64 {
        self.marks[mark as usize]
    }

    /// The searches of a move, or of the root, that had been searched just before.
    pub fn searched_again(&self) -> u64 {
        SearchKind::ALL.iter().filter(|kind| kind.is_again()).map(|&kind| self.searches(kind)).sum()
    }
}

/// The tree of a search: its nodes in the order in which they were entered, each before those below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedTree {
    /// The nodes and the skipped moves.
    pub nodes: Vec<RecordedNode>,
    /// The searches of the root, one for each of [`RecordedTree::roots`].
    pub root_searches: Vec<RootSearch>,
    /// What was counted.
    pub counts: SearchCounts,
    /// Only the subtree of the node with this number is kept: it is the only root, if it was visited.
    pub within: Option<u64>,
    /// The moves to that node.
    pub moves_before: Vec<Move>,
}

impl RecordedTree {
    /// The roots: one for each search of the root, in their order; or the top of the part that is kept.
    pub fn roots(&self) -> impl Iterator<Item = usize> {
        self.siblings(0, self.nodes.len())
    }

    /// The children of a node that are in the tree: searches of moves in their order, and skipped moves.
    pub fn children(&self, index: usize) -> impl Iterator<Item = usize> {
        self.siblings(index + 1, self.end_of(index))
    }

    fn siblings(&self, first: usize, end: usize) -> impl Iterator<Item = usize> {
        let present = move |index: usize| (index < end).then_some(index);
        let next = move |&index: &usize| present(self.end_of(index));
        std::iter::successors(present(first), next)
    }

    /// The end of the subtree of a node in [`RecordedTree::nodes`].
    pub fn end_of(&self, index: usize) -> usize {
        index + self.nodes[index].entries as usize
    }

    /// How many nodes directly or indirectly below a node were counted but are not in the tree, not looking below its children.
    pub fn missing(&self, index: usize) -> u64 {
        let node = &self.nodes[index];
        let below: u64 = self.children(index).map(|child| self.nodes[child].nodes).sum();
        node.nodes.saturating_sub(1 + below)
    }

    /// The nodes from a root to a node, both included.
    pub fn path(&self, index: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = self.roots().find(|&root| self.holds(root, index));
        while let Some(node) = at {
            path.push(node);
            at = if node == index { None } else { self.children(node).find(|&child| self.holds(child, index)) };
        }
        path
    }

    fn holds(&self, top: usize, index: usize) -> bool {
        (top..self.end_of(top)).contains(&index)
    }

    /// The node with a number; `None` if it is not in the tree.
    pub fn numbered(&self, number: u64) -> Option<usize> {
        let first = self.nodes.partition_point(|node| node.number < number);
        let same = self.nodes[first..].iter().take_while(|node| node.number == number);
        same.enumerate().find(|(_, node)| !node.is_skipped()).map(|(place, _)| first + place)
    }

    /// The root whose value is the result: the last iteration that was not stopped, or a search that found a shorter proof after it.
    /// `None` if the game was over or the search was stopped at once.
    pub fn result(&self) -> Option<usize> {
        self.deciding().last()
    }

    /// The best moves of the result: where moves are proposed, also the second-best.
    pub fn best(&self) -> [Option<Move>; 2] {
        // A quicker loss has no better move: the search keeps those that it had.
        let is_quicker_loss = |root: usize| self.nodes[root].kind == SearchKind::Proof && self.nodes[root].value < 0;
        let best = self.deciding().filter(|&root| !is_quicker_loss(root)).map(|root| self.nodes[root].best);
        best.filter(|best| best[0].is_some()).last().unwrap_or_default()
    }

    /// The roots that decided the result, each better than those before.
    fn deciding(&self) -> impl Iterator<Item = usize> {
        let mut known: Option<Score> = None;
        // Outside of an aspiration window there is only a bound.
        let is_whole = |&(root, search): &(usize, &RootSearch)| {
            self.within.is_none()
                && !search.stopped
                && (search.kind == SearchKind::Proof || self.nodes[root].bound == Bound::Exact)
        };
        let searches = self.roots().zip(&self.root_searches).filter(is_whole);
        let decides = move |&(root, search): &(usize, &RootSearch)| {
            let node = &self.nodes[root];
            let decides = known.is_none_or(|known| {
                let shorter = node.value.signum() == known.signum() && node.value.abs() > known.abs();
                // A quicker win is searched again for its line.
                let same_win = node.value == known && known > 0 && node.bound == Bound::Exact;
                search.kind != SearchKind::Proof || shorter || same_win
            });
            if decides {
                known = Some(node.value);
            }
            decides
        };
        searches.filter(decides).map(|(root, _)| root)
    }
}
