//! `skirmish class package`: a package that a service runs for each hand-in.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow};
use skirmish_class::grade::{GradescopePackage, MAX_BUDGET, Rubric, package_gradescope};
use skirmish_class::handins::class_folder::ClassFolder;
use skirmish_games::GameId;
use skirmish_play::replace_file;

use crate::arguments::{ClassPackageArgs, PackageService};

/// The time for a grading, where none is given.
const BUDGET: Duration = Duration::from_secs(7 * 60);

/// Writes the package.
pub fn run(arguments: &ClassPackageArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let PackageService::Gradescope = arguments.service;
    let class = arguments.class.as_ref().map(|dir| ClassFolder::open(dir)).transpose()?;
    let game = match (&arguments.game, &class) {
        (Some(text), _) => GameId::parse(text).map_err(|error| anyhow!("--game: {error}"))?,
        (None, Some(class)) => class.settings.game,
        (None, None) => return Err(anyhow!("--game is missing")),
    };
    let of_class = || class.as_ref().and_then(|class| Some(class.path.join(class.settings.rubric.as_ref()?)));
    let rubric = match arguments.rubric.clone().or_else(of_class) {
        None => Rubric::text_of_game(game),
        Some(path) => std::fs::read_to_string(&path).map_err(|error| anyhow!("{}: {error}", path.display()))?,
    };
    let program = match &arguments.program {
        Some(path) => path.clone(),
        None => std::env::current_exe().context("this program")?,
    };
    let program = std::fs::read(&program).map_err(|error| anyhow!("{}: {error}", program.display()))?;
    let budget = arguments.budget.unwrap_or(BUDGET);
    let package = GradescopePackage {
        game,
        rubric,
        protocol: arguments.proto.clone().unwrap_or_else(|| "console".to_owned()),
        build: arguments.build.clone(),
        command: arguments.command.clone(),
        settings: arguments.words.clone(),
        install: arguments.install.clone(),
        seed: arguments.seed.or(class.as_ref().map(|class| class.settings.seed)).unwrap_or(1),
        budget,
        program,
    };
    let bytes = package_gradescope(&package).map_err(|error| anyhow!("{error}"))?;
    replace_file(&arguments.file, &bytes).map_err(|error| anyhow!("{}: {error}", arguments.file.display()))?;
    writeln!(out, "The package is in {}: upload it as the autograder of the assignment.", arguments.file.display())?;
    if budget > MAX_BUDGET {
        writeln!(
            out,
            "Gradescope ends a run after ten minutes, so a grading gets {} minutes.",
            MAX_BUDGET.as_secs() / 60
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
