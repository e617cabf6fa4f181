//! Recording, and the messages about it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use skirmish_board::score::INFINITY;
use skirmish_board::{Score, Side};
use skirmish_play::{AnyEngine, AnyGame, RecordedQuery, RecordedSearch, ideas_in_use};
use skirmish_search::transposition::Bound;
use skirmish_search::{
    Idea, IdeaSet, Limits, NodeEnd, NodeMark, NodeType, RecordOptions, RecordedTree, RootSearch, SearchInfo,
    SearchKind, SkipReason,
};

use super::MicroscopeJob;
use crate::convert::search_report;
use crate::limits::{MAX_LADDER_NODES, MAX_MICROSCOPE_NODES, MICROSCOPE_HASH_MB, MICROSCOPE_KEEP, PIECE_NODES};
use crate::messages::{IdeaState, Message, RootReport, SearchNode, SearchSummary, TableKnowledge, WordCount};

impl MicroscopeJob {
    fn record(
        &self,
        off: IdeaSet,
        max_nodes: usize,
        within: Option<u64>,
        nodes: u64,
        engine: &AnyEngine,
        stop: &AtomicBool,
    ) -> RecordedSearch {
        let query = RecordedQuery {
            limits: Limits { depth: Some(self.depth), nodes: Some(nodes), ..Limits::default() },
            hash: MICROSCOPE_HASH_MB,
            evaluator: engine.evaluator().clone(),
            options: RecordOptions { off, max_nodes, within },
        };
        RecordedSearch::run(&*self.game, &query, stop)
    }

    /// Sends the nodes of a search and returns its summary.
    pub(super) fn search_tree(
        &self,
        off: IdeaSet,
        within: Option<u64>,
        engine: &AnyEngine,
        stop: &AtomicBool,
        send: &mut dyn FnMut(Message),
    ) -> Message {
        let search = self.record(off, MICROSCOPE_KEEP, within, MAX_MICROSCOPE_NODES, engine, stop);
        let mut pieces = Pieces {
            id: self.id,
            tree: &search.tree,
            root: self.game.side_to_move(),
            first: 0,
            nodes: Vec::new(),
            send,
        };
        // Below a node, its own position comes first: the moves that lead to it are played.
        let mut game = self.game.boxed_clone();
        for mv in &search.tree.moves_before {
            game.play_accepted(*mv);
        }
        for root in search.tree.roots() {
            pieces.add(root, &*game, None);
        }
        pieces.flush();
        Message::SearchTree { id: self.id, summary: Box::new(self.summary(&search, off)) }
    }

    fn summary(&self, search: &RecordedSearch, off: IdeaSet) -> SearchSummary {
        let (tree, counts) = (&search.tree, &search.tree.counts);
        let on = ideas_in_use(&*self.game, off);
        let possible = ideas_in_use(&*self.game, IdeaSet::NONE);
        let roots: Vec<usize> = if tree.within.is_none() { tree.roots().collect() } else { Vec::new() };
        let root = |(entry, search): (usize, &RootSearch)| RootReport {
            entry: entry as u32,
            search: search.kind.word(),
            depth: search.depth,
            nodes: small(search.nodes),
            value: search.value,
            stopped: search.stopped,
            whole_plies: search.whole_plies,
        };
        SearchSummary {
            report: search_report(self.game.side_to_move(), &search.info),
            result: tree.result().map(|root| root as u32),
            roots: roots.into_iter().zip(&tree.root_searches).map(root).collect(),
            nodes: small(counts.nodes),
            ends: words(NodeEnd::ALL, |end| (end.word(), counts.ended(end))),
            skips: words(SkipReason::ALL, |reason| (reason.word(), counts.skipped(reason))),
            kinds: words(NodeType::ALL, |node_type| (node_type.word(), counts.typed(node_type))),
            searches: words(SearchKind::ALL, |kind| (kind.word(), counts.searches(kind))),
            marks: words(NodeMark::ALL, |mark| (mark.word(), counts.marked(mark))),
            plies: counts.plies.iter().map(|&nodes| small(nodes)).collect(),
            searched_again: small(counts.searched_again()),
            table_hits: small(counts.table_hits),
            first_move_cutoffs: small(counts.first_move_cutoffs),
            quiescence: small(counts.quiescence),
            stopped: tree.root_searches.iter().any(|search| search.stopped),
            ideas: possible.iter().map(|idea| IdeaState { name: idea.name(), on: on.contains(idea) }).collect(),
        }
    }

    /// Searches with no idea, then with one more each time.
    pub(super) fn climb(&self, engine: &AnyEngine, stop: &AtomicBool, send: &mut dyn FnMut(Message)) -> Message {
        let ideas = ideas_in_use(&*self.game, IdeaSet::NONE);
        let mut off: IdeaSet = Idea::ALL.iter().copied().collect();
        for idea in [None].into_iter().chain(ideas.iter().map(Some)) {
            off = idea.map_or(off, |idea| off.without(idea));
            let RecordedSearch { info, tree } = self.record(off, 0, None, MAX_LADDER_NODES, engine, stop);
            if stop.load(Relaxed) {
                return Message::Stopped { id: self.id };
            }
            let whole = !tree.root_searches.iter().any(|search| search.stopped);
            let SearchInfo { nodes, score, .. } = info;
            send(Message::Rung { id: self.id, idea: idea.map(Idea::name), nodes: small(nodes), whole, value: score });
        }
        Message::LadderEnd { id: self.id }
    }
}

/// Collects nodes and sends them in pieces.
struct Pieces<'a> {
    id: u32,
    tree: &'a RecordedTree,
    /// The side to move at the root.
    root: Side,
    /// The entry of the first node of the next piece.
    first: u32,
    nodes: Vec<SearchNode>,
    send: &'a mut dyn FnMut(Message),
}

impl Pieces<'_> {
    /// Adds an entry and those below it. `game` is at its position; its move was played in the position before.
    fn add(&mut self, index: usize, game: &dyn AnyGame, before: Option<&dyn AnyGame>) {
        let tree = self.tree;
        self.nodes.push(self.node(index, game, before));
        if self.nodes.len() >= PIECE_NODES {
            self.flush();
        }
        for child in tree.children(index) {
            match tree.nodes[child].mv {
                Some(mv) => {
                    let mut next = game.boxed_clone();
                    next.play_accepted(mv);
                    self.add(child, &*next, Some(game));
                }
                None => self.add(child, game, None),
            }
        }
    }

    fn flush(&mut self) {
        let nodes = std::mem::take(&mut self.nodes);
        let first = self.first;
        self.first += nodes.len() as u32;
        if !nodes.is_empty() {
            (self.send)(Message::SearchNodes { id: self.id, first, nodes });
        }
    }

    fn node(&self, index: usize, game: &dyn AnyGame, before: Option<&dyn AnyGame>) -> SearchNode {
        let node = &self.tree.nodes[index];
        let is_max = game.side_to_move() == self.root;
        let seen = |value: Score| if is_max { value } else { -value };
        let bound = |bound: Bound| match (bound, is_max) {
            (Bound::Exact, _) => "exact",
            (Bound::Lower, true) | (Bound::Upper, false) => "lower",
            (Bound::Upper, true) | (Bound::Lower, false) => "upper",
        };
        let (alpha, beta) = node.window;
        let (low, high) = if is_max { (alpha, beta) } else { (-beta, -alpha) };
        let finite = |value: Score| (value.abs() < INFINITY).then_some(value);
        let searched = !node.is_skipped();
        let [best, second] = node.best.map(|mv| mv.map(|mv| game.move_text(mv)));
        SearchNode {
            number: small(node.number),
            nodes: small(node.nodes),
            entries: (self.tree.end_of(index) - index) as u32,
            missing: small(self.tree.missing(index)),
            ply: node.ply,
            depth: node.depth,
            mv: node.mv.zip(before).map(|(mv, before)| before.move_text(mv)),
            proposed: node.mv.is_some() && before.is_some_and(|before| before.is_proposal_turn()),
            place: node.place,
            max: is_max,
            kind: node.node_type.word(),
            search: node.kind.word(),
            reduction: node.reduction,
            low: finite(low).filter(|_| searched),
            high: finite(high).filter(|_| searched),
            value: if searched { seen(node.value) } else { 0 },
            bound: bound(node.bound),
            end: node.fate.word(),
            skipped: !searched,
            marks: node.marks().map(NodeMark::word).collect(),
            eval: node.static_eval.map(seen),
            table: node.table.map(|table| TableKnowledge {
                value: seen(table.value),
                depth: table.depth,
                bound: bound(table.bound),
            }),
            moves: node.moves,
            by: node.cutoff.map(|(mv, _)| game.move_text(mv)),
            by_place: node.cutoff.map(|(_, place)| place),
            best,
            second: second.filter(|_| game.is_proposal_turn()),
        }
    }
}

/// A count of a search, which is limited to far fewer nodes.
fn small(count: u64) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}

/// The words that occurred.
fn words<T: Copy>(all: &[T], count: impl Fn(T) -> (&'static str, u64)) -> Vec<WordCount> {
    let counts = all.iter().map(|&one| count(one)).filter(|&(_, count)| count > 0);
    counts.map(|(word, count)| WordCount { word, count: small(count) }).collect()
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;
    use skirmish_play::{EngineOptions, Evaluator};

    use super::*;

    fn said(mut job: MicroscopeJob) -> (Vec<Message>, Message) {
        let engine = AnyEngine::new(EngineOptions { evaluator: Evaluator::HandCrafted, ..EngineOptions::default() });
        let mut messages = Vec::new();
        job.run(&engine, &AtomicBool::new(false), &mut |message| messages.push(message));
        (messages, job.last_message())
    }

    fn game(id: &str) -> Box<dyn AnyGame> {
        skirmish_play::new_game(GameId::parse(id).unwrap())
    }

    /// All nodes of a search, from its pieces.
    fn nodes(messages: Vec<Message>) -> Vec<SearchNode> {
        let mut all: Vec<SearchNode> = Vec::new();
        for message in messages {
            let Message::SearchNodes { first, nodes, .. } = message else { panic!("{message:?}") };
            assert_eq!(first as usize, all.len());
            assert!(nodes.len() <= PIECE_NODES);
            all.extend(nodes);
        }
        all
    }

    #[test]
    fn a_tree_comes_in_pieces_that_fit_together() {
        for id in ["refusal", "gastank", "trench", "hiya", "oska"] {
            let (messages, last) = said(MicroscopeJob::tree(1, game(id), 4, &[], None).unwrap());
            let nodes = nodes(messages);
            let Message::SearchTree { summary, .. } = last else { panic!("{last:?}") };
            assert_eq!(summary.nodes as usize, nodes.iter().filter(|node| !node.skipped).count());
            for counts in [&summary.ends, &summary.kinds, &summary.searches] {
                assert_eq!(counts.iter().map(|count| count.count).sum::<u32>(), summary.nodes);
            }
            let root = &nodes[summary.result.unwrap() as usize];
            assert_eq!(
                (root.value, root.best.as_deref()),
                (summary.report.value.score, summary.report.best.as_ref().map(|best| &*best.text))
            );
            assert_eq!(root.entries as usize + summary.result.unwrap() as usize, nodes.len());
            // The moves of a path can be played, each proposal with its answer.
            let mut at = game(id);
            for node in &nodes[summary.result.unwrap() as usize + 1..] {
                let Some(mv) = node.mv.as_ref().filter(|_| node.ply == 1) else { continue };
                let mut next = at.clone();
                next.play(mv).unwrap();
                if node.proposed {
                    next.play("accept").unwrap();
                }
                at = game(id);
            }
        }
    }

    #[test]
    fn the_part_below_a_node_is_sent_when_asked_for() {
        let (messages, _) = said(MicroscopeJob::tree(1, game("hiya"), 12, &[], None).unwrap());
        let whole = nodes(messages);
        assert!(whole.len() <= MICROSCOPE_KEEP);
        let top = whole.iter().rfind(|node| node.missing > 10).expect("a large search");
        let (messages, last) = said(MicroscopeJob::tree(2, game("hiya"), 12, &[], Some(top.number)).unwrap());
        let part = nodes(messages);
        assert_eq!((part[0].number, part[0].nodes, part[0].value), (top.number, top.nodes, top.value));
        assert!(part.len() > 10 && part[0].missing == 0, "its children are there");
        let Message::SearchTree { summary, .. } = last else { panic!("{last:?}") };
        assert!(summary.roots.is_empty() && summary.result.is_none());
    }

    #[test]
    fn the_ladder_leads_from_minimax_to_the_whole_search() {
        let (rungs, last) = said(MicroscopeJob::ladder(1, game("hiya"), 4).unwrap());
        assert_eq!(last, Message::LadderEnd { id: 1 });
        let counts: Vec<(Option<&str>, u32)> = rungs
            .iter()
            .map(|rung| match rung {
                Message::Rung { idea, nodes, whole: true, .. } => (*idea, *nodes),
                _ => panic!("{rung:?}"),
            })
            .collect();
        let (messages, _) = said(MicroscopeJob::tree(1, game("hiya"), 4, &[], None).unwrap());
        let full = nodes(messages).iter().filter(|node| !node.skipped).count();
        assert_eq!((counts[0].0, counts[1].0), (None, Some("alpha_beta")));
        assert_eq!(counts.last().map(|&(_, nodes)| nodes as usize), Some(full));
        assert!(counts[0].1 > 5 * counts[1].1, "{counts:?}");
    }
}
