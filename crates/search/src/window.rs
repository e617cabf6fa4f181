//! The window of a search: it asks for the value, or with a null window only on which side of a bound the value lies.

use skirmish_board::Score;
use skirmish_board::score::{INFINITY, loss_in, win_in};

/// An alpha-beta window. A result at or below `alpha` (fail low) is an upper bound of the true value, one at or above `beta` (fail
/// high) a lower bound, and one between the two is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// The infinite window.
    pub(crate) const FULL: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// The window between two bounds.
    #[inline]
    pub(crate) const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// A null window, which asks whether a value is higher than `alpha`.
    #[inline]
    pub(crate) const fn null(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether this is a null window.
    #[inline]
    pub(crate) const fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Whether a value lies between the bounds.
    #[inline]
    pub(crate) const fn contains(self, value: Score) -> bool {
        self.alpha < value && value < self.beta
    }

    /// The same window from the opponent's view.
    #[inline]
    pub(crate) const fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Mate-distance pruning: the window limited to the scores that are possible at a ply, from having lost already to winning with
    /// the next move. If it is empty, the score is [`Window::alpha`].
    #[inline]
    pub(crate) fn mate_distance(self, ply: usize) -> Window {
        Window { alpha: self.alpha.max(loss_in(ply as u16)), beta: self.beta.min(win_in(ply as u16 + 1)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_null_window_has_nothing_between_its_bounds_from_either_side() {
        let null = Window::null(7);
        assert!(null.is_null() && null.negated().is_null() && !null.contains(7) && !null.contains(8));
        assert_eq!(Window::new(-3, 5).negated(), Window::new(-5, 3));
        assert!(Window::new(-3, 5).contains(0) && !Window::new(-3, 5).is_null());
        assert_eq!(Window::FULL.mate_distance(3), Window::new(loss_in(3), win_in(4)));
    }
}
