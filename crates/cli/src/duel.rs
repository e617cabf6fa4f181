//! `skirmish duel`: a match of two built-in players, with error bars: a tournament that is not stored.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use indicatif::ProgressBar;
use skirmish_arena::BuiltIn;
use skirmish_arena::competitor::{Clock, Competitor, EngineKind};
use skirmish_arena::plan::{Format, OpeningSource, Plan, Test};
use skirmish_arena::runner::{self, RunnerEvent, WorkerOptions};
use skirmish_arena::schedule::SprtSequence;
use skirmish_arena::store::{MemoryStore, Store};
use skirmish_play::statistics::Pairs;

use crate::arguments::DuelArgs;
use crate::progress;

/// Plays the match and prints its result.
pub fn run(arguments: &DuelArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let plan = plan(arguments);
    let mut store = MemoryStore::of_results();
    store.create(&plan)?;
    let part = WorkerOptions { concurrency: arguments.concurrency, worker: "duel".to_owned(), lease: LEASE };
    let bar = progress::bar(0, 2 * u64::from(plan.rounds), "games");
    let so_far = Mutex::new(SprtSequence::new(&plan));
    runner::run(&mut store, &plan, &part, &AtomicBool::new(false), &|event| note(&bar, &so_far, event))?;
    bar.finish_and_clear();
    let mut sequence = SprtSequence::new(&plan);
    sequence.extend(&store.games()?);
    write_result(sequence.results(), arguments.sprt.as_ref(), out)?;
    Ok(())
}

/// Longer than any match, since there is no other worker.
const LEASE: Duration = Duration::from_secs(24 * 60 * 60);

fn plan(arguments: &DuelArgs) -> Plan {
    // The players have their own limits; there is no clock.
    let clock = Clock { depth: Some(u32::MAX), ..Clock::default() };
    let competitor = |name, player: &BuiltIn| Competitor::new(name, EngineKind::BuiltIn(player.clone()), clock);
    Plan {
        name: "duel".to_owned(),
        game: arguments.game,
        engines: vec![competitor("a", &arguments.a), competitor("b", &arguments.b)],
        format: Format::RoundRobin,
        rounds: u32::try_from(arguments.games.div_ceil(2)).unwrap_or(u32::MAX),
        openings: OpeningSource::Random(arguments.openings),
        seed: arguments.seed,
        sprt: arguments.sprt,
    }
}

/// Shows the result so far.
fn note(bar: &ProgressBar, so_far: &Mutex<SprtSequence>, event: RunnerEvent<'_>) {
    if let RunnerEvent::Warning(warning) = event {
        bar.suspend(|| drop(writeln!(io::stderr(), "skirmish: {warning}")));
    }
    let (false, RunnerEvent::Finished(_, game)) = (bar.is_hidden(), event) else { return };
    let Ok(mut sequence) = so_far.lock() else { return };
    sequence.add(game);
    let (elo, margin) = sequence.results().elo();
    bar.set_message(format!(", {elo:+.1} +/- {margin:.1} Elo"));
    bar.inc(1);
}

fn write_result(pairs: &Pairs, test: Option<&Test>, out: &mut impl Write) -> io::Result<()> {
    let (elo, margin) = pairs.elo();
    writeln!(out, "Games: {}  Score: {:.1} %  Pairs(0-2): {:?}", 2 * pairs.count(), 100.0 * pairs.score(), pairs.0)?;
    writeln!(out, "Elo: {elo:+.1} +/- {margin:.1}  LOS: {:.1} %", 100.0 * pairs.superiority())?;
    if let Some(test) = test {
        let end = test.accepted(pairs).map_or("undecided".to_owned(), |hypothesis| format!("{hypothesis} accepted"));
        let (Test { elo0, elo1, .. }, (lower, upper)) = (test, test.bounds());
        let ratio = test.ratio(pairs);
        writeln!(out, "SPRT [{elo0}, {elo1}]: LLR {ratio:.2} ({lower:.2}, {upper:.2}) {end}")?;
    }
    Ok(())
}
