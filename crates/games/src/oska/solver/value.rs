//! The value of a solved position, in two bits.

use skirmish_board::{Outcome, Side};

/// What a position is worth to the side to move, in two bits. Worse values are less; none is 0, which means not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Value(u8);

impl Value {
    pub(super) const LOSS: Value = Value(1);
    pub(super) const DRAW: Value = Value(2);
    pub(super) const WIN: Value = Value(3);

    #[inline]
    pub(super) const fn from_bits(bits: u8) -> Value {
        Value(bits & 3)
    }

    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// The value for the other side.
    #[inline]
    pub(super) fn opposite(self) -> Value {
        debug_assert!(self.0 > 0, "a position is needed that is not known yet");
        Value(4 - self.0)
    }

    /// What a result is worth to a side.
    pub(super) fn of(outcome: Outcome, side: Side) -> Value {
        match outcome {
            Outcome::Win(winner) if winner == side => Value::WIN,
            Outcome::Win(_) => Value::LOSS,
            Outcome::Draw => Value::DRAW,
        }
    }

    /// The result with best play of both, `side` being on turn.
    pub(super) fn outcome(self, side: Side) -> Outcome {
        match self {
            Value::WIN => Outcome::Win(side),
            Value::LOSS => Outcome::Win(side.opposite()),
            _ => Outcome::Draw,
        }
    }
}
