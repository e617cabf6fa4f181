//! `skirmish games`: the list of games.

use std::io::Write;

use serde::Serialize;
use skirmish_games::GameId;

use crate::arguments::GamesArgs;
use crate::columns::aligned;
use crate::snapshot::write_json;

/// A game in JSON.
#[derive(Serialize)]
struct ListedGame {
    id: &'static str,
    name: &'static str,
    player: &'static str,
    columns: u8,
    rows: u8,
    /// The smallest and the largest size, for games with several sizes.
    sizes: Option<[u8; 2]>,
    summary: &'static str,
}

/// Lists the games.
pub fn run(arguments: &GamesArgs, out: &mut impl Write) -> anyhow::Result<()> {
    if arguments.json {
        let entries: Vec<ListedGame> = GameId::all().map(entry).collect();
        write_json(out, &entries)?;
    } else {
        let rows: Vec<[String; 5]> = GameId::all().map(row).collect();
        aligned(&rows).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

fn entry(game: GameId) -> ListedGame {
    let info = game.info();
    let (columns, rows) = game.dimensions();
    let sizes = info.sizes.as_ref().map(|sizes| [*sizes.start(), *sizes.end()]);
    ListedGame { id: info.id, name: info.name, player: info.player, columns, rows, sizes, summary: info.summary }
}

/// A game as a row of text.
fn row(game: GameId) -> [String; 5] {
    let info = game.info();
    let (columns, rows) = game.dimensions();
    let mut summary = info.summary.to_owned();
    if let Some(sizes) = &info.sizes {
        summary += &format!(" ({}:{} to {}:{})", info.id, sizes.start(), info.id, sizes.end());
    }
    [info.id.to_owned(), info.name.to_owned(), format!("{columns} x {rows}"), info.player.to_owned(), summary]
}
