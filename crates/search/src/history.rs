//! What the search remembers of quiet moves: how often each kind of move was good, alone and after the moves before it.

use skirmish_board::Move;

use crate::params::MAX_PLY;

/// Values stay within this.
const LIMIT: i32 = 8192;

/// Scores of kinds of moves, one per slot, and of pairs of them.
pub(crate) struct History {
    size: usize,
    main: Vec<i16>,
    continuation: Vec<i16>,
    /// The refutation of each kind of move, as the move's bits plus one; 0 for none.
    pub(crate) countermoves: Vec<u16>,
    /// Quiet moves that refuted positions at each ply of this search, the last first.
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

    /// How well a kind of move did, given the kinds of the last two moves.
    #[inline]
    pub(crate) fn score(&self, index: usize, previous: [Option<usize>; 2]) -> i32 {
        let after = |previous: Option<usize>| {
            previous.map_or(0, |previous| self.continuation[previous * self.size + index] as i32)
        };
        self.main[index] as i32 + after(previous[0]) + after(previous[1])
    }

    /// Moves the score of a kind of move toward the limit, by more the further away it is.
    #[inline]
    pub(crate) fn adjust(&mut self, index: usize, previous: [Option<usize>; 2], bonus: i32) {
        adjust(&mut self.main[index], bonus);
        for previous in previous.into_iter().flatten() {
            adjust(&mut self.continuation[previous * self.size + index], bonus);
        }
    }

    /// Remembers a quiet move that refuted a position at a ply, as a killer there and as the answer to the kind of move before.
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

    /// Makes what was learnt count less, for the next search. Killers are those of one search, and forgotten.
    pub(crate) fn decay(&mut self) {
        // One list after the other, not chained: only then does the compiler take many values at a time, and for short searches
        // this is half of the time.
        for list in [&mut self.main, &mut self.continuation] {
            list.iter_mut().for_each(|value| *value /= 2);
        }
        self.killers.fill([None; 2]);
    }

    /// Forgets everything.
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

/// Quiet moves that were tried in a node and found wanting: the first of them, as many as are worth remembering.
pub(crate) struct Tried {
    moves: [Move; Tried::CAPACITY],
    count: usize,
}

impl Tried {
    /// More than a node has before its history tells good moves from bad ones; later moves would only be punished for coming
    /// late.
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
