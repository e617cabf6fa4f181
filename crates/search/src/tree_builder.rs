//! Builds a tree from events that do not come from our search, such as those of a trace.

use skirmish_board::{Move, Score};

use crate::ideas::IdeaSet;
use crate::recorded_tree::{RecordedTree, TableHit};
use crate::recorder::{NodeEnd, NodeMark, Recorder, SearchKind, SkipReason};
use crate::transposition::{TableEntry, score_to_tt};
use crate::tree_recorder::TreeRecorder;
use crate::window::Window;

/// Builds a [`RecordedTree`] from the events of a search, in their order. Nodes nest: each [`TreeBuilder::enter`] needs one
/// [`TreeBuilder::leave`]. Scores and windows are those of the side to move at the node.
pub struct TreeBuilder {
    recorder: TreeRecorder,
    /// The distance from the root of each open node.
    open: Vec<usize>,
}

impl TreeBuilder {
    /// A tree that keeps so many nodes; of a larger one, whole plies near the root.
    pub fn new(max_nodes: usize) -> TreeBuilder {
        TreeBuilder { recorder: TreeRecorder::new(IdeaSet::NONE, max_nodes, None), open: Vec::new() }
    }

    /// A node begins: a search of this move of the innermost open node, or without a move a root or a second search of the same
    /// position.
    pub fn enter(&mut self, kind: SearchKind, mv: Option<Move>, reduction: i32, depth: i32, window: (Score, Score)) {
        let ply = self.open.last().map_or(0, |ply| ply + usize::from(mv.is_some()));
        self.recorder.announce(kind, mv, reduction);
        self.recorder.enter(ply, depth, Window::new(window.0, window.1));
        self.open.push(ply);
    }

    /// The table knew the position of the innermost node.
    pub fn probed(&mut self, hit: TableHit) {
        let ply = self.open.last().copied().unwrap_or(0);
        let TableHit { value, depth, bound, mv } = hit;
        let entry = TableEntry { moves: [mv, None], score: score_to_tt(value, ply), depth, bound };
        self.recorder.probed(Some(&entry));
    }

    /// The innermost node has so many legal moves.
    pub fn generated(&mut self, moves: usize) {
        self.recorder.generated(moves);
    }

    /// The innermost node needs so many good moves.
    pub fn needs(&mut self, moves: usize) {
        self.recorder.needs(moves);
    }

    /// The innermost node has this static evaluation.
    pub fn evaluated(&mut self, value: Score) {
        self.recorder.evaluated(value);
    }

    /// Something happened at the innermost node.
    pub fn mark(&mut self, mark: NodeMark) {
        self.recorder.mark(mark);
    }

    /// A move of the innermost node is not searched.
    pub fn skip(&mut self, mv: Move, reason: SkipReason) {
        self.recorder.skip(mv, reason);
    }

    /// The best and the second-best move of the innermost node.
    pub fn best(&mut self, moves: [Option<Move>; 2]) {
        self.recorder.best(moves);
    }

    /// The innermost node ends; without one, nothing happens.
    pub fn leave(&mut self, end: NodeEnd, value: Score) {
        if self.open.pop().is_some() {
            self.recorder.leave(end, value);
        }
    }

    /// The tree. Nodes that are still open end as if the search had been stopped.
    pub fn finish(mut self) -> RecordedTree {
        while !self.open.is_empty() {
            self.leave(NodeEnd::Stopped, 0);
        }
        self.recorder.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded_tree::NodeFate;

    #[test]
    fn events_become_a_tree_even_if_they_end_early() {
        let mv = |bits| Move::from_bits(bits);
        let mut builder = TreeBuilder::new(1000);
        builder.leave(NodeEnd::Complete, 1);
        builder.enter(SearchKind::Iteration, None, 0, 2, (-32_000, 32_000));
        builder.enter(SearchKind::Full, Some(mv(1)), 0, 1, (-32_000, 32_000));
        builder.leave(NodeEnd::Evaluated, 7);
        builder.skip(mv(2), SkipReason::Futility);
        builder.enter(SearchKind::Full, Some(mv(3)), 0, 1, (-32_000, 7));
        let tree = builder.finish();
        let fates: Vec<(u8, &str)> = tree.nodes.iter().map(|node| (node.ply, node.fate.word())).collect();
        assert_eq!(fates, [(0, "stopped"), (1, "evaluated"), (1, "futility"), (1, "stopped")]);
        assert_eq!(tree.children(0).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(
            (tree.counts.nodes, tree.result()) == (3, None)
                && tree.nodes[1].fate == NodeFate::Ended(NodeEnd::Evaluated)
        );
    }

    #[test]
    fn any_number_of_roots_and_repetitions_is_kept_within_the_bound() {
        let bound = 1000;
        // Roots; the root inside of itself; a move again and again.
        let (mut roots, mut same, mut moves) =
            (TreeBuilder::new(bound), TreeBuilder::new(bound), TreeBuilder::new(bound));
        let window = (-32_000, 32_000);
        same.enter(SearchKind::Iteration, None, 0, 2, window);
        moves.enter(SearchKind::Iteration, None, 0, 2, window);
        for number in 0..20_000 {
            roots.enter(
                if number % 3 == 0 { SearchKind::Iteration } else { SearchKind::Aspiration },
                None,
                0,
                1,
                window,
            );
            roots.enter(SearchKind::Full, Some(Move::from_bits(1)), 0, 0, window);
            roots.leave(NodeEnd::Evaluated, -number);
            roots.leave(NodeEnd::Complete, number);
            same.enter(SearchKind::Singular, None, 0, 1, window);
            same.leave(NodeEnd::Complete, number);
            moves.enter(SearchKind::Full, Some(Move::from_bits(1)), 0, 1, window);
            moves.leave(NodeEnd::Evaluated, number);
        }
        let (roots, same, moves) = (roots.finish(), same.finish(), moves.finish());
        for tree in [&roots, &same, &moves] {
            assert!(tree.nodes.len() <= bound && tree.roots().count() == tree.root_searches.len());
        }
        assert_eq!([&roots, &same, &moves].map(|tree| tree.counts.nodes), [40_000, 20_001, 20_001]);
        assert_eq!(roots.result().map(|root| roots.nodes[root].value), Some(19_999), "the last roots are kept");
        assert_eq!(same.missing(0) + same.children(0).count() as u64, 20_000);
    }
}
