//! A game as a tournament keeps it.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use skirmish_board::{Outcome, Side};

/// Two games from one opening, each engine once on each side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// Its number in the tournament, from 0; the schedule gives equal pairs equal numbers.
    pub number: u64,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// The engines by their place in the plan. The first is South in game 0 and North in game 1.
    pub engines: [usize; 2],
    /// The position text from which both games start.
    pub opening: String,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// The pair it belongs to.
    pub pair: u64,
    /// 0 for the first game of the pair, 1 for the second with sides swapped.
    pub leg: u8,
    /// What was played from the opening.
    pub actions: Vec<Timed>,
    /// Who won.
    pub verdict: Verdict,
    /// Why the game ended, in a sentence: the rules', or that of the fault.
    pub ending: String,
    /// The fault that ended it, if one did.
    pub fault: Option<FaultReport>,
}

/// An action and how long it took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timed {
    /// The action as the game writes it.
    pub text: String,
    /// Microseconds from the question to the answer.
    pub micros: u64,
}

impl Timed {
    /// How long it took.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.micros)
    }
}

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// South won.
    South,
    /// North won.
    North,
    /// Nobody did.
    Draw,
}

impl Verdict {
    /// The name in machine-readable output: `south`, `north` or `draw`.
    pub const fn id(self) -> &'static str {
        match self {
            Verdict::South => "south",
            Verdict::North => "north",
            Verdict::Draw => "draw",
        }
    }

    /// The result as chess players write it, South's points first: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(self) -> &'static str {
        match self {
            Verdict::South => "1-0",
            Verdict::North => "0-1",
            Verdict::Draw => "1/2-1/2",
        }
    }
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Verdict {
        match outcome {
            Outcome::Win(Side::South) => Verdict::South,
            Outcome::Win(Side::North) => Verdict::North,
            Outcome::Draw => Verdict::Draw,
        }
    }
}

/// What an engine did wrong. It loses the game by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// It could not be started, or did not say that it is ready in time.
    Start,
    /// Its process ended in the middle of the game.
    Crash,
    /// It said nothing long after its time was over.
    Hang,
    /// It answered too late.
    Time,
    /// It chose an action that the rules forbid.
    Illegal,
    /// It said something that is no action of any game.
    Garbage,
    /// It said more than anybody can read.
    Flood,
}

impl Fault {
    /// All faults, in the order in which they are listed.
    pub const ALL: [Fault; 7] =
        [Fault::Start, Fault::Crash, Fault::Hang, Fault::Time, Fault::Illegal, Fault::Garbage, Fault::Flood];

    /// The name in machine-readable output and in the heads of tables.
    pub const fn id(self) -> &'static str {
        match self {
            Fault::Start => "start",
            Fault::Crash => "crash",
            Fault::Hang => "hang",
            Fault::Time => "time",
            Fault::Illegal => "illegal",
            Fault::Garbage => "garbage",
            Fault::Flood => "flood",
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
        })
    }
}

/// A fault with what there is to see of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
