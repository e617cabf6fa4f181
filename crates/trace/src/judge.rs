//! Judges a node when it ends: do its moves, the rules or the evaluation give the value that it claims?

use skirmish_board::score::{DRAW, WIN, loss_in, win_in};
use skirmish_board::{Outcome, Score};

use crate::bug::Bug;
use crate::explain::{MistakeFound, explain, shown, shown_range};
use crate::interval::Interval;
use crate::knowledge::{settled_value, static_eval};
use crate::line::{LeaveLine, TraceBound};
use crate::node::{OpenNode, Reading};
use crate::sources::{AnswerOrigin, Sources};

/// What a trace claims of itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct TraceClaims {
    /// Leaves have the value of our hand-written evaluation.
    pub(crate) terms: bool,
    /// Wins and losses have the values of our search.
    pub(crate) our_scale: bool,
    pub(crate) complete: Option<bool>,
    /// The most plies of quiescence search.
    pub(crate) quiescence: i32,
    /// Some line had a window.
    pub(crate) has_windows: bool,
}

impl TraceClaims {
    /// What is known of the moves of a node before they are searched.
    pub(crate) fn prior(&self, ply: u16) -> Interval {
        if self.our_scale { Interval { low: loss_in(ply + 1), high: win_in(ply + 1) } } else { Interval::UNKNOWN }
    }

    /// Whether this is a node of quiescence search; `None` if the trace does not say.
    pub(crate) fn is_quiescence(&self, depth: Option<i32>) -> Option<bool> {
        if self.quiescence > 0 { depth.map(|depth| depth <= 0) } else { Some(false) }
    }
}

/// How far a node was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JudgedBy {
    /// The rules, the evaluation or the moves below.
    Truth,
    /// Nothing: the program says that it guessed.
    Guess,
    /// Nothing: an answer of the table that may be older than the trace.
    OldTable,
}

/// What was found out about a node.
pub(crate) struct NodeVerdict {
    /// What is known of its true value; after a mistake, what it claims, so that a mistake counts once.
    pub(crate) known: Interval,
    pub(crate) finding: Option<MistakeFound>,
    pub(crate) by: JudgedBy,
    /// Whether it is a leaf with a static evaluation.
    pub(crate) is_evaluated: bool,
}

/// Ends that tell of a static evaluation or a settled game.
const LEAF_ENDS: [&str; 4] = ["evaluated", "stand_pat", "terminal", "refused"];
/// Ends of nodes that have searched their moves.
const INNER_ENDS: [&str; 3] = ["cutoff", "complete", "quiet"];

/// Judges a node that ends with this line, whose numbers are those of the side to move.
pub(crate) fn judge(node: &OpenNode, line: &LeaveLine, claims: &TraceClaims, sources: &Sources) -> NodeVerdict {
    let end = line.end.as_deref().unwrap_or_default();
    let is_settled = node.moves.is_empty() || node.needed > node.moves.len();
    let has_moves = !node.tried.is_empty() || !node.skipped.is_empty() || !node.illegal_values.is_empty();
    let is_whole = line.counted.unwrap_or(0) == 0;
    match end {
        "table" | "proof" => judge_table_answer(node, line, claims, sources),
        _ if LEAF_ENDS.contains(&end) => judge_leaf(node, line, claims),
        _ if INNER_ENDS.contains(&end) || end.is_empty() && (has_moves || !is_whole) => {
            if is_settled && !has_moves {
                judge_leaf(node, line, claims)
            } else {
                judge_inner(node, line, claims)
            }
        }
        // Where parts may be missing, a node without moves may have lost them.
        "" if claims.complete == Some(false) && !is_settled && node.depth != Some(0) => guessed(node, line),
        "" => judge_leaf(node, line, claims),
        _ => guessed(node, line),
    }
}

/// What a line says of the value, by its bound or the window.
fn claim(node: &OpenNode, line: &LeaveLine) -> (TraceBound, Interval) {
    let bound = line.bound.unwrap_or_else(|| node.window.bound_of(line.leave));
    (bound, Interval::of(line.leave, bound))
}

fn guessed(node: &OpenNode, line: &LeaveLine) -> NodeVerdict {
    NodeVerdict { known: claim(node, line).1, finding: None, by: JudgedBy::Guess, is_evaluated: false }
}

impl NodeVerdict {
    fn of(known: Interval, finding: Option<MistakeFound>, is_evaluated: bool) -> NodeVerdict {
        NodeVerdict { known, finding, by: JudgedBy::Truth, is_evaluated }
    }
}

/// A node that has searched moves.
fn judge_inner(node: &OpenNode, line: &LeaveLine, claims: &TraceClaims) -> NodeVerdict {
    let (bound, claim) = claim(node, line);
    let quiet = node.right_reading(Some(match line.eval {
        _ if claims.terms => Interval::exact(static_eval(&*node.game)),
        Some(evaluation) => Interval::exact(evaluation),
        None => Interval::UNKNOWN,
    }));
    let reading = match claims.is_quiescence(node.depth) {
        _ if line.end.as_deref() == Some("quiet") => quiet,
        Some(true) => quiet,
        None if node.derived(quiet).implies(claim) => quiet,
        _ => node.right_reading(None),
    };
    let is_settled = node.needed > node.moves.len();
    // A sole proposal is refused, whatever comes after it.
    let derived = if is_settled { settled(node, claims, line.leave) } else { node.derived(reading) };
    if let (Some("quiet"), Some(depth)) = (line.end.as_deref(), node.depth.filter(|&depth| depth > 0)) {
        let sentence = format!("ended as \"quiet\", quiescence search, with depth {depth} left");
        let finding = MistakeFound::new(sentence, "all of its moves searched".to_owned(), Some(Bug::DepthOffByOne));
        return NodeVerdict::of(claim, Some(finding), false);
    }
    // With all moves searched, a value is right or an end of the window.
    let is_known = derived.is_exact() && line.bound.is_none() && node.skipped.is_empty();
    let is_odd = is_known && ![derived.low, node.window.alpha, node.window.beta].contains(&line.leave);
    if derived.implies(claim) && !is_odd {
        return NodeVerdict::of(derived, None, false);
    }
    // Without depths it is not known where quiescence search begins.
    let is_vague = claims.is_quiescence(node.depth).is_none();
    let lacks_parts = claims.complete == Some(false) || line.counted.unwrap_or(0) > 0 || is_vague;
    let is_possible = (lacks_parts || reading.stand_pat == Some(Interval::UNKNOWN)) && derived.overlaps(claim);
    // An illegal move that was found already leads to this.
    let illegal = Reading { with_illegal: true, ..reading };
    let is_found = !node.illegal_values.is_empty() && node.derived(illegal).implies(claim);
    let finding = (!is_possible && !is_found).then(|| explain(node, line.leave, bound, reading));
    NodeVerdict::of(claim, finding, false)
}

/// The value of a settled position: ours, or the program's own if its sign is right.
fn settled(node: &OpenNode, claims: &TraceClaims, value: Score) -> Interval {
    let ours = settled_value(&*node.game, &node.moves, node.ply).unwrap_or(DRAW);
    let own_scale = !claims.terms && (ours == DRAW || (ours > 0) == (value > 0) && value != 0);
    Interval::exact(if own_scale { value } else { ours })
}

/// A node without moves below it: a finished game or a static evaluation.
fn judge_leaf(node: &OpenNode, line: &LeaveLine, claims: &TraceClaims) -> NodeVerdict {
    let value = line.leave;
    let end = line.end.as_deref().unwrap_or_default();
    let clamps = |truth: Score| {
        // Fail-hard programs return the end of the window, and do not say that it is exact.
        let is_end = value == node.window.alpha && truth <= value || value == node.window.beta && truth >= value;
        is_end && line.bound != Some(TraceBound::Exact)
    };
    let trusted = |finding: MistakeFound, is_evaluated: bool| {
        NodeVerdict::of(Interval::exact(value), Some(finding), is_evaluated)
    };
    if let Some(ours) = settled_value(&*node.game, &node.moves, node.ply) {
        let is_over = node.game.outcome().is_some();
        // A sole proposal at depth 0 may be evaluated by a program of its own mind.
        if !claims.terms && !is_over && end != "refused" && node.depth.is_none_or(|depth| depth <= 0) {
            return NodeVerdict::of(leaf_interval(node, line), None, true);
        }
        let truth = settled(node, claims, value);
        if truth == Interval::exact(value) || clamps(ours) {
            return NodeVerdict::of(if clamps(ours) { leaf_interval(node, line) } else { truth }, None, false);
        }
        let bug = (value == -ours && value != 0 || !claims.terms && is_over).then_some(Bug::EvaluationFromWrongSide);
        let how = match node.game.outcome() {
            Some(Outcome::Win(side)) if side == node.side() => "the game is won for the side to move",
            Some(Outcome::Win(_)) => "the game is lost for the side to move",
            Some(Outcome::Draw) => "the game is a draw",
            None => "the only move is refused, which loses",
        };
        let expected = match claims.terms {
            true => format!("{ours}: {WIN} less a point for every ply, negative for a loss"),
            false => (if ours > 0 { "a value above 0" } else { "a value below 0" }).to_owned(),
        };
        return trusted(MistakeFound::new(format!("left with {}, but {how}", shown(value)), expected, bug), false);
    }
    if end == "terminal" || end == "refused" {
        let sentence = format!("ended as \"{end}\", but the game goes on: {} legal moves", node.moves.len());
        return trusted(MistakeFound::new(sentence, String::new(), None), false);
    }
    let finding = leaf_finding(node, line, claims, &clamps);
    let known = if finding.is_some() { Interval::exact(value) } else { leaf_interval(node, line) };
    NodeVerdict::of(known, finding, true)
}

/// What is wrong with a leaf of an unfinished game.
fn leaf_finding(
    node: &OpenNode,
    line: &LeaveLine,
    claims: &TraceClaims,
    clamps: &impl Fn(Score) -> bool,
) -> Option<MistakeFound> {
    let (value, end) = (line.leave, line.end.as_deref().unwrap_or_default());
    if let Some(depth) = node.depth.filter(|&depth| depth > 0) {
        let plies = if depth == 1 { "ply" } else { "plies" };
        let sentence = format!("evaluated with {depth} {plies} left to search, and {} legal moves", node.moves.len());
        return Some(MistakeFound::new(sentence, "its moves searched".to_owned(), Some(Bug::DepthOffByOne)));
    }
    if end == "stand_pat" && value < node.window.beta {
        let sentence =
            format!("stands pat with {}, which does not reach beta {}", shown(value), shown(node.window.beta));
        return Some(MistakeFound::new(sentence, "noisy moves searched, too".to_owned(), None));
    }
    if claims.terms {
        let truth = static_eval(&*node.game);
        if value != truth && !clamps(truth) {
            let bug = (value == -truth).then_some(Bug::EvaluationFromWrongSide);
            let sentence = format!("evaluated as {}, but the evaluation for the side to move is {truth}", shown(value));
            return Some(MistakeFound::new(sentence, truth.to_string(), bug));
        }
    }
    // Quiescence search goes on until no noisy move is left, its plies are used up, or standing pat cuts off.
    let goes_on =
        claims.is_quiescence(node.depth) == Some(true) && node.depth.is_some_and(|depth| -depth < claims.quiescence);
    // Without windows it is not known what a program's own evaluation cuts off.
    let is_cut = value >= node.window.beta || !claims.terms && !claims.has_windows;
    let left = if goes_on && !is_cut { node.untried(true) } else { Vec::new() };
    let first = node.game.move_text(*left.first()?);
    let what = if left.len() == 1 {
        format!("the noisy move {first}")
    } else {
        format!("{} noisy moves, such as {first},", left.len())
    };
    let sentence = format!("evaluated with {what} not tried, but the header claims quiescence search");
    Some(MistakeFound::new(sentence, "noisy moves searched, too".to_owned(), Some(Bug::HorizonAtCapture)))
}

/// What a leaf without a mistake says: exactly its value, unless that is an end of the window.
fn leaf_interval(node: &OpenNode, line: &LeaveLine) -> Interval {
    let is_end = line.leave == node.window.alpha || line.leave == node.window.beta;
    if line.bound.is_some() || is_end { claim(node, line).1 } else { Interval::exact(line.leave) }
}

/// A node that the table answers.
fn judge_table_answer(node: &OpenNode, line: &LeaveLine, claims: &TraceClaims, sources: &Sources) -> NodeVerdict {
    let (bound, claim) = claim(node, line);
    let verdict = |finding, by| NodeVerdict { known: claim, finding, by, is_evaluated: false };
    if claims.complete != Some(true) {
        return verdict(None, JudgedBy::OldTable);
    }
    // Tables have one depth for all of quiescence search.
    let needed = if line.end.as_deref() == Some("proof") { None } else { node.depth.map(|depth| depth.max(0)) };
    let value = shown(line.leave);
    let asked = needed.map_or(String::new(), |depth| format!(" to depth {depth}"));
    let finding = match sources.origin(&*node.game, node.ply, needed, claim, !claims.terms) {
        AnswerOrigin::Fine => return verdict(None, JudgedBy::Truth),
        AnswerOrigin::Known { line, known } => {
            let is_bound = bound == TraceBound::Exact && !known.is_exact() && known.overlaps(claim);
            let sentence = format!(
                "the table answers {}, but line {line} has found {} here",
                shown_range(claim),
                shown_range(known)
            );
            MistakeFound::new(sentence, shown_range(known), is_bound.then_some(Bug::BoundAsExact))
        }
        AnswerOrigin::TooShallow { line, depth } => {
            let sentence =
                format!("the table answers {value}{asked}, but line {line} has searched it to depth {depth} only");
            MistakeFound::new(sentence, "its moves searched".to_owned(), Some(Bug::DepthOffByOne))
        }
        AnswerOrigin::OtherSide { line } => {
            let sentence =
                format!("the table answers {value}, which line {line} has found with the other side to move");
            MistakeFound::new(
                sentence,
                "its moves searched: who moves is part of the position".to_owned(),
                Some(Bug::TableWithoutSide),
            )
        }
        AnswerOrigin::Nowhere => {
            let sentence =
                format!("the table answers {value}, but nothing before this line has searched the position{asked}");
            MistakeFound::new(sentence, "its moves searched".to_owned(), None)
        }
    };
    verdict(Some(finding), JudgedBy::Truth)
}
