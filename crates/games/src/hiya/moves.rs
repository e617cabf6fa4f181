//! How the pieces of Hi-YA! move.

use skirmish_board::{MoveList, Side};

use super::{GRID, HiYa};
use crate::grid::{Count, Direction, Sink, step};

impl HiYa {
    /// All moves of the pieces of the side to move.
    #[inline]
    pub(super) fn generate(&self, sink: &mut impl GlideSink) {
        match self.side {
            Side::South => self.generate_for(Side::South, sink),
            Side::North => self.generate_for(Side::North, sink),
        }
    }

    /// All moves of a side, even if it is not to move.
    #[inline(always)]
    pub(super) fn generate_for(&self, side: Side, sink: &mut impl GlideSink) {
        let other = side.opposite();
        let (own, enemy) = (self.sides[side.index()], self.sides[other.index()]);
        let empty = GRID.board() & !(own | enemy);
        // A landing attacks an enemy one step further: these are the squares in front of the enemies.
        let attacking = empty & step(enemy, Direction::forward(other));
        let ninjas = own & self.ninjas;
        let samurai = own & !self.ninjas & !self.kings;

        // All but the king move forward freely; other directions are for attacks only.
        let mut go = |pieces: u64, direction: Direction, allowed: u64| {
            sink.glides(pieces & !self.minis, pieces & self.minis, direction, empty, allowed);
        };
        go(ninjas, Direction::forward_left(side), empty);
        go(ninjas, Direction::forward_right(side), empty);
        go(ninjas, Direction::forward_left(other), attacking);
        go(ninjas, Direction::forward_right(other), attacking);
        go(samurai, Direction::forward(side), empty);
        go(samurai, Direction::Left, attacking);
        go(samurai, Direction::Right, attacking);
    }
}

/// A [`Sink`] for moves that end on empty squares only.
pub(super) trait GlideSink {
    /// The moves in a direction over empty squares to those of them that are allowed: full pieces go any distance, minis
    /// one step.
    fn glides(&mut self, full: u64, minis: u64, direction: Direction, empty: u64, allowed: u64);
}

impl GlideSink for MoveList {
    #[inline]
    fn glides(&mut self, full: u64, minis: u64, direction: Direction, empty: u64, allowed: u64) {
        self.slides(full, direction, !empty, allowed);
        self.steps(step(minis, direction) & allowed, direction);
    }
}

impl GlideSink for Count {
    /// Lines of different pieces in one direction never overlap, since each ends before the next piece: the number of squares is
    /// the number of moves.
    #[inline(always)]
    fn glides(&mut self, full: u64, minis: u64, direction: Direction, empty: u64, allowed: u64) {
        let reached = reach(full, direction, empty) | shift(minis, direction, 1);
        self.0 += (reached & allowed).count_ones() as usize;
    }
}

/// The empty squares that full pieces reach in a direction.
#[inline(always)]
pub(super) fn reach(full: u64, direction: Direction, empty: u64) -> u64 {
    // Reach one square, then two, then by twos over pairs of empty squares to the far edge: six squares off to the side,
    // seven straight ahead.
    let mut reached = shift(full, direction, 1) & empty;
    reached |= shift(reached, direction, 1) & empty;
    let pairs = empty & shift(empty, direction, 1);
    reached |= shift(reached, direction, 2) & pairs;
    reached |= shift(reached, direction, 2) & pairs;
    if matches!(direction, Direction::Up | Direction::Down) {
        reached |= shift(reached, direction, 1) & empty;
    }
    reached
}

/// All squares some steps further. Nothing guards the edges: what goes over one lands in, or has passed through, the
/// column right of G, which is never empty.
#[inline(always)]
pub(super) fn shift(set: u64, direction: Direction, steps: u32) -> u64 {
    let bits = steps * direction.offset().unsigned_abs() as u32;
    if direction.offset() > 0 { set << bits } else { set >> bits }
}
