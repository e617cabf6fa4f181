//! Hi-YA!: martial arts on 7 columns and 8 rows; a piece attacks by landing directly in front of an enemy.

mod eval;
mod examples;
mod moves;
mod notation;
#[cfg(test)]
mod tests;
mod weights;

use skirmish_board::{Move, MoveList, Outcome, Position, Side};

use crate::grid::{Count, Direction, bit, step};
use crate::rectangular;
use crate::registry::{Info, Visitor};
use crate::text::Grid;
use crate::zobrist::{self, Keys};

/// The metadata of the game.
pub(crate) static INFO: Info = Info {
    id: "hiya",
    name: "Hi-YA!",
    player: "SENSEI",
    summary: "martial arts; attack by landing in front of an enemy",
    welcome: &[
        "Attack the enemy king, which never moves.",
        "No piece moves onto another: you attack by landing on the square right in front of an enemy.",
        "A fighter that is hit becomes small, and a small one that is hit is gone.",
    ],
    lesson: Some(include_str!("lesson.txt")),
    examples: examples::EXAMPLES,
    ..rectangular::info::<HiYa>()
};

pub(crate) fn visit<V: Visitor>(_size: u8, visitor: V) -> V::Output {
    visitor.visit(HiYa::start())
}

/// The board.
const GRID: Grid = Grid { columns: 7, rows: 8 };

/// The kinds of pieces. The numbers of the four fighters are made of two bits, [`Kind::NINJA`] and [`Kind::MINI`], so that the kind of
/// a piece is found without branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Samurai,
    Ninja,
    MiniSamurai,
    MiniNinja,
    King,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Samurai, Kind::Ninja, Kind::MiniSamurai, Kind::MiniNinja, Kind::King];
    /// The bit that tells ninjas of both sizes from samurai.
    const NINJA: usize = 1;
    /// The bit that tells minis from pieces of full strength.
    const MINI: usize = 2;

    fn is_ninja(self) -> bool {
        matches!(self, Kind::Ninja | Kind::MiniNinja)
    }

    fn is_mini(self) -> bool {
        matches!(self, Kind::MiniNinja | Kind::MiniSamurai)
    }
}

/// A position of Hi-YA!.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiYa {
    sides: [u64; 2],
    /// Ninjas and mini-ninjas of both sides. What is neither a ninja nor a king is a samurai.
    ninjas: u64,
    /// Mini-ninjas and mini-samurai of both sides.
    minis: u64,
    kings: u64,
    key: u64,
    side: Side,
}

static PIECE_KEYS: [Keys<5>; 2] = [Keys::new(0x4869_5941_0000_0000), Keys::new(0x4869_5941_0000_0001)];
const NORTH_KEY: u64 = zobrist::mix(0x4869_5941_0000_0002);

impl HiYa {
    /// The position at the start; South moves first.
    pub fn start() -> HiYa {
        rectangular::start()
    }

    /// Puts a piece on an empty square, or takes it off.
    fn toggle(&mut self, square: u8, side: Side, kind: Kind) {
        self.sides[side.index()] ^= bit(square);
        self.ninjas ^= (kind.is_ninja() as u64) << square;
        self.minis ^= (kind.is_mini() as u64) << square;
        self.kings ^= ((kind == Kind::King) as u64) << square;
        self.key ^= PIECE_KEYS[side.index()].of(kind as usize, square as usize);
    }

    /// The kind of the piece on an occupied square.
    #[inline]
    fn kind_on(&self, square: u8) -> Kind {
        if self.kings & bit(square) != 0 { Kind::King } else { Kind::ALL[self.fighter_on(square)] }
    }

    /// The number of the kind of piece, not a king, on an occupied square.
    #[inline]
    fn fighter_on(&self, square: u8) -> usize {
        (self.ninjas >> square & 1) as usize * Kind::NINJA + (self.minis >> square & 1) as usize * Kind::MINI
    }

    /// The side whose king has been attacked, if one has.
    #[inline]
    fn king_lost(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.kings & self.sides[side.index()] == 0)
    }

    /// The enemy, at most one, that a piece of a side attacks by landing on a square.
    #[inline]
    fn attacked_from(&self, landing: u8, side: Side) -> u64 {
        step(bit(landing), Direction::forward(side)) & self.sides[side.opposite().index()]
    }

    #[inline(always)]
    fn play_for(&mut self, side: Side, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let kind = self.fighter_on(from);
        self.sides[side.index()] ^= bit(from) | bit(to);
        // Without branches: all bits of the mover are moved.
        let (ninja, mini) = (self.ninjas >> from & 1, self.minis >> from & 1);
        self.ninjas ^= ninja << from | ninja << to;
        self.minis ^= mini << from | mini << to;
        let keys = &PIECE_KEYS[side.index()];
        self.key ^= keys.of(kind, from as usize) ^ keys.of(kind, to as usize) ^ NORTH_KEY;
        self.side = side.opposite();

        let attacked = self.attacked_from(to, side);
        if attacked != 0 {
            self.strike(attacked, side.opposite());
        }
    }

    /// Applies an attack to its victim, the one piece in the set: minis and kings are removed, others become minis.
    #[inline]
    fn strike(&mut self, victim: u64, side: Side) {
        let square = victim.trailing_zeros() as u8;
        let kind = self.kind_on(square);
        self.toggle(square, side, kind);
        match kind {
            Kind::Ninja => self.toggle(square, side, Kind::MiniNinja),
            Kind::Samurai => self.toggle(square, side, Kind::MiniSamurai),
            Kind::MiniNinja | Kind::MiniSamurai | Kind::King => {}
        }
    }
}

/// Why Hi-YA! ends: every move either attacks or goes forward. An attack takes one of the two lives of a ninja or samurai,
/// the one life of a mini, or a king and with it the game. Even on a board set up with 54 pieces besides the
/// kings, that is at most 2 * 54 + 1 attacks. Each piece has at most 7 rows to go forward, and an attack that goes
/// backward gives its piece at most 7 of them again. Lives only fall, and while they stay the same the rows advanced only
/// grow, so no position recurs.
impl Position for HiYa {
    const MAX_PLIES: u16 = ATTACKS + 7 * (FIGHTERS + ATTACKS);

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(loser) = self.king_lost() {
            return Some(Outcome::Win(loser.opposite()));
        }
        (self.count_moves() == 0).then_some(Outcome::Win(self.side.opposite()))
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.king_lost().is_none() {
            self.generate(moves);
        }
    }

    fn count_moves(&self) -> usize {
        let mut count = Count::default();
        if self.king_lost().is_none() {
            self.generate(&mut count);
        }
        count.0
    }

    fn play(&mut self, mv: Move) {
        match self.side {
            Side::South => self.play_for(Side::South, mv),
            Side::North => self.play_for(Side::North, mv),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }
}

const FIGHTERS: u16 = GRID.columns as u16 * GRID.rows as u16 - 2;
const ATTACKS: u16 = 2 * FIGHTERS + 1;
