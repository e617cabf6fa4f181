//! `skirmish class init`: makes the folder of a class.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use skirmish_class::handins::class_folder::{CLASS_FILE, ClassFolder};
use skirmish_class::handins::settings::class_toml;
use skirmish_games::GameId;

use super::arguments::ClassInitArgs;

/// Makes the folder.
pub fn run(arguments: &ClassInitArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let game = GameId::parse(&arguments.game).map_err(|error| anyhow!("--game: {error}"))?;
    let folder = std::path::absolute(&arguments.dir)?;
    let own = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = arguments.name.clone().unwrap_or(own);
    if name.trim().is_empty() || name.chars().any(|c| c.is_control() || "/\\".contains(c)) || name.starts_with('.') {
        bail!("--name: the name of a class cannot be empty, begin with a dot or hold a slash");
    }
    ClassFolder::create(&folder, &class_toml(game, &name))?;
    let shown = arguments.dir.display();
    writeln!(out, "Look through {}, then:", arguments.dir.join(CLASS_FILE).display())?;
    writeln!(out, "  skirmish class add {shown} FILES…     unpacks, builds and tries what was handed in")?;
    writeln!(out, "  skirmish class grade {shown}          grades what has changed")?;
    writeln!(out, "  skirmish class play {shown}           plays the tournament")?;
    writeln!(out, "  skirmish class report {shown}         writes a page for each student")?;
    Ok(ExitCode::SUCCESS)
}
