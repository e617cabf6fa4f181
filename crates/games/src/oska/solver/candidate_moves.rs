//! Candidate moves of sets of pieces, computed once instead of for every set of enemies.

use std::ops::Range;

use skirmish_board::Side;

use super::super::bits::Bits;
use super::super::geometry::Diagonal;
use super::index::{CHOICES, Enemies, Index, MAX_PIECES, NOWHERE, SQUARES, Set, list};

/// Pieces of the side to move, going down.
pub(super) struct Own {
    pub(super) set: Set,
    /// All have arrived.
    pub(super) done: bool,
    /// Their range of all candidate moves.
    pub(super) candidates: Range<u32>,
    /// For every square, how many before it are free of these pieces. For [`NOWHERE`] that is more than there are, which adds 0 to
    /// a rank.
    free_before: [u8; SQUARES],
}

impl Own {
    /// The rank of a set of enemies among all on the squares free of these pieces.
    #[inline]
    pub(super) fn rank(&self, enemies: &Enemies) -> usize {
        let free = |square: u8| usize::from(self.free_before[usize::from(square) % SQUARES]);
        (0..MAX_PIECES).map(|i| usize::from(CHOICES[free(enemies.list[i]) % SQUARES][i])).sum()
    }
}

/// A move that is legal with some sets of enemies.
pub(super) struct CandidateMove {
    /// The squares that decide, and those of them that enemies must hold.
    pub(super) decisive: Set,
    pub(super) held: Set,
    /// The square jumped over, or [`NOWHERE`].
    pub(super) over: u8,
    /// The pieces after the move, in the order in which the enemy counts squares, and in that of its mirror image.
    pub(super) after: [[u8; MAX_PIECES]; 2],
}

/// All canonical sets of a number of pieces in the order of their blocks, and all their candidate moves.
pub(super) fn candidates(index: &Index, count: usize) -> (Vec<Own>, Vec<CandidateMove>) {
    let mut all = Vec::new();
    let own = |&set: &Set| {
        let start = all.len();
        for square in u64::from(set).squares() {
            for diagonal in Diagonal::BOTH {
                add_candidates(index, set, square, diagonal, &mut all);
            }
        }
        // Jumps first: they decide more often.
        all[start..].sort_by_key(|candidate: &CandidateMove| candidate.over == NOWHERE);
        let before = |square: usize| u64::from(set) & ((1 << square) - 1);
        Own {
            set,
            done: u64::from(set) & index.geometry.way(Side::North) == 0,
            candidates: start as u32..all.len() as u32,
            free_before: std::array::from_fn(|square| (square - before(square).count()) as u8),
        }
    };
    let own = index.sets(count).canonical.iter().map(own).collect();
    (own, all)
}

/// Adds the step and the jump of a piece on a diagonal, unless the board or the mover's own pieces forbid them.
fn add_candidates(index: &Index, set: Set, from: usize, diagonal: Diagonal, candidates: &mut Vec<CandidateMove>) {
    let ahead = |square| index.geometry.ahead_of(square, Side::North, diagonal).filter(|&ahead| set >> ahead & 1 == 0);
    let Some(next) = ahead(from) else { return };
    let after = |to: usize| ordered(index, set ^ 1 << from ^ 1 << to);
    candidates.push(CandidateMove { decisive: 1 << next, held: 0, over: NOWHERE, after: after(next) });
    if let Some(to) = ahead(next) {
        candidates.push(CandidateMove {
            decisive: 1 << next | 1 << to,
            held: 1 << next,
            over: next as u8,
            after: after(to),
        });
    }
}

/// The members of a set in both orders in which the enemy may count squares.
fn ordered(index: &Index, set: Set) -> [[u8; MAX_PIECES]; 2] {
    [0, 1].map(|mirrored| {
        let mut squares = list(set);
        let order = |&square: &u8| index.views[mirrored].iter().position(|&seen| seen == square);
        squares.sort_by_key(|square| order(square).unwrap_or(SQUARES));
        squares
    })
}
