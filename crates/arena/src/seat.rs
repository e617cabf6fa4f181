//! Seats: engines at the board, one kind per protocol.

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
use crate::process::{EngineProcess, Observer, ProcessError, Spent, StartError};

pub use console::{EntryReaction, Exchange, Interview};
pub(crate) use console::{asks_order, check_dialogue};
pub(crate) use ugi::ugi_perft;

/// An engine at the board. A seat plays many games of one engine, one at a time. It starts the engine with the first game, and
/// again after a crash. Dropping it ends the engine.
pub trait Seat: Send {
    /// Sets the random seed for the next games. Equal seeds make equal games if the engine supports it.
    fn set_seed(&mut self, seed: u64);

    /// Gets ready for a new game from position text `start`, as `side`. Start-up time is not thinking time.
    fn begin(&mut self, start: &str, side: Side) -> Result<(), Failure>;

    /// Asks the engine for an action. The reply may be illegal or not an action.
    fn act(&mut self, turn: &Turn) -> Result<TimedMove, Failure>;

    /// It is not to move: it does not use the processor until it is asked again, unless the plan lets it ponder.
    fn rest(&mut self) {}

    /// A fault that the caller found, with the engine's output in this game.
    fn failure(&mut self, fault: Fault, detail: String) -> Failure;

    /// The game is over by its rules, and this is how it stands. [`Seat::end`] comes next.
    fn conclude(&mut self, _: &Turn) {}

    /// The game is over.
    fn end(&mut self);

    /// The end of what the engine has written to its error stream, if that is kept apart from its output.
    fn stderr(&self) -> String {
        String::new()
    }

    /// A warning for the user since the last call, if there is one.
    fn take_warning(&mut self) -> Option<String> {
        None
    }
}

/// A request for an action.
pub struct Turn<'a> {
    /// The position text that the game started from.
    pub start: &'a str,
    /// The actions since then.
    pub actions: &'a [Action],
    /// The game in its current state.
    pub game: &'a dyn AnyGame,
    /// The side to act.
    pub side: Side,
    /// The time and other limits for it.
    pub budget: Budget,
    /// Set when the tournament ends: then any answer will do.
    pub stop: &'a AtomicBool,
}

/// The limits for one action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The time for the reply.
    pub time: Option<Duration>,
    /// Each side's remaining time for the game and its increment, by [`Side::index`]. `time` is then set, too.
    pub clocks: Option<[(Duration, Duration); 2]>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// How far over its time the reply may be.
    pub margin: Duration,
}

/// The time to answer a proposal or to move after a refusal: the engine has decided already.
pub const REPLY_TIME: Duration = Duration::from_millis(100);

/// The default time per move.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(5);

/// An engine that is silent for this long after its time hangs.
const HANG_GRACE: Duration = Duration::from_secs(2);

/// An engine without a time limit hangs after this.
const UNTIMED_HANG: Duration = Duration::from_secs(120);

/// How long engines may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(15);

/// How long an engine may take to quit.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

impl Budget {
    /// The budget for a move; `left` is what the sides have left of their time for the game.
    pub fn new(clock: &Clock, left: [Option<Duration>; 2], increments: [Duration; 2], side: Side) -> Budget {
        let counted = clock.nodes.is_some() || clock.depth.is_some();
        let nothing = clock.move_time.is_none() && clock.game_time.is_none() && !counted;
        let own = left[side.index()];
        let time = clock.move_time.into_iter().chain(own).min().or(nothing.then_some(DEFAULT_MOVE_TIME));
        // If the opponent has no clock, send this side's time for both: the protocol needs two.
        let clocks = own.map(|own| [0, 1].map(|index| (left[index].unwrap_or(own), increments[index])));
        Budget { time, clocks, nodes: clock.nodes, depth: clock.depth, margin: clock.margin }
    }

    /// The budget for a reply that must come at once. It does not use the time for the game.
    pub fn for_reply(self) -> Budget {
        Budget { time: self.time.map(|time| time.min(REPLY_TIME)), clocks: None, ..self }
    }

    /// When an engine that was asked at `asked` counts as hanging.
    fn hangs(&self, asked: Instant) -> Instant {
        asked + self.time.map_or(UNTIMED_HANG, |time| time + self.margin + HANG_GRACE)
    }

    /// The sentence about a reply that took too long, if it did.
    fn late(&self, spent: Spent) -> Option<String> {
        let time = self.time.filter(|&time| spent.counted > time + self.margin)?;
        let processor = spent.processor.map_or(String::new(), |processor| {
            format!(", of which it had the processor for {:.3} s", processor.as_secs_f64())
        });
        Some(format!("It took {:.3} s of {:.3} s{processor}.", spent.taken.as_secs_f64(), time.as_secs_f64()))
    }

    /// A reply with its time, or the fault if it was late.
    fn timed(&self, text: String, spent: impl Into<Spent>) -> Result<TimedMove, (Fault, String)> {
        let spent = spent.into();
        let micros = |time: Duration| time.as_micros().min(u64::MAX.into()) as u64;
        match self.late(spent) {
            None => Ok(TimedMove {
                text,
                micros: micros(spent.taken),
                processor: spent.processor.map(micros),
                excused: micros(spent.taken - spent.counted),
            }),
            Some(detail) => Err((Fault::Time, detail)),
        }
    }
}

/// A fault that ends a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What it did.
    pub fault: Fault,
    /// Details in a sentence.
    pub detail: String,
    /// The end of its standard error.
    pub stderr: String,
    /// The dialogue with it in this game; a long one is shortened in the middle.
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

    /// A program could not be started.
    fn unstarted(error: StartError) -> Failure {
        match error {
            StartError::Program(sentence) => Failure::new(Fault::Start, sentence, None),
            StartError::Machine(sentence) => Failure::new(Fault::Machine, sentence, None),
        }
    }

    /// A program did not start; `awaited` is what it did not do in time.
    fn start(error: &ProcessError, awaited: &str, process: Option<&EngineProcess>) -> Failure {
        let detail = match error {
            ProcessError::Ended(how) => format!("While starting, {how}."),
            ProcessError::Silence => {
                format!("It was not ready after {} s: {awaited}.", START_TIMEOUT.as_secs())
            }
            ProcessError::Flood(what) => format!("While starting, it printed {what}."),
            ProcessError::Stopped => "The tournament was stopped.".to_owned(),
        };
        Failure::new(Fault::Start, detail, process)
    }

    /// A program did not reply in its turn.
    fn turn(error: &ProcessError, budget: &Budget, process: Option<&EngineProcess>) -> Failure {
        match error {
            ProcessError::Ended(how) => Failure::new(Fault::Crash, format!("In its turn, {how}."), process),
            ProcessError::Flood(what) => Failure::new(Fault::Flood, format!("It printed {what}."), process),
            ProcessError::Silence => {
                let time = budget.time.unwrap_or(UNTIMED_HANG).as_secs_f64();
                let processor = process.and_then(EngineProcess::processor).map_or(String::new(), |processor| {
                    format!(" It had the processor for {:.3} s.", processor.as_secs_f64())
                });
                Failure::new(Fault::Hang, format!("It gave no answer long after its {time:.3} s.{processor}"), process)
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

/// The seat of an engine. This never fails: an engine that cannot be started fails when a game begins.
pub fn seat(competitor: &Competitor, game: GameId, seed: u64) -> Box<dyn Seat> {
    observed_seat(competitor, game, seed, None)
}

/// The same, with an observer of the dialogue.
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
