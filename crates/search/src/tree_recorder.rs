//! The recorder of a whole tree, within a bound on its nodes.

use skirmish_board::{Move, Score};

use crate::ideas::{Idea, IdeaSet};
use crate::recorded_tree::{NodeFate, RecordedNode, RecordedTree, RootSearch, SearchCounts, TableHit};
use crate::recorder::{NodeEnd, NodeMark, NodeType, Recorder, SearchKind, SkipReason};
use crate::transposition::{Bound, TableEntry, score_from_tt};
use crate::window::Window;

/// The fewest nodes that can be kept: room for all roots and their moves.
const MIN_NODES: usize = 1000;

/// Records a tree. If it becomes larger than the bound, the trees of earlier iterations are dropped first, then the plies that are
/// farthest from the root.
pub(crate) struct TreeRecorder {
    off: IdeaSet,
    max_nodes: usize,
    tree: RecordedTree,
    /// The nodes on the way from the root to the current one.
    open: Vec<EnteredNode>,
    next: Announced,
    /// Nodes of the current search of the root are kept up to this ply.
    last_ply: usize,
    /// The place in the tree of the root searched last.
    last_root: Option<usize>,
}

/// The search announced last.
#[derive(Clone, Copy)]
struct Announced {
    kind: SearchKind,
    mv: Option<Move>,
    reduction: u8,
}

/// A node that has not ended.
struct EnteredNode {
    /// What is known of it so far.
    node: RecordedNode,
    /// Its place in the tree; `None` if it is not kept.
    index: Option<usize>,
    /// The place in the order of the move searched or skipped last.
    place: u16,
    /// Null windows are off, and with them it would have one.
    is_later: bool,
    /// How many good moves it needs.
    needed: u16,
    /// The move that a singular extension searches deeper.
    extended: Option<Move>,
    /// The move at that place in the order.
    picked: Option<Move>,
    /// The place in the tree of the move searched last.
    last: Option<usize>,
}

impl TreeRecorder {
    /// A recorder with these ideas switched off, which keeps so many nodes, or so many below the node with a number.
    pub(crate) fn new(off: IdeaSet, max_nodes: usize, within: Option<u64>) -> TreeRecorder {
        TreeRecorder {
            off,
            max_nodes: max_nodes.max(MIN_NODES),
            tree: RecordedTree {
                nodes: Vec::new(),
                root_searches: Vec::new(),
                counts: SearchCounts::default(),
                within,
                moves_before: Vec::new(),
            },
            open: Vec::new(),
            next: Announced { kind: SearchKind::Iteration, mv: None, reduction: 0 },
            last_ply: usize::MAX,
            last_root: None,
        }
    }

    /// The tree, after the search.
    pub(crate) fn finish(self) -> RecordedTree {
        debug_assert!(self.open.is_empty(), "a node was entered and not left");
        self.tree
    }

    /// Adds an entry to the tree if it is within the plies that are kept, and returns its place.
    fn push(&mut self, node: RecordedNode) -> Option<usize> {
        if self.tree.nodes.len() >= self.max_nodes {
            self.shrink();
        }
        let is_top = match self.tree.within {
            None => self.open.is_empty(),
            Some(number) => node.number == number && !node.is_skipped(),
        };
        if is_top && self.tree.within.is_some() {
            self.tree.moves_before = self.open.iter().map(|open| open.node.mv).chain([node.mv]).flatten().collect();
        }
        let parent_is_kept = self.open.last().is_some_and(|parent| parent.index.is_some());
        let is_kept = (is_top || parent_is_kept) && usize::from(node.ply) <= self.last_ply;
        is_kept.then(|| {
            self.tree.nodes.push(node);
            self.tree.nodes.len() - 1
        })
    }

    /// Makes room: at least a quarter of the bound.
    fn shrink(&mut self) {
        let nodes = &self.tree.nodes;
        let mut keep = vec![true; nodes.len()];
        self.drop_finished_roots(&mut keep);
        let wanted = self.max_nodes / 4 * 3;
        let mut by_ply = [0; u8::MAX as usize + 1];
        for (node, _) in self.tree.nodes.iter().zip(&keep).filter(|(_, keep)| **keep) {
            by_ply[usize::from(node.ply)] += 1;
        }
        let mut sum = 0;
        let fits = by_ply.iter().take_while(|&&count| {
            sum += count;
            sum <= wanted
        });
        let plies = fits.count();
        if plies < by_ply.len() {
            self.last_ply = plies.saturating_sub(1);
            for (node, keep) in self.tree.nodes.iter().zip(&mut keep) {
                *keep &= usize::from(node.ply) <= self.last_ply;
            }
            let last_ply = self.last_ply as u8;
            for search in &mut self.tree.root_searches {
                search.whole_plies = Some(search.whole_plies.map_or(last_ply, |plies| plies.min(last_ply)));
            }
        }
        if plies == 0 {
            self.keep_last_roots(&mut keep);
        }
        self.retain(&keep);
    }

    /// Keeps only roots, and of those the second half: no search of ours has so many, but a trace may.
    fn keep_last_roots(&mut self, keep: &mut [bool]) {
        if self.tree.within.is_some() {
            return;
        }
        let roots = self.tree.roots_of(self.tree.root_searches.len());
        let dropped = roots.len() / 2;
        keep.fill(false);
        roots[dropped..].iter().for_each(|&root| keep[root] = true);
        self.tree.root_searches.drain(..dropped);
    }

    /// Keeps only the roots of all finished searches, except the last iteration if the current search is for a shorter proof: then
    /// that may be the result.
    fn drop_finished_roots(&mut self, keep: &mut [bool]) {
        let Some((current, finished)) = self.tree.root_searches.split_last() else { return };
        if self.tree.within.is_some() {
            return;
        }
        let last_iteration = finished.iter().rposition(|search| search.kind != SearchKind::Proof);
        let kept = last_iteration.filter(|_| current.kind == SearchKind::Proof);
        let finished = finished.len();
        let roots: Vec<usize> = self.tree.roots_of(finished);
        for (number, root) in roots.into_iter().enumerate().filter(|&(number, _)| Some(number) != kept) {
            let entries = self.tree.nodes[root].entries as usize;
            keep[root + 1..root + entries].fill(false);
            if entries > 1 {
                self.tree.root_searches[number].whole_plies = Some(0);
            }
        }
    }

    /// Keeps these entries of the tree. Below an entry that is not kept, none is.
    fn retain(&mut self, keep: &[bool]) {
        // The new place of each entry, or of the next one that is kept.
        let mut places = Vec::with_capacity(keep.len() + 1);
        let mut kept = 0u32;
        for &keep in keep {
            places.push(kept);
            kept += u32::from(keep);
        }
        places.push(kept);
        let mut index = 0;
        self.tree.nodes.retain_mut(|node| {
            let end = (index + node.entries as usize).min(keep.len());
            node.entries = places[end] - places[index];
            index += 1;
            keep[index - 1]
        });
        let moved = |index: usize| keep[index].then(|| places[index] as usize);
        for open in &mut self.open {
            open.index = open.index.and_then(moved);
            open.last = open.last.and_then(moved);
        }
        self.last_root = self.last_root.and_then(moved);
    }

    /// The entry of a node, if it is in the tree.
    fn mark_entry(&mut self, index: Option<usize>, mark: NodeMark) {
        self.tree.counts.marks[mark as usize] += 1;
        if let Some(node) = index.and_then(|index| self.tree.nodes.get_mut(index)) {
            node.mark(mark);
        }
    }

    /// Marks the search of a move that is repeated now, and returns the place of the move in the order.
    fn repeat(&mut self, kind: SearchKind, mv: Option<Move>) -> u16 {
        let Some(parent) = self.open.last() else {
            self.mark_entry(self.last_root, NodeMark::SearchedAgain);
            return 0;
        };
        let (mut index, mut place) = (parent.last, parent.place);
        if kind == SearchKind::BestAgain {
            let nodes = &self.tree.nodes;
            index = parent.index.and_then(|top| self.tree.open_children(top).filter(|&at| nodes[at].mv == mv).last());
            place = index.map_or(0, |index| nodes[index].place);
        }
        self.mark_entry(index, NodeMark::SearchedAgain);
        place
    }
}

impl RecordedTree {
    /// The first roots.
    fn roots_of(&self, count: usize) -> Vec<usize> {
        self.roots().take(count).collect()
    }

    /// The children so far of a node that has not ended.
    fn open_children(&self, index: usize) -> impl Iterator<Item = usize> {
        let present = |index: usize| (index < self.nodes.len()).then_some(index);
        let next = move |&index: &usize| present(index + self.nodes[index].entries as usize);
        std::iter::successors(present(index + 1), next)
    }
}

impl Recorder for TreeRecorder {
    fn is_off(&self, idea: Idea) -> bool {
        self.off.contains(idea)
    }

    fn is_later(&self) -> bool {
        let is_first = || !matches!(self.next.kind, SearchKind::Later | SearchKind::Reduced | SearchKind::Deeper);
        self.off.contains(Idea::NullWindow) && !(is_first() && self.open.last().is_none_or(|parent| !parent.is_later))
    }

    fn announce(&mut self, kind: SearchKind, mv: Option<Move>, reduction: i32) {
        self.next = Announced { kind, mv, reduction: reduction.clamp(0, u8::MAX.into()) as u8 };
    }

    fn enter(&mut self, ply: usize, depth: i32, window: Window) {
        let (Announced { kind, mv, reduction }, is_later) = (self.next, self.is_later());
        let counts = &mut self.tree.counts;
        counts.nodes += 1;
        counts.kinds[kind as usize] += 1;
        counts.plies.resize(counts.plies.len().max(ply + 1), 0);
        counts.plies[ply] += 1;
        counts.quiescence += u64::from(depth <= 0);
        let number = counts.nodes;
        let place = if kind.is_again() {
            self.repeat(kind, mv)
        } else if let Some(parent) = self.open.last_mut().filter(|_| mv.is_some()) {
            parent.place += 1;
            parent.picked = mv;
            parent.place
        } else {
            0
        };
        let mut node = RecordedNode {
            number,
            nodes: 1,
            entries: 1,
            ply: ply.min(u8::MAX.into()) as u8,
            depth: depth as i16,
            node_type: NodeType::Root,
            kind,
            reduction,
            mv,
            place,
            window: (window.alpha, window.beta),
            value: 0,
            bound: Bound::Exact,
            fate: NodeFate::Ended(NodeEnd::Stopped),
            marks: 0,
            static_eval: None,
            table: None,
            moves: 0,
            cutoff: None,
            best: [None; 2],
        };
        if self.open.is_empty() {
            self.last_ply = usize::MAX;
            let search = RootSearch { kind, depth, nodes: 1, value: 0, stopped: true, whole_plies: None };
            self.tree.root_searches.push(search);
        } else if mv.is_some() && self.open.last().is_some_and(|parent| parent.extended == mv) {
            node.mark(NodeMark::SingularMove);
        }
        let index = self.push(node);
        match self.open.last_mut() {
            Some(parent) if mv.is_some() => parent.last = index,
            Some(_) => {}
            None => self.last_root = index,
        }
        self.open.push(EnteredNode {
            node,
            index,
            place: 0,
            needed: 1,
            extended: None,
            picked: None,
            last: None,
            is_later,
        });
    }

    fn mark(&mut self, mark: NodeMark) {
        self.tree.counts.marks[mark as usize] += 1;
        if let Some(open) = self.open.last_mut() {
            open.node.mark(mark);
        }
    }

    fn mark_move(&mut self, mv: Move, mark: NodeMark) {
        let Some(open) = self.open.last_mut() else { return };
        if mark == NodeMark::SingularMove {
            open.extended = Some(mv);
            self.tree.counts.marks[mark as usize] += 1;
        } else {
            let index = open.last;
            self.mark_entry(index, mark);
        }
    }

    fn probed(&mut self, entry: Option<&TableEntry>) {
        let (Some(open), Some(entry)) = (self.open.last_mut(), entry) else { return };
        self.tree.counts.table_hits += 1;
        let value = score_from_tt(entry.score, open.node.ply.into());
        open.node.table = Some(TableHit { value, depth: entry.depth, bound: entry.bound, mv: entry.moves[0] });
    }

    fn generated(&mut self, moves: usize) {
        if let Some(open) = self.open.last_mut() {
            open.node.moves = moves as u16;
        }
    }

    fn needs(&mut self, moves: usize) {
        if let Some(open) = self.open.last_mut() {
            open.needed = moves as u16;
        }
    }

    fn evaluated(&mut self, value: Score) {
        if let Some(open) = self.open.last_mut() {
            open.node.static_eval = Some(value);
        }
    }

    fn skip(&mut self, mv: Move, reason: SkipReason) {
        self.tree.counts.skips[reason as usize] += 1;
        let number = self.tree.counts.nodes;
        let Some(open) = self.open.last_mut() else { return };
        open.place += 1;
        let node = RecordedNode {
            number,
            nodes: 0,
            entries: 1,
            ply: open.node.ply.saturating_add(1),
            depth: open.node.depth - 1,
            kind: SearchKind::Full,
            reduction: 0,
            mv: Some(mv),
            place: open.place,
            fate: NodeFate::Skipped(reason),
            marks: 0,
            static_eval: None,
            table: None,
            moves: 0,
            cutoff: None,
            best: [None; 2],
            ..open.node
        };
        self.push(node);
    }

    fn best(&mut self, moves: [Option<Move>; 2]) {
        if let Some(open) = self.open.last_mut() {
            open.node.best = moves;
        }
    }

    fn leave(&mut self, end: NodeEnd, value: Score) -> Score {
        let Some(open) = self.open.pop() else { return value };
        let counts = &mut self.tree.counts;
        let mut node = open.node;
        node.value = value;
        node.nodes = counts.nodes - node.number + 1;
        let end = if decided_by_proof(&node, end) { NodeEnd::Proof } else { end };
        (node.fate, node.bound) = (NodeFate::Ended(end), bound_of(&node, end));
        node.node_type = node_type(&node);
        if end == NodeEnd::Cutoff {
            node.cutoff = open.picked.map(|mv| (mv, open.place));
            counts.first_move_cutoffs += u64::from(open.place == open.needed);
        }
        counts.ends[end as usize] += 1;
        counts.types[node.node_type as usize] += 1;
        if let Some(index) = open.index {
            node.entries = (self.tree.nodes.len() - index) as u32;
            // Marks that the tree has already, such as those of its parent.
            node.marks |= self.tree.nodes[index].marks;
            self.tree.nodes[index] = node;
        }
        if self.open.is_empty()
            && let Some(search) = self.tree.root_searches.last_mut()
        {
            (search.nodes, search.value, search.stopped) = (node.nodes, value, end == NodeEnd::Stopped);
        }
        value
    }
}

/// Whether the table ended a node with a proof from a search that was not as deep as is wanted.
fn decided_by_proof(node: &RecordedNode, end: NodeEnd) -> bool {
    end == NodeEnd::Table && node.table.is_some_and(|table| table.depth < node.depth.max(0).into())
}

/// How the value of a node relates to the true one, as far as its window and its end tell.
fn bound_of(node: &RecordedNode, end: NodeEnd) -> Bound {
    let asked = Window::new(node.window.0, node.window.1);
    // Mate distance pruning searches a narrower one, or none if nothing is left of it.
    let window = if node.ply == 0 { asked } else { asked.mate_distance(node.ply.into()) };
    let by_window = Bound::of(node.value, window);
    match end {
        NodeEnd::MateDistance => Bound::of(node.value, asked),
        NodeEnd::Evaluated | NodeEnd::Terminal | NodeEnd::Refused | NodeEnd::Known => Bound::Exact,
        NodeEnd::Table | NodeEnd::Proof => node.table.map_or(by_window, |table| table.bound),
        _ => by_window,
    }
}

fn node_type(node: &RecordedNode) -> NodeType {
    let (alpha, beta) = node.window;
    match node.ply {
        0 => NodeType::Root,
        _ if node.value >= beta => NodeType::Cut,
        _ if node.value <= alpha => NodeType::All,
        _ => NodeType::Pv,
    }
}
