//! How the pieces of Refusal move.

use skirmish_board::Side;

use super::{GRID, Kind, Refusal};
use crate::grid::{self, Direction, Sink, squares, step};

/// Knights jump forward only.
static KNIGHT_JUMPS: [[u64; 64]; 2] =
    [grid::leaper([(-2, 1), (-1, 2), (1, 2), (2, 1)]), grid::leaper([(-2, -1), (-1, -2), (1, -2), (2, -1)])];

/// Where a knight of a side may jump to from a square.
#[inline]
pub(super) fn knight_jumps(side: Side, from: u8) -> u64 {
    KNIGHT_JUMPS[side.index()][from as usize] & GRID.board()
}

impl Refusal {
    /// All moves of the pieces of the side to act, whatever the phase of the turn.
    #[inline]
    pub(super) fn generate(&self, sink: &mut impl Sink) {
        match self.side {
            Side::South => self.generate_for(Side::South, sink),
            Side::North => self.generate_for(Side::North, sink),
        }
    }

    #[inline(always)]
    pub(super) fn generate_for(&self, side: Side, sink: &mut impl Sink) {
        let own = self.sides[side.index()];
        let enemy = self.sides[side.opposite().index()];
        let occupied = own | enemy;
        let allowed = GRID.board() & !own;
        let of = |kind: Kind| self.kinds[kind as usize] & own;
        let forward = Direction::forward(side);

        let pawns = of(Kind::Pawn);
        sink.steps(step(pawns, forward) & GRID.board() & !occupied, forward);
        for diagonal in [Direction::forward_left(side), Direction::forward_right(side)] {
            sink.steps(step(pawns, diagonal) & enemy, diagonal);
        }
        for from in squares(of(Kind::Knight)) {
            sink.piece(from, knight_jumps(side, from) & !own);
        }
        let (left_rooks, right_rooks, king) = (of(Kind::LeftRook), of(Kind::RightRook), of(Kind::King));
        sink.slides(left_rooks | right_rooks, forward, occupied, allowed);
        sink.slides(left_rooks, Direction::Left, occupied, allowed);
        sink.slides(right_rooks, Direction::Right, occupied, allowed);
        sink.slides(king, Direction::Left, occupied, enemy);
        sink.slides(king, Direction::Right, occupied, enemy);
    }
}
