//! What a game tells its players: levels, beginners, tablebases.

use std::sync::atomic::AtomicBool;

use crate::{Evaluate, Outcome, Score};

/// What a game defines for its players, besides the search: levels, material, tablebases. Everything has a default.
pub trait LevelProfile: Evaluate {
    /// The three lowest levels, from the first on.
    const BEGINNERS: [BeginnerModel; 3] = [BeginnerModel::FIRST, BeginnerModel::SECOND, BeginnerModel::THIRD];

    /// Whether giving pieces away can be good, so that beginners may do it.
    const SACRIFICE_CAN_BE_GOOD: bool = false;

    /// The nodes per move of levels 4 to 9 on this board. Each level should score 60 to 90 % against the one before.
    fn node_budgets(&self) -> [u64; 6] {
        [100, 750, 5_700, 43_000, 325_000, 1_600_000]
    }

    /// The material balance for the side to move, with a round value for each piece: all that the simplest programs count. By default
    /// the whole evaluation.
    fn material(&self) -> Score {
        self.evaluate()
    }

    /// The result with best play of both sides, if a tablebase is loaded.
    fn tablebase_result(&self) -> Option<Outcome> {
        None
    }

    /// Builds the tablebase for [`LevelProfile::tablebase_result`], unless that takes long or is done. `progress` is called with the
    /// work done and the total; raising `stop` ends it without a tablebase.
    fn build_tablebase(&self, _progress: &(dyn Fn(u64, u64) + Sync), _stop: &AtomicBool) {}
}

/// How a beginner chooses a move; the model of the lowest levels.
///
/// A beginner looks at each own move and at the replies that are not overlooked. A reply of the piece that moved last, or of one
/// beside it, is always seen; any other is less likely to be seen the further away it is. Own moves are overlooked less often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeginnerModel {
    /// The percentage of replies seen two squares from the last move.
    pub reply_visibility: u32,
    /// How much that percentage falls with every further square.
    pub visibility_falloff: u32,
    /// The weight of the static evaluation in per cent; the rest is material.
    pub eval_weight: Score,
    /// The bonus for moving forward, in points per row; a capture counts as three rows.
    pub advance_bonus: Score,
    /// The largest random error of a move's value, in points.
    pub noise: Score,
}

impl BeginnerModel {
    /// Has played once.
    pub const FIRST: BeginnerModel =
        BeginnerModel { reply_visibility: 15, visibility_falloff: 5, eval_weight: 0, advance_bonus: 20, noise: 300 };

    /// Has played a few times.
    pub const SECOND: BeginnerModel =
        BeginnerModel { reply_visibility: 25, visibility_falloff: 6, eval_weight: 0, advance_bonus: 8, noise: 90 };

    /// Careful.
    pub const THIRD: BeginnerModel =
        BeginnerModel { reply_visibility: 55, visibility_falloff: 8, eval_weight: 10, advance_bonus: 5, noise: 60 };
}
