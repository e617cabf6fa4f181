//! `skirmish duel`: a match of two built-in players, with error bars: a tournament that nobody needs to keep.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_arena::entry::{Bounds, Clock, Entry, Kind};
use skirmish_arena::plan::{Format, Openings, Plan, Test};
use skirmish_arena::runner::{self, Event, Part};
use skirmish_arena::schedule::Sequence;
use skirmish_arena::statistics::Pairs;
use skirmish_arena::store::{Memory, Store};

use crate::arguments::Duel;

/// Plays the match and prints its result.
pub fn run(arguments: &Duel, out: &mut impl Write) -> anyhow::Result<()> {
    let plan = plan(arguments);
    let mut store = Memory::of_results();
    store.create(&plan)?;
    let part = Part { concurrency: arguments.concurrency, worker: "duel".to_owned(), lease: LONG };
    let progress = Progress { sequence: Mutex::new(Sequence::new(&plan)), live: io::stderr().is_terminal() };
    runner::run(&mut store, &plan, &part, &AtomicBool::new(false), &|event| progress.note(event))?;
    let mut sequence = Sequence::new(&plan);
    sequence.extend(&store.games()?);
    if progress.live {
        let _ = writeln!(io::stderr());
    }
    write_result(sequence.results(), arguments.sprt.as_ref(), out)?;
    Ok(())
}

/// Longer than any match: nobody else could take over.
const LONG: Duration = Duration::from_secs(24 * 60 * 60);

fn plan(arguments: &Duel) -> Plan {
    let entry = |name: &str, description: &String| Entry {
        name: name.to_owned(),
        kind: Kind::BuiltIn(description.clone()),
        // The players have limits of their own, and no clock counts beside them.
        clock: Clock { depth: Some(u32::MAX), ..Clock::default() },
        options: BTreeMap::new(),
        bounds: Bounds::default(),
        restart: false,
    };
    Plan {
        name: "duel".to_owned(),
        game: arguments.game.to_string(),
        engines: vec![entry("a", &arguments.a), entry("b", &arguments.b)],
        format: Format::RoundRobin,
        rounds: u32::try_from(arguments.games.div_ceil(2)).unwrap_or(u32::MAX),
        openings: Openings::Random(arguments.openings),
        seed: arguments.seed,
        sprt: arguments.sprt,
    }
}

/// The result so far, on a terminal only.
struct Progress {
    sequence: Mutex<Sequence>,
    live: bool,
}

impl Progress {
    fn note(&self, event: Event<'_>) {
        let (true, Event::Finished(_, game)) = (self.live, event) else { return };
        let Ok(mut sequence) = self.sequence.lock() else { return };
        sequence.add(game);
        let (elo, margin) = sequence.results().elo();
        let games = 2 * sequence.results().count();
        let _ = write!(io::stderr(), "\r{games} games  {elo:+.1} +/- {margin:.1} Elo ");
    }
}

fn write_result(pairs: &Pairs, test: Option<&Test>, out: &mut impl Write) -> io::Result<()> {
    let (elo, margin) = pairs.elo();
    writeln!(out, "Games: {}  Score: {:.1} %  Pairs(0-2): {:?}", 2 * pairs.count(), 100.0 * pairs.score(), pairs.0)?;
    writeln!(out, "Elo: {elo:+.1} +/- {margin:.1}  LOS: {:.1} %", 100.0 * pairs.superiority())?;
    if let Some(test) = test {
        let verdict = match test.verdict(pairs) {
            Some(true) => "H1 accepted",
            Some(false) => "H0 accepted",
            None => "undecided",
        };
        let (Test { elo0, elo1, .. }, (lower, upper)) = (test, test.bounds());
        let ratio = pairs.log_likelihood_ratio(*elo0, *elo1);
        writeln!(out, "SPRT [{elo0}, {elo1}]: LLR {ratio:.2} ({lower:.2}, {upper:.2}) {verdict}")?;
    }
    Ok(())
}
