//! `skirmish play-out`: plays a list of actions and shows the position reached.

use std::io::{self, Write};

use anyhow::Context;
use serde::Serialize;
use skirmish_board::{Outcome, Side, quoted};
use skirmish_play::{AnyGame, Played};

use crate::arguments::PlayOutArgs;
use crate::snapshot::{Snapshot, write_json};

/// The position reached, the actions, and the ending.
#[derive(Serialize)]
struct PlayOutReport {
    #[serde(flatten)]
    reached: Snapshot,
    /// Why the game ended, if it did.
    ending: Option<String>,
    /// The actions as the game writes them.
    played: Vec<String>,
}

/// Plays the actions and shows the result.
pub fn run(arguments: &PlayOutArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut game = arguments.setup.open()?;
    let played = play_list(&mut *game, &arguments.moves)?;
    if arguments.json {
        let reached = Snapshot::of(&*game);
        let ending = game.outcome().map(|_| game.ending());
        let played = played.into_iter().map(|played| played.action.text).collect();
        write_json(out, &PlayOutReport { reached, ending, played })?;
    } else {
        show(&*game, &played, out)?;
    }
    Ok(())
}

/// Plays actions separated by spaces; the error names the first illegal one.
pub fn play_list(game: &mut dyn AnyGame, actions: &str) -> anyhow::Result<Vec<Played>> {
    let play =
        |(number, text): (usize, &str)| game.play(text).with_context(|| format!("action {number} ({})", quoted(text)));
    (1..).zip(actions.split_whitespace()).map(play).collect()
}

/// Shows position text, board, announcements, notes and result.
pub fn show(game: &dyn AnyGame, played: &[Played], out: &mut impl Write) -> io::Result<()> {
    let view = game.view();
    writeln!(out, "{}\n\n{view}", game.position())?;
    for Played { action, announcement: remark } in played {
        if let Some(remark) = remark {
            writeln!(out, "{action}: {remark}")?;
        }
    }
    for note in &view.notes {
        writeln!(out, "{note}")?;
    }
    writeln!(out, "{}", standing(game))
}

/// The result, or the side to move.
pub fn standing(game: &dyn AnyGame) -> String {
    let name = |side: Side| game.id().info().sides[side.index()];
    match game.outcome() {
        None => format!("{} to move.", name(game.side_to_move())),
        Some(Outcome::Win(side)) => format!("{} wins. {}", name(side), game.ending()),
        Some(Outcome::Draw) => game.ending(),
    }
}
