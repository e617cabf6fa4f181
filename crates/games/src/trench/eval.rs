//! The hand-written evaluation of Trench Run: which ships get behind the enemy's Death Star, whether a guard captures
//! them there, how many moves are left before a side has none, material and piece-square tables.

use skirmish_board::{Evaluate, LevelProfile, Move, Score, SearchParams, Side};

use super::attack_map::{Gates, Reach};
use super::moves::lines;
use super::{GRID, Kind, Trench, weights::WEIGHTS};
use crate::grid::{Direction, bit, column_of, row_of, squares};

/// Terms of a count: one for each count up to `most`, which includes all above; and these for each of several groups.
#[derive(Clone, Copy)]
struct Counts {
    first: usize,
    groups: usize,
    most: u32,
}

impl Counts {
    const fn at(first: usize, groups: usize, most: u32) -> Counts {
        Counts { first, groups, most }
    }

    /// The first term after these.
    const fn end(self) -> usize {
        self.first + self.groups * (self.most as usize + 1)
    }

    /// The term of the number of squares in a set.
    #[inline(always)]
    fn of(self, group: usize, set: u64) -> usize {
        self.with(group, set.count_ones())
    }

    #[inline(always)]
    fn with(self, group: usize, count: u32) -> usize {
        debug_assert!(group < self.groups);
        self.first + group * (self.most as usize + 1) + count.min(self.most) as usize
    }
}

/// Two piece-square tables for each kind of ship, for many ships on the board and for few, left and right mirrored.
const TABLE: usize = 28;
const LATE_TABLES: usize = 2 * TABLE;
/// With fewer ships than this on the board it is late.
const MANY_SHIPS: u32 = 11;
/// TIEs, X-wings on the colour of the enemy's Death Star, which alone can ever strike it, and other X-wings.
const MATERIAL: usize = 4 * TABLE;
/// Ships that could strike one day.
const ATTACKERS: Counts = Counts::at(MATERIAL + 3, 1, 6);
/// Moves of TIEs ahead, of TIEs sideways, of X-wings ahead; all of these together, where they are few.
const AHEAD: Counts = Counts::at(ATTACKERS.end(), 1, 10);
const SIDEWAYS: Counts = Counts::at(AHEAD.end(), 1, 14);
const DIAGONAL: Counts = Counts::at(SIDEWAYS.end(), 1, 12);
const CHOICES: Counts = Counts::at(DIAGONAL.end(), 1, 7);
/// Squares that TIEs, and X-wings, may go to without being captured there.
const SAFE: Counts = Counts::at(CHOICES.end(), 2, 10);
/// Ships that have a move other than a capture backward.
const LIVE: Counts = Counts::at(SAFE.end(), 1, 8);
/// Whose turn it is makes two groups of a term: first the side to move, then the other.
const MOVED_SIDEWAYS: usize = LIVE.end();
/// TIEs, and X-wings, that may be captured: unguarded, guarded. A TIE that may be captured by an X-wing.
const LOOSE: usize = MOVED_SIDEWAYS + 2;
const ATTACKED: usize = LOOSE + 4;
const BY_LESSER: usize = ATTACKED + 4;
/// Gates that can be entered with the next move by a TIE, by an X-wing: without being captured, or at that risk.
const ENTRIES: Counts = Counts::at(BY_LESSER + 2, 8, 2);
/// Squares to enter a gate from, in the same groups.
const APPROACHES: Counts = Counts::at(ENTRIES.end(), 8, 3);
/// Gates to the own Death Star for TIEs, for X-wings: those unguarded, and how well the others are guarded.
const UNGUARDED: Counts = Counts::at(APPROACHES.end(), 2, 3);
const GUARDED: Counts = Counts::at(UNGUARDED.end(), 2, 5);
/// A Death Star can be captured: now, with the next move if the striker is not captured, with the next move for sure.
const STRIKE: usize = GUARDED.end();
const TEMPO: usize = STRIKE + 3;
/// The number of terms.
pub(super) const TERMS: usize = TEMPO + 1;

/// Piece values for move ordering.
const WORTH: [Score; 4] = [120, 80, 0, 5000];

/// The plane whose first square is the sideways flag.
const SIDEWAYS_PLANE: usize = 2;

/// The term of a square in a table, from the view of each side.
static SQUARE_TERMS: [[u8; 64]; 2] = [square_terms(Side::South), square_terms(Side::North)];

const fn square_terms(side: Side) -> [u8; 64] {
    let mut terms = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (column_of(square), row_of(square));
        if column < GRID.columns && row < GRID.rows {
            let row = if matches!(side, Side::South) { row } else { GRID.rows - 1 - row };
            let mirrored = GRID.columns - 1 - column;
            terms[square as usize] = row * 4 + if column < mirrored { column } else { mirrored };
        }
        square += 1;
    }
    terms
}

impl Evaluate for Trench {
    const SEARCH_PARAMS: SearchParams = SearchParams {
        delta_margin: 0,
        lmr_divisor: 220,
        lmp_base: 4,
        see_margin: 60,
        singular_margin: 3,
        ..SearchParams::DEFAULT
    };
    const HISTORY_SIZE: usize = 2 * 2 * 64;
    const WEIGHTS: &'static [i16] = &WEIGHTS;

    #[inline]
    fn terms(&self, add: &mut impl FnMut(usize, i32)) {
        let (south, north) = (self.reach(Side::South), self.reach(Side::North));
        self.side_terms(Side::South, &south, &north, &mut |term, count| add(term, count));
        self.side_terms(Side::North, &north, &south, &mut |term, count| add(term, -count));
        add(TEMPO, if self.side == Side::South { 1 } else { -1 });
    }

    /// TIEs, X-wings, and the sideways flag. Walls and Death Stars never move.
    const PLANES: usize = 3;

    #[inline]
    fn planes(&self, side: Side, add: &mut impl FnMut(usize, u64)) {
        let own = self.sides[side.index()];
        add(0, GRID.seen_by(side, self.of(Kind::Tie) & own));
        add(1, GRID.seen_by(side, self.of(Kind::XWing) & own));
        add(SIDEWAYS_PLANE, u64::from(self.moved_sideways(side)));
    }

    fn mirrored(&self, plane: usize, square: usize) -> Option<(usize, usize)> {
        Some((plane, if plane == SIDEWAYS_PLANE { square } else { GRID.mirrored(square) }))
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.sides[self.side.opposite().index()] & bit(mv.to()) != 0
    }

    fn exchange_gain(&self, mv: Move) -> Score {
        if !self.is_noisy(mv) {
            return 0;
        }
        let taken = WORTH[self.kind_on(mv.to()) as usize];
        let risked = WORTH[self.kind_on(mv.from()) as usize];
        let game_over = self.of(Kind::DeathStar) & bit(mv.to()) != 0;
        if game_over || !self.could_recapture(mv) { taken } else { taken - risked }
    }

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        let is_tie = self.of(Kind::Tie) & bit(mv.from()) != 0;
        (self.side.index() * 2 + usize::from(is_tie)) * 64 + mv.to() as usize
    }

    #[inline]
    fn threatened(&self) -> bool {
        let strikers = match self.side {
            Side::South => self.strikers(Side::North),
            Side::North => self.strikers(Side::South),
        };
        strikers != 0 || self.could_be_stopped()
    }
}

impl LevelProfile for Trench {
    /// Few nodes are enough to see what a beginner overlooks.
    fn node_budgets(&self) -> [u64; 6] {
        [28, 170, 500, 4_000, 200_000, 1_600_000]
    }

    fn material(&self) -> Score {
        let worth = |side: Side| {
            let count = |kind: Kind| (self.of(kind) & self.sides[side.index()]).count_ones() as Score;
            Kind::ALL.iter().map(|&kind| WORTH[kind as usize] * count(kind)).sum::<Score>()
        };
        worth(self.side) - worth(self.side.opposite())
    }
}

impl Trench {
    /// The terms of a side.
    #[inline(always)]
    fn side_terms(&self, side: Side, own: &Reach, enemy: &Reach, add: &mut impl FnMut(usize, i32)) {
        let turn = usize::from(self.side != side);
        self.ship_terms(side, own, add);
        self.mobility_terms(side, own, enemy, add);
        add(MOVED_SIDEWAYS + turn, i32::from(self.moved_sideways(side)));

        let (own_guards, enemy_guards) = (own.guards(), enemy.guards());
        for (kind, ships) in [own.ties, own.x_wings].into_iter().enumerate() {
            let attacked = ships & enemy_guards;
            add(LOOSE + kind * 2 + turn, count(attacked & !own_guards));
            add(ATTACKED + kind * 2 + turn, count(attacked & own_guards));
        }
        add(BY_LESSER + turn, count(own.ties & enemy.x_wing_guards));
        self.gate_terms(side, &self.gates(side, own), own, enemy, add);
    }

    /// Material and piece-square tables of a side.
    #[inline(always)]
    fn ship_terms(&self, side: Side, own: &Reach, add: &mut impl FnMut(usize, i32)) {
        let ships = (self.of(Kind::Tie) | self.of(Kind::XWing)).count_ones();
        let tables = if ships < MANY_SHIPS { LATE_TABLES } else { 0 };
        for square in squares(own.ties) {
            add(tables + SQUARE_TERMS[side.index()][square as usize] as usize, 1);
        }
        for square in squares(own.x_wings) {
            add(tables + TABLE + SQUARE_TERMS[side.index()][square as usize] as usize, 1);
        }
        let able = own.x_wings & same_colour(self.star(side.opposite()));
        add(MATERIAL, count(own.ties));
        add(MATERIAL + 1, count(able));
        add(MATERIAL + 2, count(own.x_wings & !able));
        add(ATTACKERS.of(0, own.ties | able), 1);
    }

    /// The mobility of a side.
    #[inline(always)]
    fn mobility_terms(&self, side: Side, own: &Reach, enemy: &Reach, add: &mut impl FnMut(usize, i32)) {
        let ahead = own.ahead.count_ones();
        let sideways = own.sideways[0].count_ones() + own.sideways[1].count_ones();
        let diagonal = own.diagonal[0].count_ones() + own.diagonal[1].count_ones();
        add(AHEAD.with(0, ahead), 1);
        add(SIDEWAYS.with(0, sideways), 1);
        add(DIAGONAL.with(0, diagonal), 1);
        add(CHOICES.with(0, ahead + sideways + diagonal), 1);
        add(SAFE.of(0, own.tie_targets & !enemy.guards()), 1);
        add(SAFE.of(1, own.x_wing_targets & !enemy.guards()), 1);
        add(LIVE.of(0, self.live_ships(side)), 1);
    }

    /// The ways of a side to the enemy's Death Star, and how the enemy guards them.
    #[inline(always)]
    fn gate_terms(&self, side: Side, gates: &Gates, own: &Reach, enemy: &Reach, add: &mut impl FnMut(usize, i32)) {
        let turn = usize::from(self.side != side);
        let guards = enemy.guards();
        let kinds = [
            (gates.tie, own.tie_targets, gates.tie_approaches),
            (gates.x_wing, own.x_wing_targets, gates.x_wing_approaches),
        ];
        for (kind, (gates, targets, approaches)) in kinds.into_iter().enumerate() {
            let (safe, risky) = (kind * 4 + turn, kind * 4 + 2 + turn);
            let entries = gates & targets;
            add(ENTRIES.of(safe, entries & !guards), 1);
            add(ENTRIES.of(risky, entries & guards), 1);
            add(APPROACHES.of(safe, approaches & !guards), 1);
            add(APPROACHES.of(risky, approaches & guards), 1);
            add(UNGUARDED.of(kind, gates & !guards), -1);
            let guarded = (gates & enemy.tie_guards).count_ones() + (gates & enemy.x_wing_guards).count_ones();
            add(GUARDED.with(kind, guarded), -1);
        }
        if gates.strikers != 0 {
            let alone = gates.strikers & (gates.strikers - 1) == 0;
            let answered = alone && gates.strikers & guards != 0;
            add(STRIKE + if turn == 0 { 0 } else { 2 - usize::from(answered) }, 1);
        }
    }

    /// Whether the opponent could capture the ship of the side to move that has captured with this move.
    #[inline]
    fn could_recapture(&self, mv: Move) -> bool {
        let enemy = self.sides[self.side.opposite().index()];
        let empty = GRID.board() & !(self.sides[0] | self.sides[1]) | bit(mv.from());
        let seen = |direction| lines(bit(mv.to()), direction, empty);
        let straight = seen(Direction::Up) | seen(Direction::Down);
        let sideways = (seen(Direction::Left) | seen(Direction::Right)) & self.sideways_mask(self.side.opposite());
        let diagonal =
            seen(Direction::UpLeft) | seen(Direction::UpRight) | seen(Direction::DownLeft) | seen(Direction::DownRight);
        ((straight | sideways) & self.of(Kind::Tie) | diagonal & self.of(Kind::XWing)) & enemy != 0
    }
}

/// The number of squares in a set, as a count of terms.
#[inline(always)]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// All squares of the colour of one, as on a chess board.
#[inline(always)]
const fn same_colour(square: u64) -> u64 {
    const DARK: u64 = 0xaa55_aa55_aa55_aa55;
    if square & DARK != 0 { DARK } else { !DARK }
}
