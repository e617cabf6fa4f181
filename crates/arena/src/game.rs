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
    /// The engines, as indices into the plan. [`place_in_pair`] says which side each has.
    pub engines: [usize; 2],
    /// The position text that both games start from.
    pub opening: String,
}

impl Pair {
    /// The engine that plays a side in a game of the pair, as an index into the plan.
    pub fn engine(&self, leg: u8, side: Side) -> usize {
        self.engines[place_in_pair(leg, side)]
    }

    /// The number of a game of the pair in the tournament, from 1.
    pub fn game_number(&self, leg: u8) -> u64 {
        self.number.saturating_mul(2).saturating_add(u64::from(leg.min(1)) + 1)
    }
}

/// Which engine of a pair plays a side in one of its games: the first (0) is South in game 0 and North in game 1.
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
    /// The actions after the opening.
    pub actions: Vec<TimedMove>,
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended, in a sentence: by the rules or by a fault.
    pub ending: String,
    /// The fault that ended it, if one did.
    pub fault: Option<FaultReport>,
}

impl FinishedGame {
    /// Whether its result counts: not if it is void, nor if neither engine started, which gives points to neither.
    pub fn counts(&self) -> bool {
        let neither_started = |report: &FaultReport| report.fault == Fault::Start && self.outcome == Outcome::Draw;
        !self.is_void() && !self.fault.as_ref().is_some_and(neither_started)
    }

    /// Whether an engine was not understood in it: then it can be replayed.
    pub fn is_void(&self) -> bool {
        self.fault.as_ref().is_some_and(|report| report.fault == Fault::NotUnderstood)
    }

    /// The half points of the pair's first (0) or second (1) engine: 0, 1 or 2.
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
    /// The action in the game's notation.
    pub text: String,
    /// Microseconds from request to reply.
    pub micros: u64,
    /// Microseconds of processor time, of all threads together; unknown for built-in players and where the system does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<u64>,
    /// Of `micros`, those in which its threads could run and did not: they do not count against it. Not stored.
    #[serde(skip)]
    pub excused: u64,
}

impl TimedMove {
    /// An action that took this many microseconds.
    pub fn new(text: impl Into<String>, micros: u64) -> TimedMove {
        TimedMove { text: text.into(), micros, processor: None, excused: 0 }
    }

    /// The time that counts against the engine.
    pub fn counted(&self) -> Duration {
        Duration::from_micros(self.micros.saturating_sub(self.excused))
    }

    /// How long it took.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.micros)
    }
}

/// What an engine did wrong. Every fault but [`Fault::NotUnderstood`] loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// It could not be started, or was not ready in time.
    Start,
    /// Its process ended in the middle of the game.
    Crash,
    /// It did not answer until long after its time.
    Hang,
    /// It answered too late.
    Time,
    /// It played an illegal action.
    Illegal,
    /// It printed something that is not an action.
    Garbage,
    /// It printed far too much.
    Flood,
    /// Before its first move it printed something that the arena did not understand. This may be the arena's fault, so the
    /// game does not count.
    NotUnderstood,
    /// None of its own: its sandbox, terminal or limits could not be set up. The game is not saved, and the run ends.
    Machine,
}

impl Fault {
    /// All faults that are saved, in the order in which they are listed.
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

    /// The name in stores, JSON and column heads.
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
            Fault::Machine => "machine",
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
            Fault::Machine => "could not be given what its plan says",
        })
    }
}

/// The beginning of the dialogue with a program in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialogueHead {
    /// The program, as an index into the plan.
    pub engine: usize,
    /// Lines as in [`FaultReport::transcript`], at most [`DialogueHead::MAX_BYTES`] of them.
    pub text: String,
}

impl DialogueHead {
    /// How much of a dialogue is stored.
    pub const MAX_BYTES: usize = 4 << 10;
}

/// A fault with its context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultReport {
    /// The engine, as an index into the plan.
    pub engine: usize,
    /// What it did.
    pub fault: Fault,
    /// Details in a sentence: the rule broken, the exit status, the time.
    pub detail: String,
    /// The end of its standard error.
    pub stderr: String,
    /// The dialogue with it in this game; a long one is shortened in the middle.
    pub transcript: String,
}
