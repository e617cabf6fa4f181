//! Games as plain text: a person can read a record, and a program can replay it. `docs/RECORDS.md` describes the format.

mod parse;
#[cfg(test)]
mod tests;

use std::fmt;
use std::time::Duration;

use skirmish_board::{Outcome, Side, TextError};
use skirmish_games::GameId;

use crate::{Played, Table, open};

/// A game from its start position to where it stands or how it ended.
///
/// The texts are those of the game's notation. In a record from [`Record::parse`] or made by [`Record::play`] every action is
/// legal where it stands and the result is that of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game and its size.
    pub game: GameId,
    /// The position text before the first action.
    pub start: String,
    /// Who plays, by [`Side::index`].
    pub players: [String; 2],
    /// Whatever else is known, such as `Date` or `Level`, in the order in which it is written.
    pub headers: Vec<(String, String)>,
    /// What was done, answers to proposals included.
    pub actions: Vec<Action>,
    /// How the game ended; `None` while it goes on.
    pub result: Option<Conclusion>,
}

/// One action of a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The action as the game writes it.
    pub text: String,
    /// How long it took, if that is known. Records keep thousandths of a second.
    pub time: Option<Duration>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// By its rules.
    Rules(Outcome),
    /// This side gave up.
    Resigned(Side),
    /// This side lost by something else than its moves, and why, in one line: its time was over, its program crashed. The reason
    /// has no full stop at its end, and may be empty.
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

    /// The sentence for an ending that is not by the rules.
    fn sentence(&self) -> Option<String> {
        match self {
            Conclusion::Rules(_) => None,
            Conclusion::Resigned(side) => Some(resigned(*side)),
            Conclusion::Forfeited(side, reason) => Some(forfeited(*side, reason)),
        }
    }
}

/// Why a text is not a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line where reading failed, from 1.
    pub line: usize,
    /// What is wrong there and what was expected, or the rule that the action breaks: one sentence.
    pub sentence: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.sentence)
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// A game that is about to begin at this position.
    pub fn new(game: GameId, start: impl Into<String>) -> Record {
        let players = Side::BOTH.map(|side| side.to_string());
        Record { game, start: start.into(), players, headers: Vec::new(), actions: Vec::new(), result: None }
    }

    /// Reads a record and replays it. An error names the line: what is missing or damaged there, or the rule that its action
    /// breaks.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        parse::parse(text)
    }

    /// Writes the record; [`Record::parse`] reads it back.
    ///
    /// Names and headers are one line each: what would break a line or hide text becomes a space. A header is left out if its
    /// name is not a word or belongs to the format itself, as `Game` does.
    pub fn format(&self) -> String {
        let mut text = String::new();
        push_header(&mut text, GAME, &self.game.to_string());
        for (side, name) in Side::BOTH.into_iter().zip(&self.players) {
            push_header(&mut text, &side.to_string(), name);
        }
        for (name, value) in self.headers.iter().filter(|(name, _)| is_free(name)).take(MOST_HEADERS) {
            push_header(&mut text, name, value);
        }
        push_header(&mut text, START, &self.start);
        text.push('\n');
        let mut table = self.set_up();
        self.push_actions(&mut text, &mut *table);
        push_header(&mut text, RESULT, self.result.as_ref().map_or(UNFINISHED, |result| result.outcome().id()));
        if let Some(result) = &self.result {
            push_header(&mut text, ENDING, &result.sentence().unwrap_or_else(|| table.ending()));
        }
        text
    }

    /// Writes a numbered line for each action, in columns, and plays it.
    fn push_actions(&self, text: &mut String, table: &mut dyn Table) {
        let digits = self.actions.len().to_string().len();
        let width = self.actions.iter().map(|action| action.text.len()).max().unwrap_or(0);
        for (number, action) in (1..).zip(&self.actions) {
            let time = action.time.map_or(String::new(), format_time);
            let line = format!("{number:digits$}. {} {:width$}  {time:>8}", table.side_to_move(), action.text);
            text.push_str(line.trim_end());
            text.push('\n');
            if table.play(&action.text).is_err() {
                break;
            }
        }
        if !self.actions.is_empty() {
            text.push('\n');
        }
    }

    /// Plays an action on the table where this game stands and adds it to the record, and the result if that ends the game.
    /// On an error, nothing changes.
    pub fn play(&mut self, table: &mut dyn Table, text: &str, time: Option<Duration>) -> Result<Played, TextError> {
        let played = table.play(text)?;
        let time = time.map(|time| Duration::from_millis(time.as_millis().min(LONGEST_MILLIS.into()) as u64));
        self.actions.push(Action { text: played.text.clone(), time });
        self.result = table.outcome().map(Conclusion::Rules);
        Ok(played)
    }

    /// Takes back everything after the first actions, this many of them.
    pub fn truncate(&mut self, actions: usize) {
        if actions < self.actions.len() {
            self.actions.truncate(actions);
            self.result = None;
        }
    }

    /// The value of a further header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        header.map(|(_, value)| value.as_str())
    }

    /// Sets a further header, in its old place if it is there already.
    pub fn set_header(&mut self, name: &str, value: impl Into<String>) {
        match self.headers.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.into(),
            None => self.headers.push((name.to_owned(), value.into())),
        }
    }

    /// Why the game ended, in a sentence; empty while it goes on.
    pub fn ending(&self) -> String {
        let sentence = |result: &Conclusion| result.sentence().unwrap_or_else(|| self.table().ending());
        self.result.as_ref().map_or(String::new(), sentence)
    }

    /// The positions of the game: before the first action, and after each.
    ///
    /// Should there be an action that is not legal, which [`Record::parse`] and [`Record::play`] never leave, the game ends before
    /// it.
    pub fn replay(&self) -> Vec<Box<dyn Table>> {
        let mut table = self.set_up();
        let mut tables = vec![self.set_up()];
        for action in &self.actions {
            if table.play(&action.text).is_err() {
                break;
            }
            let mut reached = open(self.game);
            if reached.set_position(&table.position()).is_err() {
                break;
            }
            tables.push(reached);
        }
        tables
    }

    /// The position reached, the last of [`Record::replay`].
    pub fn table(&self) -> Box<dyn Table> {
        let mut table = self.set_up();
        for action in &self.actions {
            if table.play(&action.text).is_err() {
                break;
            }
        }
        table
    }

    /// The position before the first action. A start that is no position of the game is taken for the usual one.
    fn set_up(&self) -> Box<dyn Table> {
        let mut table = open(self.game);
        let _ = table.set_position(&self.start);
        table
    }
}

/// What the format itself gives a meaning.
const GAME: &str = "Game";
const START: &str = "Start";
const RESULT: &str = "Result";
const ENDING: &str = "Ending";
const UNFINISHED: &str = "unfinished";

/// More than anybody writes, and few enough to compare them all.
const MOST_HEADERS: usize = 100;

/// A record writes no longer time than this: thirty years and more.
const LONGEST_MILLIS: u64 = 999_999_999_999;

/// The sentence for a side that gave up.
fn resigned(side: Side) -> String {
    format!("{side} resigned.")
}

/// The sentence for a side that lost by something else than its moves.
fn forfeited(side: Side, reason: &str) -> String {
    match one_line(reason).as_str() {
        "" => format!("{side} forfeited."),
        // The full stop shows that the line was not cut short.
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

/// Whether a further header may have this name.
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

/// A value as it stands in a record.
fn one_line(value: &str) -> String {
    let line: String = value.chars().map(|c| if is_hidden(c) { ' ' } else { c }).collect();
    line.trim().to_owned()
}
