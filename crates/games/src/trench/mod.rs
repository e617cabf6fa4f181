//! Trench Run: 7 columns and 7 rows; a Death Star behind walls falls only to a move that goes backward.
//!
//! The position also has a flag for each side whose last move was a TIE moving sideways: its next move must be another.

mod attack_map;
mod eval;
mod examples;
mod moves;
mod notation;
#[cfg(test)]
mod tests;
mod weights;

use skirmish_board::{Move, MoveList, Outcome, Position, Side};

use crate::grid::{bit, row_of};
use crate::rectangular;
use crate::registry::{Info, Visitor};
use crate::text::Grid;
use crate::zobrist::{self, Keys};

/// The metadata of the game.
pub(crate) static INFO: Info = Info {
    id: "trench",
    name: "Trench Run",
    player: "RED FIVE",
    summary: "chess-like; take the Death Star from behind its walls",
    welcome: &[
        "Capture the enemy's Death Star, in the trench between its two walls.",
        "From the front and the sides it is safe. Only a move that goes backward can hit it.",
        "So fly past the walls to the far row, turn round and strike.",
    ],
    lesson: Some(include_str!("lesson.txt")),
    examples: examples::EXAMPLES,
    ..rectangular::info::<Trench>()
};

pub(crate) fn visit<V: Visitor>(_size: u8, visitor: V) -> V::Output {
    visitor.visit(Trench::start())
}

/// The board.
const GRID: Grid = Grid { columns: 7, rows: 7 };

/// The kinds of pieces. They index [`Trench::kinds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tie,
    XWing,
    Wall,
    DeathStar,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Tie, Kind::XWing, Kind::Wall, Kind::DeathStar];
}

/// A position of Trench Run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trench {
    sides: [u64; 2],
    kinds: [u64; 4],
    /// The key of board and side to move, without the sideways flags.
    board_key: u64,
    side: Side,
    /// The sides whose last move was a TIE moving sideways: the bit of a side is [`Trench::flag`].
    sideways: u8,
}

static PIECE_KEYS: [Keys<4>; 2] = [Keys::new(0x5472_656e_6368_0000), Keys::new(0x5472_656e_6368_0001)];
const NORTH_KEY: u64 = zobrist::mix(0x5472_656e_6368_0002);
/// The keys of the four states of [`Trench::sideways`].
static SIDEWAYS_KEYS: [u64; 4] = {
    let (south, north) = (zobrist::mix(0x5472_656e_6368_0003), zobrist::mix(0x5472_656e_6368_0004));
    [0, south, north, south ^ north]
};

impl Trench {
    /// The position at the start; South moves first.
    pub fn start() -> Trench {
        rectangular::start()
    }

    /// The bit of a side in [`Trench::sideways`].
    #[inline]
    const fn flag(side: Side) -> u8 {
        1 << side.index()
    }

    /// Whether the side's last move was a TIE moving sideways, so that its next one must not be.
    #[inline]
    const fn moved_sideways(&self, side: Side) -> bool {
        self.sideways & Trench::flag(side) != 0
    }

    /// Puts a piece on a square, or takes it off.
    #[inline]
    fn toggle(&mut self, square: u8, side: Side, kind: Kind) {
        self.sides[side.index()] ^= bit(square);
        self.kinds[kind as usize] ^= bit(square);
        self.board_key ^= PIECE_KEYS[side.index()].of(kind as usize, square as usize);
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.side = self.side.opposite();
        self.board_key ^= NORTH_KEY;
    }

    /// The same position, flags and all, with the other side to move.
    fn with_turn_passed(&self) -> Trench {
        let mut passed = *self;
        passed.pass_turn();
        passed
    }

    /// The pieces of a kind, of both sides.
    #[inline]
    const fn of(&self, kind: Kind) -> u64 {
        self.kinds[kind as usize]
    }

    /// The kind of the piece on an occupied square.
    #[inline]
    fn kind_on(&self, square: u8) -> Kind {
        let on = |kind: Kind| self.of(kind) & bit(square) != 0;
        Kind::ALL.into_iter().find(|&kind| on(kind)).unwrap_or(Kind::DeathStar)
    }

    /// The side whose Death Star has been captured, if one has.
    #[inline]
    fn star_lost(&self) -> Option<Side> {
        let stars = self.of(Kind::DeathStar);
        Side::BOTH.into_iter().find(|side| stars & self.sides[side.index()] == 0)
    }
}

/// Why Trench Run ends: a move takes a piece, or goes forward, or is a TIE's sideways, and a side may not make two of the
/// last kind in a row. Even a board set up with two Death Stars and 47 pieces that move, has at most
/// 47 captures, and only a capture can go backward. Its pieces have at most 47 * 6 rows ahead of them, and every capture
/// that goes backward gives back at most 6. That makes at most 47 * 6 + 47 * 6 moves forward and 47 backward; each side's
/// sideways moves are at most one more than its other moves.
///
/// Why no position recurs: between two equal ones nothing was taken, so nothing went backward, so nothing went forward
/// either. Sideways moves alone allow one move per side, and that leaves another board.
impl Position for Trench {
    const MAX_PLIES: u16 = 2 * (47 * 6 + 47 * 6 + 47) + 2;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.star_lost() {
            return Some(Outcome::Win(loser.opposite()));
        }
        (self.count_moves() == 0).then_some(Outcome::Win(self.side.opposite()))
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.star_lost().is_none() {
            self.generate(moves);
        }
    }

    fn count_moves(&self) -> usize {
        let mut count = moves::TrenchCount::default();
        if self.star_lost().is_none() {
            self.generate(&mut count);
        }
        count.0
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (from, to, mover) = (mv.from(), mv.to(), self.side);
        if self.sides[mover.opposite().index()] & bit(to) != 0 {
            self.toggle(to, mover.opposite(), self.kind_on(to));
        }
        // Only TIEs and X-wings move, and which is hard to predict: choosing from two takes no branch.
        let is_tie = self.of(Kind::Tie) & bit(from) != 0;
        let kind = if is_tie { Kind::Tie } else { Kind::XWing };
        self.toggle(from, mover, kind);
        self.toggle(to, mover, kind);
        let sideways = is_tie & (row_of(from) == row_of(to));
        self.sideways = self.sideways & !Trench::flag(mover) | u8::from(sideways) << mover.index();
        self.pass_turn();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board_key ^ SIDEWAYS_KEYS[self.sideways as usize]
    }
}
