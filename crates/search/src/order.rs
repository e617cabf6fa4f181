//! The order in which moves are tried: the likely best first.

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
pub(crate) struct Ordered {
    pub(crate) moves: MoveList,
    promise: Vec<i32>,
}

/// What is known about the moves of a position before any of them is tried.
pub(crate) struct Hints {
    /// The table's moves.
    pub(crate) table: [Option<Move>; 2],
    /// Quiet moves that refuted others at this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The slots of the last two moves.
    pub(crate) before: [Option<usize>; 2],
}

impl Ordered {
    pub(crate) fn new() -> Ordered {
        Ordered { moves: MoveList::new(), promise: vec![0; MoveList::CAPACITY] }
    }

    /// Generates the legal moves.
    #[inline]
    pub(crate) fn generate<P: Evaluate>(&mut self, position: &P) {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
    }

    /// Keeps only noisy moves and judges them by what they gain.
    #[inline]
    pub(crate) fn keep_noisy<P: Evaluate>(&mut self, position: &P, table: [Option<Move>; 2]) {
        self.moves.retain(|mv| position.is_noisy(mv));
        for (mv, promise) in self.moves.iter().zip(&mut self.promise) {
            *promise = if table.contains(&Some(*mv)) { TABLE_MOVE } else { position.gain(*mv) };
        }
    }

    /// Judges all moves.
    #[inline]
    pub(crate) fn judge<P: Evaluate>(&mut self, position: &P, hints: &Hints, history: &History) {
        let counter = hints.before[0].map_or(0, |slot| history.counters[slot]);
        for (&mv, promise) in self.moves.iter().zip(&mut self.promise) {
            *promise = if hints.table[0] == Some(mv) {
                TABLE_MOVE + 1
            } else if hints.table[1] == Some(mv) {
                TABLE_MOVE
            } else if position.is_noisy(mv) {
                let gain = position.gain(mv);
                gain + if gain >= 0 { GOOD_GAIN } else { BAD_GAIN }
            } else if hints.killers.contains(&Some(mv)) {
                KILLER + (hints.killers[0] == Some(mv)) as i32
            } else if counter == mv.bits() + 1 {
                COUNTER
            } else {
                history.score(position.slot(mv), hints.before)
            };
        }
    }

    /// Puts off the move at `index` until the others have been picked.
    #[inline]
    pub(crate) fn put_off(&mut self, index: usize) {
        self.promise[index] -= PUT_OFF;
    }

    /// Whether a move with this promise was put off, and its promise before that.
    #[inline]
    pub(crate) fn was_put_off(promise: i32) -> (bool, i32) {
        if promise < -PUT_OFF / 2 { (true, promise + PUT_OFF) } else { (false, promise) }
    }

    /// The best of the moves from `index` on, brought to `index`, with its promise; `None` after the last.
    #[inline]
    pub(crate) fn pick(&mut self, index: usize) -> Option<(Move, i32)> {
        let promise = &mut self.promise[..self.moves.len()];
        let mut best = index;
        for i in index + 1..promise.len() {
            if promise[i] > promise[best] {
                best = i;
            }
        }
        promise.get(best)?;
        promise.swap(index, best);
        self.moves.swap(index, best);
        Some((self.moves[index], promise[index]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_off_comes_last_with_its_promise() {
        let mut ordered = Ordered::new();
        for (bits, promise) in [(1, TABLE_MOVE), (2, BAD_GAIN), (3, 7)] {
            ordered.promise[ordered.moves.len()] = promise;
            ordered.moves.push(Move::from_bits(bits));
        }
        assert_eq!(ordered.pick(0), Some((Move::from_bits(1), TABLE_MOVE)));
        ordered.put_off(0);
        let picked: Vec<_> = (0..3).filter_map(|index| ordered.pick(index)).collect();
        assert_eq!(picked.iter().map(|(mv, _)| mv.bits()).collect::<Vec<_>>(), [3, 2, 1]);
        assert_eq!(
            picked.iter().map(|(_, promise)| Ordered::was_put_off(*promise)).collect::<Vec<_>>(),
            [(false, 7), (false, BAD_GAIN), (true, TABLE_MOVE)]
        );
    }
}
