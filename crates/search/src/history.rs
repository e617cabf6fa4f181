//! The history heuristic for quiet moves: main history, continuation history, countermove table, killers.

use skirmish_board::Move;

use crate::params::MAX_PLY;

/// Values stay within ± this.
const LIMIT: i32 = 8192;

/// History tables, indexed by [`history_index`](skirmish_board::Evaluate::history_index).
pub(crate) struct History {
    size: usize,
    main: Vec<i16>,
    continuation: Vec<i16>,
    /// The quiet move that refuted each kind of move last, as its bits plus one; 0 for none.
    pub(crate) countermoves: Vec<u16>,
    /// Quiet moves that caused cutoffs at each ply of this search, the last first.
    pub(crate) killers: Vec<[Option<Move>; 2]>,
}

impl History {
    pub(crate) fn new(size: usize) -> History {
        History {
            size,
            main: vec![0; size],
            continuation: vec![0; size * size],
            countermoves: vec![0; size],
            killers: vec![[None; 2]; MAX_PLY + 2],
        }
    }

    /// The history score of a move, given the indices of the last two moves.
    #[inline]
    pub(crate) fn score(&self, index: usize, previous: [Option<usize>; 2]) -> i32 {
        let after = |previous: Option<usize>| {
            previous.map_or(0, |previous| self.continuation[previous * self.size + index] as i32)
        };
        self.main[index] as i32 + after(previous[0]) + after(previous[1])
    }

    /// Adds a bonus, or a penalty if negative. The nearer a value is to the limit, the less it changes (history gravity).
    #[inline]
    pub(crate) fn adjust(&mut self, index: usize, previous: [Option<usize>; 2], bonus: i32) {
        adjust(&mut self.main[index], bonus);
        for previous in previous.into_iter().flatten() {
            adjust(&mut self.continuation[previous * self.size + index], bonus);
        }
    }

    /// Stores a quiet move that caused a cutoff as a killer of its ply and as the countermove to the previous move.
    #[inline]
    pub(crate) fn refuted_by(&mut self, mv: Move, ply: usize, previous: Option<usize>) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(previous) = previous {
            self.countermoves[previous] = mv.bits() + 1;
        }
    }

    /// Halves all values for the next search and clears the killers.
    pub(crate) fn decay(&mut self) {
        // One list after the other, not chained: only then is the loop vectorised, and in short searches this takes half of the
        // time.
        for list in [&mut self.main, &mut self.continuation] {
            list.iter_mut().for_each(|value| *value /= 2);
        }
        self.killers.fill([None; 2]);
    }

    /// Clears everything but the killers.
    pub(crate) fn clear(&mut self) {
        self.main.fill(0);
        self.continuation.fill(0);
        self.countermoves.fill(0);
    }
}

#[inline]
fn adjust(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    *value += (bonus - *value as i32 * bonus.abs() / LIMIT) as i16;
}

/// The first quiet moves of a node that caused no cutoff.
pub(crate) struct Tried {
    moves: [Move; Tried::CAPACITY],
    count: usize,
}

impl Tried {
    /// Later moves are not penalised: they come late because their history is bad already.
    const CAPACITY: usize = 48;

    #[inline]
    pub(crate) fn new() -> Tried {
        Tried { moves: [Move::from_bits(0); Tried::CAPACITY], count: 0 }
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        if self.count < Tried::CAPACITY {
            self.moves[self.count] = mv;
            self.count += 1;
        }
    }

    #[inline]
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves[..self.count]
    }
}
