//! Prepares the engine for commands.

use std::io::{self, Write};

use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions};

/// An engine prepared for a game. Warnings go to stderr.
pub fn prepared(options: EngineOptions, game: GameId) -> AnyEngine {
    let mut engine = AnyEngine::new(options);
    engine.prepare(game);
    if let Some(warning) = engine.take_warning() {
        let _ = writeln!(io::stderr(), "skirmish: {warning}");
    }
    engine
}
