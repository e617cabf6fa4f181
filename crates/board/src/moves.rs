//! Moves of twelve bits, and lists of them.

use std::fmt;

/// An action, packed into twelve bits whose meaning is the game's own.
///
/// One type for all games keeps tables, lists and records free of type parameters. A move belongs to the position that generated
/// it; its text comes from [`Notation`](crate::Notation).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// Every [`Move::bits`] is below this.
    pub const LIMIT: usize = 1 << 12;

    /// The move with these bits; bits at or above [`Move::LIMIT`] are cut off.
    #[inline]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits & (Move::LIMIT as u16 - 1))
    }

    /// The bits, below [`Move::LIMIT`].
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move between two squares of a board of up to 64.
    #[inline]
    pub const fn between(from: u8, to: u8) -> Move {
        Move::from_bits((from as u16) << 6 | (to & 63) as u16)
    }

    /// The square left, for moves made by [`Move::between`].
    #[inline]
    pub const fn from(self) -> u8 {
        (self.0 >> 6) as u8
    }

    /// The square reached, for moves made by [`Move::between`].
    #[inline]
    pub const fn to(self) -> u8 {
        (self.0 & 63) as u8
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({}>{})", self.from(), self.to())
    }
}

/// A list of moves that never allocates.
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    len: usize,
}

impl MoveList {
    /// Enough for every position of every game. The worst is a GasTank board full of 56 queens with at most 21 moves each: positions
    /// that users enter need not be reachable.
    pub const CAPACITY: usize = 56 * 21;

    /// An empty list.
    pub const fn new() -> MoveList {
        MoveList { moves: [Move(0); MoveList::CAPACITY], len: 0 }
    }

    /// Appends a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len] = mv;
        self.len += 1;
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps only the moves for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut len = 0;
        for i in 0..self.len {
            if keep(self.moves[i]) {
                self.moves[len] = self.moves[i];
                len += 1;
            }
        }
        self.len = len;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        MoveList::new()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl std::ops::DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_keeps_both_squares() {
        for from in 0..64 {
            for to in 0..64 {
                let mv = Move::between(from, to);
                assert_eq!((mv.from(), mv.to()), (from, to));
                assert_eq!(Move::from_bits(mv.bits()), mv);
            }
        }
    }

    #[test]
    fn a_list_holds_what_was_pushed_and_kept() {
        let mut list = MoveList::new();
        for bits in 0..10 {
            list.push(Move::from_bits(bits));
        }
        list.retain(|mv| mv.bits() % 3 == 0);
        assert_eq!(list.iter().map(|mv| mv.bits()).collect::<Vec<_>>(), [0, 3, 6, 9]);
        list.clear();
        assert!(list.is_empty());
    }
}
