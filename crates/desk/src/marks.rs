//! What to think of the actions of a game.

use crate::convert::chance;
use crate::messages::Mark;
use skirmish_board::{Score, score};

/// An action that lowers the chance to win by this much is an inaccuracy.
const INACCURACY: f64 = 0.10;
/// By this much, a mistake.
const MISTAKE: f64 = 0.20;
/// By this much, a blunder.
const BLUNDER: f64 = 0.35;

/// The mark for an action, from the scores before and after it, both from the view of the side that acted.
///
/// What counts is the chance to win that it gave away. A proven win given away for certain is always a blunder, and a
/// side that has lost already can do nothing wrong. An action that the engine thought best gets no mark: that the next
/// search sees further is not the player's fault.
pub fn mark(before: Score, after: Score, was_best: bool) -> Option<Mark> {
    let won = score::is_proof(before) && before > 0;
    let lost = score::is_proof(after) && after < 0;
    let loss = chance(before) - chance(after);
    if won && lost {
        Some(Mark::Blunder)
    } else if was_best {
        None
    } else if loss >= BLUNDER {
        Some(Mark::Blunder)
    } else if loss >= MISTAKE {
        Some(Mark::Mistake)
    } else if loss >= INACCURACY {
        Some(Mark::Inaccuracy)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_board::score::{loss_in, win_in};

    #[test]
    fn marks_follow_the_chance_given_away() {
        assert_eq!(mark(0, 0, false), None);
        assert_eq!(mark(0, 200, false), None, "better than thought");
        assert_eq!(mark(0, -30, false), None);
        assert_eq!(mark(0, -80, false), Some(Mark::Inaccuracy));
        assert_eq!(mark(0, -160, false), Some(Mark::Mistake));
        assert_eq!(mark(0, -400, false), Some(Mark::Blunder));
        assert_eq!(mark(800, 500, false), None, "still as good as won");
        assert_eq!(mark(0, -400, true), None, "the engine thought so too");
    }

    #[test]
    fn decided_games() {
        assert_eq!(mark(win_in(3), loss_in(4), false), Some(Mark::Blunder));
        assert_eq!(mark(win_in(3), loss_in(4), true), Some(Mark::Blunder));
        assert_eq!(mark(win_in(3), 0, false), Some(Mark::Blunder));
        assert_eq!(mark(win_in(3), win_in(9), false), None, "a slower win is a win");
        assert_eq!(mark(loss_in(8), loss_in(2), false), None, "nothing left to lose");
        assert_eq!(mark(0, loss_in(2), false), Some(Mark::Blunder));
        assert_eq!(mark(-600, loss_in(2), false), None, "as good as lost before");
    }
}
