//! The engine as the commands use it.

use std::io::{self, Write};

use skirmish_games::GameId;
use skirmish_play::{Mind, consult_solution};
use skirmish_search::Settings;

/// An engine for a game that knows what earlier runs have solved, with some shortcuts changed. A solution that cannot be used is
/// told on stderr.
pub fn build(game: GameId, settings: &Settings, changes: &[(String, i32)]) -> Box<dyn Mind> {
    if settings.consult
        && let Err(reason) = consult_solution(game)
    {
        let _ = writeln!(io::stderr(), "skirmish: {reason}");
    }
    let mut mind = skirmish_play::mind(game, settings);
    for (name, value) in changes {
        mind.set_shortcut(name, *value);
    }
    mind
}
