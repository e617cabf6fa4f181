//! `skirmish games`: the list of games.

use std::io::Write;

use serde::Serialize;
use skirmish_games::GameId;

use crate::arguments::Games;
use crate::snapshot::write_json;

/// A game as machines read it.
#[derive(Serialize)]
struct Entry {
    id: &'static str,
    name: &'static str,
    player: &'static str,
    columns: u8,
    rows: u8,
    /// The smallest and the largest size, for games whose board comes in several.
    sizes: Option<[u8; 2]>,
    summary: &'static str,
}

/// Lists the games.
pub fn run(arguments: &Games, out: &mut impl Write) -> anyhow::Result<()> {
    if arguments.json {
        let entries: Vec<Entry> = GameId::all().map(entry).collect();
        write_json(out, &entries)?;
    } else {
        for game in GameId::all() {
            writeln!(out, "{}", line(game))?;
        }
    }
    Ok(())
}

fn entry(game: GameId) -> Entry {
    let info = game.info();
    let (columns, rows) = game.dimensions();
    let sizes = info.sizes.as_ref().map(|sizes| [*sizes.start(), *sizes.end()]);
    Entry { id: info.id, name: info.name, player: info.player, columns, rows, sizes, summary: info.summary }
}

/// A game in a line for people.
pub fn line(game: GameId) -> String {
    let info = game.info();
    let (columns, rows) = game.dimensions();
    let mut summary = info.summary.to_owned();
    if let Some(sizes) = &info.sizes {
        summary += &format!(" ({}:{} to {}:{})", info.id, sizes.start(), info.id, sizes.end());
    }
    format!("{:9}{:15}{columns} x {rows:<4}{:11}{summary}", info.id, info.name, info.player)
}
