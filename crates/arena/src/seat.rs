//! Engines at the board, whatever protocol they speak.

mod board_symmetry;
mod built_in;
mod console;
mod oska_call;
mod ugi;

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use skirmish_board::{Action, Side};
use skirmish_games::GameId;
use skirmish_play::AnyGame;

use crate::competitor::{Clock, Competitor, EngineKind};
use crate::game::{Fault, TimedMove};
use crate::process::{EngineProcess, Observer, ProcessError};

pub(crate) use console::check_dialogue;

/// An engine at the board. One seat serves many games of one engine, one at a time; what it needs to run is started with the first
/// game, and again after it died. Dropping it ends everything that it started.
pub trait Seat: Send {
    /// What is left to chance in the games from now on. Equal seeds make equal games of engines that allow it.
    fn set_seed(&mut self, seed: u64);

    /// Gets ready for a new game from position text `start`, in which it has `side`. Start-up time is not thinking time.
    fn begin(&mut self, start: &str, side: Side) -> Result<(), Failure>;

    /// Asks for an action; it is this engine's turn. What it answers may be illegal or no action at all.
    fn act(&mut self, turn: &Turn) -> Result<TimedMove, Failure>;

    /// A failure of the engine in this game that somebody else found, with everything that helps to understand it.
    fn failure(&mut self, fault: Fault, detail: String) -> Failure;

    /// The game is over.
    fn end(&mut self);

    /// What people should know about it since the last time it was asked, though it is no fault.
    fn take_warning(&mut self) -> Option<String> {
        None
    }
}

/// A question for an action.
pub struct Turn<'a> {
    /// The position text from which the game started.
    pub start: &'a str,
    /// What was played from there.
    pub actions: &'a [Action],
    /// The game as it stands.
    pub game: &'a dyn AnyGame,
    /// Who is to act.
    pub side: Side,
    /// The time and other limits for it.
    pub budget: Budget,
    /// Raised when the tournament ends: then any answer will do.
    pub stop: &'a AtomicBool,
}

/// What an engine has for one action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The answer must be given within this time.
    pub time: Option<Duration>,
    /// What each side has left of its time for the whole game and what each action adds, by [`Side::index`]. `time` is set, too.
    pub clocks: Option<[(Duration, Duration); 2]>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// How far over its time the answer may be.
    pub margin: Duration,
}

/// The time for answering or replacing a proposal: the engine should have decided before.
pub const REPLY_TIME: Duration = Duration::from_millis(100);

/// The time for a move by default.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(5);

/// An engine that says nothing for this long after its time is over is not slow, it hangs.
const HANG_GRACE: Duration = Duration::from_secs(2);

/// An engine without a limit on time hangs after this.
const UNTIMED_HANG: Duration = Duration::from_secs(120);

/// How long engines may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(15);

/// How long an engine may take to end when it is told to.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

impl Budget {
    /// What a clock gives for a move, when `left` is what the sides have of their time for the game.
    pub fn new(clock: &Clock, left: [Option<Duration>; 2], increments: [Duration; 2], side: Side) -> Budget {
        let counted = clock.nodes.is_some() || clock.depth.is_some();
        let nothing = clock.move_time.is_none() && clock.game_time.is_none() && !counted;
        let own = left[side.index()];
        let time = clock.move_time.into_iter().chain(own).min().or(nothing.then_some(DEFAULT_MOVE_TIME));
        // A side without a clock is told that of the other, so that the protocol's line is complete.
        let clocks = own.map(|own| [0, 1].map(|index| (left[index].unwrap_or(own), increments[index])));
        Budget { time, clocks, nodes: clock.nodes, depth: clock.depth, margin: clock.margin }
    }

    /// The same for a decision that must come at once. It is not taken from the time for the game.
    pub fn for_reply(self) -> Budget {
        Budget { time: self.time.map(|time| time.min(REPLY_TIME)), clocks: None, ..self }
    }

    /// When an engine that was asked at a moment is taken to hang.
    fn hangs(&self, asked: Instant) -> Instant {
        asked + self.time.map_or(UNTIMED_HANG, |time| time + self.margin + HANG_GRACE)
    }

    /// The sentence about an answer that took too long, if it did.
    fn late(&self, taken: Duration) -> Option<String> {
        let time = self.time.filter(|&time| taken > time + self.margin)?;
        Some(format!("It took {:.3} s of {:.3} s.", taken.as_secs_f64(), time.as_secs_f64()))
    }

    /// An answer with its time, or the failure to answer in time.
    fn timed(&self, text: String, taken: Duration) -> Result<TimedMove, (Fault, String)> {
        match self.late(taken) {
            None => Ok(TimedMove { text, micros: taken.as_micros().min(u64::MAX.into()) as u64 }),
            Some(detail) => Err((Fault::Time, detail)),
        }
    }
}

/// An engine did what ends a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What it did.
    pub fault: Fault,
    /// What exactly, in a sentence.
    pub detail: String,
    /// The end of what it wrote to its standard error.
    pub stderr: String,
    /// The dialogue with it in this game, shortened in the middle if it is long.
    pub transcript: String,
}

impl Failure {
    fn new(fault: Fault, detail: impl Into<String>, process: Option<&EngineProcess>) -> Failure {
        Failure {
            fault,
            detail: detail.into(),
            stderr: process.map_or(String::new(), EngineProcess::stderr),
            transcript: process.map_or(String::new(), EngineProcess::transcript),
        }
    }

    /// A program was not ready in time, or ended.
    fn start(trouble: &ProcessError, process: Option<&EngineProcess>) -> Failure {
        let detail = match trouble {
            ProcessError::Ended(how) => format!("While starting, {how}."),
            ProcessError::Silence => format!("It was not ready after {} s.", START_TIMEOUT.as_secs()),
            ProcessError::Flood(what) => format!("While starting, it said {what}."),
            ProcessError::Stopped => "The tournament was stopped.".to_owned(),
        };
        Failure::new(Fault::Start, detail, process)
    }

    /// A program did not answer a question.
    fn turn(trouble: &ProcessError, budget: &Budget, process: Option<&EngineProcess>) -> Failure {
        match trouble {
            ProcessError::Ended(how) => Failure::new(Fault::Crash, format!("In its turn, {how}."), process),
            ProcessError::Flood(what) => Failure::new(Fault::Flood, format!("It said {what}."), process),
            ProcessError::Silence => {
                let time = budget.time.unwrap_or(UNTIMED_HANG).as_secs_f64();
                Failure::new(Fault::Hang, format!("It gave no answer long after its {time:.3} s."), process)
            }
            ProcessError::Stopped => Failure::new(Fault::Hang, "The tournament was stopped.", process),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.fault, self.detail)
    }
}

impl std::error::Error for Failure {}

/// Makes the seat of a competitor. It never fails: what cannot be started fails when a game begins.
pub fn seat(competitor: &Competitor, game: GameId, seed: u64) -> Box<dyn Seat> {
    observed_seat(competitor, game, seed, None)
}

/// The same, with somebody who hears every line that is said.
pub fn observed_seat(competitor: &Competitor, game: GameId, seed: u64, observer: Option<&Observer>) -> Box<dyn Seat> {
    match &competitor.kind {
        EngineKind::BuiltIn(player) => Box::new(built_in::BuiltInSeat::new(competitor, player, game, seed)),
        EngineKind::Ugi(program) => Box::new(ugi::Ugi::new(competitor, program, game, seed, observer)),
        EngineKind::Console(program, dialogue) => {
            Box::new(console::Console::new(competitor, program, dialogue, game, observer))
        }
        EngineKind::OskaCall(program, depth) => {
            Box::new(oska_call::OskaCall::new(competitor, program, *depth, game, observer))
        }
    }
}
