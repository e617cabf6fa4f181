//! Converts results of the games and the engine into messages.

use skirmish_board::{Action, Score, Side, score};
use skirmish_play::AnyGame;
use skirmish_search::SearchInfo;
use skirmish_session::review::south_win_probability;

use crate::messages::{LegalAction, PositionValue, SearchReport};

/// The legal actions of a position with their effects.
pub fn legal_actions(game: &dyn AnyGame) -> Vec<LegalAction> {
    let legal = game.legal_actions().into_iter();
    legal.map(|action| LegalAction { effects: game.effects(&action), action }).collect()
}

/// The report of a search in which `side` is to move.
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

/// A score of the side to move, with the chance to win.
pub fn value(side: Side, score: Score) -> PositionValue {
    PositionValue { side, score, wins_in: score::proven_plies(score), south: south_win_probability(side, score) }
}
