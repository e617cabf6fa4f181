//! Move ordering: hash move, captures that gain, killer moves, countermove, quiet moves by history, captures that lose.

use skirmish_board::{Evaluate, Move, MoveList};

use crate::history::History;

/// Scores of the classes of moves; within a class finer values are added.
const TABLE_MOVE: i32 = 1 << 28;
const GOOD_GAIN: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 19;
const BAD_GAIN: i32 = -(1 << 24);

/// What a move loses by being put off: it comes after all others.
const PUT_OFF: i32 = 1 << 30;

/// The moves of one position with their promise, handed out best first.
pub(crate) struct MovePicker {
    pub(crate) moves: MoveList,
    scores: Vec<i32>,
    /// How many were handed out and not put off again.
    picked: usize,
    /// How many were put off.
    deferred_count: usize,
}

/// A move handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoredMove {
    pub(crate) mv: Move,
    /// How good it promises to be.
    pub(crate) score: i32,
    /// Whether it was put off before.
    pub(crate) deferred: bool,
}

/// What is known about the moves of a position before any of them is tried.
pub(crate) struct OrderingContext {
    /// The table's moves.
    pub(crate) table: [Option<Move>; 2],
    /// Quiet moves that refuted others at this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The slots of the last two moves.
    pub(crate) before: [Option<usize>; 2],
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

    /// Keeps only noisy moves and judges them by what they gain.
    #[inline]
    pub(crate) fn keep_noisy<P: Evaluate>(&mut self, position: &P, table: [Option<Move>; 2]) {
        self.moves.retain(|mv| position.is_noisy(mv));
        for (mv, promise) in self.moves.iter().zip(&mut self.scores) {
            *promise = if table.contains(&Some(*mv)) { TABLE_MOVE } else { position.exchange_gain(*mv) };
        }
    }

    /// Judges all moves that are left.
    #[inline]
    pub(crate) fn score_all<P: Evaluate>(&mut self, position: &P, hints: &OrderingContext, history: &History) {
        let counter = hints.before[0].map_or(0, |slot| history.countermoves[slot]);
        for (&mv, promise) in self.moves[self.picked..].iter().zip(&mut self.scores[self.picked..]) {
            *promise = if hints.table[0] == Some(mv) {
                TABLE_MOVE + 1
            } else if hints.table[1] == Some(mv) {
                TABLE_MOVE
            } else if position.is_noisy(mv) {
                let gain = position.exchange_gain(mv);
                gain + if gain >= 0 { GOOD_GAIN } else { BAD_GAIN }
            } else if hints.killers.contains(&Some(mv)) {
                KILLER + (hints.killers[0] == Some(mv)) as i32
            } else if counter == mv.bits() + 1 {
                COUNTER
            } else {
                history.score(position.history_index(mv), hints.before)
            };
        }
    }

    /// Puts off the move just handed out until the others have been.
    #[inline]
    pub(crate) fn defer(&mut self) {
        self.picked -= 1;
        self.scores[self.picked] -= PUT_OFF;
        self.deferred_count += 1;
    }

    /// How many moves were put off so far.
    #[inline]
    pub(crate) fn deferred_count(&self) -> usize {
        self.deferred_count
    }

    /// Hands out the best of the moves that are left; `None` after the last.
    #[inline]
    pub(crate) fn pick(&mut self) -> Option<ScoredMove> {
        let first = self.picked;
        let promise = &mut self.scores[..self.moves.len()];
        let mut best = first;
        for i in first + 1..promise.len() {
            if promise[i] > promise[best] {
                best = i;
            }
        }
        promise.get(best)?;
        promise.swap(first, best);
        self.moves.swap(first, best);
        self.picked += 1;
        let (mv, promise) = (self.moves[first], promise[first]);
        let was_put_off = promise < -PUT_OFF / 2;
        Some(ScoredMove { mv, score: if was_put_off { promise + PUT_OFF } else { promise }, deferred: was_put_off })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_off_comes_last_with_its_promise() {
        let mut ordered = MovePicker::new();
        for (bits, promise) in [(1, TABLE_MOVE), (2, BAD_GAIN), (3, 7)] {
            ordered.scores[ordered.moves.len()] = promise;
            ordered.moves.push(Move::from_bits(bits));
        }
        let picked = |bits, promise, was_put_off| {
            Some(ScoredMove { mv: Move::from_bits(bits), score: promise, deferred: was_put_off })
        };
        assert_eq!(ordered.pick(), picked(1, TABLE_MOVE, false));
        ordered.defer();
        assert_eq!((ordered.pick(), ordered.pick()), (picked(3, 7, false), picked(2, BAD_GAIN, false)));
        assert_eq!((ordered.pick(), ordered.pick()), (picked(1, TABLE_MOVE, true), None));
        assert_eq!(ordered.deferred_count(), 1);
    }
}
