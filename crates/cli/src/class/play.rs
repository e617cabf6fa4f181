//! `skirmish class play`: the tournament of what is handed in.

use std::io::Write;
use std::process::ExitCode;

use skirmish_arena::standings::shown_name;
use skirmish_class::handins::class_folder::ClassFolder;
use skirmish_class::league::{LeagueTable, Night, competitors, tonight};

use super::arguments::ClassPlayArgs;
use crate::arena::{LocatedTournament, ResumeHints, interruptions, play_with_hints};
use crate::columns::aligned;

/// Plays the tournament, or what is left of it.
pub fn run(arguments: &ClassPlayArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let folder = ClassFolder::open(&arguments.dir)?;
    let _lock = folder.lock()?;
    let competing = competitors(&folder)?;
    for (name, why) in &competing.others {
        writeln!(out, "{} does not play: {}", shown_name(name), skirmish_arena::standings::one_line(why))?;
    }
    let Night { address, store, plan, carried } = tonight(&folder, competing.engines)?;
    if let Some(games @ 1..) = carried {
        writeln!(out, "{games} games of unchanged programs still count")?;
    }
    let shown = arguments.dir.display().to_string();
    let again = format!("skirmish class play {shown}");
    let amend = format!("skirmish class add {shown} and {again}, with [student.dialogue] in class.toml");
    let hints = ResumeHints { resume: &again, amend: &amend };
    let concurrency = Some(folder.settings.concurrency);
    let found = LocatedTournament { address, store, plan };
    let stop = interruptions()?;
    let status = play_with_hints(found, &arguments.work, concurrency, &hints, &stop, out)?;
    write_league(&folder, out)?;
    Ok(status)
}

/// The table of the league, with the names that everybody may see.
fn write_league(folder: &ClassFolder, out: &mut impl Write) -> anyhow::Result<()> {
    let Some(mut night) = Night::last(folder)? else { return Ok(()) };
    let table = LeagueTable::new(&night.tournament()?, folder.settings.names, folder.secret()?);
    let mut rows = vec![["", "league", "rating", "±", "games", "points", "faults"].map(str::to_owned)];
    rows.extend(table.rows.iter().map(|row| {
        [
            row.rank.map_or(String::new(), |rank| rank.to_string()),
            shown_name(&row.shown),
            format!("{:.0}", row.rating),
            format!("{:.0}", row.margin),
            row.games.to_string(),
            row.points.to_string(),
            row.faults.to_string(),
        ]
    }));
    for line in aligned(&rows) {
        writeln!(out, "{line}")?;
    }
    if table.is_anchored {
        writeln!(out, "The levels have 1000 on average in every table.")?;
    }
    Ok(())
}
