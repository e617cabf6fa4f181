//! The progress of a tournament: a line for each game, the standings now and then, and on a terminal a progress bar.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use skirmish_arena::Tournament;
use skirmish_arena::game::{FinishedGame, Pair};
use skirmish_arena::plan::{Format, Plan};
use skirmish_arena::runner::RunnerEvent;
use skirmish_arena::standings::{Standings, format_finished, format_standings, format_started};
use skirmish_arena::store::Store;

use crate::progress;

/// A message to the display.
pub enum DisplayMessage {
    Started(Pair, u8),
    Finished(Pair, FinishedGame),
    Warning(String),
    /// The run has ended; false if it failed.
    Over(bool),
}

impl From<RunnerEvent<'_>> for DisplayMessage {
    fn from(event: RunnerEvent<'_>) -> DisplayMessage {
        match event {
            RunnerEvent::Started(pair, leg) => DisplayMessage::Started(pair.clone(), leg),
            RunnerEvent::Finished(pair, game) => DisplayMessage::Finished(pair.clone(), game.clone()),
            RunnerEvent::Warning(warning) => DisplayMessage::Warning(warning.to_owned()),
        }
    }
}

/// The state of the display.
pub struct TournamentDisplay {
    /// As of the last standings.
    tournament: Tournament,
    /// Finished games, and the expected number (at least).
    finished: usize,
    expected: usize,
    faults: usize,
    running: usize,
    /// Show the standings after this many games, if set.
    interval: Option<u64>,
    since_standings: u64,
    last_standings: Instant,
    bar: ProgressBar,
}

impl TournamentDisplay {
    /// The minimum time between standings if no interval is set.
    const PAUSE: Duration = Duration::from_secs(20);

    pub fn new(tournament: Tournament, interval: Option<u64>) -> TournamentDisplay {
        let (finished, expected) = (tournament.games().len(), tournament.expected());
        TournamentDisplay {
            finished,
            expected,
            faults: tournament.faults(),
            running: 0,
            interval,
            since_standings: 0,
            last_standings: Instant::now(),
            bar: progress::bar(finished as u64, expected as u64, "games"),
            tournament,
        }
    }

    /// Shows what is played and where it is saved.
    pub fn announce(&self, address: &str, out: &mut impl Write) -> anyhow::Result<()> {
        let Plan { name, game, engines, format, sprt, .. } = self.tournament.plan();
        let least = if *format == Format::Knockout { "at least " } else { "" };
        let most = if sprt.is_some() { "at most " } else { "" };
        let there =
            if self.finished > 0 { format!(", {} games finished already", self.finished) } else { String::new() };
        self.bar.suspend(|| {
            writeln!(out, "{name}: {game}, {format}, {} engines, {least}{most}{} games", engines.len(), self.expected)?;
            writeln!(out, "Saved in {address}{there}")?;
            out.flush()?;
            Ok(())
        })
    }

    /// Shows a message.
    pub fn show(
        &mut self,
        message: &DisplayMessage,
        store: &mut dyn Store,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let bar = self.bar.clone();
        bar.suspend(|| self.tell(message, store, out))?;
        let faults = if self.faults > 0 { format!(", {} faults", self.faults) } else { String::new() };
        bar.set_message(format!(", {} running{faults}", self.running));
        bar.set_length(self.expected as u64);
        bar.set_position(self.finished as u64);
        Ok(())
    }

    fn tell(&mut self, message: &DisplayMessage, store: &mut dyn Store, out: &mut impl Write) -> anyhow::Result<()> {
        match message {
            DisplayMessage::Started(pair, leg) => {
                self.running += 1;
                self.expected = self.expected.max(2 * (pair.number as usize + 1));
                writeln!(out, "{}", format_started(self.tournament.plan(), pair, *leg, self.expected))?;
            }
            DisplayMessage::Finished(pair, game) => {
                self.running = self.running.saturating_sub(1);
                (self.finished, self.since_standings) = (self.finished + 1, self.since_standings + 1);
                self.faults += game.fault.is_some() as usize;
                writeln!(out, "{}", format_finished(self.tournament.plan(), pair, game))?;
                if self.are_standings_due() {
                    self.show_standings(store, out)?;
                }
            }
            DisplayMessage::Warning(warning) => {
                let _ = writeln!(io::stderr(), "skirmish: {warning}");
            }
            DisplayMessage::Over(_) => {}
        }
        out.flush()?;
        Ok(())
    }

    fn are_standings_due(&self) -> bool {
        match self.interval {
            Some(interval) => self.since_standings >= interval,
            None => self.since_standings >= 10 && self.last_standings.elapsed() >= TournamentDisplay::PAUSE,
        }
    }

    fn show_standings(&mut self, store: &mut dyn Store, out: &mut impl Write) -> anyhow::Result<()> {
        let games = store.games()?;
        // Other processes may play, too.
        self.tournament.update(store.pairs()?, games);
        write_standings(&self.tournament, out)?;
        (self.since_standings, self.last_standings) = (0, Instant::now());
        (self.finished, self.faults) = (self.tournament.games().len(), self.tournament.faults());
        Ok(())
    }

    /// Shows the final standings.
    pub fn close(&mut self, store: &mut dyn Store, out: &mut impl Write) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        self.show_standings(store, out)?;
        out.flush()?;
        Ok(())
    }
}

/// Writes the standings, and for two engines the results of their match.
pub fn write_standings(tournament: &Tournament, out: &mut impl Write) -> io::Result<()> {
    const LINE: &str = "--------------------------------------------------";
    let standings = Standings::new(tournament);
    writeln!(out, "{LINE}")?;
    if let Some(results) = standings.match_results(tournament.plan()) {
        writeln!(out, "{results}{LINE}")?;
    }
    writeln!(out, "{}{LINE}", format_standings(&standings))
}
