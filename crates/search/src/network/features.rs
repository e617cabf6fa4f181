//! The features of a position: what a network sees of it, from the perspective of each side.

use skirmish_board::{Evaluate, Side};

/// Squares in a plane.
pub const SQUARES: usize = 64;

/// More squares of a side, and more terms, than any position has; others are ignored.
const MAX_SQUARES: usize = 64;
const MAX_TERMS: usize = 256;

/// A list that never allocates.
struct List<T, const MOST: usize> {
    all: [T; MOST],
    len: usize,
}

impl<T: Copy, const MOST: usize> List<T, MOST> {
    #[inline]
    fn new(nothing: T) -> List<T, MOST> {
        List { all: [nothing; MOST], len: 0 }
    }

    #[inline]
    fn push(&mut self, input: T) {
        if let Some(slot) = self.all.get_mut(self.len) {
            *slot = input;
            self.len += 1;
        }
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        &self.all[..self.len.min(MOST)]
    }
}

/// The active features of a position: the squares in its planes.
pub struct Features {
    mover: List<u16, MAX_SQUARES>,
    other: List<u16, MAX_SQUARES>,
    side: Side,
}

impl Features {
    /// The features of a position.
    #[inline]
    pub fn of<P: Evaluate>(position: &P) -> Features {
        let side = position.side_to_move();
        let mut features = Features { mover: List::new(0), other: List::new(0), side };
        collect(position, side, &mut features.mover);
        collect(position, side.opposite(), &mut features.other);
        features
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The inputs of the side to move: plane times [`SQUARES`] plus square.
    #[inline]
    pub fn mover(&self) -> &[u16] {
        self.mover.as_slice()
    }

    /// The inputs of the other side.
    #[inline]
    pub fn other(&self) -> &[u16] {
        self.other.as_slice()
    }

    /// How many squares there are in all planes of both sides.
    #[inline]
    pub fn squares(&self) -> usize {
        self.mover.len + self.other.len
    }
}

#[inline]
fn collect<P: Evaluate>(position: &P, side: Side, inputs: &mut List<u16, MAX_SQUARES>) {
    position.planes(side, &mut |plane, mut set| {
        while set != 0 {
            inputs.push((plane * SQUARES) as u16 + set.trailing_zeros() as u16);
            set &= set - 1;
        }
    });
}

/// The terms of a position with their counts, from the view of the side to move. A term may occur more than once.
pub struct TermCounts(List<(u16, i16), MAX_TERMS>);

impl TermCounts {
    /// The terms of a position.
    #[inline]
    pub fn of<P: Evaluate>(position: &P) -> TermCounts {
        let mut terms = TermCounts::none();
        let sign = if position.side_to_move() == Side::South { 1 } else { -1 };
        position.terms(&mut |term, count| terms.push(term, sign * count));
        terms
    }

    #[inline]
    pub(super) fn none() -> TermCounts {
        TermCounts(List::new((0, 0)))
    }

    /// Adds a term with its count for the side to move.
    #[inline]
    pub(super) fn push(&mut self, term: usize, count: i32) {
        if count != 0 {
            self.0.push((term as u16, count as i16));
        }
    }

    /// The terms. Positive counts are for the side to move, and as inputs belong to its perspective.
    #[inline]
    pub fn as_slice(&self) -> &[(u16, i16)] {
        self.0.as_slice()
    }
}
