//! Breakthrough on a small board: 4 columns and 5 rows of pawns, of which the first on the far row has won.

mod eval;
mod examples;
mod notation;
mod weights;

use skirmish_board::{Move, MoveList, Outcome, Position, Side};

use crate::grid::{Count, Direction, Sink, bit, row, step};
use crate::rectangular;
use crate::registry::{Info, Visitor};
use crate::text::Grid;
use crate::zobrist;

/// The metadata of the game.
pub(crate) static INFO: Info = Info {
    id: "breakthrough",
    name: "Breakthrough",
    player: "SAPPER",
    summary: "pawns only; the first on the far row has won",
    examples: examples::EXAMPLES,
    ..rectangular::info::<Breakthrough>()
};

pub(crate) fn visit<V: Visitor>(_size: u8, visitor: V) -> V::Output {
    visitor.visit(rectangular::start::<Breakthrough>())
}

/// The board.
const GRID: Grid = Grid { columns: 4, rows: 5 };

/// A position of Breakthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    pawns: [u64; 2],
    key: u64,
    side: Side,
}

static KEYS: zobrist::Keys<2> = zobrist::Keys::new(0x4272_6561_6b00_0000);
const NORTH_KEY: u64 = zobrist::mix(0x4272_6561_6b00_0001);

impl Breakthrough {
    /// Puts a pawn on a square, or takes it off.
    fn toggle(&mut self, square: u8, side: Side) {
        self.pawns[side.index()] ^= bit(square);
        self.key ^= KEYS.of(side.index(), square as usize);
    }

    /// Whether a side has a pawn on the far row.
    fn arrived(&self, side: Side) -> bool {
        self.pawns[side.index()] & row(if side == Side::South { GRID.rows - 1 } else { 0 }) != 0
    }

    fn generate(&self, sink: &mut impl Sink) {
        let (own, enemy) = (self.pawns[self.side.index()], self.pawns[self.side.opposite().index()]);
        let forward = Direction::forward(self.side);
        sink.steps(step(own, forward) & GRID.board() & !own & !enemy, forward);
        for diagonal in [Direction::forward_left(self.side), Direction::forward_right(self.side)] {
            sink.steps(step(own, diagonal) & GRID.board() & !own, diagonal);
        }
    }
}

/// Why Breakthrough ends: every move brings a pawn a row forward, and no pawn has more than 4 rows to go. Rows advanced only grow, so no
/// position recurs.
impl Position for Breakthrough {
    const MAX_PLIES: u16 = GRID.columns as u16 * GRID.rows as u16 * (GRID.rows as u16 - 1);

    fn side_to_move(&self) -> Side {
        self.side
    }

    /// A side with a pawn on its way can always move: nothing stops the foremost one from going diagonally.
    fn outcome(&self) -> Option<Outcome> {
        let won = |side: &Side| self.arrived(*side) || self.pawns[side.opposite().index()] == 0;
        [self.side.opposite(), self.side].into_iter().find(won).map(Outcome::Win)
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.outcome().is_none() {
            self.generate(moves);
        }
    }

    fn count_moves(&self) -> usize {
        let mut count = Count::default();
        if self.outcome().is_none() {
            self.generate(&mut count);
        }
        count.0
    }

    fn play(&mut self, mv: Move) {
        let enemy = self.side.opposite();
        if self.pawns[enemy.index()] & bit(mv.to()) != 0 {
            self.toggle(mv.to(), enemy);
        }
        self.toggle(mv.from(), self.side);
        self.toggle(mv.to(), self.side);
        self.side = enemy;
        self.key ^= NORTH_KEY;
    }

    fn key(&self) -> u64 {
        self.key
    }
}
