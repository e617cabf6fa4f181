//! What a game tells its players: levels, beginners, tablebases.

use std::sync::atomic::AtomicBool;

use crate::{Evaluate, Outcome, Score};

/// What a game tells those who play it, besides what its search needs: how far the levels see, what the simplest programs look
/// at, and what is known for certain.
///
/// Everything has a default, so a new game begins with an empty one.
pub trait LevelProfile: Evaluate {
    /// What the three lowest levels see and like, from the first level on.
    const BEGINNERS: [BeginnerModel; 3] = [BeginnerModel::FIRST, BeginnerModel::SECOND, BeginnerModel::THIRD];

    /// Whether giving pieces away can be good, so that not even a beginner is sure to keep them.
    const SACRIFICE_CAN_BE_GOOD: bool = false;

    /// How far the levels from the fourth to the last but one see on this board, in positions visited per move. Each should score
    /// 60 to 90 % against the one before.
    fn node_budgets(&self) -> [u64; 6] {
        [100, 750, 5_700, 43_000, 325_000, 1_600_000]
    }

    /// The side to move's pieces less the opponent's, each at a round value: all that the simplest programs look at. Unless a game
    /// says otherwise, they look at the whole evaluation.
    fn material(&self) -> Score {
        self.evaluate()
    }

    /// The result with best play of both sides, where a table of all results is at hand.
    fn tablebase_result(&self) -> Option<Outcome> {
        None
    }

    /// Makes the table that [`LevelProfile::tablebase_result`] looks into, if that is a matter of a moment and not done yet. `progress` is called
    /// with how much of how much is done; raising `stop` ends it at once, with no table.
    fn build_tablebase(&self, _progress: &(dyn Fn(u64, u64) + Sync), _stop: &AtomicBool) {}
}

/// How somebody looks at the board who has just learned the game. The lowest levels are such people.
///
/// They look at each of their moves, and at the replies that they do not overlook. They see a reply of the piece that moved last, or
/// of one beside it, always; any other the less likely, the further it is from there. Of their own moves they think more often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeginnerModel {
    /// Of a hundred replies two squares from the last move, how many are seen.
    pub reply_visibility: u32,
    /// How many fewer of a hundred with every square further away.
    pub visibility_falloff: u32,
    /// How much of the game's whole evaluation counts, in per cent; the rest is counting pieces.
    pub eval_weight: Score,
    /// What going forward is worth to them, in points per row; taking something is worth three rows.
    pub advance_bonus: Score,
    /// How many points they may be off when they compare two moves.
    pub noise: Score,
}

impl BeginnerModel {
    /// Somebody who has played once.
    pub const FIRST: BeginnerModel =
        BeginnerModel { reply_visibility: 15, visibility_falloff: 5, eval_weight: 0, advance_bonus: 20, noise: 300 };

    /// Somebody who has played a few times.
    pub const SECOND: BeginnerModel =
        BeginnerModel { reply_visibility: 25, visibility_falloff: 6, eval_weight: 0, advance_bonus: 8, noise: 90 };

    /// Somebody careful.
    pub const THIRD: BeginnerModel =
        BeginnerModel { reply_visibility: 55, visibility_falloff: 8, eval_weight: 10, advance_bonus: 5, noise: 60 };
}
