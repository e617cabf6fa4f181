//! Those who compete in a tournament: how to talk to each, what it may use, and how much time it has per move.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::BuiltIn;

/// An engine that competes in a tournament: one `[[engine]]` of its plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Competitor {
    /// Its name in the results; unique in a tournament.
    pub name: String,
    /// What it is and how to talk to it.
    pub kind: EngineKind,
    /// What it has for its moves.
    pub clock: Clock,
    /// Options set before its first game, by name, in protocols that have options.
    pub options: BTreeMap<String, String>,
    /// What its processes may use.
    #[serde(rename = "bounds")]
    pub limits: ResourceLimits,
    /// Whether it is started anew for each game.
    pub restart: bool,
}

impl Competitor {
    /// An engine with this clock, without options or limits.
    pub fn new(name: impl Into<String>, kind: EngineKind, clock: Clock) -> Competitor {
        let (options, limits) = (BTreeMap::new(), ResourceLimits::default());
        Competitor { name: name.into(), kind, clock, options, limits, restart: false }
    }
}

/// What an engine is and how to talk to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineKind {
    /// A player of this program.
    BuiltIn(BuiltIn),
    /// A program that speaks the text protocol.
    Ugi(Program),
    /// A program written for a person at the terminal.
    Console(Program, Box<Dialogue>),
    /// A program called anew for each move with a board, a side and a depth, which prints a board.
    OskaCall(Program, u32),
}

/// A program and where it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it runs in; that of the tournament if there is none.
    pub folder: Option<PathBuf>,
}

/// How a console program talks; every pattern is a regular expression, and every default fits the handouts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Dialogue {
    /// What to answer when it asks who moves first, if it is to move first.
    pub first: Option<String>,
    /// What to answer when it is to move second.
    pub second: Option<String>,
    /// The question who moves first.
    pub asks_first: Option<String>,
    /// What it prints when it waits for a move.
    pub prompt: Option<String>,
    /// What it prints with its move; the first group is the move, or a `from` and a `to` group are its squares.
    pub moves: Option<String>,
    /// How our moves are written to it, with `{from}` and `{to}` (`{FROM}`, `{TO}` in capitals).
    pub write: Option<String>,
    /// Its words for accepting and refusing a proposal, when it says them and when it is told them.
    pub accept: Option<String>,
    /// See [`Dialogue::accept`].
    pub refuse: Option<String>,
    /// What to answer to its other questions: a pattern of the question, and the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<(String, String)>,
    /// The side that it believes it has, whichever it really has: positions are turned for it. The handouts' programs
    /// sit at the top.
    pub believes: Option<String>,
}

/// What an engine has for its moves. With nothing set, it has five seconds per move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Clock {
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Time for the whole game and what each move adds.
    pub game_time: Option<(Duration, Duration)>,
    /// Positions visited for a move.
    pub nodes: Option<u64>,
    /// Plies looked ahead per move.
    pub depth: Option<u32>,
    /// How far over its time an engine may be before it forfeits.
    pub margin: Duration,
}

/// What the processes of an engine may use; `None` is without bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceLimits {
    /// Memory that its processes have touched together, in MiB.
    pub memory: Option<u64>,
    /// Processor time of each process, in seconds.
    pub processor: Option<u64>,
    /// Size of a file it writes, in MiB.
    pub file: Option<u64>,
    /// Its processes at the same time.
    pub processes: Option<u64>,
    /// What it may see and change of the machine.
    pub sandbox: Sandbox,
}

/// What an engine may see and change of the machine.
///
/// Plans have `false` and `true` for the first two, as they had before there was a third.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SandboxText", into = "SandboxText")]
pub enum Sandbox {
    /// Everything that its user may.
    #[default]
    Off,
    /// It may write only within its own folder.
    Writing,
    /// It may also read only there and in the directories of the system, and has no network.
    Strict,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SandboxText {
    Switch(bool),
    Word(String),
}

impl From<Sandbox> for SandboxText {
    fn from(sandbox: Sandbox) -> SandboxText {
        match sandbox {
            Sandbox::Off => SandboxText::Switch(false),
            Sandbox::Writing => SandboxText::Switch(true),
            Sandbox::Strict => SandboxText::Word("strict".to_owned()),
        }
    }
}

impl TryFrom<SandboxText> for Sandbox {
    type Error = String;

    fn try_from(text: SandboxText) -> Result<Sandbox, String> {
        match text {
            SandboxText::Switch(on) => Ok(if on { Sandbox::Writing } else { Sandbox::Off }),
            SandboxText::Word(word) if word == "strict" => Ok(Sandbox::Strict),
            SandboxText::Word(word) => Err(format!("{word:?} is no sandbox")),
        }
    }
}
