//! A fixed amount of work for the engine. The number of nodes is a signature: as long as it stays the same, the search behaves
//! the same, on whatever machine.

use std::sync::atomic::AtomicBool;

use skirmish_games::GameId;
use skirmish_search::{Limits, Settings};

use crate::mind::{Mind, MindOptions};
use crate::networks::Judge;
use crate::random::Random;
use crate::table::{Table, open};

/// Positions searched in each game.
const POSITIONS: u64 = 8;

/// The work for one game, ready to be done.
pub struct Bench {
    game: GameId,
    mind: Mind,
}

impl Bench {
    /// Every game, and those that come in sizes also on a larger board.
    pub fn games() -> Vec<GameId> {
        let larger = |game: GameId| GameId::parse(&format!("{}:{}", game.info().id, game.size() + 2)).ok();
        GameId::all().chain(GameId::all().filter_map(larger)).collect()
    }

    /// Builds the engine, of one thread, with these shortcuts of the search changed and this judge of positions.
    pub fn new(game: GameId, shortcuts: Vec<(String, i32)>, judge: Judge) -> Bench {
        let settings = Settings { threads: 1, hash: 16, shortcuts: None };
        let mut mind = Mind::new(MindOptions { settings, consult: false, shortcuts, judge, ..MindOptions::default() });
        mind.prepare(game);
        Bench { game, mind }
    }

    /// Searches all positions this deep. Returns how many nodes were visited.
    pub fn nodes(&mut self, depth: u32) -> u64 {
        let one = |number| {
            self.mind.clear();
            let position = position(self.game, number);
            self.mind.analyze(&*position, &Limits::depth(depth), 1, &AtomicBool::new(false), &mut |_| {}).nodes
        };
        (0..POSITIONS).map(one).sum()
    }
}

/// A position some plies into a random game, the same for the same number.
fn position(game: GameId, number: u64) -> Box<dyn Table> {
    let mut random = Random::new(number);
    'again: loop {
        let mut table = open(game);
        for _ in 0..2 * number {
            let actions = table.legal_actions();
            if actions.is_empty() {
                continue 'again;
            }
            table.perform(&actions[random.below(actions.len())]);
        }
        if table.outcome().is_none() {
            return table;
        }
    }
}
