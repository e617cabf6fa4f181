//! `skirmish arena run`, `resume` and `worker`: playing, with everything told as it happens.

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
use skirmish_board::quoted;

use super::arguments::{ResumeArgs, RunArgs, WorkArgs, WorkerArgs};
use super::display::{DisplayMessage, TournamentDisplay};
use super::locate::{LocatedTournament, find};
use crate::system;

/// What the shell calls a program that was interrupted.
const INTERRUPTED: u8 = 130;

/// A tournament that cannot go on by itself.
const BLOCKED: u8 = 3;

/// Plays a tournament that may be there already.
pub fn begin(arguments: &RunArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let given = arguments.raw_plan()?;
    let (raw_plan, base) = match &arguments.file {
        Some(path) => {
            let (raw_plan, base) = read_file(path)?;
            (raw_plan.overridden(given), base)
        }
        None => (given, env::current_dir().context("this folder")?),
    };
    let place = arguments.file.as_ref().map_or(String::new(), |path| format!("{}: ", path.display()));
    let plan = raw_plan.plan(&base).map_err(|error| anyhow!("{place}{error}"))?;
    raw_plan.check_programs(&plan).map_err(|error| anyhow!("{place}{error}"))?;
    let concurrency = raw_plan.concurrency().map_err(|error| anyhow!("{place}{error}"))?;
    if let Some(path) = &arguments.save_plan {
        fs::write(path, RawPlan::from(&plan).format())
            .map_err(|error| anyhow!("--save-plan: cannot write {}: {error}", quoted(&path.to_string_lossy())))?;
    }
    let address = raw_plan.settings.get("store");
    let address = address.map_or_else(|| format!("{}.arena", plan.name), str::to_owned);
    let mut store = store::open(&address, &plan.name)?;
    store.create(&plan).map_err(|error| {
        anyhow!("{error} (another --name or --store begins a new tournament, skirmish arena resume goes on with the old one)")
    })?;
    play(LocatedTournament { address, store, plan }, &arguments.work, concurrency, out)
}

/// The plan in a file, and the folder that they are relative to.
pub fn read_file(path: &Path) -> anyhow::Result<(RawPlan, PathBuf)> {
    let shown = quoted(&path.to_string_lossy());
    let text = fs::read(path).map_err(|error| anyhow!("cannot read {shown}: {error}"))?;
    let text = String::from_utf8(text).map_err(|_| anyhow!("{shown} is not UTF-8 text"))?;
    let mut raw_plan = RawPlan::parse(&text).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    if raw_plan.settings.get("name").is_none()
        && let Some(stem) = path.file_stem()
    {
        raw_plan.settings.set("name", stem.to_string_lossy());
    }
    let folder = dunce::canonicalize(path).ok().and_then(|path| path.parent().map(Path::to_owned));
    Ok((raw_plan, folder.unwrap_or_default()))
}

/// Goes on with a tournament, perhaps with dialogues mended.
pub fn resume(arguments: &ResumeArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut found = arguments.place.find()?;
    if let Some(path) = &arguments.plan {
        let (mut raw_plan, base) = read_file(path)?;
        // What a run was told beside its file is in the store.
        raw_plan.settings.set("name", &found.plan.name);
        let plan = raw_plan.plan(&base).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        let again = found.store.amend(&plan).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        writeln!(out, "{again} games in which a program was not understood are played again")?;
        found.plan = plan;
    }
    play(found, &arguments.work, None, out)
}

/// Helps with a tournament in a database.
pub fn work(arguments: &WorkerArgs, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    if !arguments.store.contains("://") {
        bail!(
            "--store: {} is a file, which one process plays: use skirmish arena resume",
            quoted(&without_password(&arguments.store))
        );
    }
    let mut found = find(&arguments.store, arguments.name.as_deref())?;
    check_engines(&mut found)?;
    play(found, &arguments.work, None, out)
}

/// Starts every engine once: a machine on which one does not start would forfeit its games. One that is known to start nowhere is no
/// reason to stay away.
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
    bail!("this machine takes no games, since not every engine starts here: {}", here.join("; "))
}

/// Plays until the tournament is finished or somebody stops it. This thread writes; the others play.
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
    // A second store to look at while the first is busy.
    let mut onlooker = store::open(&address, &plan.name)?;
    let (sender, receiver) = mpsc::channel();
    let notice = sender.clone();
    store.set_notice(Arc::new(move |sentence: &str| drop(notice.send(DisplayMessage::Warning(sentence.to_owned())))));
    let end = thread::scope(|scope| {
        let runner = scope.spawn(|| {
            let report = |event: RunnerEvent<'_>| {
                // When nobody listens any more, the games are stopped anyway.
                let _ = sender.send(DisplayMessage::from(event));
            };
            let end = runner::run(&mut *store, &plan, &options, &stop, &report);
            let _ = sender.send(DisplayMessage::Over(end.is_ok()));
            end
        });
        let mut write = || -> anyhow::Result<()> {
            loop {
                match receiver.recv() {
                    Ok(DisplayMessage::Over(true)) => return display.close(&mut *onlooker, out),
                    Ok(DisplayMessage::Over(false)) | Err(_) => return Ok(()),
                    Ok(message) => display.show(&message, &mut *onlooker, out)?,
                }
            }
        };
        let written = write();
        if written.is_err() {
            stop.store(true, SeqCst);
        }
        let end = runner.join().map_err(|_| anyhow!("a player of the tournament failed"))?;
        written?;
        anyhow::Ok(end?)
    })?;
    match end {
        RunEnd::Finished => Ok(ExitCode::SUCCESS),
        RunEnd::Blocked => {
            writeln!(
                out,
                "The next round waits: in some games a program was not understood. Mend its dialogue (skirmish arena try \
                 finds how) and go on with: skirmish arena resume {} --plan FILE",
                resume_arguments(&address, &plan)
            )?;
            out.flush()?;
            Ok(ExitCode::from(BLOCKED))
        }
        RunEnd::Stopped => {
            writeln!(
                out,
                "Stopped; everything finished is kept. Go on with: skirmish arena resume {}",
                resume_arguments(&address, &plan)
            )?;
            out.flush()?;
            Ok(ExitCode::from(INTERRUPTED))
        }
    }
}

/// What to write after `skirmish arena resume`.
fn resume_arguments(address: &str, plan: &Plan) -> String {
    let shown = without_password(address);
    let quote =
        |text: &str| if text.contains([' ', '\'', '"', '$', '(', '&']) { format!("'{text}'") } else { text.to_owned() };
    if address.contains("://") { format!("{} --name {}", quote(&shown), quote(&plan.name)) } else { quote(&shown) }
}

/// A flag that the first interruption raises; the second ends the program at once.
pub fn interruptions() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// A name that no other process has, here or elsewhere.
fn worker_name() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    format!("{}-{}-{:x}", system::host_name(), process::id(), since.as_nanos())
}
