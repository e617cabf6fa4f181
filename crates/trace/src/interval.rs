//! What is known of a true value: where it lies.

use skirmish_board::Score;

use crate::line::{MAX_VALUE, TraceBound};

/// A range that contains a true value, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) low: Score,
    pub(crate) high: Score,
}

impl Interval {
    /// Nothing is known.
    pub(crate) const UNKNOWN: Interval = Interval { low: -MAX_VALUE, high: MAX_VALUE };

    pub(crate) const fn exact(value: Score) -> Interval {
        Interval { low: value, high: value }
    }

    /// What a value with its bound says.
    pub(crate) fn of(value: Score, bound: TraceBound) -> Interval {
        match bound {
            TraceBound::Exact => Interval::exact(value),
            TraceBound::Lower => Interval { low: value, high: MAX_VALUE },
            TraceBound::Upper => Interval { low: -MAX_VALUE, high: value },
        }
    }

    /// The same from the other side's view.
    pub(crate) fn negated(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }

    /// The same from the other side's view, or as it is if the same side moves again.
    pub(crate) fn seen_by_parent(self, same_side: bool) -> Interval {
        if same_side { self } else { self.negated() }
    }

    pub(crate) fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// Whether every value in here is in the other one, too: this proves that.
    pub(crate) fn implies(self, other: Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// Whether a value can be in both.
    pub(crate) fn overlaps(self, other: Interval) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// An alpha-beta window, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AskedWindow {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl AskedWindow {
    pub(crate) const INFINITE: AskedWindow = AskedWindow { alpha: -MAX_VALUE, beta: MAX_VALUE };

    pub(crate) fn seen_by_parent(self, same_side: bool) -> AskedWindow {
        if same_side { self } else { AskedWindow { alpha: -self.beta, beta: -self.alpha } }
    }

    /// What a value without a bound says if this was asked: at or below alpha it is an upper bound, at or above beta a lower one.
    pub(crate) fn bound_of(self, value: Score) -> TraceBound {
        match value {
            _ if value <= self.alpha && self.alpha > -MAX_VALUE => TraceBound::Upper,
            _ if value >= self.beta && self.beta < MAX_VALUE => TraceBound::Lower,
            _ => TraceBound::Exact,
        }
    }

    /// Whether some value lies inside of both.
    pub(crate) fn overlaps(self, other: AskedWindow) -> bool {
        self.alpha.max(other.alpha) < self.beta.min(other.beta)
    }
}
