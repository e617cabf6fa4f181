//! What the check of a trace has found.

use std::collections::BTreeMap;

use skirmish_board::LineError;
use skirmish_games::GameId;

use crate::bug::Bug;

/// A mistake in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line at which it shows.
    pub line: usize,
    /// The moves from the root to its node.
    pub path: Vec<String>,
    /// The position of the node.
    pub position: String,
    /// The same, drawn.
    pub board: String,
    /// What is wrong, in a sentence without a full stop.
    pub sentence: String,
    /// What should have been there; empty if the sentence says so.
    pub expected: String,
    /// The classic mistake that explains it.
    pub bug: Option<Bug>,
}

/// What the check of a trace has found.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The game and its size.
    pub game: GameId,
    /// How many nodes there are.
    pub nodes: u64,
    /// How many roots.
    pub searches: u64,
    /// How many mistakes.
    pub found: u64,
    /// The first of them, in the order of their lines.
    pub mistakes: Vec<Mistake>,
    /// How many of them each classic mistake explains.
    pub bugs: BTreeMap<Bug, u64>,
    /// Nodes of which the program says that it guessed: they prove nothing, and were not checked.
    pub guesses: u64,
    /// Answers of the table that may be older than the trace, and were not checked.
    pub table_answers: u64,
    /// Nodes below moves that are illegal or null moves, which were not checked.
    pub ignored: u64,
    /// Where reading ended before the end of the trace, and why; what came before was checked.
    pub cut_off: Option<LineError>,
}

impl CheckReport {
    /// Nothing yet.
    pub(crate) fn new(game: GameId) -> CheckReport {
        CheckReport {
            game,
            nodes: 0,
            searches: 0,
            found: 0,
            mistakes: Vec::new(),
            bugs: BTreeMap::new(),
            guesses: 0,
            table_answers: 0,
            ignored: 0,
            cut_off: None,
        }
    }

    /// The classic mistake that explains most; `None` if none explains any.
    pub fn main_bug(&self) -> Option<Bug> {
        self.bugs.iter().max_by_key(|(_, count)| **count).map(|(bug, _)| *bug)
    }
}
