//! The engine as its callers see it, and saved games.

mod beginners;
mod networks;
mod oska;
mod stopping;
mod store;
mod thinking;
mod values;

use std::sync::atomic::AtomicBool;

use skirmish_board::Action;
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, AnyGame, Decision, new_game};
use skirmish_search::{Limits, SearchSettings};

/// What an engine in a test has.
const SMALL: SearchSettings = SearchSettings { threads: 1, hash: 4, params: None };

/// The start of a game.
fn start(game: &str) -> Box<dyn AnyGame> {
    new_game(GameId::parse(game).expect("a game"))
}

/// What an engine that nothing stops decides.
fn choose(engine: &mut AnyEngine, table: &dyn AnyGame, limits: Limits) -> Decision {
    engine.choose(table, &limits, &AtomicBool::new(false), &mut |_| {})
}

/// Performs an action, and accepts it if it is a proposal.
fn perform(table: &mut dyn AnyGame, action: &Action) {
    table.perform(action);
    if let Some([accept, _]) = table.accept_refuse() {
        table.perform(&accept);
    }
}
