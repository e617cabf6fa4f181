//! The engines of a tournament: how to talk to each, its resource limits and its time.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::BuiltIn;

/// An engine that competes in a tournament: one `[[engine]]` of its plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Competitor {
    /// Its name in the results; unique in a tournament.
    pub name: String,
    /// The program or player, and its protocol.
    pub kind: EngineKind,
    /// Its time and search limits.
    pub clock: Clock,
    /// Options to set before its first game, by name (UGI only).
    pub options: BTreeMap<String, String>,
    /// Limits on its processes.
    #[serde(rename = "bounds")]
    pub limits: ResourceLimits,
    /// Whether to restart it for each game.
    pub restart: bool,
    /// When it takes part.
    #[serde(default, skip_serializing_if = "Attendance::is_whole")]
    pub attendance: Attendance,
}

/// The rounds of a Swiss tournament for which an engine is not paired. It is the only part of a plan that changes during a tournament,
/// besides dialogues.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Attendance {
    /// It was withdrawn after this round.
    pub withdrawn: Option<u32>,
    /// Earlier rounds that it missed.
    pub missed: Vec<u32>,
}

impl Attendance {
    fn is_whole(&self) -> bool {
        *self == Attendance::default()
    }

    /// Whether it is not paired for a round.
    pub fn is_absent(&self, round: u32) -> bool {
        self.withdrawn.is_some_and(|last| round > last) || self.missed.contains(&round)
    }
}

impl Competitor {
    /// An engine with this clock, without options or limits.
    pub fn new(name: impl Into<String>, kind: EngineKind, clock: Clock) -> Competitor {
        let (options, limits) = (BTreeMap::new(), ResourceLimits::default());
        Competitor {
            name: name.into(),
            kind,
            clock,
            options,
            limits,
            restart: false,
            attendance: Attendance::default(),
        }
    }
}

/// What an engine is, and its protocol.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineKind {
    /// A built-in player.
    BuiltIn(BuiltIn),
    /// A program that speaks UGI.
    Ugi(Program),
    /// A program written for a person at the terminal.
    Console(Program, Box<Dialogue>),
    /// A program that is called once per move with a board, a side and a depth, and prints a board.
    OskaCall(Program, u32),
}

impl EngineKind {
    /// The default name of an engine: that of its program, or of the script that an interpreter runs.
    pub(crate) fn default_name(&self) -> String {
        match self {
            EngineKind::BuiltIn(player) => player.to_string(),
            EngineKind::Ugi(program) | EngineKind::Console(program, _) | EngineKind::OskaCall(program, _) => {
                let file = program.command.iter().find(|word| Path::new(word).extension().is_some());
                let stem = |word: &String| Path::new(word).file_stem().map(|stem| stem.to_string_lossy().into_owned());
                file.or(program.command.first()).and_then(stem).unwrap_or_default()
            }
        }
    }

    /// Its program, unless it is built in.
    pub fn program(&self) -> Option<&Program> {
        match self {
            EngineKind::BuiltIn(_) => None,
            EngineKind::Ugi(program) | EngineKind::Console(program, _) | EngineKind::OskaCall(program, _) => {
                Some(program)
            }
        }
    }
}

/// A program and where it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it runs in; by default that of the tournament.
    pub folder: Option<PathBuf>,
}

/// How a console program talks. Patterns are regular expressions; the defaults fit the handouts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Dialogue {
    /// The answer to its question who moves first, if it is to move first.
    pub first: Option<String>,
    /// The answer if it is to move second.
    pub second: Option<String>,
    /// Pattern of its question who moves first.
    pub asks_first: Option<String>,
    /// Pattern of what it prints when it waits for a move.
    pub prompt: Option<String>,
    /// Pattern of its move: the first group is the move, or the groups `from` and `to` are its squares.
    pub moves: Option<String>,
    /// How to type moves to it, with `{from}` and `{to}` (`{FROM}`, `{TO}` in capitals).
    pub write: Option<String>,
    /// Its word for accepting a proposal, in both directions.
    pub accept: Option<String>,
    /// Its word for refusing a proposal, in both directions.
    pub refuse: Option<String>,
    /// Answers to other questions: the pattern of the question, and the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<(String, String)>,
    /// The side that it always plays on its own board; if it has the other one, the board is flipped for it. The
    /// handouts' programs play at the top.
    pub believes: Option<String>,
}

/// The time and search limits of an engine. With nothing set, it has five seconds per move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Clock {
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Time for the whole game, and the increment per move.
    pub game_time: Option<(Duration, Duration)>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// How far over its time an engine may be before it loses.
    pub margin: Duration,
}

/// Limits on the processes of an engine; `None` is unlimited, except in a sandbox: see [`ResourceLimits::in_force`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResourceLimits {
    /// Memory of all its processes together, in MiB.
    pub memory: Option<u64>,
    /// Processor time of each process, in seconds.
    pub processor: Option<u64>,
    /// Size of each file it writes, in MiB.
    pub file: Option<u64>,
    /// Size of its folder, in MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk: Option<u64>,
    /// Number of its processes at the same time.
    pub processes: Option<u64>,
    /// Its access to files and other processes.
    pub sandbox: Sandbox,
    /// Whether a sandboxed program may use the network.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub network: bool,
    /// Whether it may think while its opponent is to move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// Whether its games have their own processor cores, if there are enough.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub affinity: bool,
}

impl ResourceLimits {
    /// Limits of sandboxed programs where the plan sets none: memory, folder (both in MiB), and processes.
    pub const IN_SANDBOX: (u64, u64, u64) = (2048, 1024, 256);

    /// The limits that apply: in a sandbox, none of the three that protect the machine is missing.
    pub fn in_force(&self) -> ResourceLimits {
        let (memory, disk, processes) = ResourceLimits::IN_SANDBOX;
        match self.sandbox {
            Sandbox::Full => ResourceLimits {
                memory: self.memory.or(Some(memory)),
                disk: self.disk.or(Some(disk)),
                processes: self.processes.or(Some(processes)),
                ..*self
            },
            Sandbox::Off | Sandbox::Weak => *self,
        }
    }
}

/// An engine's access to files and other processes.
///
/// Stored as `false`, `true` and `"weak"`. Older plans may have `"strict"`, which is now the same as `true`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SandboxText", into = "SandboxText")]
pub enum Sandbox {
    /// Everything that its user may do.
    #[default]
    Off,
    /// It may write only within its own folder. This protects against mistakes, not against malice.
    Weak,
    /// It sees nothing but the system's programs and its own folder, and reaches nothing else.
    Full,
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
            Sandbox::Full => SandboxText::Switch(true),
            Sandbox::Weak => SandboxText::Word("weak".to_owned()),
        }
    }
}

impl TryFrom<SandboxText> for Sandbox {
    type Error = String;

    fn try_from(text: SandboxText) -> Result<Sandbox, String> {
        match text {
            SandboxText::Switch(on) => Ok(if on { Sandbox::Full } else { Sandbox::Off }),
            SandboxText::Word(word) => match &word[..] {
                "weak" => Ok(Sandbox::Weak),
                "strict" => Ok(Sandbox::Full),
                _ => Err(format!("unknown sandbox {word:?}")),
            },
        }
    }
}
