//! `skirmish arena status` and `report`: the results, on the terminal or in files.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;
use skirmish_arena::Tournament;
use skirmish_arena::competitor::{Competitor, ResourceLimits};
use skirmish_arena::report;
use skirmish_arena::schedule::{self, ScheduleStep};
use skirmish_arena::store::{Store, without_password};
use skirmish_arena::tournament::Records;
use skirmish_board::quoted;
use skirmish_play::replace_file;

use super::arguments::{ReportArgs, TournamentAddress};
use super::display::write_standings;
use super::run::AS_ROOT;

/// Prints the number of games and the standings.
pub fn status(place: &TournamentAddress, out: &mut impl Write) -> anyhow::Result<()> {
    let mut found = place.find()?;
    let tournament = found.tournament()?;
    let playing = match found.store.playing()? {
        Some(0) => "not running".to_owned(),
        Some(1) => "1 pair is being played".to_owned(),
        Some(pairs) => format!("{pairs} pairs are being played"),
        None => "another process is playing".to_owned(),
    };
    let (plan, games, expected) = (&found.plan, tournament.games(), tournament.expected());
    writeln!(out, "{}: {} in {}", plan.name, plan.game, without_password(&found.address))?;
    writeln!(out, "{} of {expected} games finished, {} by faults; {playing}", games.len(), tournament.faults())?;
    let void = tournament.void();
    if void > 0 {
        let waits = matches!(schedule::next(plan, tournament.pairs(), games), ScheduleStep::Blocked(_));
        let waits = if waits { "; the next round waits for them" } else { "" };
        writeln!(
            out,
            "{void} games do not count, because a program was not understood{waits} (skirmish arena resume --plan FILE replays \
             them)"
        )?;
        for name in tournament.waiting() {
            writeln!(out, "Waiting until it is understood: {name}")?;
        }
    }
    for engine in plan.engines.iter().filter(|engine| engine.attendance.withdrawn.is_some()) {
        writeln!(out, "Withdrawn: {}", engine.name)?;
    }
    let protection = plan.describe_protection();
    if !protection.is_empty() {
        writeln!(out, "{protection}")?;
        if skirmish_arena::is_root() {
            writeln!(out, "{AS_ROOT}")?;
        }
    }
    write_limits(&plan.engines, out)?;
    write_standings(&tournament, out)?;
    Ok(())
}

/// Writes how this machine enforces limits, if an engine has any.
pub(super) fn write_limits(engines: &[Competitor], out: &mut impl Write) -> anyhow::Result<()> {
    if engines.iter().any(|engine| engine.limits != ResourceLimits::default()) {
        for sentence in skirmish_arena::describe_limits() {
            writeln!(out, "Limits here: {sentence}")?;
        }
    }
    Ok(())
}

/// Writes the requested files and prints their names; the HTML page by default.
pub fn write(arguments: &ReportArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let mut found = arguments.place.find()?;
    let (pairs, games) = found.facts()?;
    let nothing = arguments.html.is_none() && arguments.json.is_none() && arguments.records.is_none();
    let page = arguments.html.clone().or_else(|| nothing.then(|| format!("{}.html", found.plan.name).into()));
    let (tournament, records) = match page.is_some() || arguments.records.is_some() {
        true => Tournament::with_records(found.plan, pairs, games),
        false => (Tournament::new(found.plan, pairs, games), Records::new()),
    };
    let games = tournament.games().len();
    if let Some(path) = page {
        write_file(&path, &report::html(&tournament, &records))?;
        writeln!(out, "{games} games in {}", path.display())?;
    }
    if let Some(folder) = &arguments.records {
        report::save_records(folder, &records).map_err(|error| cannot_write(folder, &error))?;
        writeln!(out, "{} records in {}", records.len(), folder.display())?;
        write_dialogues(&mut *found.store, &tournament, folder, out)?;
    }
    match arguments.json.as_deref() {
        Some(path) if path == Path::new("-") => write!(out, "{}", report::json_lines(&tournament))?,
        Some(path) => {
            write_file(path, &report::json_lines(&tournament))?;
            writeln!(out, "{games} lines in {}", path.display())?;
        }
        None => {}
    }
    Ok(())
}

/// Writes the stored dialogues beside the records, some pairs at a time: together they can be large.
fn write_dialogues(
    store: &mut dyn Store,
    tournament: &Tournament,
    records: &Path,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    const PAIRS: usize = 500;
    let folder = records.join("dialogues");
    let mut saved = 0;
    for pairs in tournament.pairs().chunks(PAIRS) {
        let (Some(first), Some(last)) = (pairs.first(), pairs.last()) else { continue };
        let dialogues = store.dialogues(first.number..=last.number)?;
        saved +=
            report::save_dialogues(&folder, tournament, &dialogues).map_err(|error| cannot_write(&folder, &error))?;
    }
    if saved > 0 {
        writeln!(out, "dialogues of {saved} games in {}", folder.display())?;
    }
    Ok(())
}

pub fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    replace_file(path, text.as_bytes()).map_err(|error| cannot_write(path, &error))
}

pub(super) fn cannot_write(path: &Path, error: &std::io::Error) -> anyhow::Error {
    anyhow!("cannot write {}: {error}", quoted(&path.to_string_lossy()))
}
