//! `skirmish arena try`: plays with a program and shows the dialogue.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::{env, fmt};

use anyhow::{Context, anyhow, bail};
use serde::Serialize;
use skirmish_arena::competitor::{Competitor, Dialogue, EngineKind};
use skirmish_arena::plan::{RawPlan, Section, format_dialogue};
use skirmish_arena::trial::{self, TrialEvent, TrialVerdict, new_settings};
use skirmish_arena::{Observer, Speaker};
use skirmish_board::{Outcome, Side, quoted};
use skirmish_games::GameId;

use super::arguments::TryArgs;
use super::run::{in_file, interruptions, read_file};

/// The exit status of an interrupted program.
const INTERRUPTED: u8 = 130;

/// Tries a program out. The threads that observe the dialogue print it as it happens.
pub fn run(arguments: &TryArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let (competitor, game) = find(arguments)?;
    let stop = interruptions()?;
    // After a plan file, --json was parsed as part of the command.
    let json = arguments.json || (arguments.game.is_none() && arguments.command.iter().any(|word| word == "--json"));
    out.flush()?;
    let observer: Observer = Arc::new(move |speaker, text| match json {
        true => print(&JsonEvent::Said { voice: speaker_name(speaker), text }),
        false => print_plain(format_args!("  {} {text}", speaker.sign())),
    });
    let report = |event: TrialEvent<'_>| match json {
        true => report_json(&event),
        false => report_plain(&event),
    };
    let Some(verdict) = trial::try_out(&competitor, game, &observer, &report, &stop) else {
        return Ok(ExitCode::from(INTERRUPTED));
    };
    let present = match &competitor.kind {
        EngineKind::Console(_, dialogue) => (**dialogue).clone(),
        _ => Dialogue::default(),
    };
    match json {
        true => writeln!(out, "{}", serde_json::to_string(&JsonEvent::verdict(&competitor.name, &verdict, &present))?)?,
        false => write_verdict(&competitor.name, &verdict, &present, out)?,
    }
    out.flush()?;
    Ok(if verdict.plays() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The program that the arguments name, and its game.
fn find(arguments: &TryArgs) -> anyhow::Result<(Competitor, GameId)> {
    let Some(game) = &arguments.game else {
        return find_in_plan(arguments);
    };
    // A plan with the program and an opponent, so that all settings work as in plans.
    let proto = arguments.proto.as_deref().unwrap_or("ugi");
    let mut program = Section::default();
    program.set("name", "program");
    program.set("proto", proto);
    if proto == "oska" {
        program.set("depth", "2");
    }
    if let Some(folder) = &arguments.dir {
        program.set("dir", folder);
    }
    let more = Section::parse(&arguments.words).map_err(|why| anyhow!("--with: {why}"))?;
    program.settings.extend(more.settings);
    program.set("cmd", "placeholder");
    let mut description =
        RawPlan { engines: vec![program, Section::parse(["name=random", "builtin=random"])?], ..RawPlan::default() };
    description.settings.set("game", game);
    let base = env::current_dir().context("this folder")?;
    let mut plan = description.plan(&base).map_err(|error| anyhow!("{error}"))?;
    if let EngineKind::Ugi(program) | EngineKind::Console(program, _) | EngineKind::OskaCall(program, _) =
        &mut plan.engines[0].kind
    {
        program.command.clone_from(&arguments.command);
    }
    description.check_programs(&plan).map_err(|error| anyhow!("{error}"))?;
    Ok((plan.engines[0].clone(), plan.game))
}

/// The engine of a plan. Options after the file were parsed as part of the command.
fn find_in_plan(arguments: &TryArgs) -> anyhow::Result<(Competitor, GameId)> {
    let mut engine = arguments.engine.clone();
    let mut words = arguments.command.iter().map(String::as_str);
    let file = words.next().unwrap_or_default();
    while let Some(word) = words.next() {
        match word.split_once('=').unwrap_or((word, "")) {
            ("--json", "") => {}
            ("--engine", "") => engine = words.next().map(str::to_owned),
            ("--engine", name) => engine = Some(name.to_owned()),
            _ => bail!(
                "unexpected argument {}; without --game, expected a plan file, --engine NAME and --json",
                quoted(word)
            ),
        }
    }
    let (description, base) = read_file(Path::new(file))?;
    let plan = description.plan(&base).map_err(|error| in_file(Path::new(file), &error))?;
    let names = || plan.engines.iter().map(|engine| quoted(&engine.name)).collect::<Vec<_>>().join(", ");
    let name = engine.with_context(|| format!("--engine is missing; expected one of {}", names()))?;
    let found = plan.engines.iter().find(|engine| engine.name == name);
    let found =
        found.with_context(|| format!("--engine: unknown engine {}; expected one of {}", quoted(&name), names()))?;
    Ok((found.clone(), plan.game))
}

fn order(first: bool) -> &'static str {
    if first { "first" } else { "second" }
}

fn report_plain(event: &TrialEvent<'_>) {
    match event {
        TrialEvent::Begins(side, first) => {
            print_plain(format_args!("A game in which it moves {} ({side}), against a random player:", order(*first)));
        }
        TrialEvent::Ends(game) => {
            let result = match game.outcome {
                _ if game.fault.is_some() => "",
                Outcome::Win(Side::South) => "1-0 ",
                Outcome::Win(Side::North) => "0-1 ",
                Outcome::Draw => "1/2 ",
            };
            print_plain(format_args!("{result}{} ({} actions)\n", game.ending, game.actions.len()));
        }
        TrialEvent::SearchingDialogue => print_plain(format_args!("Searching for dialogue settings that work…")),
    }
}

fn report_json(event: &TrialEvent<'_>) {
    match event {
        TrialEvent::Begins(side, first) => print(&JsonEvent::Begins { side: side.id(), moves: order(*first) }),
        TrialEvent::Ends(game) => print(&JsonEvent::Ends { ending: &game.ending, actions: game.actions.len() }),
        TrialEvent::SearchingDialogue => {}
    }
}

fn write_verdict(name: &str, verdict: &TrialVerdict, present: &Dialogue, out: &mut impl Write) -> io::Result<()> {
    let Some(report) = &verdict.fault else {
        return writeln!(out, "{name} plays by the rules.");
    };
    writeln!(out, "{name} does not play: it {} ({}). {}", report.fault, report.fault.id(), report.detail)?;
    if !report.stderr.trim().is_empty() && !report.transcript.contains('<') {
        writeln!(out, "The end of its standard error:\n{}", report.stderr.trim_end())?;
    }
    match &verdict.proposal {
        Some(proposal) => {
            writeln!(
                out,
                "With these lines in the plan it plays by the rules:\n\n{}",
                format_dialogue(&new_settings(proposal, present))
            )
        }
        None => writeln!(out, "No dialogue settings were found that fix this."),
    }
}

const fn speaker_name(speaker: Speaker) -> &'static str {
    match speaker {
        Speaker::Sent => "told",
        Speaker::Received => "heard",
        Speaker::Understood => "understood",
    }
}

/// A line of `--json`.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum JsonEvent<'a> {
    Begins {
        side: &'static str,
        moves: &'static str,
    },
    Said {
        voice: &'static str,
        text: &'a str,
    },
    Ends {
        ending: &'a str,
        actions: usize,
    },
    Verdict {
        engine: &'a str,
        plays: bool,
        fault: Option<&'static str>,
        detail: Option<&'a str>,
        /// Dialogue settings with which it plays.
        dialogue: Option<Vec<(String, String)>>,
    },
}

impl<'a> JsonEvent<'a> {
    fn verdict(engine: &'a str, verdict: &'a TrialVerdict, present: &Dialogue) -> JsonEvent<'a> {
        let new = |proposal: &Dialogue| {
            new_settings(proposal, present).into_iter().map(|given| (given.name, given.value)).collect()
        };
        JsonEvent::Verdict {
            engine,
            plays: verdict.plays(),
            fault: verdict.fault.as_ref().map(|report| report.fault.id()),
            detail: verdict.fault.as_ref().map(|report| &report.detail[..]),
            dialogue: verdict.proposal.as_ref().map(new),
        }
    }
}

fn print(line: &JsonEvent<'_>) {
    // Texts and numbers always serialize.
    print_plain(format_args!("{}", serde_json::to_string(line).unwrap_or_default()));
}

/// Prints a line at once. A closed output is reported when the verdict is written.
fn print_plain(line: fmt::Arguments<'_>) {
    let mut out = io::stdout();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
