use std::sync::atomic::AtomicBool;

use crate::{Evaluate, Outcome, Score};

/// What a game tells those who play it, besides what its search needs: how far the levels see, what the simplest programs look
/// at, and what is known for certain.
///
/// Everything has a default, so a new game begins with an empty one.
pub trait Profile: Evaluate {
    /// How far the levels below the highest see, in positions visited per move, from the first level on. Each should score 60
    /// to 90 % against the one before.
    const SIGHT: [u64; 9] = [80, 170, 650, 1_300, 3_300, 13_000, 65_000, 325_000, 1_600_000];

    /// The side to move's pieces less the opponent's, each at a round value: all that the simplest programs look at. Unless a game
    /// says otherwise, they look at the whole evaluation.
    fn material(&self) -> Score {
        self.evaluate()
    }

    /// The result with best play of both sides, where a table of all results is at hand.
    fn known(&self) -> Option<Outcome> {
        None
    }

    /// Makes the table that [`Profile::known`] looks into, if that is a matter of a moment and not done yet. `progress` is called
    /// with how much of how much is done; raising `stop` ends it at once, with no table.
    fn make_known(&self, _progress: &(dyn Fn(u64, u64) + Sync), _stop: &AtomicBool) {}
}
