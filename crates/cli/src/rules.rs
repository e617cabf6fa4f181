//! `skirmish rules`: the rules of a game.

use std::io::{self, Write};

use skirmish_games::GameId;

use crate::arguments::RulesArgs;

/// Shows the rules.
pub fn run(arguments: &RulesArgs, out: &mut impl Write) -> anyhow::Result<()> {
    Ok(show(arguments.game, out)?)
}

/// Writes the rules of a game.
pub fn show(game: GameId, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", game.rules().trim_end())
}
