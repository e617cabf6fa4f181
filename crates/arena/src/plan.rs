//! What a tournament is: who plays what, how often and under which conditions. With equal plans and deterministic engines, the games
//! are equal too.

mod description;
mod file;
mod words;

use serde::{Deserialize, Serialize};

use crate::entry::Entry;

pub use description::{Description, Word};
pub use file::{format_description, parse_description};

/// A tournament before its first game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What it is called.
    pub name: String,
    /// The game, as on the command line: `hiya`, `oska:6`.
    pub game: String,
    /// The competitors.
    pub engines: Vec<Entry>,
    /// Who meets whom.
    pub format: Format,
    /// Rounds: how many pairs each meeting has (round robin, gauntlet, knockout), or how many rounds there are (Swiss).
    pub rounds: u32,
    /// Where games start.
    pub openings: Openings,
    /// Which openings are drawn, and whatever else is left to chance.
    pub seed: u64,
    /// The test that may end a tournament of two engines early.
    pub sprt: Option<Test>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first engine meets everybody else.
    Gauntlet,
    /// In each round, engines of about equal scores meet.
    Swiss,
    /// Who loses a meeting is out.
    Knockout,
}

/// Where games start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// Positions after this many random plies that are not decided already.
    Random(u32),
    /// These position texts, in this order, again from the first when they are used up.
    Given(Vec<String>),
}

/// A sequential test of two hypotheses on the first engine's advantage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// It is no better than this, in Elo.
    pub elo0: f64,
    /// It is at least this much better.
    pub elo1: f64,
    /// The chance of a wrong verdict that the first hypothesis is false.
    pub alpha: f64,
    /// The chance of a wrong verdict that the second hypothesis is false.
    pub beta: f64,
}
