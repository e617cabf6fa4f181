//! Finished games with the pairs they belong to: what results and reports are made from.

use std::collections::BTreeMap;

use skirmish_board::Side;
use skirmish_games::GameId;
use skirmish_play::{Played, Table, open};

use crate::game::{Game, Pair, Timed};
use crate::plan::Plan;

/// A finished game and its pair.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    /// The pair.
    pub pair: &'a Pair,
    /// The game.
    pub game: &'a Game,
}

impl Finished<'_> {
    /// The number of the game in the tournament, from 1.
    pub fn number(&self) -> u64 {
        self.pair.game_number(self.game.leg)
    }

    /// The engine that had a side.
    pub fn engine(&self, side: Side) -> usize {
        self.pair.engine(self.game.leg, side)
    }

    /// The half points that an engine of the pair made: 0, 1 or 2.
    pub fn half_points(&self, engine: usize) -> u32 {
        self.game.half_points(usize::from(self.pair.engines[0] != engine))
    }

    /// Plays the game again: `see` is called for each action with the side that acted, the action as it is kept, what
    /// the game says of it, and the table after it. Returns the table before the first action; `None` if the opening is
    /// no position of the game. Should an action be illegal, which a referee never keeps, the game ends before it.
    pub fn replay(
        &self,
        game: GameId,
        mut see: impl FnMut(Side, &Timed, &Played, &dyn Table),
    ) -> Option<Box<dyn Table>> {
        let start = opened(game, &self.pair.opening)?;
        let mut table = start.clone();
        for action in &self.game.actions {
            let side = table.side_to_move();
            let Ok(played) = table.play(&action.text) else { break };
            see(side, action, &played, &*table);
        }
        Some(start)
    }
}

fn opened(game: GameId, position: &str) -> Option<Box<dyn Table>> {
    let mut table = open(game);
    table.set_position(position).ok()?;
    Some(table)
}

/// The games with their pairs, in order of pair and leg, each once. What belongs to no pair of the plan's engines is left out.
pub fn join<'a>(plan: &Plan, pairs: &'a [Pair], games: &'a [Game]) -> Vec<Finished<'a>> {
    let known: BTreeMap<u64, &Pair> = sound(plan, pairs).map(|pair| (pair.number, pair)).collect();
    let mut finished = BTreeMap::new();
    for game in games.iter().filter(|game| game.leg < 2) {
        if let Some(pair) = known.get(&game.pair) {
            finished.entry((game.pair, game.leg)).or_insert(Finished { pair, game });
        }
    }
    finished.into_values().collect()
}

/// The pairs between two different engines of the plan.
pub(crate) fn sound<'a>(plan: &Plan, pairs: &'a [Pair]) -> impl Iterator<Item = &'a Pair> {
    let engines = plan.engines.len();
    pairs.iter().filter(move |pair| pair.engines[0] != pair.engines[1] && pair.engines.iter().all(|&e| e < engines))
}
