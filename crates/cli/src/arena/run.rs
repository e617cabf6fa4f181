//! `skirmish arena run`, `resume` and `worker`: plays a tournament and shows its progress.

use std::io::{self, Write};
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
use skirmish_arena::competitor::{Competitor, Sandbox};
use skirmish_arena::game::{Fault, FinishedGame};
use skirmish_arena::plan::{Format, Plan, RawPlan};
use skirmish_arena::runner::{self, RunEnd, RunnerEvent};
use skirmish_arena::schedule;
use skirmish_arena::seat::Failure;
use skirmish_arena::store::{self, without_password};
use skirmish_board::{TextError, quoted};
use skirmish_play::replace_file;

use super::arguments::{ResumeArgs, RunArgs, WorkArgs, WorkerArgs};
use super::display::{DisplayMessage, TournamentDisplay};
use super::locate::{LocatedTournament, find};
use crate::system;

/// The exit status of an interrupted program.
const INTERRUPTED: u8 = 130;

/// The exit status of a tournament that waits for games to be replayed.
const BLOCKED: u8 = 3;

/// A warning.
pub const AS_ROOT: &str =
    "Running as root: sandboxed programs run as the owners of their folders, all others with all rights";

/// Plays a new or existing tournament.
pub fn begin(arguments: &RunArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let given = arguments.raw_plan()?;
    if let Some(address) = given.settings.get("store") {
        store::refuse_password(address)?;
    }
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
        replace_file(path, RawPlan::from(&plan).format().as_bytes())
            .map_err(|error| anyhow!("--save-plan: cannot write {}: {error}", quoted(&path.to_string_lossy())))?;
    }
    let address = raw_plan.settings.get("store");
    let address = address.map_or_else(|| format!("{}.arena", plan.name), str::to_owned);
    for engine in &plan.engines {
        refuse_within_reach(engine, &address, arguments.file.as_deref())?;
    }
    let mut store = store::open(&address, &plan.name)?;
    store.create(&plan).map_err(|error| {
        anyhow!("{error} (use another --name or --store for a new tournament, or continue the old one with skirmish arena resume)")
    })?;
    // An engine may have been withdrawn since.
    let plan = store.plan()?.unwrap_or(plan);
    play(LocatedTournament { address, store, plan }, &arguments.work, concurrency, out)
}

/// Refuses a sandbox that holds the tournament's own files: its program could change results.
fn refuse_within_reach(engine: &Competitor, address: &str, plan: Option<&Path>) -> anyhow::Result<()> {
    let folder = engine.kind.program().and_then(|program| program.folder.as_deref());
    let Some(folder) = folder.filter(|_| engine.limits.sandbox != Sandbox::Off) else { return Ok(()) };
    let own = Some(Path::new(address)).filter(|_| !address.contains("://"));
    let place = |file: &Path| dunce::canonicalize(std::path::absolute(file).ok()?.parent()?).ok();
    // One that is not there holds nothing.
    let Ok(folder) = dunce::canonicalize(folder) else { return Ok(()) };
    for file in [own, plan].into_iter().flatten() {
        if place(file).is_some_and(|place| place.starts_with(&folder)) {
            bail!(
                "{}: sandbox: its dir holds {}, which it could change; give the program a folder of its own",
                quoted(&engine.name),
                quoted(&file.to_string_lossy())
            );
        }
    }
    Ok(())
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
    for engine in &found.plan.engines {
        refuse_within_reach(engine, &found.address, arguments.plan.as_deref())?;
    }
    if let Some(path) = &arguments.plan {
        let (mut raw_plan, base) = read_file(path)?;
        // The name may come from the command line of the first run.
        raw_plan.settings.set("name", &found.plan.name);
        let mut plan = raw_plan.plan(&base).map_err(|error| in_file(path, &error))?;
        for (engine, stored) in plan.engines.iter_mut().zip(&found.plan.engines) {
            engine.attendance.clone_from(&stored.attendance);
        }
        let (pairs, games) = found.facts()?;
        let replayed: Vec<usize> = schedule::waiting(&plan, &pairs, &games).into_keys().collect();
        if plan.format == Format::Swiss {
            replayed.iter().for_each(|&engine| schedule::readmit(&mut plan, engine, &pairs, &games));
        }
        let again = found.store.amend(&plan, &replayed).map_err(|error| anyhow!("{}: {error}", path.display()))?;
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
    store::refuse_password(&arguments.store)?;
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
        .filter(|(engine, failure)| failure.fault == Fault::Machine || !starts_nowhere(*engine))
        .map(|(engine, failure)| format!("{}: {}", quoted(&found.plan.engines[*engine].name), failure.detail))
        .collect();
    if here.is_empty() {
        return Ok(());
    }
    bail!("this worker claims no games: some engines do not start here: {}", here.join("; "))
}

/// Starts every engine once before the first pair, and reports those that will lose all their games. A tournament of which fewer than
/// two start is an error.
fn warn_of_failing_engines(plan: &Plan, stop: &AtomicBool) -> anyhow::Result<()> {
    let failures = runner::failing_engines(plan, stop);
    let reason = |(engine, failure): &(usize, Failure)| {
        format!("{} does not start: {}", quoted(&plan.engines[*engine].name), failure.detail)
    };
    if let Some((engine, failure)) = failures.iter().find(|(_, failure)| failure.fault == Fault::Machine) {
        bail!("{}: {}", quoted(&plan.engines[*engine].name), failure.detail);
    }
    if !failures.is_empty() && failures.len() + 2 > plan.engines.len() {
        bail!("nothing is played: {}", failures.iter().map(reason).collect::<Vec<_>>().join("; "));
    }
    for failure in &failures {
        let _ = writeln!(io::stderr(), "skirmish: {} It loses every game until it does.", reason(failure));
    }
    Ok(())
}

/// The warning about more games at a time than cores, if there are.
fn crowded(games: usize) -> Option<String> {
    let cores = thread::available_parallelism().map_or(games, usize::from);
    (games > cores).then(|| {
        format!(
            "{games} games at a time are more than this machine has cores ({cores}): engines wait for each other, and think less in the same time."
        )
    })
}

/// Plays until the tournament is finished or stopped.
fn play(
    found: LocatedTournament,
    arguments: &WorkArgs,
    concurrency: Option<usize>,
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let again = resume_arguments(&found.address, &found.plan);
    let (resume, amend) =
        (format!("skirmish arena resume {again}"), format!("skirmish arena resume {again} --plan FILE"));
    let hints = ResumeHints { resume: &resume, amend: &amend };
    let stop = interruptions()?;
    play_with_hints(found, arguments, concurrency, &hints, &stop, out)
}

/// The commands that continue a tournament.
pub struct ResumeHints<'a> {
    /// After an interruption.
    pub resume: &'a str,
    /// After dialogue settings have changed.
    pub amend: &'a str,
}

/// The same for other commands. This thread writes; others play.
pub fn play_with_hints(
    mut found: LocatedTournament,
    arguments: &WorkArgs,
    concurrency: Option<usize>,
    hints: &ResumeHints<'_>,
    stop: &AtomicBool,
    out: &mut impl Write,
) -> anyhow::Result<ExitCode> {
    let tournament = found.tournament()?;
    if tournament.games().is_empty() {
        warn_of_failing_engines(&found.plan, stop)?;
    }
    let options = runner::WorkerOptions {
        concurrency: arguments.concurrency.or(concurrency).unwrap_or(1),
        worker: worker_name(),
        lease: arguments.lease,
    };
    if let Some(sentence) = crowded(options.concurrency) {
        let _ = writeln!(io::stderr(), "skirmish: {sentence}");
    }
    let LocatedTournament { address, mut store, plan } = found;
    let mut display = TournamentDisplay::new(tournament, arguments.ratinginterval);
    display.announce(&without_password(&address), out)?;
    if skirmish_arena::is_root() && plan.engines.iter().any(|engine| engine.kind.program().is_some()) {
        writeln!(out, "{AS_ROOT}")?;
    }
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
            let end = runner::run(&mut *store, &plan, &options, stop, &report);
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
    let games = reader.games()?;
    let waiting = skirmish_arena::Tournament::new(plan.clone(), reader.pairs()?, games).waiting().join(", ");
    match end {
        RunEnd::Finished if !waiting.is_empty() => {
            writeln!(
                out,
                "All other games are played, but these programs were not understood: {waiting}. Fix their dialogue settings \
                 (skirmish arena try finds them) and replay their games with: {}",
                hints.amend
            )?;
            out.flush()?;
            Ok(ExitCode::from(BLOCKED))
        }
        RunEnd::Finished => Ok(ExitCode::SUCCESS),
        RunEnd::Blocked => {
            writeln!(
                out,
                "The next round waits: in some games a program was not understood. Fix its dialogue settings (skirmish arena try \
                 finds them), then continue with: {}",
                hints.amend
            )?;
            out.flush()?;
            Ok(ExitCode::from(BLOCKED))
        }
        RunEnd::Stopped => {
            writeln!(out, "Stopped; all finished games are saved. Continue with: {}", hints.resume)?;
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
