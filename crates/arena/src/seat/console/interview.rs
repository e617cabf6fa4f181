//! The seat of a console program whose whole dialogue is of interest: what it prints with each move and at the end of the game, and
//! how it takes an entry that is not legal.

use std::time::{Duration, Instant};

use skirmish_board::{ActionKind, Side, Squares};
use skirmish_games::GameId;

use super::Console;
use crate::competitor::{Competitor, EngineKind};
use crate::game::{Fault, TimedMove};
use crate::process::{Deadline, Observer, ProcessError};
use crate::seat::{Failure, Seat, Turn};

/// How long a program may take to print what it has to say about the end of the game.
const ENDING_TIMEOUT: Duration = Duration::from_secs(3);

/// More of a dialogue is not stored.
const MAX_EXCHANGES: usize = 2000;

/// A part of a dialogue: what was typed, and what the program printed until the next line was typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The line; `None` for what the program printed first.
    pub typed: Option<String>,
    /// Its output, without control sequences of terminals.
    pub printed: String,
}

/// How a program took an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryReaction {
    /// It waits for another line.
    Waits,
    /// It moved, as if the entry had been legal.
    Moved(String),
    /// It ended; how, in words.
    Ended(String),
    /// It still computes, or printed far too much; which, in a sentence.
    Lost(String),
}

/// The seat of a console program, with its dialogue.
pub struct Interview {
    console: Console,
    /// The exchange in which each of its actions was told, by the number of the actions before.
    told: Vec<(usize, usize)>,
}

impl Interview {
    /// The seat of a console program; `None` for other programs.
    pub fn new(competitor: &Competitor, game: GameId, observer: Option<&Observer>) -> Option<Interview> {
        let EngineKind::Console(program, dialogue) = &competitor.kind else { return None };
        let mut console = Console::new(competitor, program, dialogue, game, observer);
        console.exchanges = Some(Vec::new());
        Some(Interview { console, told: Vec::new() })
    }

    /// The side that the program plays on its own board; North if it can play both.
    pub fn own_side(&self) -> Side {
        self.console.patterns.as_ref().ok().and_then(|patterns| patterns.believes).unwrap_or(Side::North)
    }

    /// The dialogue of this game, or the last one.
    pub fn exchanges(&mut self) -> &[Exchange] {
        self.console.note_screen();
        self.console.exchanges.as_deref().unwrap_or_default()
    }

    /// The exchanges in which its actions were told: the number of actions before, and the index of the exchange.
    pub fn told(&self) -> &[(usize, usize)] {
        &self.told
    }

    /// Whether it has asked in this game who moves first.
    pub fn has_asked_order(&self) -> bool {
        self.console.asked
    }

    /// Types a move, legal or not, where the program waits for one, and reads until it waits again, at most for a time. `start` is
    /// the position before it.
    pub fn enter(&mut self, squares: &Squares, start: &str, side: Side, time: Duration, turn: &Turn) -> EntryReaction {
        let line = match &self.console.patterns {
            Ok(patterns) => patterns.line(ActionKind::Move, Some(squares)),
            Err(sentence) => return EntryReaction::Lost(sentence.clone()),
        };
        let deadline = Deadline::of_program(Instant::now() + time, turn.stop);
        if let Some(process) = &mut self.console.process {
            process.start_clock();
        }
        match self.console.type_line(&line, deadline).and_then(|()| self.read_on(deadline)) {
            Ok(()) => self.console.early_move(start, side).map_or(EntryReaction::Waits, EntryReaction::Moved),
            Err(ProcessError::Ended(how)) => match self.console.early_move(start, side) {
                Some(moved) => EntryReaction::Moved(moved),
                None => EntryReaction::Ended(how),
            },
            Err(ProcessError::Silence) => EntryReaction::Lost(format!("it did not answer within {} s", time.as_secs())),
            Err(ProcessError::Flood(what)) => EntryReaction::Lost(format!("it printed {what}")),
            Err(ProcessError::Stopped) => EntryReaction::Lost("it was stopped".to_owned()),
        }
    }

    /// Reads until it waits for a line.
    fn read_on(&mut self, deadline: Deadline) -> Result<(), ProcessError> {
        let (Some(process), Ok(patterns)) = (&mut self.console.process, &self.console.patterns) else { return Ok(()) };
        self.console.screen.settle(process, patterns, deadline)
    }
}

impl Seat for Interview {
    fn set_seed(&mut self, seed: u64) {
        self.console.set_seed(seed);
    }

    fn begin(&mut self, start: &str, side: Side) -> Result<(), Failure> {
        self.told.clear();
        self.console.exchanges = Some(vec![Exchange::default()]);
        self.console.begin(start, side)
    }

    fn act(&mut self, turn: &Turn) -> Result<TimedMove, Failure> {
        let answer = self.console.act(turn);
        let exchanges = self.console.exchanges.as_ref().map_or(0, Vec::len);
        if answer.is_ok() && exchanges <= MAX_EXCHANGES {
            self.told.push((turn.actions.len(), exchanges.saturating_sub(1)));
        }
        answer
    }

    fn rest(&mut self) {
        self.console.rest();
    }

    fn failure(&mut self, fault: Fault, detail: String) -> Failure {
        self.console.failure(fault, detail)
    }

    /// Tells the program the last actions and reads what it prints about them.
    fn conclude(&mut self, turn: &Turn) {
        let deadline = Deadline::of_program(Instant::now() + ENDING_TIMEOUT, turn.stop);
        for line in self.console.unsent_lines(turn) {
            let read = self.console.type_line(&line, deadline).and_then(|()| self.read_on(deadline));
            if read.is_err() {
                break;
            }
        }
        // Whatever comes, the text is on the screen.
        let _ = self.read_on(deadline);
    }

    fn end(&mut self) {
        self.console.note_screen();
        self.console.end();
    }
}
