//! Games as plain text: a person can read a record, and a program can replay it. `docs/RECORDS.md` describes the format.

mod parse;
#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

use skirmish_board::{Action, LineError, Outcome, Side, TextError};
use skirmish_games::GameId;

use crate::{AnyGame, Played};

/// A game from its start position to its current position or its end.
///
/// Every action is legal, and the game after each action is stored with it: a record is never replayed.
#[derive(Clone)]
pub struct Record {
    /// The game before the first action.
    start: Box<dyn AnyGame>,
    /// What was done, answers to proposals included.
    steps: Vec<Step>,
    /// Who plays, by [`Side::index`].
    pub players: [String; 2],
    /// Other headers, such as `Date` or `Level`, in the order in which they are written.
    pub headers: Vec<(String, String)>,
    /// How the game ended; `None` if it is not over.
    pub result: Option<Conclusion>,
}

/// One action of a [`Record`].
#[derive(Clone)]
pub struct Step {
    /// Who acted.
    pub side: Side,
    /// What was done.
    pub action: Action,
    /// What was announced with it, such as `Hi-YA!`.
    pub announcement: Option<&'static str>,
    /// How long it took, if known, in milliseconds.
    pub time: Option<Duration>,
    /// The game after it.
    pub game: Box<dyn AnyGame>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// By its rules.
    Rules(Outcome),
    /// This side gave up.
    Resigned(Side),
    /// This side lost for another reason, such as its time limit or a crash of its program. The reason is one line without a full
    /// stop, and may be empty.
    Forfeited(Side, String),
}

impl Conclusion {
    /// Who won.
    pub fn outcome(&self) -> Outcome {
        match self {
            Conclusion::Rules(outcome) => *outcome,
            Conclusion::Resigned(side) | Conclusion::Forfeited(side, _) => Outcome::Win(side.opposite()),
        }
    }

    /// The sentence for an end that is not by the rules.
    fn sentence(&self) -> Option<String> {
        match self {
            Conclusion::Rules(_) => None,
            Conclusion::Resigned(side) => Some(resigned(*side)),
            Conclusion::Forfeited(side, reason) => Some(forfeited(*side, reason)),
        }
    }
}

impl Record {
    /// A record of a game that starts here.
    pub fn new(start: Box<dyn AnyGame>) -> Record {
        let players = Side::BOTH.map(|side| side.to_string());
        let result = start.outcome().map(Conclusion::Rules);
        Record { start, steps: Vec::new(), players, headers: Vec::new(), result }
    }

    /// Reads a record, playing its actions. An error names the line and what is wrong there, or the rule that its action breaks.
    pub fn parse(text: &str) -> Result<Record, LineError> {
        parse::parse(text)
    }

    /// Writes the record; [`Record::parse`] reads it back.
    ///
    /// Names and headers are one line each: line breaks and invisible characters become spaces. A header is left out if its name is
    /// not a word or is reserved, as `Game` is.
    pub fn format(&self) -> String {
        let mut text = String::new();
        push_header(&mut text, GAME, &self.game_id().to_string());
        for (side, name) in Side::BOTH.into_iter().zip(&self.players) {
            push_header(&mut text, &side.to_string(), name);
        }
        for (name, value) in self.headers.iter().filter(|(name, _)| is_free(name)).take(MAX_HEADERS) {
            push_header(&mut text, name, value);
        }
        push_header(&mut text, START, &self.start.position());
        text.push('\n');
        self.push_steps(&mut text);
        push_header(&mut text, RESULT, self.result.as_ref().map_or(UNFINISHED, |result| result.outcome().id()));
        if self.result.is_some() {
            push_header(&mut text, ENDING, &self.ending());
        }
        text
    }

    /// Writes a numbered line for each action, in columns.
    fn push_steps(&self, text: &mut String) {
        let digits = self.steps.len().to_string().len();
        let width = self.steps.iter().map(|step| step.action.text.len()).max().unwrap_or(0);
        for (number, step) in (1..).zip(&self.steps) {
            let time = step.time.map_or(String::new(), format_time);
            let line = format!("{number:digits$}. {} {:width$}  {time:>8}", step.side, step.action);
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if !self.steps.is_empty() {
            text.push('\n');
        }
    }

    /// The game and its size.
    pub fn game_id(&self) -> GameId {
        self.start.id()
    }

    /// The game before the first action.
    pub fn start(&self) -> &dyn AnyGame {
        &*self.start
    }

    /// What was done, answers to proposals included.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The game in its current position.
    pub fn game(&self) -> &dyn AnyGame {
        self.steps.last().map_or(&*self.start, |step| &*step.game)
    }

    /// The game before the first action, and after each.
    pub fn games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        std::iter::once(&*self.start).chain(self.steps.iter().map(|step| &*step.game))
    }

    /// Plays the action that a text names, and sets the result if that ends the game. If it is illegal, the error names the rule that
    /// it breaks, and nothing changes.
    pub fn play(&mut self, text: &str, time: Option<Duration>) -> Result<&Step, TextError> {
        let action = self.game().read(text)?;
        Ok(self.perform(&action, time))
    }

    /// Performs an action that [`Record::game`] returned, and sets the result if that ends the game.
    pub fn perform(&mut self, action: &Action, time: Option<Duration>) -> &Step {
        let mut game = self.game().boxed_clone();
        let side = game.side_to_move();
        let Played { action, announcement } = game.perform(action);
        let time = time.map(|time| Duration::from_millis(time.as_millis().min(LONGEST_MILLIS.into()) as u64));
        self.result = game.outcome().map(Conclusion::Rules);
        self.steps.push(Step { side, action, announcement, time, game });
        &self.steps[self.steps.len() - 1]
    }

    /// Keeps the first `actions` actions. Takes back the rest and returns them.
    pub fn take_back(&mut self, actions: usize) -> Vec<Step> {
        let taken = self.steps.split_off(actions.min(self.steps.len()));
        if !taken.is_empty() {
            self.result = self.game().outcome().map(Conclusion::Rules);
        }
        taken
    }

    /// The value of another header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        header.map(|(_, value)| value.as_str())
    }

    /// Sets another header, replacing its old value.
    pub fn set_header(&mut self, name: &str, value: impl Into<String>) {
        match self.headers.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.into(),
            None => self.headers.push((name.to_owned(), value.into())),
        }
    }

    /// Why the game ended, in a sentence; empty if it is not over.
    pub fn ending(&self) -> String {
        let sentence = |result: &Conclusion| result.sentence().unwrap_or_else(|| self.game().ending());
        self.result.as_ref().map_or(String::new(), sentence)
    }
}

/// Records are equal if their texts, players and headers are.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.format() == other.format() && self.players == other.players && self.headers == other.headers
    }
}

impl Eq for Record {}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.format())
    }
}

/// Reserved headers and values.
const GAME: &str = "Game";
const START: &str = "Start";
const RESULT: &str = "Result";
const ENDING: &str = "Ending";
const UNFINISHED: &str = "unfinished";

/// Few enough to compare them all.
const MAX_HEADERS: usize = 100;

/// The longest time of a record: about thirty years.
const LONGEST_MILLIS: u64 = 999_999_999_999;

/// The sentence for a side that resigned.
fn resigned(side: Side) -> String {
    format!("{side} resigned.")
}

/// The sentence for a side that forfeited the game.
fn forfeited(side: Side, reason: &str) -> String {
    match one_line(reason).as_str() {
        "" => format!("{side} forfeited."),
        // The full stop shows that the line is complete.
        reason => format!("{side} forfeited: {reason}."),
    }
}

fn push_header(text: &mut String, name: &str, value: &str) {
    let line = format!("{name}: {}", one_line(value));
    text.push_str(line.trim_end());
    text.push('\n');
}

/// Seconds with three decimals.
fn format_time(time: Duration) -> String {
    let millis = time.as_millis().min(LONGEST_MILLIS.into());
    format!("{}.{:03}s", millis / 1000, millis % 1000)
}

/// Whether a name is a word and not reserved.
fn is_free(name: &str) -> bool {
    let taken = [GAME, START, RESULT, ENDING].into_iter().chain(Side::BOTH.map(Side::id));
    is_name(name) && taken.into_iter().all(|taken| !taken.eq_ignore_ascii_case(name))
}

/// Whether this is the name of a header: a word that begins with a letter.
fn is_name(name: &str) -> bool {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(letters) && name.len() <= 40
}

/// Whether a character breaks lines, moves the cursor, or hides or turns the text around it.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A value as it is written in a record.
fn one_line(value: &str) -> String {
    let line: String = value.chars().map(|c| if is_hidden(c) { ' ' } else { c }).collect();
    line.trim().to_owned()
}
