//! A tournament as it is watched: a line for each game, a table now and then, and on a terminal a line about the state of things.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use skirmish_arena::game::{Game, Pair};
use skirmish_arena::plan::{Format, Plan};
use skirmish_arena::runner::Event;
use skirmish_arena::schedule::expected_pairs;
use skirmish_arena::standings::{Standings, format_finished, format_results, format_started, format_table};
use skirmish_arena::store::Store;

/// What the players tell the display.
pub enum Message {
    Started(Pair, u8),
    Finished(Pair, Game),
    /// Nobody plays any more.
    Over,
}

impl From<Event<'_>> for Message {
    fn from(event: Event<'_>) -> Message {
        match event {
            Event::Started(pair, leg) => Message::Started(pair.clone(), leg),
            Event::Finished(pair, game) => Message::Finished(pair.clone(), game.clone()),
        }
    }
}

/// What is shown and when.
pub struct Display<'a> {
    plan: &'a Plan,
    /// Games that are there, and games that there will be, at least.
    finished: usize,
    expected: usize,
    faults: usize,
    running: usize,
    /// Games finished since this process began, for the rest to be estimated.
    here: usize,
    start: Instant,
    /// A table comes after this many games, if that was asked for.
    interval: Option<u64>,
    since_table: u64,
    last_table: Instant,
    live: bool,
    /// Whether the live line stands on the terminal.
    drawn: bool,
    last_draw: Instant,
}

impl<'a> Display<'a> {
    /// How often the live line is looked at.
    pub const TICK: Duration = Duration::from_millis(250);

    /// Without a wish, tables come no more often than this.
    const PAUSE: Duration = Duration::from_secs(20);

    pub fn new(plan: &'a Plan, pairs: &[Pair], games: &[Game], interval: Option<u64>) -> Display<'a> {
        let now = Instant::now();
        Display {
            plan,
            finished: games.len(),
            expected: 2 * pairs.len().max(expected_pairs(plan) as usize),
            faults: games.iter().filter(|game| game.fault.is_some()).count(),
            running: 0,
            here: 0,
            start: now,
            interval,
            since_table: 0,
            last_table: now,
            live: io::stderr().is_terminal(),
            drawn: false,
            last_draw: now,
        }
    }

    /// What is played and where it is kept.
    pub fn announce(&self, address: &str, out: &mut impl Write) -> anyhow::Result<()> {
        let format = match self.plan.format {
            Format::RoundRobin => "round robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "Swiss",
            Format::Knockout => "knockout",
        };
        let Plan { name, game, engines, .. } = self.plan;
        let least = if self.plan.format == Format::Knockout { "at least " } else { "" };
        let most = if self.plan.sprt.is_some() { "at most " } else { "" };
        writeln!(out, "{name}: {game}, {format}, {} engines, {least}{most}{} games", engines.len(), self.expected)?;
        let there =
            if self.finished > 0 { format!(", {} games are there already", self.finished) } else { String::new() };
        writeln!(out, "Kept in {address}{there}")?;
        out.flush()?;
        Ok(())
    }

    /// Takes note of a message and shows it.
    pub fn show(&mut self, message: &Message, store: &mut dyn Store, out: &mut impl Write) -> anyhow::Result<()> {
        self.wipe();
        match message {
            Message::Started(pair, leg) => {
                self.running += 1;
                self.expected = self.expected.max(2 * (pair.number as usize + 1));
                writeln!(out, "{}", format_started(self.plan, pair, *leg, self.expected))?;
            }
            Message::Finished(pair, game) => {
                self.running = self.running.saturating_sub(1);
                (self.finished, self.here, self.since_table) = (self.finished + 1, self.here + 1, self.since_table + 1);
                self.faults += game.fault.is_some() as usize;
                writeln!(out, "{}", format_finished(self.plan, pair, game))?;
                if self.is_table_due() {
                    self.table(store, out)?;
                }
            }
            Message::Over => {}
        }
        out.flush()?;
        self.draw();
        Ok(())
    }

    fn is_table_due(&self) -> bool {
        match self.interval {
            Some(interval) => self.since_table >= interval,
            None => self.since_table >= 10 && self.last_table.elapsed() >= Display::PAUSE,
        }
    }

    fn table(&mut self, store: &mut dyn Store, out: &mut impl Write) -> anyhow::Result<()> {
        let games = store.games()?;
        let pairs = store.pairs()?;
        write_standings(self.plan, &pairs, &games, out)?;
        (self.since_table, self.last_table) = (0, Instant::now());
        // Others may play too.
        self.finished = games.len();
        self.faults = games.iter().filter(|game| game.fault.is_some()).count();
        Ok(())
    }

    /// The last table.
    pub fn close(&mut self, store: &mut dyn Store, out: &mut impl Write) -> anyhow::Result<()> {
        self.wipe();
        self.table(store, out)?;
        out.flush()?;
        Ok(())
    }

    /// Renews the live line if it is old.
    pub fn tick(&mut self) {
        if self.last_draw.elapsed() >= Display::TICK {
            self.draw();
        }
    }

    /// The live line goes to stderr, which is not in the way of those who read the lines.
    fn draw(&mut self) {
        if !self.live {
            return;
        }
        let Display { finished, expected, faults, running, .. } = *self;
        let left = expected.saturating_sub(finished);
        let rest = match self.here {
            0 => String::new(),
            here => format!(", about {} left", span(self.start.elapsed().mul_f64(left as f64 / here as f64))),
        };
        let trouble = if faults > 0 { format!(", {faults} faults") } else { String::new() };
        let _ = write!(io::stderr(), "\r\x1b[K{finished} of {expected} games, {running} running{trouble}{rest}");
        (self.drawn, self.last_draw) = (true, Instant::now());
    }

    fn wipe(&mut self) {
        if std::mem::take(&mut self.drawn) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Between two engines the figures of their match, in any case the table.
pub fn write_standings(plan: &Plan, pairs: &[Pair], games: &[Game], out: &mut impl Write) -> io::Result<()> {
    const LINE: &str = "--------------------------------------------------";
    let standings = Standings::new(plan, pairs, games);
    writeln!(out, "{LINE}")?;
    if let Some(encounter) = standings.encounter(0, 1).filter(|_| plan.engines.len() == 2) {
        write!(out, "{}", format_results(plan, &encounter, standings.progress.as_ref()))?;
        writeln!(out, "{LINE}")?;
    }
    write!(out, "{}", format_table(&standings))?;
    writeln!(out, "{LINE}")
}

/// A length of time for people.
fn span(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..=119 => format!("{seconds} s"),
        seconds @ 120..=7199 => format!("{} min", seconds / 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}
