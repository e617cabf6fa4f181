//! A review of a game: searches every position and marks the mistakes.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use skirmish_board::{Action, Outcome, Score, Side, score};
use skirmish_play::{AnyEngine, AnyGame, Record, tablebase_result};
use skirmish_search::Limits;

/// Nodes per position.
const REVIEW_NODES: u64 = 60_000;

/// The points that multiply the odds by e: the scale of all evaluations.
const POINTS_PER_LOGIT: f64 = 173.0;

/// The mark of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Mark {
    /// It cost a little.
    Inaccuracy,
    /// It cost much.
    Mistake,
    /// It cost the game, or might have.
    Blunder,
}

impl Mark {
    /// The annotation sign after a move, as in chess books.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The mark in words.
    pub fn words(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "was inaccurate",
            Mark::Mistake => "was a mistake",
            Mark::Blunder => "was a blunder",
        }
    }
}

/// The annotation of a position.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// The number of actions before it.
    pub ply: usize,
    /// The side to act.
    pub side: Side,
    /// The score for this side.
    pub score: Score,
    /// The best action.
    pub best: Option<Action>,
    /// The best line, which shows how a bad move is punished.
    pub line: Vec<Action>,
    /// The mark of the action that led to it.
    pub mark: Option<Mark>,
    /// The proven result with best play from here; `None` if it is not proven.
    pub proven: Option<Outcome>,
    /// The proven result before the action that led to it, if the action changed it: the value of the game changed hands.
    pub changed: Option<Outcome>,
}

/// A review in progress.
#[derive(Clone)]
pub struct Review {
    record: Record,
    /// The first position not yet searched.
    next: usize,
    /// The score and best action of the position before it.
    last: Option<(Score, Option<Action>)>,
    /// The proven result of the position before it.
    last_proven: Option<Outcome>,
}

impl Review {
    /// A review of a game, starting at the position after `from` actions.
    pub fn new(record: Record, from: usize) -> Review {
        Review { record, next: from, last: None, last_proven: None }
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.record.steps().len() + 1
    }

    /// Searches the positions in order until all are done or `stop` is set. Returns whether all are done; if not, the next call
    /// continues.
    pub fn run(&mut self, engine: &mut AnyEngine, stop: &AtomicBool, send: &mut dyn FnMut(Annotation)) -> bool {
        for game in self.record.games().skip(self.next) {
            let side = game.side_to_move();
            let found = engine.analyze(game, &Limits::nodes(REVIEW_NODES), 1, stop, &mut |_| {});
            if stop.load(Relaxed) {
                // The search was interrupted: discard it.
                return false;
            }
            let before = self.next.checked_sub(1).map(|index| &self.record.steps()[index]);
            let mark = before.zip(self.last.take()).and_then(|(step, (score, best))| {
                let after = if step.side == side { found.score } else { -found.score };
                mark(score, after, best.as_ref() == Some(&step.action))
            });
            let proven = proven_result(game, found.score);
            let changed = self.last_proven.filter(|&before| proven.is_some_and(|after| after != before));
            self.last_proven = proven;
            send(Annotation {
                ply: self.next,
                side,
                score: found.score,
                best: found.best.clone(),
                line: found.line,
                mark,
                proven,
                changed,
            });
            self.last = Some((found.score, found.best));
            self.next += 1;
        }
        true
    }
}

/// The result with best play of a position with this score, if that is proven or in a tablebase.
fn proven_result(game: &dyn AnyGame, score: Score) -> Option<Outcome> {
    let side = game.side_to_move();
    let winner = score::is_proof(score).then_some(if score > 0 { side } else { side.opposite() });
    game.outcome().or(winner.map(Outcome::Win)).or_else(|| tablebase_result(game))
}

/// The win probability, from 0 to 1, for a score: 100 points are 64 %.
pub fn win_probability(score: Score) -> f64 {
    if score::is_proof(score) {
        f64::from(u8::from(score > 0))
    } else {
        1.0 / (1.0 + (-f64::from(score) / POINTS_PER_LOGIT).exp())
    }
}

/// South's win probability, given the score of `side`.
pub fn south_win_probability(side: Side, score: Score) -> f64 {
    match side {
        Side::South => win_probability(score),
        Side::North => 1.0 - win_probability(score),
    }
}

/// The loss of win probability from which an action is an inaccuracy.
const INACCURACY: f64 = 0.10;
/// From here a mistake.
const MISTAKE: f64 = 0.20;
/// From here a blunder.
const BLUNDER: f64 = 0.35;

/// The mark for an action, given the scores before and after it for the side that acted.
///
/// It depends on the loss of win probability. Turning a proven win into a proven loss is always a blunder; in a lost position no
/// action is marked. The engine's own choice gets no mark, even if the next search finds it worse.
fn mark(before: Score, after: Score, was_best: bool) -> Option<Mark> {
    let won = score::is_proof(before) && before > 0;
    let lost = score::is_proof(after) && after < 0;
    let loss = win_probability(before) - win_probability(after);
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
    fn a_hundred_points_are_a_64_per_cent_chance_and_a_proof_is_certain() {
        assert!(
            (win_probability(100) - 0.64).abs() < 0.005
                && (win_probability(100) + win_probability(-100) - 1.0).abs() < 1e-9
        );
        assert_eq!((win_probability(0), win_probability(win_in(3)), win_probability(loss_in(4))), (0.5, 1.0, 0.0));
        assert_eq!(south_win_probability(Side::North, win_in(3)), 0.0);
    }

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
