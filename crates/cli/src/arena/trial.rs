//! `skirmish arena try`: plays with a program and shows the dialogue.

mod output;

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, anyhow, bail};
use skirmish_arena::competitor::{Competitor, Dialogue, EngineKind};
use skirmish_arena::game::Fault;
use skirmish_arena::plan::{RawPlan, Section, describe_protection, with_dialogue};
use skirmish_arena::report;
use skirmish_arena::trial::{GAMES, OPPONENTS, Trial, TrialVerdict, new_settings};
use skirmish_board::quoted;
use skirmish_games::GameId;

use super::arguments::{TryArgs, TryOptions};
use super::report::{cannot_write, write_file, write_limits};
use super::run::{in_file, interruptions, read_file};
use output::TrialOutput;

/// The exit status of an interrupted program.
const INTERRUPTED: u8 = 130;

/// A program to try.
struct TriedProgram {
    competitor: Competitor,
    /// Its place among the engines of the plan.
    place: usize,
}

/// Tries programs out. The threads that observe the dialogue print it as it happens.
pub fn run(arguments: &TryArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let (file, options) = match (&arguments.game, &arguments.command[..]) {
        (None, [file, words @ ..]) => (Some(PathBuf::from(file)), arguments.options.with_words(words)?),
        _ => (None, arguments.options.clone()),
    };
    let (programs, game) = match &file {
        Some(file) => find_in_plan(file, &options)?,
        None => find(arguments)?,
    };
    let stop = interruptions()?;
    out.flush()?;
    let mut all_play = true;
    for tried in &programs {
        let Some(verdict) = try_one(tried, game, file.as_deref(), &options, &stop, out)? else {
            return Ok(ExitCode::from(INTERRUPTED));
        };
        all_play &= verdict.plays();
    }
    Ok(if all_play { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Tries one program and writes everything about it. `None` if it was interrupted.
fn try_one(
    tried: &TriedProgram,
    game: GameId,
    file: Option<&Path>,
    options: &TryOptions,
    stop: &AtomicBool,
    out: &mut impl Write,
) -> anyhow::Result<Option<TrialVerdict>> {
    let competitor = &tried.competitor;
    let given: Vec<&str> = options.against.iter().map(String::as_str).collect();
    let opponents = if given.is_empty() { &OPPONENTS[..] } else { &given };
    let trial = Trial::new(competitor, game, opponents, options.games.unwrap_or(GAMES), options.seed.unwrap_or(1))
        .map_err(|error| anyhow!("--against: {error}"))?;
    let output = Arc::new(TrialOutput { json: options.json, summary: options.all });
    output.begin(&competitor.name);
    if !options.json && !options.all {
        writeln!(out, "{}", describe_protection(std::slice::from_ref(competitor)))?;
        write_limits(std::slice::from_ref(competitor), out)?;
        out.flush()?;
    }
    let observed = Arc::clone(&output);
    let Some(verdict) = trial.run(
        &(Arc::new(move |speaker, text: &str| observed.said(speaker, text)) as _),
        &|event| output.event(&event),
        stop,
    ) else {
        return Ok(None);
    };
    if let Some(report) = verdict.fault.as_ref().filter(|report| report.fault == Fault::Machine) {
        bail!("{}: {}", quoted(&competitor.name), report.detail);
    }
    let present = match &competitor.kind {
        EngineKind::Console(_, dialogue) => (**dialogue).clone(),
        _ => Dialogue::default(),
    };
    output.write_verdict(competitor, game, &verdict, &present, out)?;
    if let (Some(file), Some(proposal), true) = (file, &verdict.proposal, options.write) {
        let text = std::fs::read_to_string(file).map_err(|error| cannot_write(file, &error))?;
        let name = quoted(&competitor.name);
        let edited = with_dialogue(&text, tried.place, &new_settings(proposal, &present))
            .with_context(|| format!("the dialogue of {name} cannot be written automatically; add the lines above"))?;
        write_file(file, &edited)?;
        output.note(&format!("These lines are now in {}.", file.display()), out)?;
    }
    let (tournament, records) = trial.tournament(&verdict.games);
    if let Some(path) = &options.html {
        write_file(path, &report::html(&tournament, &records))?;
        output.note(&format!("The games are in {}.", path.display()), out)?;
    }
    if let Some(folder) = &options.records {
        report::save_records(folder, &records).map_err(|error| cannot_write(folder, &error))?;
        output.note(&format!("The records are in {}.", folder.display()), out)?;
    }
    output.write_result(&competitor.name, &verdict, out)?;
    out.flush()?;
    Ok(Some(verdict))
}

/// The program that the arguments name, and its game.
fn find(arguments: &TryArgs) -> anyhow::Result<(Vec<TriedProgram>, GameId)> {
    let named = NamedProgram {
        game: arguments.game.as_deref().unwrap_or_default(),
        proto: arguments.proto.as_deref().unwrap_or("ugi"),
        folder: arguments.dir.as_deref(),
        words: &arguments.words,
        command: &arguments.command,
    };
    let (competitor, game) = named.find()?;
    Ok((vec![TriedProgram { competitor, place: 0 }], game))
}

/// A program as a command line names it.
pub struct NamedProgram<'a> {
    /// The game.
    pub game: &'a str,
    /// How it talks: `ugi`, `console` or `oska`.
    pub proto: &'a str,
    /// The folder it runs in.
    pub folder: Option<&'a str>,
    /// More settings, as in a plan.
    pub words: &'a [String],
    /// The program and its arguments.
    pub command: &'a [String],
}

impl NamedProgram<'_> {
    /// The program and its game. It is there.
    pub fn find(&self) -> anyhow::Result<(Competitor, GameId)> {
        // A plan with the program and an opponent, so that all settings work as in plans.
        let mut program = Section::default();
        program.set("name", "program");
        program.set("proto", self.proto);
        if self.proto == "oska" {
            program.set("depth", "2");
        }
        if let Some(folder) = self.folder {
            program.set("dir", folder);
        }
        let more = Section::parse(self.words).map_err(|why| anyhow!("--with: {why}"))?;
        program.settings.extend(more.settings);
        program.set("cmd", "placeholder");
        let mut description = RawPlan {
            engines: vec![program, Section::parse(["name=random", "builtin=random"])?],
            ..RawPlan::default()
        };
        description.settings.set("game", self.game);
        let base = env::current_dir().context("this folder")?;
        let mut plan = description.plan(&base).map_err(|error| anyhow!("{error}"))?;
        if let EngineKind::Ugi(program) | EngineKind::Console(program, _) | EngineKind::OskaCall(program, _) =
            &mut plan.engines[0].kind
        {
            program.command = self.command.to_vec();
        }
        description.check_programs(&plan).map_err(|error| anyhow!("{error}"))?;
        Ok((plan.engines.swap_remove(0), plan.game))
    }
}

/// The engine of a plan that the options name, or all its programs.
fn find_in_plan(file: &Path, options: &TryOptions) -> anyhow::Result<(Vec<TriedProgram>, GameId)> {
    let (description, base) = read_file(file)?;
    let plan = description.plan(&base).map_err(|error| in_file(file, &error))?;
    let engines =
        plan.engines.iter().cloned().enumerate().map(|(place, competitor)| TriedProgram { competitor, place });
    if options.all {
        let programs = engines.filter(|tried| !matches!(tried.competitor.kind, EngineKind::BuiltIn(_)));
        return Ok((programs.collect(), plan.game));
    }
    let names = || plan.engines.iter().map(|engine| quoted(&engine.name)).collect::<Vec<_>>().join(", ");
    let Some(name) = &options.engine else { bail!("--engine is missing; expected --all or one of {}", names()) };
    let found = engines.into_iter().find(|tried| tried.competitor.name == *name);
    let found =
        found.with_context(|| format!("--engine: unknown engine {}; expected one of {}", quoted(name), names()))?;
    Ok((vec![found], plan.game))
}
