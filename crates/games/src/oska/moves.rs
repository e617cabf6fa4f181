//! How the pieces of Oska move.

use skirmish_board::{Move, MoveList, Side};

use super::Oska;
use super::bits::Bits;
use super::geometry::Diagonal;

/// The parts of a move: the square left, the diagonal, and whether it jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveParts {
    pub from: usize,
    pub diagonal: Diagonal,
    pub jump: bool,
}

impl MoveParts {
    #[inline]
    pub(super) fn pack(self) -> Move {
        Move::from_bits((self.from << 2 | (self.diagonal as usize) << 1 | usize::from(self.jump)) as u16)
    }

    /// The parts of a move that is not a pass.
    #[inline]
    pub(super) fn unpack(mv: Move) -> MoveParts {
        let bits = usize::from(mv.bits());
        let diagonal = if bits & 2 == 0 { Diagonal::Left } else { Diagonal::Right };
        MoveParts { from: bits >> 2, diagonal, jump: bits & 1 != 0 }
    }
}

impl<B: Bits> Oska<B> {
    /// The empty squares where pieces of a side can arrive on a diagonal.
    ///
    /// The square before an arrival tells the move: the mover's own piece there steps, an enemy there is jumped over.
    /// Never both, so there are as many moves as arrivals.
    #[inline]
    pub(super) fn arrivals(&self, side: Side, diagonal: Diagonal) -> B {
        let (own, enemy) = (self.pieces(side), self.pieces(side.opposite()));
        let empty = self.geometry.board() ^ own ^ enemy;
        let met = self.geometry.ahead(own, side, diagonal) & enemy;
        self.geometry.ahead(own | met, side, diagonal) & empty
    }

    /// The number of moves of a side's pieces, even if it is not to move.
    #[inline]
    pub(super) fn count_for(&self, side: Side) -> usize {
        self.arrivals(side, Diagonal::Left).count() + self.arrivals(side, Diagonal::Right).count()
    }

    /// The moves of a side's pieces, even if it is not to move.
    #[inline]
    pub(super) fn moves_of(&self, side: Side) -> impl Iterator<Item = MoveParts> {
        let (own, geometry) = (self.pieces(side), self.geometry);
        Diagonal::BOTH.into_iter().flat_map(move |diagonal| {
            self.arrivals(side, diagonal).squares().map(move |to| {
                let before = geometry.previous(to, side, diagonal);
                let jump = !own.contains(before);
                let from = if jump { geometry.previous(before, side, diagonal) } else { before };
                MoveParts { from, diagonal, jump }
            })
        })
    }

    /// The moves of the pieces of the side to move.
    #[inline]
    pub(super) fn generate(&self, moves: &mut MoveList) {
        self.moves_of(self.side).for_each(|parts| moves.push(parts.pack()));
    }

    /// The squares that a move of a piece, not a pass, leaves and reaches.
    #[inline]
    pub(super) fn squares_of(&self, mv: Move) -> (usize, usize) {
        let MoveParts { from, diagonal, jump } = MoveParts::unpack(mv);
        let next = self.geometry.next(from, self.side, diagonal);
        (from, if jump { self.geometry.next(next, self.side, diagonal) } else { next })
    }
}
