//! What the tests of the search share: random numbers, random positions, and games that are nothing but trees.

use skirmish_board::{Evaluate, Move, MoveList, Outcome, Position, Score, Shortcuts, Side};

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

/// A game that is a random tree: whose turn it is, how many moves there are, whether they can be refused, how the game ends
/// and what a position looks worth are all drawn from the number of the node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub node: u64,
    pub left: u32,
}

impl Tree {
    fn draw(&self, salt: u64, limit: usize) -> usize {
        Random(self.node ^ salt.wrapping_mul(0xabcd_ef12_3456_789b)).below(limit)
    }
}

impl Position for Tree {
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
        // Few different numbers a ply, so that different lines often meet in the same node.
        let bits = Random(self.node.wrapping_mul(31) ^ mv.bits() as u64).next() % 400;
        self.left -= 1;
        self.node = bits | (self.left as u64) << 32;
    }

    fn key(&self) -> u64 {
        Random(self.node).next()
    }

    fn proposes(&self) -> bool {
        self.draw(5, 3) == 0
    }
}

impl Evaluate for Tree {
    const SHORTCUTS: Shortcuts = Shortcuts::NONE;
    const SLOTS: usize = 8;
    const WEIGHTS: &'static [i16] = &[1];

    fn terms(&self, add: &mut impl FnMut(usize, i32)) {
        add(0, self.draw(6, 41) as i32 - 20);
    }

    fn material(&self) -> Score {
        0
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.bits() == 0
    }

    fn gain(&self, mv: Move) -> Score {
        if self.is_noisy(mv) { 10 } else { 0 }
    }

    fn slot(&self, mv: Move) -> usize {
        mv.bits() as usize
    }
}
