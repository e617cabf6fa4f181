//! A recorded search as a trace: JSON Lines.

use std::io::{self, Write};

use skirmish_board::score::INFINITY;
use skirmish_board::{Move, MoveList, Score};
use skirmish_play::AnyGame;
use skirmish_search::transposition::Bound;
use skirmish_search::{Idea, IdeaSet, NodeFate, NodeMark, RecordedNode, RecordedTree, SearchKind};
use skirmish_trace::{EnterLine, LeaveLine, SkipLine, TableAnswer, TraceBound, TraceHeader, TraceWriter};

/// A recorded search, to be written.
pub struct TraceSource<'a> {
    pub tree: &'a RecordedTree,
    pub off: IdeaSet,
    /// What the values of leaves are, as in the header of a trace.
    pub evaluation: &'a str,
}

impl TraceSource<'_> {
    /// Writes the whole recording; `game` is at the root.
    pub fn write(&self, game: &dyn AnyGame, out: &mut impl Write) -> io::Result<()> {
        let is_whole =
            self.tree.nodes.iter().filter(|node| !node.is_skipped()).count() as u64 == self.tree.counts.nodes;
        // Quiescence search stores its values with depth 0 at every ply, so what the table answers is not what a trace can prove.
        let proves_table = self.off.contains(Idea::Table) || self.off.contains(Idea::Quiescence);
        // In a search for a proof every evaluation is 0.
        let proves = self.tree.root_searches.iter().any(|search| search.kind == SearchKind::Proof);
        let evaluation = if proves { "own" } else { self.evaluation };
        let header = TraceHeader {
            game: Some(game.id().to_string()),
            position: Some(game.position()),
            program: Some(format!("skirmish {}", env!("CARGO_PKG_VERSION"))),
            evaluation: Some(evaluation.to_owned()),
            complete: if is_whole { proves_table.then_some(true) } else { Some(false) },
            depth: self.tree.root_searches.last().map(|search| search.depth),
            off: self.off.iter().map(|idea| idea.name().to_owned()).collect(),
            ..TraceHeader::default()
        };
        let mut trace = TraceWriter::new(out, &header)?;
        for root in self.tree.roots() {
            self.write_node(root, String::new(), game, &mut trace)?;
        }
        Ok(())
    }

    /// Writes an entry and what is below it; `game` is at its position.
    fn write_node(
        &self,
        index: usize,
        text: String,
        game: &dyn AnyGame,
        trace: &mut TraceWriter<impl Write>,
    ) -> io::Result<()> {
        let node = &self.tree.nodes[index];
        let NodeFate::Ended(end) = node.fate else {
            return trace.skip(&SkipLine { skip: text, reason: Some(node.fate.word().to_owned()) });
        };
        trace.enter(&entered(node, text))?;
        for child in self.tree.children(index) {
            match self.tree.nodes[child].mv {
                Some(mv) => {
                    let mut next = game.boxed_clone();
                    next.play_accepted(mv);
                    self.write_node(child, game.move_text(mv), &*next, trace)?;
                }
                None => self.write_node(child, String::new(), game, trace)?,
            }
        }
        let [best, second] = node.best.map(|mv| mv.map(|mv| game.move_text(mv)));
        trace.leave(&LeaveLine {
            leave: node.value,
            bound: Some(trace_bound(node.bound)),
            end: Some(end.word().to_owned()),
            by: node.cutoff.map(|(mv, _)| game.move_text(mv)),
            place: node.cutoff.map(|(_, place)| place.into()),
            moves: (node.moves > 0).then_some(node.moves.into()),
            best,
            second: second.filter(|_| game.is_proposal_turn()),
            eval: node.static_eval,
            table: node.table.map(|table| TableAnswer {
                value: Some(table.value),
                depth: Some(table.depth),
                bound: Some(trace_bound(table.bound)),
                best: table.mv.and_then(|mv| known_text(game, mv)),
            }),
            marks: words(node, &[NodeMark::InternalReduction, NodeMark::SecondNeeded, NodeMark::SearchedAgain]),
            nodes: Some(node.nodes),
            counted: Some(self.tree.missing(index)).filter(|&missing| missing > 0),
        })
    }
}

fn entered(node: &RecordedNode, text: String) -> EnterLine {
    let (alpha, beta) = node.window;
    EnterLine {
        enter: text,
        ply: Some(node.ply.into()),
        depth: Some(node.depth.into()),
        alpha: finite(alpha),
        beta: finite(beta),
        kind: Some(node.node_type.word().to_owned()),
        search: Some(node.kind.word().to_owned()),
        reduction: (node.reduction > 0).then_some(node.reduction.into()),
        extension: words(node, &[NodeMark::Threat, NodeMark::SingularMove]),
        node: Some(node.number),
    }
}

/// The text of a move from the table, which may be that of another position with the same key.
fn known_text(game: &dyn AnyGame, mv: Move) -> Option<String> {
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    moves.contains(&mv).then(|| game.move_text(mv))
}

fn finite(bound: Score) -> Option<Score> {
    (bound.abs() < INFINITY).then_some(bound)
}

fn trace_bound(bound: Bound) -> TraceBound {
    match bound {
        Bound::Exact => TraceBound::Exact,
        Bound::Lower => TraceBound::Lower,
        Bound::Upper => TraceBound::Upper,
    }
}

fn words(node: &RecordedNode, marks: &[NodeMark]) -> Vec<String> {
    marks.iter().filter(|&&mark| node.has(mark)).map(|mark| mark.word().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use skirmish_board::Random;
    use skirmish_games::GameId;
    use skirmish_play::{Evaluator, RecordedQuery, RecordedSearch, new_game};
    use skirmish_search::{Limits, RecordOptions};
    use skirmish_trace::check_trace;

    use super::*;

    /// A position some plies into a random game that is not over.
    fn position(id: GameId, random: &mut Random) -> Box<dyn AnyGame> {
        loop {
            let mut game = new_game(id);
            for _ in 0..random.below(30) {
                let actions = game.legal_actions();
                if !actions.is_empty() {
                    game.perform(&actions[random.below(actions.len())]);
                }
            }
            if game.outcome().is_none() {
                return game;
            }
        }
    }

    fn trace(game: &dyn AnyGame, off: IdeaSet, depth: u32, max_nodes: usize) -> Vec<u8> {
        let options = RecordOptions { off, max_nodes, within: None };
        let query = RecordedQuery { limits: Limits::depth(depth), hash: 1, evaluator: Evaluator::HandCrafted, options };
        let search = RecordedSearch::run(game, &query, &AtomicBool::new(false));
        let mut out = Vec::new();
        TraceSource { tree: &search.tree, off, evaluation: "terms" }.write(game, &mut out).unwrap();
        out
    }

    /// The check shares no code with the search.
    #[test]
    fn the_check_finds_nothing_wrong_with_our_own_traces() {
        let mut random = Random::new(21);
        let games = GameId::all().chain(GameId::parse("oska:6"));
        for id in games {
            let alone = Idea::ALL.iter().map(|&idea| IdeaSet::NONE.with(idea));
            for off in [IdeaSet::NONE, IdeaSet::ALL_BUT_CUTOFFS].into_iter().chain(alone) {
                // The check does not know that no win is nearer than the next move.
                let off = off.with(Idea::MateDistance);
                let game = position(id, &mut random);
                let depth = if off.contains(Idea::AlphaBeta) { 2 } else { 3 };
                for max_nodes in [1_000_000, 1] {
                    let trace = trace(&*game, off, depth, max_nodes);
                    let report = check_trace(&*trace, None).unwrap();
                    let names: Vec<&str> = off.iter().map(Idea::name).collect();
                    assert_eq!(report.mistakes, [], "{id} {} without {names:?}", game.position());
                }
            }
        }
    }
}
