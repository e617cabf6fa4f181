//! Seats of built-in players, which need no process.

use std::time::Instant;

use skirmish_board::Side;
use skirmish_games::GameId;
use skirmish_search::Limits;

use super::{Failure, Seat, Turn};
use crate::competitor::{Clock, Competitor};
use crate::game::{Fault, TimedMove};
use crate::player::{BuiltIn, Player};

/// The seat of a built-in player.
pub(super) struct BuiltInSeat {
    game: GameId,
    description: BuiltIn,
    timed: bool,
    seed: u64,
    player: Option<Player>,
    warning: Option<String>,
}

impl BuiltInSeat {
    pub(super) fn new(competitor: &Competitor, description: &BuiltIn, game: GameId, seed: u64) -> BuiltInSeat {
        // Its own limits come first, then those of the tournament. With limits of its own and none from the tournament it
        // has no time limit, so that its games are reproducible.
        let unbounded = Clock { margin: competitor.clock.margin, ..Clock::default() } == competitor.clock;
        let timed = !unbounded || description.is_unbounded();
        BuiltInSeat { game, description: description.clone(), timed, seed, player: None, warning: None }
    }
}

impl Seat for BuiltInSeat {
    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn begin(&mut self, _: &str, _: Side) -> Result<(), Failure> {
        // Free the memory of the last player first.
        self.player = None;
        self.player = Some(self.description.player(self.game, self.seed));
        Ok(())
    }

    fn act(&mut self, turn: &Turn) -> Result<TimedMove, Failure> {
        let asked = Instant::now();
        let limits = match self.timed {
            true => {
                Limits { time: turn.budget.time, depth: turn.budget.depth, nodes: turn.budget.nodes, mate_bound: None }
            }
            false => Limits::default(),
        };
        let player = self.player.get_or_insert_with(|| self.description.player(self.game, self.seed));
        let answer = match player.choose(turn.game, &limits, turn.stop) {
            Some(action) => turn.budget.timed(action.text, asked.elapsed()),
            None => Err((Fault::Garbage, "the game is over".to_owned())),
        };
        answer.map_err(|(fault, detail)| self.failure(fault, detail))
    }

    fn failure(&mut self, fault: Fault, detail: String) -> Failure {
        Failure::new(fault, detail, None)
    }

    fn end(&mut self) {
        self.warning = self.player.take().and_then(Player::into_warning);
    }

    fn take_warning(&mut self) -> Option<String> {
        self.warning.take()
    }
}
