//! A recorded tree in words, as the side to move at the root sees it.

use skirmish_board::score::{INFINITY, proven_plies};
use skirmish_board::{Score, Side};
use skirmish_play::AnyGame;
use skirmish_search::{NodeEnd, NodeFate, NodeMark, RecordedNode, RecordedTree, SearchKind, transposition::Bound};

use super::draw::DrawnNode;

/// A recorded tree, to be drawn.
pub struct TreeText<'a> {
    pub tree: &'a RecordedTree,
    /// The side to move at the root.
    pub root: Side,
    /// How many entries are drawn below each node.
    pub width: usize,
}

impl TreeText<'_> {
    /// A node and what is below it. `game` is at its position.
    pub fn node(&self, index: usize, label: String, game: &dyn AnyGame, plies: u32) -> DrawnNode {
        let node = &self.tree.nodes[index];
        let side = game.side_to_move();
        let (low, high) = self.interval(side, node.window);
        let is_skipped = node.is_skipped();
        let mut drawn = DrawnNode {
            label,
            value: if is_skipped { String::new() } else { self.value(side, node.value, node.bound) },
            kind: if is_skipped { "" } else { node.node_type.word() },
            window: if is_skipped { String::new() } else { format!("{} to {}", bound(low), bound(high)) },
            note: self.note(node, game),
            children: Vec::new(),
        };
        if plies > 0 {
            drawn.children = self.children(index, game, plies);
        }
        drawn
    }

    fn children(&self, index: usize, game: &dyn AnyGame, plies: u32) -> Vec<DrawnNode> {
        let all: Vec<usize> = self.tree.children(index).collect();
        let (shown, hidden) = all.split_at(all.len().min(self.width));
        let child = |&index: &usize| {
            let node = &self.tree.nodes[index];
            let Some(mv) = node.mv else {
                return self.node(index, "(others)".to_owned(), game, plies);
            };
            let mut next = game.boxed_clone();
            next.play_accepted(mv);
            self.node(index, game.move_text(mv), &*next, plies - 1)
        };
        let mut drawn: Vec<DrawnNode> = shown.iter().map(child).collect();
        let hidden_nodes: u64 = hidden.iter().map(|&index| self.tree.nodes[index].nodes).sum();
        if !hidden.is_empty() {
            let (label, note) = (format!("{} more", hidden.len()), nodes_text(hidden_nodes));
            drawn.push(DrawnNode { label, note, ..DrawnNode::default() });
        }
        let missing = self.tree.missing(index);
        if missing > 0 {
            let note = format!("{}, counted but not kept", nodes_text(missing));
            drawn.push(DrawnNode { label: "…".to_owned(), note, ..DrawnNode::default() });
        }
        drawn
    }

    /// A value as the root sees it, with a sign for a bound.
    fn value(&self, side: Side, value: Score, known: Bound) -> String {
        let (value, sign) = match (known, side == self.root) {
            (Bound::Exact, true) => (value, ""),
            (Bound::Exact, false) => (-value, ""),
            (Bound::Lower, true) => (value, "≥ "),
            (Bound::Lower, false) => (-value, "≤ "),
            (Bound::Upper, true) => (value, "≤ "),
            (Bound::Upper, false) => (-value, "≥ "),
        };
        format!("{sign}{}", score_text(value))
    }

    fn interval(&self, side: Side, (alpha, beta): (Score, Score)) -> (Score, Score) {
        if side == self.root { (alpha, beta) } else { (-beta, -alpha) }
    }

    /// Why a node was searched as it was, why it ended or never began, and how many nodes it took.
    fn note(&self, node: &RecordedNode, game: &dyn AnyGame) -> String {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(kind_text(node));
        for mark in node.marks() {
            parts.extend(mark_text(mark).map(str::to_owned));
        }
        let fate = match (node.fate, node.cutoff) {
            (NodeFate::Ended(NodeEnd::Cutoff), Some((mv, place))) => {
                format!("cutoff by {}, move {place} of {}", game.move_text(mv), node.moves)
            }
            (NodeFate::Skipped(reason), _) => format!("skipped: {}", spaced(reason.word())),
            (fate, _) => spaced(fate.word()),
        };
        parts.push(fate);
        if node.nodes > 1 {
            parts.push(nodes_text(node.nodes));
        }
        parts.join("; ")
    }
}

/// A score as text: points, or the proven result.
pub fn score_text(value: Score) -> String {
    match proven_plies(value) {
        Some(plies) if plies > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{value:+}"),
    }
}

/// An end of a window.
pub fn bound(value: Score) -> String {
    match value {
        _ if value <= -INFINITY => "−∞".to_owned(),
        _ if value >= INFINITY => "∞".to_owned(),
        _ => score_text(value),
    }
}

/// A word of traces in running text.
pub fn spaced(word: &str) -> String {
    word.replace('_', " ")
}

fn nodes_text(nodes: u64) -> String {
    format!("{nodes} {}", if nodes == 1 { "node" } else { "nodes" })
}

fn kind_text(node: &RecordedNode) -> Option<String> {
    if node.is_skipped() {
        return None;
    }
    match node.kind {
        SearchKind::Iteration | SearchKind::Full | SearchKind::Null | SearchKind::Later | SearchKind::Noisy => None,
        SearchKind::Reduced => Some(format!("reduced by {}", node.reduction)),
        SearchKind::Aspiration | SearchKind::Wider => Some("again, wider".to_owned()),
        SearchKind::Deeper => Some("again, at full depth".to_owned()),
        SearchKind::Proof => Some("for a shorter proof".to_owned()),
        SearchKind::Match => Some("to match the first".to_owned()),
        SearchKind::MatchAgain => Some("again: it does not match".to_owned()),
        SearchKind::BestAgain => Some("again, since another is better".to_owned()),
        SearchKind::Singular => Some("without the hash move: is it singular?".to_owned()),
    }
}

fn mark_text(mark: NodeMark) -> Option<&'static str> {
    match mark {
        NodeMark::Threat => Some("threat: a ply deeper"),
        NodeMark::SingularMove => Some("singular: a ply deeper"),
        NodeMark::InternalReduction => Some("no hash move: a ply less"),
        NodeMark::SecondNeeded => Some("a second move is still needed"),
        // The next search of the move says so.
        NodeMark::SearchedAgain => None,
    }
}
