//! `skirmish arena withdraw` and `add`: which engines a Swiss tournament pairs.

use std::io::Write;

use anyhow::bail;
use skirmish_arena::plan::Format;
use skirmish_arena::schedule;
use skirmish_board::quoted;

use super::arguments::AttendanceArgs;
use super::locate::LocatedTournament;

/// Takes an engine out.
pub fn withdraw(arguments: &AttendanceArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let (mut found, engine) = find(arguments)?;
    let name = quoted(&arguments.engine);
    if found.plan.engines[engine].attendance.withdrawn.is_some() {
        bail!("{name} is withdrawn already");
    }
    let (pairs, games) = found.facts()?;
    schedule::withdraw(&mut found.plan, engine, &pairs, &games);
    found.store.amend(&found.plan, &[])?;
    writeln!(out, "{} is paired no more. Bring it back with: skirmish arena add", arguments.engine)?;
    Ok(())
}

/// Brings an engine back.
pub fn add(arguments: &AttendanceArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let (mut found, engine) = find(arguments)?;
    let (pairs, games) = found.facts()?;
    let waits = schedule::waiting(&found.plan, &pairs, &games).contains_key(&engine);
    if !waits && found.plan.engines[engine].attendance.withdrawn.is_none() {
        bail!("{} takes part already", quoted(&arguments.engine));
    }
    schedule::readmit(&mut found.plan, engine, &pairs, &games);
    let again = found.store.amend(&found.plan, &[engine])?;
    writeln!(out, "{} is paired again; {again} of its games are replayed.", arguments.engine)?;
    writeln!(out, "Continue with: skirmish arena resume")?;
    Ok(())
}

/// The tournament, and the engine's index.
fn find(arguments: &AttendanceArgs) -> anyhow::Result<(LocatedTournament, usize)> {
    let found = arguments.place.find()?;
    if found.plan.format != Format::Swiss {
        bail!("this is a {} tournament: only a Swiss one can change its engines between rounds", found.plan.format);
    }
    let Some(engine) = found.plan.engines.iter().position(|engine| engine.name == arguments.engine) else {
        let names: Vec<String> = found.plan.engines.iter().map(|engine| quoted(&engine.name)).collect();
        bail!("no engine {}; the tournament has {}", quoted(&arguments.engine), names.join(", "));
    };
    Ok((found, engine))
}
