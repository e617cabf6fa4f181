//! A game that is a random tree, with refusals and sides that move twice in a row.

use crate::common::Random;
use skirmish_board::{Evaluate, Move, MoveList, Outcome, Position, Score, SearchParams, Side};

/// A game that is a random tree: whose turn it is, how many moves there are, whether they can be refused, how the game ends
/// and what a position looks worth are all drawn from the number of the node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomTree {
    node: u64,
    left: u32,
}

impl RandomTree {
    /// The tree below a node, with so many plies left.
    pub fn new(node: u64, left: u32) -> RandomTree {
        RandomTree { node, left }
    }

    fn draw(&self, salt: u64, limit: usize) -> usize {
        Random::new(self.node ^ salt.wrapping_mul(0xabcd_ef12_3456_789b)).below(limit)
    }
}

impl Position for RandomTree {
    const MAX_PLIES: u16 = 64;

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.draw(1, 2)]
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.left == 0 || self.draw(2, 12) == 0;
        over.then(|| [Outcome::Draw, Outcome::Win(Side::South), Outcome::Win(Side::North)][self.draw(3, 3)])
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.outcome().is_none() {
            for bits in 0..1 + self.draw(4, 5) {
                moves.push(Move::from_bits(bits as u16));
            }
        }
    }

    fn play(&mut self, mv: Move) {
        // Few different numbers per ply, so that different lines often meet in the same node.
        let bits = Random::new(self.node.wrapping_mul(31) ^ mv.bits() as u64).bits() % 400;
        self.left -= 1;
        self.node = bits | (self.left as u64) << 32;
    }

    fn key(&self) -> u64 {
        Random::new(self.node).bits()
    }

    fn is_proposal_turn(&self) -> bool {
        self.draw(5, 3) == 0
    }
}

impl Evaluate for RandomTree {
    const SEARCH_PARAMS: SearchParams = SearchParams::NONE;
    const WEIGHTS: &'static [i16] = &[1];

    fn terms(&self, add: &mut impl FnMut(usize, i32)) {
        add(0, self.draw(6, 41) as i32 - 20);
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.bits() == 0
    }

    fn exchange_gain(&self, mv: Move) -> Score {
        if self.is_noisy(mv) { 10 } else { 0 }
    }
}
