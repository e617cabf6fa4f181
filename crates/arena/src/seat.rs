//! A stand-in until the real seats are here: built-in players only.

use std::time::Instant;

use skirmish_board::{Evaluate, Notation, Side};
use skirmish_games::{GameId, Visitor};

use crate::entry::{Clock, Entry, Kind};
use crate::game::{Fault, Timed};
use crate::{Contestant, Player};

/// An engine at the board, behind whatever it speaks. One seat serves many games of one engine, one at a time.
pub trait Seat: Send {
    /// Gets ready for a new game.
    fn begin(&mut self, start: &str, side: Side) -> Result<(), Failure>;
    /// Asks for an action.
    fn act(&mut self, turn: &Turn) -> Result<Timed, Failure>;
    /// The game is over.
    fn end(&mut self);
}

/// A turn.
pub struct Turn<'a> {
    /// Start position text.
    pub start: &'a str,
    /// What was played.
    pub actions: &'a [Timed],
    /// The position text now.
    pub position: &'a str,
    /// Its side.
    pub side: Side,
    /// What it has.
    pub budget: Clock,
}

/// What went wrong.
#[derive(Debug)]
pub struct Failure {
    /// The fault.
    pub fault: Fault,
    /// In a sentence.
    pub detail: String,
    /// End of standard error.
    pub stderr: String,
    /// Dialogue.
    pub transcript: String,
}

/// Makes the seat of an entry. Never fails: what cannot be started fails at `begin`.
pub fn seat(entry: &Entry, game: GameId, seed: u64) -> Box<dyn Seat> {
    match &entry.kind {
        Kind::BuiltIn(description) => game.visit(Build(description.clone(), seed)),
        _ => Box::new(Nobody),
    }
}

struct Build(String, u64);

impl Visitor for Build {
    type Output = Box<dyn Seat>;

    fn visit<G: Notation + Evaluate>(self, start: G) -> Box<dyn Seat> {
        match Contestant::parse(&self.0) {
            Ok(contestant) => Box::new(BuiltIn { player: contestant.player(self.1), start }),
            Err(_) => Box::new(Nobody),
        }
    }
}

struct BuiltIn<G> {
    player: Player<G>,
    start: G,
}

impl<G: Notation + Evaluate> Seat for BuiltIn<G> {
    fn begin(&mut self, _: &str, _: Side) -> Result<(), Failure> {
        self.player.clear();
        Ok(())
    }

    fn act(&mut self, turn: &Turn) -> Result<Timed, Failure> {
        let begun = Instant::now();
        let Ok(position) = self.start.parse_position(turn.position) else { return Nobody.act(turn) };
        let text = position.format_move(self.player.choose(&position));
        Ok(Timed { text, micros: begun.elapsed().as_micros() as u64 })
    }

    fn end(&mut self) {}
}

struct Nobody;

impl Seat for Nobody {
    fn begin(&mut self, _: &str, _: Side) -> Result<(), Failure> {
        let detail = "programs cannot be started yet".to_owned();
        Err(Failure { fault: Fault::Start, detail, stderr: String::new(), transcript: String::new() })
    }

    fn act(&mut self, turn: &Turn) -> Result<Timed, Failure> {
        Err(self.begin(turn.start, turn.side).unwrap_err())
    }

    fn end(&mut self) {}
}
