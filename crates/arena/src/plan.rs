//! The plan of a tournament: game, engines, format, openings and seed. Equal plans give equal games if the engines are
//! deterministic.

mod engine_settings;
mod raw_plan;

use std::fmt;

use serde::{Deserialize, Serialize};
use skirmish_games::GameId;

use crate::competitor::{Competitor, Sandbox};

pub use engine_settings::{ENGINE_SETTINGS, Setting, command_words, dialogue_settings};
#[cfg(test)]
pub(crate) use raw_plan::tests::planned;
pub use raw_plan::{
    Given, RawFile, RawPlan, Section, TOURNAMENT_SETTINGS, TournamentSetting, format_dialogue, with_dialogue,
};

/// A tournament before its first game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// The game.
    #[serde(with = "game_id")]
    pub game: GameId,
    /// The engines.
    pub engines: Vec<Competitor>,
    /// The tournament format.
    pub format: Format,
    /// Pairs of games per pairing (round robin, gauntlet, knockout), or the number of rounds (Swiss).
    pub rounds: u32,
    /// Where games start.
    pub openings: OpeningSource,
    /// The seed of everything random, such as the openings.
    pub seed: u64,
    /// The test that may end a tournament of two engines early.
    pub sprt: Option<Test>,
}

/// A tournament format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every engine meets every other.
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
    /// In each round, engines of about equal scores meet.
    Swiss,
    /// The loser of a match is out.
    Knockout,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 4] = [Format::RoundRobin, Format::Gauntlet, Format::Swiss, Format::Knockout];

    /// The name in plans and on command lines.
    pub const fn id(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "swiss",
            Format::Knockout => "knockout",
        }
    }
}

/// The name for people.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::RoundRobin => "round robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "Swiss",
            Format::Knockout => "knockout",
        })
    }
}

/// Where games start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// About even positions after this many random plies.
    Random(u32),
    /// These position texts, in this order and repeated.
    Given(Vec<String>),
}

impl Plan {
    /// What its programs may do on the machine that plays it, in a sentence. Empty if all players are built in.
    pub fn describe_protection(&self) -> String {
        describe_protection(&self.engines)
    }
}

/// The same of these engines.
pub fn describe_protection(engines: &[Competitor]) -> String {
    let count = |sandbox: Sandbox| {
        let programs = engines.iter().filter(|engine| engine.kind.program().is_some());
        programs.filter(|engine| engine.limits.sandbox == sandbox).count()
    };
    let kinds = [
        (Sandbox::Full, "in a sandbox (they see their folder and the system's programs, and reach nothing else)"),
        (Sandbox::Weak, "in the weak sandbox (they may read everything, and write only in their folder)"),
        (Sandbox::Off, "without a sandbox (with all rights of the user who plays the tournament)"),
    ];
    let named = kinds.map(|(sandbox, what)| (count(sandbox), what)).into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = named.map(|(count, what)| format!("{count} {what}")).collect();
    if parts.is_empty() { String::new() } else { format!("Programs: {}", parts.join(", ")) }
}

/// A sequential test of two hypotheses on the first engine's advantage.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// It is no better than this, in Elo.
    pub elo0: f64,
    /// It is at least this much better.
    pub elo1: f64,
    /// The probability of accepting the second hypothesis although the first is true.
    pub alpha: f64,
    /// The probability of accepting the first hypothesis although the second is true.
    pub beta: f64,
    /// The Elo model.
    #[serde(default, skip_serializing_if = "EloModel::is_default")]
    pub model: EloModel,
}

/// What Elo means in a sequential test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Plain Elo: from the mean score.
    #[default]
    Logistic,
    /// The mean score in units of a game's standard deviation, scaled to resemble Elo.
    Normalised,
}

impl EloModel {
    /// The name in plans and on command lines.
    pub const fn id(self) -> &'static str {
        match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalised",
        }
    }

    fn is_default(&self) -> bool {
        *self == EloModel::default()
    }
}

/// What a [`Test`] decides between; written as `H0` and `H1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The first engine is no better than [`Test::elo0`].
    H0,
    /// The first engine is at least as much better as [`Test::elo1`].
    H1,
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hypothesis::H0 => "H0",
            Hypothesis::H1 => "H1",
        })
    }
}

/// A game in a stored plan: its name on command lines.
mod game_id {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use skirmish_games::GameId;

    pub(super) fn serialize<S: Serializer>(game: &GameId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(game)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
        GameId::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
