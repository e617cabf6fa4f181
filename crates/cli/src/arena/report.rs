//! `skirmish arena status` and `report`: what was played, for people and for machines.

use std::io::Write;

use anyhow::bail;
use skirmish_arena::schedule::expected_pairs;

use super::arguments::{Place, Report};
use super::display::write_standings;
use super::place::without_password;

/// Prints the counts and the table.
pub fn status(place: &Place, out: &mut impl Write) -> anyhow::Result<()> {
    let mut found = place.find()?;
    let (pairs, games) = found.facts()?;
    let plan = &found.plan;
    let expected = 2 * pairs.len().max(expected_pairs(plan) as usize);
    let faults = games.iter().filter(|game| game.fault.is_some()).count();
    writeln!(out, "{}: {} in {}", plan.name, plan.game, without_password(&found.address))?;
    writeln!(out, "{} of {expected} games finished, {faults} by faults", games.len())?;
    write_standings(plan, &pairs, &games, out)?;
    Ok(())
}

/// Writes the files that were asked for.
pub fn write(_: &Report, _: &mut impl Write) -> anyhow::Result<()> {
    bail!("reports are not written yet")
}
