//! What games and engine say, as the page is told it.

use skirmish_board::{Action, Score, Side, score};
use skirmish_play::Table;
use skirmish_search::SearchInfo;

use crate::messages::{Finding, LegalAction, Value};

/// What can be done at a table, with what it does.
pub fn legal_actions(table: &dyn Table) -> Vec<LegalAction> {
    let legal = table.legal_actions().into_iter();
    legal.map(|action| LegalAction { effects: table.effects(&action), action }).collect()
}

/// A finding about a position in which this side acts.
pub fn finding(side: Side, found: &SearchInfo<Action>) -> Finding {
    Finding {
        depth: found.depth,
        value: value(side, found.score),
        nodes: found.nodes,
        nodes_per_second: found.nodes_per_second(),
        time_ms: found.time.as_millis() as u64,
        best: found.best.clone(),
        alternate: found.alternate.clone(),
        line: found.line.clone(),
    }
}

/// Points that multiply the odds by e: the scale of all evaluations.
const UNIT: f64 = 173.0;

/// A score of the side to act, for people.
pub fn value(side: Side, score: Score) -> Value {
    let chance = chance(score);
    let south = match side {
        Side::South => chance,
        Side::North => 1.0 - chance,
    };
    Value { side, score, wins_in: score::proven_plies(score), south }
}

/// The chance to win, from 0 to 1, of the side that has this score.
pub fn chance(score: Score) -> f64 {
    if score::is_proof(score) { f64::from(u8::from(score > 0)) } else { 1.0 / (1.0 + (-f64::from(score) / UNIT).exp()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_points_are_a_64_per_cent_chance_and_a_proof_is_certain() {
        assert!((chance(100) - 0.64).abs() < 0.005 && (chance(100) + chance(-100) - 1.0).abs() < 1e-9);
        assert_eq!((chance(0), chance(score::win_in(3)), chance(score::loss_in(4))), (0.5, 1.0, 0.0));
        assert_eq!(value(Side::North, score::win_in(3)).south, 0.0);
        assert_eq!(value(Side::South, score::win_in(3)).wins_in, Some(3));
    }
}
