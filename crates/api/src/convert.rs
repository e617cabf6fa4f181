//! What games and engine say, as the page is told it.

use skirmish_board::{Action, Score, Side, score};
use skirmish_play::AnyGame;
use skirmish_search::SearchInfo;
use skirmish_session::review::south_win_probability;

use crate::messages::{LegalAction, PositionValue, SearchReport};

/// What can be done at a game, with what it does.
pub fn legal_actions(game: &dyn AnyGame) -> Vec<LegalAction> {
    let legal = game.legal_actions().into_iter();
    legal.map(|action| LegalAction { effects: game.effects(&action), action }).collect()
}

/// A finding about a position in which this side acts.
pub fn search_report(side: Side, found: &SearchInfo<Action>) -> SearchReport {
    SearchReport {
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

/// A score of the side to act, for people.
pub fn value(side: Side, score: Score) -> PositionValue {
    PositionValue { side, score, wins_in: score::proven_plies(score), south: south_win_probability(side, score) }
}
