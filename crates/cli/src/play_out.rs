//! `skirmish play-out`: plays a list of actions and shows what comes out.

use std::io::{self, Write};

use anyhow::Context;
use serde::Serialize;
use skirmish_board::{Outcome, Side, quoted};
use skirmish_play::{AnyGame, Played};

use crate::arguments::PlayOutArgs;
use crate::snapshot::{Snapshot, write_json};

/// The position reached, with what led there and how it ended.
#[derive(Serialize)]
struct PlayOutReport {
    #[serde(flatten)]
    reached: Snapshot,
    /// Why the game ended, if it did.
    ending: Option<String>,
    /// The actions as the game writes them.
    played: Vec<String>,
}

/// Plays.
pub fn run(arguments: &PlayOutArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = arguments.setup.open()?;
    let played = play_list(&mut *table, &arguments.moves)?;
    if arguments.json {
        let reached = Snapshot::of(&*table);
        let ending = table.outcome().map(|_| table.ending());
        let played = played.into_iter().map(|played| played.action.text).collect();
        write_json(out, &PlayOutReport { reached, ending, played })?;
    } else {
        show(&*table, &played, out)?;
    }
    Ok(())
}

/// Plays actions separated by spaces; an error names the first one that is illegal.
pub fn play_list(table: &mut dyn AnyGame, actions: &str) -> anyhow::Result<Vec<Played>> {
    let play =
        |(number, text): (usize, &str)| table.play(text).with_context(|| format!("action {number} ({})", quoted(text)));
    (1..).zip(actions.split_whitespace()).map(play).collect()
}

/// Position text, board and what there is to say about it.
fn show(table: &dyn AnyGame, played: &[Played], out: &mut impl Write) -> io::Result<()> {
    let view = table.view();
    writeln!(out, "{}\n\n{view}", table.position())?;
    for Played { action, announcement: remark } in played {
        if let Some(remark) = remark {
            writeln!(out, "{action}: {remark}")?;
        }
    }
    for note in &view.notes {
        writeln!(out, "{note}")?;
    }
    writeln!(out, "{}", standing(table))
}

/// Who won and why, or who is to move.
pub fn standing(table: &dyn AnyGame) -> String {
    let name = |side: Side| table.id().info().sides[side.index()];
    match table.outcome() {
        None => format!("{} to move.", name(table.side_to_move())),
        Some(Outcome::Win(side)) => format!("{} wins. {}", name(side), table.ending()),
        Some(Outcome::Draw) => table.ending(),
    }
}
