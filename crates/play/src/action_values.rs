//! The proven value of each legal action of a position: win, loss or draw, and how far away.

use std::cmp::Reverse;

use skirmish_board::{Action, Outcome, Score, Side, score};

/// A proven result, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ProvenResult {
    /// It wins with best play, whatever the opponent does.
    Win,
    /// Neither side can force a win.
    Draw,
    /// The opponent wins with best play.
    Loss,
}

/// A result that is certain, with its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProvenValue {
    /// The result for the side to move.
    pub result: ProvenResult,
    /// The plies to the end of the game: the winner needs no more. `null` for a draw, and where only the result is known.
    pub plies: Option<u16>,
    /// Whether `plies` is exactly the distance: the winner cannot be faster, the loser cannot hold out longer.
    pub exact: bool,
}

/// A legal action with what is proven about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ActionValue {
    /// The action. A proposal is valued as if it were accepted.
    pub action: Action,
    /// The result after it, for the side that acts, counted with this action; `null` if nothing is proven.
    pub proven: Option<ProvenValue>,
}

/// Where proven results come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ProofSource {
    /// A tablebase: every result is known.
    Tablebase,
    /// A search: results that it did not prove are unknown.
    Search,
}

/// What is proven about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionValues {
    /// The result with best play; `None` if it is not proven.
    pub proven: Option<ProvenValue>,
    /// The legal actions in alphabetical order.
    pub actions: Vec<ActionValue>,
    /// Where the results come from.
    pub source: ProofSource,
}

/// The values of all legal actions of a position, from one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateSearch {
    /// The depth at which all of them were searched, in plies; 0 if the values are those of a tablebase.
    pub depth: u32,
    /// The actions in alphabetical order.
    pub candidates: Vec<Candidate>,
    /// Where proven results come from.
    pub source: ProofSource,
}

/// A legal action in a [`CandidateSearch`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The action; a proposal is valued as if it were accepted.
    pub action: Action,
    /// What is proven about it, at any depth.
    pub proven: Option<ProvenValue>,
    /// Its value for the side to move at the common depth; `None` if that was not reached.
    pub score: Option<Score>,
    /// Best play from the position on, with this action first. It shows the proof if there is one.
    pub line: Vec<Action>,
}

impl ProvenResult {
    /// The result for a side of a game that ends like this.
    pub fn of(outcome: Outcome, side: Side) -> ProvenResult {
        match outcome {
            Outcome::Draw => ProvenResult::Draw,
            Outcome::Win(winner) if winner == side => ProvenResult::Win,
            Outcome::Win(_) => ProvenResult::Loss,
        }
    }

    /// The better for the side to move, the greater.
    pub(crate) fn rank(self) -> i32 {
        match self {
            ProvenResult::Win => 1,
            ProvenResult::Draw => 0,
            ProvenResult::Loss => -1,
        }
    }

    /// How a game ends that has this result for a side.
    pub fn outcome(self, side: Side) -> Outcome {
        match self {
            ProvenResult::Win => Outcome::Win(side),
            ProvenResult::Draw => Outcome::Draw,
            ProvenResult::Loss => Outcome::Win(side.opposite()),
        }
    }
}

impl ProvenValue {
    /// What a score proves. The end may be nearer unless it is `exact`.
    pub fn of(score: Score, exact: bool) -> Option<ProvenValue> {
        let plies = score::proven_plies(score)?;
        let result = if score > 0 { ProvenResult::Win } else { ProvenResult::Loss };
        Some(ProvenValue { result, plies: Some(plies.unsigned_abs() as u16), exact })
    }

    /// Two proofs of the same in one.
    pub fn and(self, other: ProvenValue) -> ProvenValue {
        debug_assert_eq!(self.result, other.result, "two proofs contradict each other");
        let known = |value: ProvenValue| (!value.exact, value.plies.is_none(), value.plies);
        if known(other) < known(self) { other } else { self }
    }

    /// The better it is for the side to move, the greater: sooner wins, later losses.
    pub fn order(self) -> i32 {
        let plies = self.plies.map_or(score::WIN - score::MAX_EVAL, i32::from);
        match self.result {
            ProvenResult::Win => score::WIN - plies,
            ProvenResult::Draw => 0,
            ProvenResult::Loss => plies - score::WIN,
        }
    }

    pub(crate) fn is_win(self) -> bool {
        self.result == ProvenResult::Win
    }
}

impl CandidateSearch {
    /// What is proven about the position. `proposes` if its actions are proposals, so that the second-best counts.
    pub fn values(&self, proposes: bool) -> PositionValues {
        let value = |found: &Candidate| ActionValue { action: found.action.clone(), proven: found.proven };
        let actions: Vec<ActionValue> = self.candidates.iter().map(value).collect();
        let proven: Vec<Option<ProvenValue>> = actions.iter().map(|action| action.proven).collect();
        PositionValues { proven: position_value(&proven, proposes), actions, source: self.source }
    }

    /// The candidate of an action.
    pub fn get(&self, action: &Action) -> Option<&Candidate> {
        self.candidates.iter().find(|found| found.action == *action)
    }
}

/// The result of a position whose actions have these; `None` if it is not proven.
fn position_value(actions: &[Option<ProvenValue>], proposes: bool) -> Option<ProvenValue> {
    let needed = if proposes { 2 } else { 1 };
    let mut known: Vec<ProvenValue> = actions.iter().flatten().copied().collect();
    known.sort_by_key(|value| Reverse(value.order()));
    let unknown = actions.len() - known.len();
    // With one proposal the mover is lost: it is refused.
    let lost = ProvenValue { result: ProvenResult::Loss, plies: Some(0), exact: true };
    if actions.len() < needed {
        return (!actions.is_empty()).then_some(lost);
    }
    let certain = unknown == 0 && known.iter().all(|value| value.exact);
    let wins = known.iter().filter(|value| value.is_win()).count();
    if wins >= needed {
        let value = known[needed - 1];
        return Some(ProvenValue { exact: value.exact && (certain || value.plies <= Some(1)), ..value });
    }
    if wins + unknown >= needed {
        return None;
    }
    // An action that is not known may be the best; then the value is that of the next.
    let value = *known.get((needed - 1).saturating_sub(unknown))?;
    Some(ProvenValue { exact: value.exact && (certain || unknown == 0 && needed == 1), ..value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: Score) -> Option<ProvenValue> {
        ProvenValue::of(score, true)
    }

    #[test]
    fn a_position_is_worth_its_best_action_or_the_second_best() {
        let [win, late, loss, late_loss] =
            [score::win_in(3), score::win_in(5), score::loss_in(2), score::loss_in(4)].map(value);
        let draw = Some(ProvenValue { result: ProvenResult::Draw, plies: None, exact: true });
        assert_eq!(position_value(&[loss, win, late], false), win);
        assert_eq!(position_value(&[loss, win, late], true), late);
        assert_eq!(position_value(&[None, loss], false), None);
        assert_eq!(position_value(&[None, win], false).map(|value| (value.plies, value.exact)), Some((Some(3), false)));
        assert_eq!(position_value(&[loss, late_loss], false), late_loss);
        assert_eq!(position_value(&[loss, draw, late_loss], false), draw);
        // With two needed, one that is not known does not save the mover.
        assert_eq!(position_value(&[None, loss, late_loss], true).map(|value| value.plies), Some(Some(4)));
        assert_eq!(position_value(&[None, None, late_loss], true), None);
        assert_eq!(position_value(&[win, loss, late_loss], true), late_loss);
        assert_eq!(position_value(&[win], true).map(|value| value.result), Some(ProvenResult::Loss));
        assert_eq!(position_value(&[], true), None);
    }

    #[test]
    fn an_exact_proof_is_worth_more() {
        let rough = ProvenValue::of(score::win_in(5), false).unwrap();
        let exact = ProvenValue::of(score::win_in(5), true).unwrap();
        let far = ProvenValue { plies: None, exact: false, ..rough };
        assert_eq!((rough.and(exact), exact.and(rough), far.and(rough), rough.and(far)), (exact, exact, rough, rough));
    }
}
