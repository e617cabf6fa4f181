//! Oska: a race of draughtsmen through an hourglass, with 4 to 26 pieces per side.
//!
//! White is North and moves first. The board is a ring of squares on which a step is a rotation; see `geometry`. Boards
//! of up to 7 pieces per side fit a `u64`, up to 11 a `u128`, and larger ones take a slower set of several words.

mod bits;
mod eval;
mod examples;
mod geometry;
mod moves;
mod notation;
mod race;
mod solver;
mod tablebase;
#[cfg(test)]
mod tests;
mod weights;

use skirmish_board::{Move, MoveList, Outcome, Position, Side};

pub use self::bits::{Bits, Wide};
use self::geometry::Geometry;
use self::moves::MoveParts;
pub use self::solver::{Damaged, Solution};
pub use self::tablebase::install;
use crate::registry::{Info, SetupLetters, Visitor};
use crate::zobrist::{self, Keys};

/// The metadata of the game.
pub(crate) static INFO: Info = Info {
    id: "oska",
    name: "Oska",
    player: "HOURGLASS",
    sizes: Some(MIN_SIZE..=Wide::LARGEST),
    dimensions: |size| (size, 2 * size - 3),
    sides: ["Black", "White"],
    opener: Some(Side::North),
    summary: "jump or be jumped on the way through an hourglass",
    welcome: &[
        "Bring all the pieces that you still have to the row where the enemy started, or take all of the enemy's.",
        "A lost piece need not arrive. Giving some away can be the fastest way to win.",
        "You need not take, but if you can move you must.",
    ],
    lesson: Some(include_str!("lesson.txt")),
    examples: examples::EXAMPLES,
    setup: SetupLetters { letters: ['b', 'w'], palette: notation::palette, marks: &[] },
};

pub(crate) fn visit<V: Visitor>(size: u8, visitor: V) -> V::Output {
    if size <= u64::LARGEST {
        visitor.visit(Oska::<u64>::start(size))
    } else if size <= u128::LARGEST {
        visitor.visit(Oska::<u128>::start(size))
    } else {
        visitor.visit(Oska::<Wide>::start(size))
    }
}

/// Pieces per side on the smallest board.
const MIN_SIZE: u8 = 4;

/// The action of a side that cannot move. Its bits are beyond those of all moves of a piece.
pub const PASS: Move = Move::from_bits(Move::LIMIT as u16 - 1);

/// A position of Oska on a board whose squares fit the set `B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oska<B: Bits> {
    sides: [B; 2],
    key: u64,
    geometry: &'static Geometry<B>,
    side: Side,
}

/// By side, and by square in words of 64.
static PIECE_KEYS: [Keys<11>; 2] = [Keys::new(0x4f73_6b61_0000_0000), Keys::new(0x4f73_6b61_0000_0001)];
const NORTH_KEY: u64 = zobrist::mix(0x4f73_6b61_0000_0002);
const SIZE_KEY: u64 = zobrist::mix(0x4f73_6b61_0000_0003);

impl<B: Bits> Oska<B> {
    /// The position at the start with this many pieces per side; White moves first.
    ///
    /// # Panics
    /// Panics unless the size is from 4 to [`Bits::LARGEST`].
    pub fn start(size: u8) -> Oska<B> {
        let geometry = B::geometry(size);
        let mut position = Oska::empty(geometry, Side::North);
        for side in Side::BOTH {
            geometry.home(side).squares().for_each(|square| position.toggle(square, side));
        }
        position
    }

    /// An empty board.
    fn empty(geometry: &'static Geometry<B>, side: Side) -> Oska<B> {
        let size_key = zobrist::mix(SIZE_KEY ^ u64::from(geometry.size()));
        let key = if side == Side::North { size_key ^ NORTH_KEY } else { size_key };
        Oska { sides: [B::EMPTY; 2], key, geometry, side }
    }

    /// Puts a piece on a square, or takes it off.
    #[inline]
    fn toggle(&mut self, square: usize, side: Side) {
        self.sides[side.index()].toggle(square);
        self.key ^= PIECE_KEYS[side.index()].of(square / 64, square % 64);
    }

    /// The squares of a side's pieces.
    #[inline]
    fn pieces(&self, side: Side) -> B {
        self.sides[side.index()]
    }

    /// The same board with the other side to move.
    #[inline]
    fn turned(&self) -> Oska<B> {
        Oska { side: self.side.opposite(), key: self.key ^ NORTH_KEY, ..*self }
    }

    /// The side whose piece is on a square.
    fn owner(&self, square: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.pieces(side).contains(square))
    }

    /// Whether all pieces of a side have arrived, or it has none. Either decides the game.
    #[inline]
    fn done(&self, side: Side) -> bool {
        self.pieces(side) & self.geometry.way(side) == B::EMPTY
    }

    #[inline]
    fn decided(&self) -> bool {
        self.done(Side::South) || self.done(Side::North)
    }
}

/// Why Oska ends: a move brings a piece at least one row forward, and a piece has 2n - 4 rows to go. A side has at most
/// n pieces, also in positions set up by users, so at most 2n * (2n - 4) moves are made. A side passes only if the other
/// can move, so there is at most one pass before each move. Rows advanced only grow, and a pass changes nothing but
/// the side on turn and is never followed by another: no position recurs.
impl<B: Bits> Position for Oska<B> {
    const MAX_PLIES: u16 = {
        let n = B::LARGEST as u16;
        2 * (2 * n) * (2 * n - 4)
    };

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let count = |side| self.pieces(side).count();
        match Side::BOTH.map(|side| self.done(side)) {
            [false, false] => {
                let stuck = self.count_for(self.side) == 0 && self.count_for(self.side.opposite()) == 0;
                stuck.then_some(Outcome::Draw)
            }
            [true, true] => Some(match count(Side::South).cmp(&count(Side::North)) {
                std::cmp::Ordering::Less => Outcome::Win(Side::North),
                std::cmp::Ordering::Equal => Outcome::Draw,
                std::cmp::Ordering::Greater => Outcome::Win(Side::South),
            }),
            [south, _] => {
                let done = if south { Side::South } else { Side::North };
                Some(Outcome::Win(if count(done) > 0 { done } else { done.opposite() }))
            }
        }
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.decided() {
            return;
        }
        let before = moves.len();
        self.generate(moves);
        if moves.len() == before && self.count_for(self.side.opposite()) > 0 {
            moves.push(PASS);
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.decided() {
            return 0;
        }
        match self.count_for(self.side) {
            0 => usize::from(self.count_for(self.side.opposite()) > 0),
            count => count,
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        if mv != PASS {
            let MoveParts { from, diagonal, jump } = MoveParts::unpack(mv);
            let mover = self.side;
            let mut to = self.geometry.next(from, mover, diagonal);
            if jump {
                self.toggle(to, mover.opposite());
                to = self.geometry.next(to, mover, diagonal);
            }
            self.toggle(from, mover);
            self.toggle(to, mover);
        }
        *self = self.turned();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}
