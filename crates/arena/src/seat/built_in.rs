//! Players of this program: no process, the same rules.

use std::time::Instant;

use skirmish_board::Side;
use skirmish_games::GameId;
use skirmish_search::Limits;

use super::{Failure, Seat, Turn};
use crate::entry::{Clock, Entry};
use crate::game::{Fault, Timed};
use crate::player::{Contestant, Player};

/// The seat of a built-in player.
pub(super) fn seat(entry: &Entry, description: &str, game: GameId, seed: u64) -> Box<dyn Seat> {
    match Contestant::parse(description) {
        Ok(contestant) => {
            // Its own limits count, and where it has none those of the tournament. What has limits of its own and none from
            // the tournament is not bounded by time, so that its games can be repeated.
            let unbounded = Clock { margin: entry.clock.margin, ..Clock::default() } == entry.clock;
            let timed = !unbounded || contestant.is_unbounded();
            Box::new(BuiltIn { game, contestant, timed, seed, player: None })
        }
        Err(error) => Box::new(Nobody(error.to_string())),
    }
}

struct BuiltIn {
    game: GameId,
    contestant: Contestant,
    timed: bool,
    seed: u64,
    player: Option<Player>,
}

impl Seat for BuiltIn {
    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn begin(&mut self, _: &str, _: Side) -> Result<(), Failure> {
        // The memory of the last player is given back first.
        self.player = None;
        self.player = Some(self.contestant.player(self.game, self.seed));
        Ok(())
    }

    fn act(&mut self, turn: &Turn) -> Result<Timed, Failure> {
        let asked = Instant::now();
        let limits = match self.timed {
            true => {
                Limits { time: turn.budget.time, depth: turn.budget.depth, nodes: turn.budget.nodes, promised: None }
            }
            false => Limits::default(),
        };
        let player = self.player.get_or_insert_with(|| self.contestant.player(self.game, self.seed));
        let answer = match player.choose(turn.position, &limits, turn.stop) {
            Ok(Some(action)) => turn.budget.timed(action, asked.elapsed()),
            Ok(None) => Err((Fault::Garbage, "the game is over".to_owned())),
            Err(error) => Err((Fault::Garbage, error.to_string())),
        };
        answer.map_err(|(fault, detail)| self.failure(fault, detail))
    }

    fn failure(&mut self, fault: Fault, detail: String) -> Failure {
        Failure::new(fault, detail, None)
    }

    fn end(&mut self) {
        self.player = None;
    }
}

/// The seat of a player that nobody knows.
struct Nobody(String);

impl Seat for Nobody {
    fn set_seed(&mut self, _: u64) {}

    fn begin(&mut self, _: &str, _: Side) -> Result<(), Failure> {
        Err(self.failure(Fault::Start, self.0.clone()))
    }

    fn act(&mut self, _: &Turn) -> Result<Timed, Failure> {
        Err(self.failure(Fault::Start, self.0.clone()))
    }

    fn failure(&mut self, fault: Fault, detail: String) -> Failure {
        Failure::new(fault, detail, None)
    }

    fn end(&mut self) {}
}
