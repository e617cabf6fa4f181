//! What the tests of the search share: random numbers and random positions.

use skirmish_board::{MoveList, Position};

/// A small generator of random numbers, the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// The positions of a random game from the start, the finished one included.
pub fn random_game<P: Position>(start: &P, random: &mut Random) -> Vec<P> {
    let mut positions = vec![start.clone()];
    let mut moves = MoveList::new();
    loop {
        let mut next = positions.last().expect("never empty").clone();
        moves.clear();
        next.legal_moves(&mut moves);
        if moves.is_empty() {
            return positions;
        }
        next.play(moves[random.below(moves.len())]);
        positions.push(next);
    }
}
