//! Head-to-head results of two engines.

use std::collections::BTreeMap;

use crate::tournament::Finished;
use skirmish_play::statistics::Pairs;

/// All games between two engines, from the point of view of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    /// The engines, as indices into the plan.
    pub engines: [usize; 2],
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Results of whole pairs.
    pub pairs: Pairs,
    /// How many of the level pairs were a win and a loss, not two draws.
    pub split: u64,
}

impl HeadToHead {
    fn new(engines: [usize; 2]) -> HeadToHead {
        HeadToHead { engines, wins: 0, draws: 0, losses: 0, pairs: Pairs::default(), split: 0 }
    }

    /// Games finished.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first engine.
    pub fn points(&self) -> f64 {
        f64::from(2 * self.wins + self.draws) / 2.0
    }

    /// The same from the point of view of the second engine.
    pub fn reversed(&self) -> HeadToHead {
        let [a, b] = self.engines;
        let [lost, half, shared, more, won] = self.pairs.0;
        HeadToHead {
            engines: [b, a],
            wins: self.losses,
            losses: self.wins,
            pairs: Pairs([won, more, shared, half, lost]),
            ..*self
        }
    }

    fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// Groups games by their engines, the one earlier in the plan first.
pub(super) fn gather(finished: &[Finished]) -> BTreeMap<[usize; 2], HeadToHead> {
    let mut head_to_heads = BTreeMap::new();
    for games in finished.chunk_by(|a, b| a.pair.number == b.pair.number) {
        let [a, b] = games[0].pair.engines;
        let engines = [a.min(b), a.max(b)];
        let head_to_head = head_to_heads.entry(engines).or_insert_with(|| HeadToHead::new(engines));
        let points: Vec<u32> = games.iter().map(|game| game.half_points(engines[0])).collect();
        points.iter().for_each(|&half_points| head_to_head.add(half_points));
        if let [first, second] = points[..] {
            head_to_head.pairs.add((first + second) as usize);
            head_to_head.split += u64::from(first.abs_diff(second) == 2);
        }
    }
    head_to_heads
}
