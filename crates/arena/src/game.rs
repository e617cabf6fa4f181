//! A game as a tournament stores it: its pair, its result and its faults.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use skirmish_board::{Outcome, Side};

/// Two games from one opening, each engine once on each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its number in the tournament, from 0; the schedule gives equal pairs equal numbers.
    pub number: u64,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// The engines by their place in the plan. [`place_in_pair`] says which side each has.
    pub engines: [usize; 2],
    /// The position text from which both games start.
    pub opening: String,
}

impl Pair {
    /// The engine that has a side in a game of the pair, by its place in the plan.
    pub fn engine(&self, leg: u8, side: Side) -> usize {
        self.engines[place_in_pair(leg, side)]
    }

    /// The number in the tournament of a game of the pair, from 1.
    pub fn game_number(&self, leg: u8) -> u64 {
        self.number.saturating_mul(2).saturating_add(u64::from(leg.min(1)) + 1)
    }
}

/// Which of the two engines of a pair has a side in one of its games: the first (0) is South in game 0 and North in game 1.
pub fn place_in_pair(leg: u8, side: Side) -> usize {
    usize::from((leg != 0) != (side == Side::North))
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The pair it belongs to.
    pub pair: u64,
    /// 0 for the first game of the pair, 1 for the second with sides swapped.
    pub leg: u8,
    /// What was played from the opening.
    pub actions: Vec<TimedMove>,
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended, in a sentence: the rules', or that of the fault.
    pub ending: String,
    /// The fault that ended it, if one did.
    pub fault: Option<FaultReport>,
}

impl FinishedGame {
    /// Whether its result counts: one in which an engine was not understood counts for nobody, and can be played again.
    pub fn counts(&self) -> bool {
        self.fault.as_ref().is_none_or(|report| report.fault != Fault::NotUnderstood)
    }

    /// The half points of one of the pair's two engines, the first (0) or the second (1): 0, 1 or 2.
    pub fn half_points(&self, place: usize) -> u32 {
        match self.outcome {
            Outcome::Draw => 1,
            Outcome::Win(side) if place_in_pair(self.leg, side) == place => 2,
            Outcome::Win(_) => 0,
        }
    }
}

/// An action and how long it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimedMove {
    /// The action as the game writes it.
    pub text: String,
    /// Microseconds from the question to the answer.
    pub micros: u64,
}

impl TimedMove {
    /// How long it took.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.micros)
    }
}

/// What an engine did wrong. It loses the game, but for [`Fault::NotUnderstood`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// It could not be started, or did not say that it is ready in time.
    Start,
    /// Its process ended in the middle of the game.
    Crash,
    /// It had not answered long after its time was over.
    Hang,
    /// It answered too late.
    Time,
    /// It chose an action that the rules forbid.
    Illegal,
    /// It said something that is no action of any game.
    Garbage,
    /// It printed far too much.
    Flood,
    /// Before its first move it said something that the arena did not understand. Nobody knows whose fault that is: the game
    /// counts for nobody.
    NotUnderstood,
}

impl Fault {
    /// All faults, in the order in which they are listed.
    pub const ALL: [Fault; 8] = [
        Fault::Start,
        Fault::Crash,
        Fault::Hang,
        Fault::Time,
        Fault::Illegal,
        Fault::Garbage,
        Fault::Flood,
        Fault::NotUnderstood,
    ];

    /// The name in stores, in machine-readable output and in the heads of columns.
    pub const fn id(self) -> &'static str {
        match self {
            Fault::Start => "start",
            Fault::Crash => "crash",
            Fault::Hang => "hang",
            Fault::Time => "time",
            Fault::Illegal => "illegal",
            Fault::Garbage => "garbage",
            Fault::Flood => "flood",
            Fault::NotUnderstood => "not-understood",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Start => "did not start",
            Fault::Crash => "crashed",
            Fault::Hang => "hung",
            Fault::Time => "lost on time",
            Fault::Illegal => "played an illegal move",
            Fault::Garbage => "said something that is no move",
            Fault::Flood => "flooded its output",
            Fault::NotUnderstood => "was not understood",
        })
    }
}

/// A fault with everything that helps to understand it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultReport {
    /// The engine, by its place in the plan.
    pub engine: usize,
    /// What it did.
    pub fault: Fault,
    /// What exactly, in a sentence: the rule broken, the exit status, the time.
    pub detail: String,
    /// The end of what it wrote to its standard error.
    pub stderr: String,
    /// The dialogue with it in this game, shortened in the middle if it is long.
    pub transcript: String,
}
