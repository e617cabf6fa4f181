//! GasTank Chess: 8 columns and 7 rows; every piece has gas for three moves and fills up by capturing, its own side's
//! pieces included.

mod eval;
mod examples;
mod moves;
mod notation;
#[cfg(test)]
mod tests;
mod weights;

use skirmish_board::{Move, MoveList, Outcome, Position, Side};

use crate::grid::{self, bit};
use crate::rectangular;
use crate::registry::{Info, Visitor};
use crate::text::Grid;
use crate::zobrist::{self, Keys};

/// The metadata of the game.
pub(crate) static INFO: Info = Info {
    id: "gastank",
    name: "GasTank Chess",
    player: "LAST DROP",
    summary: "chess-like; pieces burn gas, and captures refill it",
    welcome: &[
        "Capture the enemy king.",
        "Every piece has gas for three moves. A capture fills its tank, even the capture of one of your own.",
        "A piece that has run dry never moves again.",
    ],
    lesson: Some(include_str!("lesson.txt")),
    examples: examples::EXAMPLES,
    ..rectangular::info::<GasTank>()
};

pub(crate) fn visit<V: Visitor>(_size: u8, visitor: V) -> V::Output {
    visitor.visit(GasTank::start())
}

/// The board.
const GRID: Grid = Grid { columns: 8, rows: 7 };

/// A full tank.
const FULL: u8 = 3;

/// The kinds of pieces. Bit 0 means that it jumps as a knight, bit 1 that it slides as a bishop: a queen does both, a king neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    King,
    Knight,
    Bishop,
    Queen,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    const ALL: [Kind; 4] = [Kind::King, Kind::Knight, Kind::Bishop, Kind::Queen];
}

/// A position of GasTank Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GasTank {
    sides: [u64; 2],
    /// Knights and queens.
    jumpers: u64,
    /// Bishops and queens.
    sliders: u64,
    /// The gas of each piece as a number of two bits: the set whose low bit is 1, and the set whose high bit is.
    gas: [u64; 2],
    key: u64,
    side: Side,
}

const NORTH_KEY: u64 = zobrist::mix(0x4761_7354_616e_6b20);

/// The keys of the pieces, by side, kind and gas, and by square.
static PIECE_KEYS: Keys<32> = Keys::alike(0x4761_7354_616e_6b21, key_kinds());

/// A piece without gas is a wreck: it never moves again, and both sides may capture it. Its side and kind no longer matter, so all
/// wrecks have the same keys. Only a king without gas still matters.
const fn key_kinds() -> [u8; 32] {
    let mut kinds = [0; 32];
    let mut code = 0;
    while code < 32 {
        let (kind, gas) = (code / 4 % 4, code % 4);
        let wreck = gas == 0 && kind != Kind::King as usize;
        kinds[code] = if wreck { 4 } else { code as u8 };
        code += 1;
    }
    kinds
}

impl GasTank {
    /// The position at the start; South moves first.
    pub fn start() -> GasTank {
        rectangular::start()
    }

    /// All pieces.
    #[inline]
    fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The king of a side as a set, empty if it was captured.
    #[inline]
    fn king(&self, side: Side) -> u64 {
        self.sides[side.index()] & !self.jumpers & !self.sliders
    }

    /// The pieces of a side that have gas.
    #[inline]
    fn fuelled(&self, side: Side) -> u64 {
        self.sides[side.index()] & (self.gas[0] | self.gas[1])
    }

    /// The kind of the piece on an occupied square.
    #[inline]
    fn kind_on(&self, square: u8) -> Kind {
        Kind::ALL[number_at(square, self.jumpers, self.sliders)]
    }

    /// The gas of the piece on an occupied square.
    #[inline]
    fn gas_on(&self, square: u8) -> u8 {
        number_at(square, self.gas[0], self.gas[1]) as u8
    }

    /// What a square adds to the key; nothing if it is empty.
    #[inline]
    fn piece_key(&self, square: u8) -> u64 {
        let side = number_at(square, self.sides[Side::North.index()], 0);
        let kind = number_at(square, self.jumpers, self.sliders);
        let gas = number_at(square, self.gas[0], self.gas[1]);
        // A mask instead of a branch: whether a move captures is hard to predict.
        let here = (self.occupied() >> square & 1).wrapping_neg();
        PIECE_KEYS.of(side * 16 + kind * 4 + gas, square as usize) & here
    }

    /// Gives the turn to the other side.
    #[inline]
    fn pass_turn(&mut self) {
        self.side = self.side.opposite();
        self.key ^= NORTH_KEY;
    }

    /// The side whose king has been captured, if one has.
    #[inline]
    fn king_lost(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.king(side) == 0)
    }
}

/// The number whose bits two sets hold for a square.
#[inline]
fn number_at(square: u8, low: u64, high: u64) -> usize {
    ((low >> square & 1) | (high >> square & 1) << 1) as usize
}

/// Why GasTank Chess ends: three times the number of pieces plus all their gas gets smaller with every move. A quiet move
/// burns one; a capture takes a piece off, which is worth three at least, and fills up a tank that was not empty, by two at
/// most. So no position recurs, and even a board set up with 56 full pieces sees at most 56 * (3 + 3)
/// moves.
impl Position for GasTank {
    const MAX_PLIES: u16 = 56 * (3 + FULL as u16);

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.king_lost() {
            Some(loser) => Some(Outcome::Win(loser.opposite())),
            None if self.movable() != 0 => None,
            None => Some(Outcome::Win(self.side.opposite())),
        }
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.king_lost().is_none() {
            self.generate(moves);
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        let mut count = grid::Count::default();
        if self.king_lost().is_none() {
            self.generate(&mut count);
        }
        count.0
    }

    /// Without branches: every set is updated, whatever the piece.
    #[inline]
    fn play(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let (mover, other) = (self.side.index(), self.side.opposite().index());
        let others = !(bit(from) | bit(to));
        let at = |set: u64, square: u8| set >> square & 1;
        let moved = |set: u64| set & others | at(set, from) << to;

        self.key ^= self.piece_key(from) ^ self.piece_key(to);
        // A capture fills the tank, any other move lowers the number of two bits by one.
        let captures = at(self.occupied(), to);
        let [low, high] = self.gas.map(|set| at(set, from));
        self.gas[0] = self.gas[0] & others | (captures | low ^ 1) << to;
        self.gas[1] = self.gas[1] & others | (captures | low & high) << to;
        self.sides[mover] = self.sides[mover] & others | bit(to);
        self.sides[other] &= others;
        self.jumpers = moved(self.jumpers);
        self.sliders = moved(self.sliders);
        self.key ^= self.piece_key(to);
        self.pass_turn();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}
