//! What a trace has found out about positions so far: where an answer of a transposition table can come from.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use skirmish_board::score::MAX_EVAL;
use skirmish_board::{Score, Side};
use skirmish_play::AnyGame;

use crate::interval::Interval;
use crate::line::MAX_VALUE;

/// The most results that are remembered. Beyond that, answers of the table are not checked.
const MAX_SOURCES: usize = 200_000;
/// The most results of one board, for the same reason.
const MAX_OF_A_BOARD: usize = 64;

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
struct KnownNode {
    key: u64,
    side: Side,
    ply: u16,
    /// How deep it was searched; `None` if the trace does not say.
    depth: Option<i32>,
    known: Interval,
    line: usize,
}

/// What was found out about positions so far.
#[derive(Default)]
pub(crate) struct Sources {
    /// By the board without the side to move.
    boards: HashMap<u64, Vec<KnownNode>, BuildHasherDefault<DefaultHasher>>,
    count: usize,
    overflowed: bool,
}

/// Where an answer of the table comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AnswerOrigin {
    /// The trace has found it out; or it cannot be known.
    Fine,
    /// The trace knows this of the position, in this line, which is less.
    Known { line: usize, known: Interval },
    /// It was searched to this depth only, in this line.
    TooShallow { line: usize, depth: i32 },
    /// It is the value of the same board with the other side to move, in this line.
    OtherSide { line: usize },
    /// The trace has not searched the position.
    Nowhere,
}

impl Sources {
    /// Remembers what a node has found out.
    pub(crate) fn add(&mut self, game: &dyn AnyGame, ply: u16, depth: Option<i32>, known: Interval, line: usize) {
        if known == Interval::UNKNOWN {
            return;
        }
        let of_board = self.boards.entry(board_hash(game)).or_default();
        if self.count >= MAX_SOURCES || of_board.len() >= MAX_OF_A_BOARD {
            self.overflowed = true;
            return;
        }
        self.count += 1;
        of_board.push(KnownNode { key: game.key(), side: game.side_to_move(), ply, depth, known, line });
    }

    /// Where the table's claim about a position, at this ply and searched at least this deep, comes from. `flat_proofs`: the program
    /// may give wins a value that does not depend on the ply.
    pub(crate) fn origin(
        &self,
        game: &dyn AnyGame,
        ply: u16,
        depth: Option<i32>,
        claim: Interval,
        flat_proofs: bool,
    ) -> AnswerOrigin {
        let of_board = self.boards.get(&board_hash(game)).map_or(&[][..], Vec::as_slice);
        let proves = |source: &KnownNode| {
            let here = moved(source.known, source.ply, ply);
            here.implies(claim) || flat_proofs && source.known.implies(claim)
        };
        let (key, side) = (game.key(), game.side_to_move());
        let same = || of_board.iter().filter(|source| source.key == key && source.side == side);
        let is_deep_enough = |source: &&KnownNode| {
            let is_proof = source.known.low > MAX_EVAL || source.known.high < -MAX_EVAL;
            is_proof || !matches!((source.depth, depth), (Some(known), Some(needed)) if known < needed)
        };
        if self.overflowed || same().filter(is_deep_enough).any(proves) {
            return AnswerOrigin::Fine;
        }
        if let Some(source) = same().rfind(is_deep_enough) {
            return AnswerOrigin::Known { line: source.line, known: moved(source.known, source.ply, ply) };
        }
        let other = of_board.iter().find(|source| source.side != side && proves(source));
        match (same().find(|source| proves(source)), other) {
            (Some(KnownNode { line, depth: Some(depth), .. }), _) => {
                AnswerOrigin::TooShallow { line: *line, depth: *depth }
            }
            (_, Some(other)) => AnswerOrigin::OtherSide { line: other.line },
            _ => AnswerOrigin::Nowhere,
        }
    }
}

/// A proof counts plies from the root, so it changes with the ply of its position.
fn moved(known: Interval, from: u16, to: u16) -> Interval {
    let by = Score::from(to) - Score::from(from);
    let end = |value: Score| match value {
        _ if value.abs() == MAX_VALUE => value,
        _ if value > MAX_EVAL => value - by,
        _ if value < -MAX_EVAL => value + by,
        _ => value,
    };
    Interval { low: end(known.low), high: end(known.high) }
}

/// A hash of a position without the side to move, the second field of its text.
fn board_hash(game: &dyn AnyGame) -> u64 {
    let text = game.position();
    let fields: Vec<&str> =
        text.split(' ').enumerate().filter(|(index, _)| *index != 1).map(|(_, field)| field).collect();
    BuildHasherDefault::<DefaultHasher>::default().hash_one(fields)
}
