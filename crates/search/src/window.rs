//! The window of a search: it asks for the value, or with a null window only on which side of a bound the value lies.

use skirmish_board::Score;
use skirmish_board::score::{INFINITY, loss_in, win_in};

/// The values that matter to whoever asks. A result at or below `alpha` says that the true value is no higher, one at or above
/// `beta` that it is no lower, and one between the two is the value itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Every value matters.
    pub(crate) const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// The question for a value between two bounds.
    #[inline]
    pub(crate) const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The question whether a value is higher than `alpha`: there is nothing between the bounds.
    #[inline]
    pub(crate) const fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether only a test is wanted, not a value.
    #[inline]
    pub(crate) const fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Whether a value lies between the bounds.
    #[inline]
    pub(crate) const fn contains(self, value: Score) -> bool {
        self.alpha < value && value < self.beta
    }

    /// The same question from the opponent's view.
    #[inline]
    pub(crate) const fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Mate-distance pruning: the window with what can still happen at a ply. Nothing is better than winning with the next move,
    /// or worse than having lost already. With no value left between the bounds, [`Window::alpha`] is the answer.
    #[inline]
    pub(crate) fn mate_distance(self, ply: usize) -> Window {
        Window { alpha: self.alpha.max(loss_in(ply as u16)), beta: self.beta.min(win_in(ply as u16 + 1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_has_nothing_between_its_bounds_from_either_side() {
        let test = Window::null(7);
        assert!(test.is_null() && test.negated().is_null() && !test.contains(7) && !test.contains(8));
        assert_eq!(Window::new(-3, 5).negated(), Window::new(-5, 3));
        assert!(Window::new(-3, 5).contains(0) && !Window::new(-3, 5).is_null());
        assert_eq!(Window::FULL.mate_distance(3), Window::new(loss_in(3), win_in(4)));
    }
}
