//! `skirmish arena run`, `resume` and `worker`: plays a tournament and shows its progress.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, SystemTime};
use std::{env, fs, process};

use anyhow::{Context, anyhow, bail};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use skirmish_arena::game::{Fault, FinishedGame};
use skirmish_arena::plan::{Plan, RawPlan};
use skirmish_arena::runner::{self, RunEnd, RunnerEvent};
use skirmish_arena::store::{self, without_password};
use skirmish_board::{TextError, quoted};

use super::arguments::{ResumeArgs, RunArgs, WorkArgs, WorkerArgs};
use super::display::{DisplayMessage, TournamentDisplay};
use super::locate::{LocatedTournament, find};
use crate::system;

/// The exit status of an interrupted program.
const INTERRUPTED: u8 = 130;

/// The exit status of a tournament that waits for games to be replayed.
const BLOCKED: u8 = 3;

/// Plays a new or existing tournament.
pub fn begin(arguments: &RunArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let given = arguments.raw_plan()?;
    let (raw_plan, base) = match &arguments.file {
        Some(path) => {
            let (raw_plan, base) = read_file(path)?;
            (raw_plan.overridden(given), base)
        }
        None => (given, env::current_dir().context("this folder")?),
    };
    let wrong = |error: TextError| match &arguments.file {
        Some(path) => in_file(path, &error),
        None => anyhow!("{error}"),
    };
    let plan = raw_plan.plan(&base).map_err(wrong)?;
    raw_plan.check_programs(&plan).map_err(wrong)?;
    let concurrency = raw_plan.concurrency().map_err(wrong)?;
    if let Some(path) = &arguments.save_plan {
        fs::write(path, RawPlan::from(&plan).format())
            .map_err(|error| anyhow!("--save-plan: cannot write {}: {error}", quoted(&path.to_string_lossy())))?;
    }
    let address = raw_plan.settings.get("store");
    let address = address.map_or_else(|| format!("{}.arena", plan.name), str::to_owned);
    let mut store = store::open(&address, &plan.name)?;
    store.create(&plan).map_err(|error| {
        anyhow!("{error} (use another --name or --store for a new tournament, or continue the old one with skirmish arena resume)")
    })?;
    play(LocatedTournament { address, store, plan }, &arguments.work, concurrency, out)
}

/// The plan in a file, and the folder that its paths are relative to.
pub fn read_file(path: &Path) -> anyhow::Result<(RawPlan, PathBuf)> {
    let shown = quoted(&path.to_string_lossy());
    let text = fs::read(path).map_err(|error| anyhow!("cannot read {shown}: {error}"))?;
    let text = String::from_utf8(text).map_err(|_| anyhow!("{shown} is not UTF-8 text"))?;
    let mut raw_plan = RawPlan::parse(&text).map_err(|error| in_file(path, &error))?;
    if raw_plan.settings.get("name").is_none()
        && let Some(stem) = path.file_stem()
    {
        raw_plan.settings.set("name", stem.to_string_lossy());
    }
    let folder = dunce::canonicalize(path).ok().and_then(|path| path.parent().map(Path::to_owned));
    Ok((raw_plan, folder.unwrap_or_default()))
}

/// An error about a plan file: `class.toml, line 14: …`.
pub fn in_file(path: &Path, error: &TextError) -> anyhow::Error {
    let text = error.to_string();
    let separator = if text.starts_with("line ") { ", " } else { ": " };
    anyhow!("{}{separator}{text}", path.display())
}

/// Resumes a tournament, optionally with new dialogue settings.
pub fn resume(arguments: &ResumeArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut found = arguments.place.find()?;
    if let Some(path) = &arguments.plan {
        let (mut raw_plan, base) = read_file(path)?;
        // The name may come from the command line of the first run.
        raw_plan.settings.set("name", &found.plan.name);
        let plan = raw_plan.plan(&base).map_err(|error| in_file(path, &error))?;
        let again = found.store.amend(&plan).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        writeln!(out, "Replaying {again} games in which a program was not understood")?;
        found.plan = plan;
    }
    play(found, &arguments.work, None, out)
}

/// Plays games of a tournament in a database.
pub fn work(arguments: &WorkerArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    if !arguments.store.contains("://") {
        bail!(
            "--store: {} is a file, which only one process can play; use skirmish arena resume",
            quoted(&without_password(&arguments.store))
        );
    }
    let mut found = find(&arguments.store, arguments.name.as_deref())?;
    check_engines(&mut found)?;
    play(found, &arguments.work, None, out)
}

/// Starts every engine once: a machine where one does not start would lose its games. Engines that have started nowhere so far are
/// ignored.
fn check_engines(found: &mut LocatedTournament) -> anyhow::Result<()> {
    let (pairs, games) = found.facts()?;
    let starts_nowhere = |engine: usize| {
        let plays =
            |game: &&FinishedGame| pairs.iter().any(|pair| pair.number == game.pair && pair.engines.contains(&engine));
        let failed = |game: &FinishedGame| {
            game.fault.as_ref().is_some_and(|report| report.engine == engine && report.fault == Fault::Start)
        };
        let mut own = games.iter().filter(plays).peekable();
        own.peek().is_some() && own.all(failed)
    };
    let failures = runner::failing_engines(&found.plan, &AtomicBool::new(false));
    let here: Vec<String> = failures
        .iter()
        .filter(|(engine, _)| !starts_nowhere(*engine))
        .map(|(engine, failure)| format!("{}: {}", quoted(&found.plan.engines[*engine].name), failure.detail))
        .collect();
    if here.is_empty() {
        return Ok(());
    }
    bail!("this worker claims no games: some engines do not start here: {}", here.join("; "))
}

/// Plays until the tournament is finished or stopped. This thread writes; others play.
fn play(
    mut found: LocatedTournament,
    arguments: &WorkArgs,
    concurrency: Option<usize>,
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let stop = interruptions()?;
    let tournament = found.tournament()?;
    let options = runner::WorkerOptions {
        concurrency: arguments.concurrency.or(concurrency).unwrap_or(1),
        worker: worker_name(),
        lease: arguments.lease,
    };
    let LocatedTournament { address, mut store, plan } = found;
    let mut display = TournamentDisplay::new(tournament, arguments.ratinginterval);
    display.announce(&without_password(&address), out)?;
    // A second connection for reading while the first is in use.
    let mut reader = store::open(&address, &plan.name)?;
    let (sender, receiver) = mpsc::channel();
    let notice = sender.clone();
    store.set_notice(Arc::new(move |sentence: &str| drop(notice.send(DisplayMessage::Warning(sentence.to_owned())))));
    let end = thread::scope(|scope| {
        let runner = scope.spawn(|| {
            let report = |event: RunnerEvent<'_>| {
                // If the receiver is gone, the games are stopped anyway.
                let _ = sender.send(DisplayMessage::from(event));
            };
            let end = runner::run(&mut *store, &plan, &options, &stop, &report);
            let _ = sender.send(DisplayMessage::Over(end.is_ok()));
            end
        });
        let mut write = || -> anyhow::Result<()> {
            loop {
                match receiver.recv() {
                    Ok(DisplayMessage::Over(true)) => return display.close(&mut *reader, out),
                    Ok(DisplayMessage::Over(false)) | Err(_) => return Ok(()),
                    Ok(message) => display.show(&message, &mut *reader, out)?,
                }
            }
        };
        let written = write();
        if written.is_err() {
            stop.store(true, SeqCst);
        }
        let end = runner.join().map_err(|_| anyhow!("a thread of the tournament failed"))?;
        written?;
        anyhow::Ok(end?)
    })?;
    match end {
        RunEnd::Finished => Ok(ExitCode::SUCCESS),
        RunEnd::Blocked => {
            writeln!(
                out,
                "The next round waits: in some games a program was not understood. Fix its dialogue settings (skirmish arena try \
                 finds them), then continue with: skirmish arena resume {} --plan FILE",
                resume_arguments(&address, &plan)
            )?;
            out.flush()?;
            Ok(ExitCode::from(BLOCKED))
        }
        RunEnd::Stopped => {
            writeln!(
                out,
                "Stopped; all finished games are saved. Continue with: skirmish arena resume {}",
                resume_arguments(&address, &plan)
            )?;
            out.flush()?;
            Ok(ExitCode::from(INTERRUPTED))
        }
    }
}

/// The arguments of `skirmish arena resume`.
fn resume_arguments(address: &str, plan: &Plan) -> String {
    let shown = without_password(address);
    let quote =
        |text: &str| if text.contains([' ', '\'', '"', '$', '(', '&']) { format!("'{text}'") } else { text.to_owned() };
    if address.contains("://") { format!("{} --name {}", quote(&shown), quote(&plan.name)) } else { quote(&shown) }
}

/// A flag that the first interrupt sets; the second ends the program at once.
pub fn interruptions() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// A name that is unique among all machines.
fn worker_name() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    format!("{}-{}-{:x}", system::host_name(), process::id(), since.as_nanos())
}
