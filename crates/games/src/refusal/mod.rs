//! Refusal: chess-like, 5 columns and 8 rows; moves are proposed, and the opponent may refuse one per turn.
//!
//! The turn's phase is part of the position: after a proposal the other side's legal actions are [`ACCEPT`] and
//! [`REFUSE`], after a refusal the mover has all its moves but the refused one.

mod eval;
mod examples;
mod moves;
mod notation;
#[cfg(test)]
mod tests;
mod weights;

use skirmish_board::{Move, MoveList, Outcome, Position, Side};

use crate::grid::{self, bit};
use crate::rectangular;
use crate::registry::{Info, Visitor};
use crate::text::Grid;
use crate::zobrist::{self, Keys};

/// The metadata of the game.
pub(crate) static INFO: Info = Info {
    id: "refusal",
    name: "Refusal",
    player: "VETO",
    summary: "chess-like; each move may be refused once",
    welcome: &[
        "Capture the enemy king.",
        "Every move is only a proposal: once per turn the other side may refuse it, and another must be played.",
        "So one threat is never enough. Make two.",
    ],
    lesson: Some(include_str!("lesson.txt")),
    examples: examples::EXAMPLES,
    ..rectangular::info::<Refusal>()
};

pub(crate) fn visit<V: Visitor>(_size: u8, visitor: V) -> V::Output {
    visitor.visit(Refusal::start())
}

/// The board.
const GRID: Grid = Grid { columns: 5, rows: 8 };

/// The answer that lets a proposed move be played.
pub const ACCEPT: Move = Move::between(62, 62);
/// The answer that makes the mover choose another move.
pub const REFUSE: Move = Move::between(63, 63);

/// The kinds of pieces. They index [`Refusal::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Pawn,
    Knight,
    LeftRook,
    RightRook,
    King,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::LeftRook, Kind::RightRook, Kind::King];
}

/// The phase of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The side to act proposes a move.
    Propose,
    /// The other side proposed this move; the side to act accepts or refuses.
    Answer(Move),
    /// This move was refused; the side to act plays another.
    Replace(Move),
}

/// A position of Refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    sides: [u64; 2],
    kinds: [u64; 5],
    /// The key of board and side to act, without the phase.
    board_key: u64,
    side: Side,
    phase: Phase,
}

static PIECE_KEYS: [Keys<5>; 2] = [Keys::new(0x5265_6675_7361_6c00), Keys::new(0x5265_6675_7361_6c01)];
const NORTH_KEY: u64 = zobrist::mix(0x5265_6675_7361_6c02);
const PENDING_KEY: u64 = zobrist::mix(0x5265_6675_7361_6c03);

impl Refusal {
    /// The position at the start; South proposes first.
    pub fn start() -> Refusal {
        rectangular::start()
    }

    /// Puts a piece on an empty square, or takes it off again.
    #[inline]
    fn toggle(&mut self, square: u8, side: Side, kind: Kind) {
        self.sides[side.index()] ^= bit(square);
        self.kinds[kind as usize] ^= bit(square);
        self.board_key ^= PIECE_KEYS[side.index()].of(kind as usize, square as usize);
    }

    /// The kind of the piece on an occupied square.
    #[inline]
    fn kind_on(&self, square: u8) -> Kind {
        let on = |kind: Kind| self.kinds[kind as usize] & bit(square) != 0;
        Kind::ALL.into_iter().find(|&kind| on(kind)).unwrap_or(Kind::King)
    }

    /// The side whose king has been captured, if one has.
    #[inline]
    fn king_lost(&self) -> Option<Side> {
        let kings = self.kinds[Kind::King as usize];
        Side::BOTH.into_iter().find(|side| kings & self.sides[side.index()] == 0)
    }

    /// Moves a piece of the side to act, capturing what it lands on, and gives the turn to the other side.
    #[inline]
    fn play_on_board(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let mover = self.side;
        debug_assert!(self.sides[mover.index()] & bit(from) != 0 && self.sides[mover.index()] & bit(to) == 0);
        let kind = self.kind_on(from);
        if self.sides[mover.opposite().index()] & bit(to) != 0 {
            self.toggle(to, mover.opposite(), self.kind_on(to));
        }
        self.toggle(from, mover, kind);
        self.toggle(to, mover, kind.on_arrival(mover, from, to));
        self.pass_turn();
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.side = self.side.opposite();
        self.board_key ^= NORTH_KEY;
    }
}

impl Kind {
    /// The kind of a piece after its move: a rook that arrives on the far row becomes the other kind of rook. Sliding along the far
    /// row does not count.
    #[inline]
    fn on_arrival(self, side: Side, from: u8, to: u8) -> Kind {
        let arrives = bit(to) & !grid::row(grid::row_of(from)) & far_row(side) != 0;
        match self {
            Kind::LeftRook if arrives => Kind::RightRook,
            Kind::RightRook if arrives => Kind::LeftRook,
            kind => kind,
        }
    }
}

/// The last row for a side, the opponent's home row.
const fn far_row(side: Side) -> u64 {
    match side {
        Side::South => grid::row(7),
        Side::North => grid::row(0),
    }
}

/// Why Refusal ends: every move played brings a piece forward, or slides a rook along its row, or is a king's
/// capture. A piece goes forward at most 7 times. A rook slides at most 4 times in each of 8 rows, since it knows one
/// direction there: it changes only by arriving on the far row, which it never leaves. Even on a board set up
/// with 38 rooks and two kings, the kings capture fewer than 40 times and all moves together are fewer than
/// 40 * (7 + 32), each after at most a proposal and a refusal.
///
/// Nothing of this is ever undone: rows advanced, columns covered in a row and pieces taken only grow, and within a turn
/// the phase tells positions apart. So no position recurs.
impl Position for Refusal {
    const MAX_PLIES: u16 = 3 * 40 * (7 + 32);

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.king_lost() {
            return Some(Outcome::Win(loser.opposite()));
        }
        // In all phases a side that must act and cannot has lost; an answer is always possible.
        (self.count_moves() == 0).then_some(Outcome::Win(self.side.opposite()))
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        match self.phase {
            _ if self.king_lost().is_some() => {}
            Phase::Propose => self.generate(moves),
            Phase::Answer(_) => {
                moves.push(ACCEPT);
                moves.push(REFUSE);
            }
            Phase::Replace(refused) => {
                self.generate(moves);
                moves.retain(|mv| mv != refused);
            }
        }
    }

    fn count_moves(&self) -> usize {
        let moves_on_board = || {
            let mut count = grid::Count::default();
            self.generate(&mut count);
            count.0
        };
        match self.phase {
            _ if self.king_lost().is_some() => 0,
            Phase::Propose => moves_on_board(),
            Phase::Answer(_) => 2,
            Phase::Replace(_) => moves_on_board() - 1,
        }
    }

    fn play(&mut self, mv: Move) {
        match self.phase {
            Phase::Propose => {
                self.phase = Phase::Answer(mv);
                self.pass_turn();
            }
            Phase::Answer(proposed) if mv == ACCEPT => {
                self.pass_turn();
                self.phase = Phase::Propose;
                self.play_on_board(proposed);
            }
            Phase::Answer(proposed) => {
                self.pass_turn();
                self.phase = Phase::Replace(proposed);
            }
            Phase::Replace(_) => {
                self.phase = Phase::Propose;
                self.play_on_board(mv);
            }
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board_key
            ^ match self.phase {
                Phase::Propose => 0,
                // The side to act, which is in the board's key, tells a proposed move from a refused one.
                Phase::Answer(mv) | Phase::Replace(mv) => zobrist::mix(PENDING_KEY ^ mv.bits() as u64),
            }
    }

    #[inline]
    fn is_proposal_turn(&self) -> bool {
        self.phase == Phase::Propose
    }

    #[inline]
    fn accept_refuse(&self) -> Option<[Move; 2]> {
        matches!(self.phase, Phase::Answer(_)).then_some([ACCEPT, REFUSE])
    }

    #[inline]
    fn play_accepted(&mut self, mv: Move) {
        match self.phase {
            Phase::Propose => self.play_on_board(mv),
            _ => self.play(mv),
        }
    }
}
