//! The value of a solved position, in two bits.

use skirmish_board::{Outcome, Side};

/// The value of a position for the side to move, in two bits, ordered from worst to best. 0 means not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SolvedValue(u8);

impl SolvedValue {
    pub(super) const LOSS: SolvedValue = SolvedValue(1);
    pub(super) const DRAW: SolvedValue = SolvedValue(2);
    pub(super) const WIN: SolvedValue = SolvedValue(3);

    #[inline]
    pub(super) const fn from_bits(bits: u8) -> SolvedValue {
        SolvedValue(bits & 3)
    }

    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// The value for the other side.
    #[inline]
    pub(super) fn opposite(self) -> SolvedValue {
        debug_assert!(self.0 > 0, "the position is not solved yet");
        SolvedValue(4 - self.0)
    }

    /// The value of a result for a side.
    pub(super) fn of(outcome: Outcome, side: Side) -> SolvedValue {
        match outcome {
            Outcome::Win(winner) if winner == side => SolvedValue::WIN,
            Outcome::Win(_) => SolvedValue::LOSS,
            Outcome::Draw => SolvedValue::DRAW,
        }
    }

    /// The result with best play of both sides, `side` to move.
    pub(super) fn outcome(self, side: Side) -> Outcome {
        match self {
            SolvedValue::WIN => Outcome::Win(side),
            SolvedValue::LOSS => Outcome::Win(side.opposite()),
            _ => Outcome::Draw,
        }
    }
}
