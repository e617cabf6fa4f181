//! Scores, always from the view of the side to move.
//!
//! A score is either an evaluation, within ±[`MAX_EVAL`], or proven: [`WIN`] less the number of plies to the end, so that a faster
//! win scores higher, and a slower loss as well.

/// A value from the view of the side to move.
pub type Score = i32;

/// The score of a drawn game.
pub const DRAW: Score = 0;

/// The score of a game already won.
pub const WIN: Score = 30_000;

/// The largest evaluation; scores beyond ± this are proven.
pub const MAX_EVAL: Score = 20_000;

/// Above every score.
pub const INFINITY: Score = 32_000;

/// The score of a win that takes this many plies.
#[inline]
pub const fn win_in(plies: u16) -> Score {
    WIN - plies as Score
}

/// The score of a loss that takes this many plies.
#[inline]
pub const fn loss_in(plies: u16) -> Score {
    plies as Score - WIN
}

/// Whether the score proves a win or a loss.
#[inline]
pub const fn is_proof(score: Score) -> bool {
    score.abs() > MAX_EVAL
}

/// The length of a proven result in plies: `Some(7)` for a win in seven, `Some(-4)` for a loss in four, `None` for an
/// evaluation or a draw. A game already lost is `Some(0)`.
pub const fn proven_plies(score: Score) -> Option<i32> {
    if !is_proof(score) {
        None
    } else if score > 0 {
        Some(WIN - score)
    } else {
        Some(-WIN - score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_tell_their_length() {
        assert_eq!(proven_plies(win_in(7)), Some(7));
        assert_eq!(proven_plies(loss_in(4)), Some(-4));
        assert_eq!(proven_plies(DRAW), None);
        assert_eq!(proven_plies(MAX_EVAL), None);
        assert!(win_in(3) > win_in(5) && loss_in(6) > loss_in(2));
    }
}
