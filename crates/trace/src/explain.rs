//! What is wrong with the value of a node, in a sentence, and which classic mistake explains it.

use skirmish_board::{Move, Score};

use crate::bug::Bug;
use crate::interval::Interval;
use crate::line::{MAX_VALUE, TraceBound};
use crate::node::{OpenNode, Reading};

/// A mistake, without its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MistakeFound {
    pub(crate) sentence: String,
    /// What should have been there; empty if the sentence says so.
    pub(crate) expected: String,
    pub(crate) bug: Option<Bug>,
}

impl MistakeFound {
    pub(crate) fn new(sentence: String, expected: String, bug: Option<Bug>) -> MistakeFound {
        MistakeFound { sentence, expected, bug }
    }
}

/// The most moves that a sentence lists.
const LISTED: usize = 6;

/// A number, or infinity.
pub(crate) fn shown(value: Score) -> String {
    match value {
        MAX_VALUE => "infinity".to_owned(),
        value if value == -MAX_VALUE => "-infinity".to_owned(),
        _ => value.to_string(),
    }
}

/// A range of values.
pub(crate) fn shown_range(known: Interval) -> String {
    match known {
        Interval::UNKNOWN => "anything".to_owned(),
        Interval { low, high } if low == high => format!("exactly {}", shown(low)),
        Interval { low, high: MAX_VALUE } => format!("at least {}", shown(low)),
        Interval { low, high } if low == -MAX_VALUE => format!("at most {}", shown(high)),
        Interval { low, high } => format!("from {} to {}", shown(low), shown(high)),
    }
}

/// What is wrong with a node that leaves with a value and a bound that its moves do not prove.
pub(crate) fn explain(node: &OpenNode, value: Score, bound: TraceBound, reading: Reading) -> MistakeFound {
    let (claim, derived) = (Interval::of(value, bound), node.derived(reading));
    let untried = node.untried(reading.stand_pat.is_some());
    let bug = name(node, value, bound, reading);
    let searched = || {
        let kind = if reading.stand_pat.is_some() { "noisy moves" } else { "moves" };
        let seen = node.tried.len();
        let all = seen + untried.len();
        format!("searched {seen} of {all} {kind}")
    };
    let so_far = node.window.alpha.max(derived.low);
    let is_due = so_far >= node.window.beta;
    if !untried.is_empty() && derived.overlaps(claim) && (!is_due || derived.high > claim.high) {
        if is_due {
            let sentence = format!("{}, a cut-off: {} is a lower bound then, not exact", searched(), shown(value));
            return MistakeFound::new(sentence, shown_range(derived), bug);
        }
        let second = if node.needed == 2 { " (the second-best counts, since the best is refused)" } else { "" };
        let window = format!("alpha {} < beta {}", shown(so_far), shown(node.window.beta));
        let sentence = format!("{}, but {window}{second}: no cut-off was due here", searched());
        return MistakeFound::new(sentence, format!("the other moves searched as well: {}", list(node, &untried)), bug);
    }
    let said = match bound {
        TraceBound::Exact => format!("left with {}", shown(value)),
        TraceBound::Lower => format!("left with at least {}", shown(value)),
        TraceBound::Upper => format!("left with at most {}", shown(value)),
    };
    let proven = match derived {
        _ if derived == node.prior => "its moves prove nothing".to_owned(),
        _ if derived.overlaps(claim) => format!("its moves prove only {}", shown_range(derived)),
        _ => format!("its moves give {}", shown_range(derived)),
    };
    let sentence = format!("{said}, but {proven}");
    MistakeFound::new(sentence, format!("{}: {}", shown_range(derived), values(node, reading)), bug)
}

/// The classic mistake that leads to this value.
fn name(node: &OpenNode, value: Score, bound: TraceBound, right: Reading) -> Option<Bug> {
    let derived = node.derived(right);
    let untried = node.untried(right.stand_pat.is_some());
    let explains = |reading: Reading| {
        let best = node.claimed_value(reading);
        // Fail-hard programs return the end of the window.
        let clamped = best.map(|best| best.clamp(node.window.alpha, node.window.beta.max(node.window.alpha)));
        (best == Some(value) || clamped == Some(value)) && node.claimed_value(right) != best
    };
    if !node.illegal_values.is_empty() && explains(Reading { with_illegal: true, ..right }) {
        return Some(Bug::IllegalNullMove);
    }
    if node.needed == 2 {
        let first = Reading { needed: 1, ..right };
        let cuts = node.derived(first).low >= node.window.beta && derived.low < node.window.beta && !untried.is_empty();
        if cuts || explains(first) && node.derived(first).implies(Interval::of(value, bound)) {
            return Some(Bug::BestInsteadOfSecond);
        }
    }
    if explains(Reading { flips_same_side: true, ..right }) {
        return Some(Bug::SameSideTwice);
    }
    if explains(Reading { forgets_sign: true, ..right }) {
        return Some(Bug::SignError);
    }
    let is_edge = derived.low == value || derived.high == value;
    let is_cut = derived.low >= node.window.beta || derived.high <= node.window.alpha;
    (bound == TraceBound::Exact && is_edge && is_cut).then_some(Bug::BoundAsExact)
}

/// The first of some moves.
fn list(node: &OpenNode, moves: &[Move]) -> String {
    let mut texts: Vec<String> = moves.iter().map(|&mv| node.game.move_text(mv)).collect();
    texts.sort_unstable();
    let more = texts.len().saturating_sub(LISTED);
    texts.truncate(LISTED);
    if more > 0 { format!("{} and {more} more", texts.join(", ")) } else { texts.join(", ") }
}

/// The best of the searched moves with what is known of them, for the side to move.
fn values(node: &OpenNode, reading: Reading) -> String {
    let mut tried: Vec<(Interval, String)> = node
        .tried
        .iter()
        .map(|tried| (tried.known.seen_by_parent(tried.same_side), node.game.move_text(tried.mv)))
        .collect();
    tried.sort_by_key(|(known, text)| (-known.high, -known.low, text.clone()));
    let more = tried.len().saturating_sub(LISTED);
    let mut parts: Vec<String> =
        reading.stand_pat.map(|value| format!("stand pat {}", shown_range(value))).into_iter().collect();
    for (known, text) in tried.into_iter().take(LISTED) {
        let again = if known.is_exact() { shown(known.low) } else { shown_range(known) };
        parts.push(format!("{text} {again}"));
    }
    if more > 0 {
        parts.push(format!("{more} more"));
    }
    let rule = if reading.needed == 2 { "the second-best of " } else { "the best of " };
    format!("{rule}{}", parts.join(", "))
}
