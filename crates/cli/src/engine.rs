//! The engine as the commands use it.

use std::io::{self, Write};

use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions};

/// An engine that is built for a game. What people should know of it is told on stderr.
pub fn prepared(options: EngineOptions, game: GameId) -> AnyEngine {
    let mut mind = AnyEngine::new(options);
    mind.prepare(game);
    if let Some(warning) = mind.take_warning() {
        let _ = writeln!(io::stderr(), "skirmish: {warning}");
    }
    mind
}
