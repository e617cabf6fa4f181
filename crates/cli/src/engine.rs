//! Prepares the engine for commands.

use std::io::{self, Write};

use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions};

/// An engine prepared for a game. Warnings go to stderr.
pub fn prepared(options: EngineOptions, game: GameId) -> AnyEngine {
    let mut mind = AnyEngine::new(options);
    mind.prepare(game);
    if let Some(warning) = mind.take_warning() {
        let _ = writeln!(io::stderr(), "skirmish: {warning}");
    }
    mind
}
