//! Fair starts: random openings that neither side has won already.

use std::sync::atomic::AtomicBool;

use skirmish_board::{Evaluate, MoveList, Score, score};
use skirmish_search::{Engine, Limits, Settings};

use crate::random::Random;

/// An opening is fair if a short search sees no more than this for either side.
const FAIR: Score = 60;

/// How many nodes the search for that has.
const LOOK: u64 = 20_000;

/// Draws random openings of a number of plies.
pub(crate) struct Openings<P> {
    start: P,
    plies: u32,
    engine: Engine<P>,
}

impl<P: Evaluate> Openings<P> {
    pub(crate) fn new(start: P, plies: u32) -> Openings<P> {
        Openings {
            start,
            plies,
            engine: Engine::new(&Settings { threads: 1, hash: 1, shortcuts: None, consult: false }),
        }
    }

    /// The opening with this number: always the same one, whoever asks and in whatever order. After many unfair draws the
    /// fairest of them is taken.
    pub(crate) fn draw(&mut self, number: u64) -> P {
        let mut random = Random::new(number.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let mut fairest: Option<(Score, P)> = None;
        for _ in 0..40 {
            let Some(position) = self.random_line(&mut random) else { continue };
            self.engine.clear();
            let found = self.engine.search(&position, &Limits::nodes(LOOK), 1, &AtomicBool::new(false), &mut |_| {});
            let unfair = found.score.abs();
            if unfair <= FAIR {
                return position;
            }
            if !score::is_proof(unfair) && fairest.as_ref().is_none_or(|(least, _)| unfair < *least) {
                fairest = Some((unfair, position));
            }
        }
        fairest.map_or_else(|| self.start.clone(), |(_, position)| position)
    }

    fn random_line(&self, random: &mut Random) -> Option<P> {
        let mut position = self.start.clone();
        let mut moves = MoveList::new();
        // One ply more or less, so that either side may be the first to think.
        for _ in 0..self.plies + random.below(2) as u32 {
            moves.clear();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                return None;
            }
            position.play_standing(moves[random.below(moves.len())]);
        }
        position.outcome().is_none().then_some(position)
    }
}
