//! Move ordering: hash move, captures that gain, killer moves, countermove, quiet moves by history, captures that lose.

use skirmish_board::{Evaluate, Move, MoveList};

use crate::history::History;
use crate::ideas::Idea;
use crate::recorder::Recorder;

/// The base score of each class of moves. Captures are ordered by their gain, other moves by history.
const HASH_MOVE: i32 = 1 << 28;
const GOOD_CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const COUNTERMOVE: i32 = 1 << 19;
const BAD_CAPTURE: i32 = -(1 << 24);

/// Subtracted from the score of a deferred move: it comes after all others.
const DEFERRED: i32 = 1 << 30;

/// Hands out the moves of a position, the highest score first.
pub(crate) struct MovePicker {
    pub(crate) moves: MoveList,
    scores: Vec<i32>,
    /// How many were handed out, without those deferred.
    picked: usize,
    deferred_count: usize,
}

/// A move handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoredMove {
    pub(crate) mv: Move,
    pub(crate) score: i32,
    /// Whether it was deferred before.
    pub(crate) deferred: bool,
}

/// What the moves of a position are ordered by, besides captures and history.
pub(crate) struct OrderingContext {
    pub(crate) hash_moves: [Option<Move>; 2],
    /// Quiet moves that caused cutoffs at this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The history indices of the last two moves.
    pub(crate) previous: [Option<usize>; 2],
}

impl MovePicker {
    pub(crate) fn new() -> MovePicker {
        MovePicker { moves: MoveList::new(), scores: vec![0; MoveList::CAPACITY], picked: 0, deferred_count: 0 }
    }

    /// Generates the legal moves.
    #[inline]
    pub(crate) fn generate<P: Evaluate>(&mut self, position: &P) {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        (self.picked, self.deferred_count) = (0, 0);
    }

    /// Keeps only noisy moves and scores them by what they gain.
    #[inline]
    pub(crate) fn keep_noisy<P: Evaluate, R: Recorder>(
        &mut self,
        position: &P,
        hash_moves: [Option<Move>; 2],
        recorder: &R,
    ) {
        let (by_hash, by_gain) = (!recorder.is_off(Idea::HashMove), !recorder.is_off(Idea::Gains));
        self.moves.retain(|mv| position.is_noisy(mv));
        for (mv, score) in self.moves.iter().zip(&mut self.scores) {
            *score = if by_hash && hash_moves.contains(&Some(*mv)) {
                HASH_MOVE
            } else if by_gain {
                position.exchange_gain(*mv)
            } else {
                0
            };
        }
    }

    /// Scores all moves that are left.
    #[inline]
    pub(crate) fn score_all<P: Evaluate, R: Recorder>(
        &mut self,
        position: &P,
        context: &OrderingContext,
        history: &History,
        recorder: &R,
    ) {
        let (by_hash, by_gain) = (!recorder.is_off(Idea::HashMove), !recorder.is_off(Idea::Gains));
        let countermove = context.previous[0].map_or(0, |index| history.countermoves[index]);
        for (&mv, score) in self.moves[self.picked..].iter().zip(&mut self.scores[self.picked..]) {
            *score = if by_hash && context.hash_moves[0] == Some(mv) {
                HASH_MOVE + 1
            } else if by_hash && context.hash_moves[1] == Some(mv) {
                HASH_MOVE
            } else if by_gain && position.is_noisy(mv) {
                let gain = position.exchange_gain(mv);
                gain + if gain >= 0 { GOOD_CAPTURE } else { BAD_CAPTURE }
            } else if context.killers.contains(&Some(mv)) {
                KILLER + (context.killers[0] == Some(mv)) as i32
            } else if countermove == mv.bits() + 1 {
                COUNTERMOVE
            } else {
                history.score(position.history_index(mv), context.previous)
            };
        }
    }

    /// Defers the move just handed out: it comes again after all others.
    #[inline]
    pub(crate) fn defer(&mut self) {
        self.picked -= 1;
        self.scores[self.picked] -= DEFERRED;
        self.deferred_count += 1;
    }

    /// How many moves were deferred so far.
    #[inline]
    pub(crate) fn deferred_count(&self) -> usize {
        self.deferred_count
    }

    /// The move with the highest score of those left; `None` after the last.
    #[inline]
    pub(crate) fn pick(&mut self) -> Option<ScoredMove> {
        let first = self.picked;
        let scores = &mut self.scores[..self.moves.len()];
        let mut best = first;
        for i in first + 1..scores.len() {
            if scores[i] > scores[best] {
                best = i;
            }
        }
        scores.get(best)?;
        scores.swap(first, best);
        self.moves.swap(first, best);
        self.picked += 1;
        let (mv, score) = (self.moves[first], scores[first]);
        let deferred = score < -DEFERRED / 2;
        Some(ScoredMove { mv, score: if deferred { score + DEFERRED } else { score }, deferred })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deferred_move_comes_last_with_its_score() {
        let mut picker = MovePicker::new();
        for (bits, score) in [(1, HASH_MOVE), (2, BAD_CAPTURE), (3, 7)] {
            picker.scores[picker.moves.len()] = score;
            picker.moves.push(Move::from_bits(bits));
        }
        let picked = |bits, score, deferred| Some(ScoredMove { mv: Move::from_bits(bits), score, deferred });
        assert_eq!(picker.pick(), picked(1, HASH_MOVE, false));
        picker.defer();
        assert_eq!((picker.pick(), picker.pick()), (picked(3, 7, false), picked(2, BAD_CAPTURE, false)));
        assert_eq!((picker.pick(), picker.pick()), (picked(1, HASH_MOVE, true), None));
        assert_eq!(picker.deferred_count(), 1);
    }
}
