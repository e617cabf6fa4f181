//! A trace as a recorded tree, so that it can be shown like a search of ours.

use std::io::BufRead;

use skirmish_board::score::{INFINITY, WIN};
use skirmish_board::{Move, Score};
use skirmish_games::GameId;
use skirmish_play::AnyGame;
use skirmish_search::transposition::Bound;
use skirmish_search::{NodeEnd, NodeMark, RecordedTree, SearchKind, SkipReason, TableHit, TreeBuilder};

use crate::check::{TraceCheck, follow_trace};
use crate::line::{EnterLine, LeaveLine, SkipLine, TraceBound};
use crate::node::{NodeRole, OpenNode};
use crate::reader::TraceError;
use crate::report::CheckReport;

/// A trace as a tree, with what its check has found.
pub struct TraceTree {
    /// Who wrote it.
    pub program: Option<String>,
    /// The position of the root.
    pub start: Box<dyn AnyGame>,
    /// The tree, without moves that are not legal. A side that is skipped because it can only pass has a node here.
    pub tree: RecordedTree,
    /// What the check has found.
    pub report: CheckReport,
}

impl TraceTree {
    /// Reads a trace, of this game unless its header says which, and keeps so many nodes of it: whole plies near the root. Errors are
    /// those of [`check_trace`](crate::check_trace).
    pub fn read(input: impl BufRead, game: Option<GameId>, max_nodes: usize) -> Result<TraceTree, TraceError> {
        let mut check = TraceCheck::new(game);
        check.sink = Some(TreeSink { builder: TreeBuilder::new(max_nodes) });
        let (last, cut_off) = follow_trace(input, &mut check)?;
        if check.implied_root().is_some() {
            check.end_implied_root();
        }
        let (program, start) = (check.program.take(), check.start.clone());
        let tree = check.sink.take().map_or_else(|| TreeBuilder::new(0), |sink| sink.builder).finish();
        let report = check.finish(last, cut_off).map_err(TraceError::Line)?;
        let start = start.unwrap_or_else(|| skirmish_play::new_game(report.game));
        Ok(TraceTree { program, start, tree, report })
    }
}

/// Where the nodes of a trace go while it is followed.
pub(crate) struct TreeSink {
    builder: TreeBuilder,
}

impl TreeSink {
    /// A node begins. `again`: its move was searched before.
    pub(crate) fn enter(&mut self, node: &OpenNode, line: &EnterLine, again: bool) {
        let by_word = |word: &str| SearchKind::ALL.iter().copied().find(|kind| kind.word() == word);
        let kind = line.search.as_deref().and_then(by_word).unwrap_or(match node.role {
            NodeRole::Root | NodeRole::ImpliedRoot => SearchKind::Iteration,
            NodeRole::SamePosition => SearchKind::Singular,
            NodeRole::AfterMove(_) if again => SearchKind::Wider,
            NodeRole::AfterMove(_) => SearchKind::Full,
        });
        let mv = if let NodeRole::AfterMove(mv) = node.role { Some(mv) } else { None };
        let reduction = line.reduction.unwrap_or(0);
        let depth = node.depth.unwrap_or(0).clamp(-1_000, 1_000);
        let window = (finite(node.window.alpha), finite(node.window.beta));
        if let Some(pass) = node.skipped_pass {
            self.builder.enter(kind, mv, reduction, depth, (-window.1, -window.0));
            self.builder.generated(1);
            self.builder.enter(SearchKind::Full, Some(pass), 0, depth, window);
        } else {
            self.builder.enter(kind, mv, reduction, depth, window);
        }
        self.builder.generated(node.moves.len());
        self.builder.needs(node.needed);
        self.marks(&line.extension);
    }

    fn marks(&mut self, words: &[String]) {
        // The tree finds out by itself what was searched again.
        let known = NodeMark::ALL.iter().copied().filter(|mark| *mark != NodeMark::SearchedAgain);
        known.filter(|mark| words.iter().any(|word| word == mark.word())).for_each(|mark| self.builder.mark(mark));
    }

    /// A move is skipped.
    pub(crate) fn skip(&mut self, mv: Move, line: &SkipLine) {
        let reason = line.reason.as_deref().unwrap_or_default();
        let known = SkipReason::ALL.iter().copied().find(|known| known.word() == reason);
        self.builder.skip(mv, known.unwrap_or(SkipReason::LateMove));
    }

    /// A node ends with this line, whose numbers are those of the side to move.
    pub(crate) fn leave(&mut self, node: &OpenNode, line: &LeaveLine) {
        line.eval.into_iter().for_each(|value| self.builder.evaluated(value));
        if let Some(table) = &line.table
            && let (Some(value), Some(bound)) = (table.value, table.bound)
        {
            let mv = table.best.as_deref().and_then(|text| node.game.read(text).ok()).map(|action| action.mv);
            let depth = table.depth.unwrap_or(0).clamp(-1_000, 1_000);
            self.builder.probed(TableHit { value: shown_value(value), depth, bound: recorded(bound), mv });
        }
        self.marks(&line.marks);
        let named =
            |text: &Option<String>| text.as_deref().and_then(|text| node.game.read(text).ok()).map(|action| action.mv);
        let best = node.best_moves();
        self.builder.best([named(&line.best).or(best[0]), named(&line.second).or(best[1])]);
        let end = end_of(node, line);
        let value = shown_value(line.leave);
        self.builder.leave(end, value);
        if node.skipped_pass.is_some() {
            self.builder.leave(if end == NodeEnd::Stopped { end } else { NodeEnd::Complete }, -value);
        }
    }

    /// The root that a trace leaves out ends: its value is what its moves claim.
    pub(crate) fn end_implied(&mut self, node: &OpenNode) {
        let value = node.claimed_value(node.right_reading(None));
        self.builder.best(node.best_moves());
        self.builder
            .leave(if value.is_some() { NodeEnd::Complete } else { NodeEnd::Stopped }, shown_value(value.unwrap_or(0)));
    }
}

/// Why a node ended: the word, or what follows from the position.
fn end_of(node: &OpenNode, line: &LeaveLine) -> NodeEnd {
    let word = line.end.as_deref().unwrap_or_default();
    if let Some(known) = NodeEnd::ALL.iter().copied().find(|end| end.word() == word) {
        return known;
    }
    match () {
        _ if node.moves.is_empty() => NodeEnd::Terminal,
        _ if node.tried.is_empty() && node.needed > node.moves.len() => NodeEnd::Refused,
        _ if node.tried.is_empty() => NodeEnd::Evaluated,
        _ if line.leave >= node.window.beta => NodeEnd::Cutoff,
        _ => NodeEnd::Complete,
    }
}

/// The end of a window, on our scale.
fn finite(value: Score) -> Score {
    value.clamp(-INFINITY, INFINITY)
}

/// A value on our scale: programs may give wins larger ones.
fn shown_value(value: Score) -> Score {
    value.clamp(1 - WIN, WIN - 1)
}

fn recorded(bound: TraceBound) -> Bound {
    match bound {
        TraceBound::Exact => Bound::Exact,
        TraceBound::Lower => Bound::Lower,
        TraceBound::Upper => Bound::Upper,
    }
}
