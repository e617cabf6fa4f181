//! How the pieces of Trench Run move.

use skirmish_board::Side;

use super::{GRID, Kind, Trench};
use crate::grid::{Direction, Sink};

impl Trench {
    /// All moves of the side to move. Both Death Stars are on the board.
    #[inline]
    pub(super) fn generate(&self, sink: &mut impl Sink) {
        match self.side {
            Side::South => self.generate_for(Side::South, sink),
            Side::North => self.generate_for(Side::North, sink),
        }
    }

    #[inline(always)]
    fn generate_for(&self, side: Side, sink: &mut impl Sink) {
        let own = self.sides[side.index()];
        let enemy = self.sides[side.opposite().index()];
        let occupied = own | enemy;
        let (ties, x_wings) = (self.of(Kind::Tie), self.of(Kind::XWing));
        // Walls are never captured, and a Death Star only by a move going backward.
        let ships = enemy & (ties | x_wings);
        let onward = GRID.board() & !occupied | ships;
        let backward = ships | enemy & self.of(Kind::DeathStar);
        let (ties, x_wings) = (ties & own, x_wings & own);
        let behind = side.opposite();

        sink.slides(ties, Direction::forward(side), occupied, onward);
        if !self.moved_sideways(side) {
            sink.slides(ties, Direction::Left, occupied, onward);
            sink.slides(ties, Direction::Right, occupied, onward);
        }
        sink.slides(x_wings, Direction::forward_left(side), occupied, onward);
        sink.slides(x_wings, Direction::forward_right(side), occupied, onward);
        sink.slides(ties, Direction::forward(behind), occupied, backward);
        sink.slides(x_wings, Direction::forward_left(behind), occupied, backward);
        sink.slides(x_wings, Direction::forward_right(behind), occupied, backward);
    }
}

/// A [`Sink`] that only counts, faster than the one for boards of any size.
#[derive(Default)]
pub(super) struct TrenchCount(pub(super) usize);

impl Sink for TrenchCount {
    #[inline]
    fn piece(&mut self, _from: u8, targets: u64) {
        self.0 += targets.count_ones() as usize;
    }

    #[inline]
    fn steps(&mut self, targets: u64, _direction: Direction) {
        self.0 += targets.count_ones() as usize;
    }

    #[inline]
    fn slides(&mut self, sliders: u64, direction: Direction, occupied: u64, allowed: u64) {
        self.0 += (lines(sliders, direction, GRID.board() & !occupied) & allowed).count_ones() as usize;
    }
}

/// The squares of all lines in a direction up to and including the first one not in `empty`, which may lie outside the
/// board.
///
/// Seven columns leave the eighth as a gap that is never in `empty`, so no line wraps round the edge; and no line
/// passes more than five empty squares before its last. A slider may stand on a square of `empty` itself if no other one
/// does in its row.
#[inline]
pub(super) const fn lines(sliders: u64, direction: Direction, empty: u64) -> u64 {
    let shift = direction.offset().unsigned_abs();
    if matches!(direction, Direction::Right) {
        // The sum carries from each slider through the empty squares to the first other one.
        empty ^ (empty + (sliders << 1))
    } else if direction.offset() > 0 {
        let pairs = empty & (empty << shift);
        let mut flow = sliders | empty & (sliders << shift);
        flow |= pairs & (flow << (2 * shift));
        flow |= pairs & (flow << (2 * shift));
        flow << shift
    } else {
        let pairs = empty & (empty >> shift);
        let mut flow = sliders | empty & (sliders >> shift);
        flow |= pairs & (flow >> (2 * shift));
        flow |= pairs & (flow >> (2 * shift));
        flow >> shift
    }
}
