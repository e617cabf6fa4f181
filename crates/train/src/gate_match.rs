//! The gate match: a new network against the previous evaluator, at equal nodes.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use skirmish_board::{Evaluate, Notation, Side, score};
use skirmish_games::GameId;
use skirmish_play::statistics::Pairs;
use skirmish_play::{AnyEngine, Evaluator};

use crate::self_play::{player, random_opening, result, search_move};

/// An opening is fair if a search scores it within this, for either side.
const MAX_OPENING_SCORE: i32 = 150;

/// Random plies of an opening, and the maximum number of openings tried for a pair of games.
const OPENING_PLIES: std::ops::RangeInclusive<usize> = 4..=8;
const MAX_OPENING_TRIES: usize = 1000;

/// A match between two players. Every opening is played twice, with sides swapped.
pub struct GateMatch {
    /// The game.
    pub game: GameId,
    /// The evaluators of the two players; the score is that of the first.
    pub players: [Evaluator; 2],
    /// Pairs of games.
    pub pairs: u64,
    /// Nodes per move.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// Games at the same time. They do not change the result.
    pub threads: usize,
}

impl GateMatch {
    /// Plays the match. `tell` is called with the number of finished pairs. `start` is the start position of the game.
    pub fn play<P: Notation + Evaluate>(&self, start: &P, report: &(dyn Fn(u64) + Sync)) -> Pairs {
        let (next, done) = (AtomicU64::new(0), AtomicUsize::new(0));
        let results: [AtomicU64; 5] = Default::default();
        let work = || {
            let mut engines = self.players.clone().map(player);
            while let number = next.fetch_add(1, Relaxed)
                && number < self.pairs
            {
                let halves = self.play_pair(start, &mut engines, number);
                results[halves.min(4)].fetch_add(1, Relaxed);
                report(done.fetch_add(1, Relaxed) as u64 + 1);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(work);
            }
        });
        Pairs(results.map(|pairs| pairs.into_inner()))
    }

    /// The half points of the first player in a pair of games.
    fn play_pair<P: Notation + Evaluate>(&self, start: &P, engines: &mut [AnyEngine; 2], number: u64) -> usize {
        let mut random = fastrand::Rng::with_seed(self.seed.wrapping_mul(0xd129_0ab5_52e1_35e5) ^ number);
        let mut opening = Vec::new();
        for _ in 0..MAX_OPENING_TRIES {
            let plies = random.usize(OPENING_PLIES);
            let Some(position) = random_opening(start, plies, &mut random, &mut opening) else { continue };
            // Both must find it fair, so that neither is favoured.
            let fair = |engine: &mut AnyEngine| {
                engine.clear();
                search_move(self.game, &position, engine, self.nodes)
                    .is_some_and(|(_, score)| score.abs() <= MAX_OPENING_SCORE)
            };
            if engines.iter_mut().all(fair) {
                let halves = |side: Side, engines: &mut [AnyEngine; 2]| self.play_game(&position, engines, side);
                return halves(Side::South, engines) + halves(Side::North, engines);
            }
        }
        2
    }

    /// The half points of the first player, who plays this side.
    fn play_game<P: Notation + Evaluate>(&self, position: &P, engines: &mut [AnyEngine; 2], first: Side) -> usize {
        engines.iter_mut().for_each(AnyEngine::clear);
        let mut position = position.clone();
        let for_south = loop {
            if let Some(outcome) = position.outcome() {
                break result(outcome);
            }
            let mover = position.side_to_move();
            let engine = &mut engines[usize::from(mover != first)];
            let Some((mv, score)) = search_move(self.game, &position, engine, self.nodes) else { break 0 };
            if score::is_proof(score) {
                break if (score > 0) == (mover == Side::South) { 1 } else { -1 };
            }
            position.play_accepted(mv);
        };
        (1 + if first == Side::South { for_south } else { -for_south }) as usize
    }
}
