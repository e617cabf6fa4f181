//! The hand-written evaluation of Hi-YA!: lives, attacks that can be made now, the ways to the square in front of a king,
//! and moves in hand. All moves but attacks go forward, and the side that runs out of them first has lost.

use skirmish_board::{BeginnerModel, Evaluate, LevelProfile, Move, Score, SearchParams, Side};

use super::moves::{GlideSink, reach, shift};
use super::{GRID, HiYa, Kind, weights::WEIGHTS};
use crate::grid::{Direction, bit, column_of, leaper, line, row_of, squares, step};

/// The terms: a piece-square table for each kind of fighter, then those below. "By turn" means one set for the side not to move, then
/// one for the side to move.
const SQUARES: usize = 0;
const MATERIAL: usize = SQUARES + 4 * 32;
/// How many fighters are left.
const FIGHTERS: usize = MATERIAL + 4;
const MAX_FIGHTERS: usize = 12;
/// Fighters of each kind with a friend, then with an enemy, on the square in front: they cannot be attacked.
const SHIELDED: usize = FIGHTERS + MAX_FIGHTERS + 1;
/// Fighters of each kind that have left all enemies but the king behind.
const PAST: usize = SHIELDED + 2 * 4;
/// Ninjas and mini-ninjas that cannot go forward.
const BLOCKED: usize = PAST + 4;
/// Minis of both kinds whose square a friend could retake.
const GUARDED: usize = BLOCKED + 2;
/// By turn, attacks to be made now: on each kind, and on minis that are guarded.
const VICTIMS: usize = GUARDED + 2;
/// By turn, how many enemies can be attacked now.
const ATTACKS: usize = VICTIMS + 2 * 6;
const MAX_ATTACKS: usize = 4;
/// By turn, what is in front of the enemy king, and how many pieces could move there.
const APPROACH: usize = ATTACKS + 2 * (MAX_ATTACKS + 1);
const MAX_ATTACKERS: usize = 2;
/// By turn, whether the square in front of the enemy king is occupied, and how many moves prepare to go there.
const ROUTES: usize = APPROACH + 2 * 4 * (MAX_ATTACKERS + 1);
const MAX_ROUTES: usize = 4;
/// The straight, then the diagonal ways to the square in front of the enemy king: how many squares of them are empty, how
/// many end at an own piece, at an enemy of full strength, at a mini.
const WAYS: usize = ROUTES + 2 * 2 * (MAX_ROUTES + 1);
/// By turn, how many moves there are.
const CHOICES: usize = WAYS + 2 * 4;
const MAX_CHOICES: usize = 16;
/// Steps forward that samurai, then ninjas, have left.
const STEPS: usize = CHOICES + 2 * (MAX_CHOICES + 1);
/// By phase, how many more steps the side to move has left than the other.
const RACE: usize = STEPS + 2;
const MAX_LEAD: i32 = 8;
/// By phase, the right to move.
const TEMPO: usize = RACE + PHASES * (2 * MAX_LEAD as usize + 1);
/// The number of terms.
pub(super) const TERMS: usize = TEMPO + PHASES;

/// Races count more when fewer lives are left. A game has three phases.
const PHASES: usize = 3;

/// Piece values for move ordering.
const WORTH: [Score; 5] = [120, 120, 50, 50, 5000];

impl Evaluate for HiYa {
    const SEARCH_PARAMS: SearchParams =
        SearchParams { lmr_divisor: 130, futility_margin: 0, singular_margin: 3, ..SearchParams::DEFAULT };
    const HISTORY_SIZE: usize = 2 * 4 * 64;
    const WEIGHTS: &'static [i16] = &WEIGHTS;

    fn terms(&self, add: &mut impl FnMut(usize, i32)) {
        let (mut south, mut north) = (Sight::default(), Sight::default());
        self.generate_for(Side::South, &mut south);
        self.generate_for(Side::North, &mut north);
        self.terms_for(Side::South, &south, &north, add);
        self.terms_for(Side::North, &north, &south, &mut |term, count| add(term, -count));

        let lead = self.steps_left(Side::South).iter().sum::<i32>() - self.steps_left(Side::North).iter().sum::<i32>();
        let sign = if self.side == Side::South { 1 } else { -1 };
        let lead = (sign * lead).clamp(-MAX_LEAD, MAX_LEAD) + MAX_LEAD;
        let phase = self.phase();
        add(RACE + phase * (2 * MAX_LEAD as usize + 1) + lead as usize, sign);
        add(TEMPO + phase, sign);
    }

    /// The kinds of fighters. Kings never move.
    const PLANES: usize = 4;

    #[inline]
    fn planes(&self, side: Side, add: &mut impl FnMut(usize, u64)) {
        for (kind, set) in self.kinds_of(side).into_iter().enumerate() {
            add(kind, GRID.seen_by(side, set));
        }
    }

    fn mirrored(&self, plane: usize, square: usize) -> Option<(usize, usize)> {
        Some((plane, GRID.mirrored(square)))
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.attacked_from(mv.to(), self.side) != 0
    }

    fn exchange_gain(&self, mv: Move) -> Score {
        let victim = self.attacked_from(mv.to(), self.side);
        if victim == 0 {
            return 0;
        }
        let square = victim.trailing_zeros() as u8;
        let kind = self.kind_on(square);
        let gained = hit(kind);
        // A victim that stays on the board shields its attacker. Where a mini stood, an avenger may land.
        if !kind.is_mini() {
            return gained;
        }
        let occupied = (self.sides[0] | self.sides[1]) ^ victim ^ bit(mv.from()) ^ bit(mv.to());
        let avengers = self.reaching(self.side.opposite(), square, occupied) & !victim;
        if avengers == 0 { gained } else { gained - hit(self.kind_on(mv.from())) }
    }

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        (self.side.index() * 4 + self.fighter_on(mv.from())) * 64 + mv.to() as usize
    }

    /// Whether the opponent could attack the king. Moves that would leave the side to move without moves are rare and expensive to
    /// find, so they are ignored.
    fn threatened(&self) -> bool {
        let occupied = self.sides[0] | self.sides[1];
        let front = self.king_front(self.side) & !occupied;
        front != 0 && self.reaching(self.side.opposite(), front.trailing_zeros() as u8, occupied) != 0
    }
}

impl LevelProfile for HiYa {
    const BEGINNERS: [BeginnerModel; 3] = [
        BeginnerModel::FIRST,
        BeginnerModel { reply_visibility: 38, visibility_falloff: 8, eval_weight: 8, advance_bonus: 6, noise: 80 },
        BeginnerModel::THIRD,
    ];

    fn node_budgets(&self) -> [u64; 6] {
        [100, 650, 1_500, 12_000, 325_000, 1_600_000]
    }

    /// A life is worth 100.
    fn material(&self) -> Score {
        let worth = |side: Side| {
            let kings = count(self.kings & self.sides[side.index()]);
            100 * self.lives(side) + WORTH[Kind::King as usize] * kings
        };
        worth(self.side) - worth(self.side.opposite())
    }
}

/// What an attack on a piece gains.
fn hit(victim: Kind) -> Score {
    match victim {
        Kind::Samurai | Kind::Ninja => WORTH[victim as usize] - WORTH[victim as usize + Kind::MINI],
        Kind::MiniSamurai | Kind::MiniNinja | Kind::King => WORTH[victim as usize],
    }
}

/// The moves of a side's pieces.
#[derive(Default)]
struct Sight {
    /// The squares that each kind of fighter can move to.
    landings: [u64; 4],
    /// All squares in the directions of a fighter, up to and including the first piece, even those it may not go to.
    seen: u64,
    /// The number of moves.
    count: usize,
}

impl GlideSink for Sight {
    #[inline(always)]
    fn glides(&mut self, full: u64, minis: u64, direction: Direction, empty: u64, allowed: u64) {
        let (slides, steps) = (reach(full, direction, empty), shift(minis, direction, 1));
        self.seen |= shift(full | slides, direction, 1) | steps;
        let straight = matches!(direction, Direction::Up | Direction::Down | Direction::Left | Direction::Right);
        let kind = if straight { Kind::Samurai } else { Kind::Ninja } as usize;
        self.landings[kind] |= slides & allowed;
        self.landings[kind + Kind::MINI] |= steps & allowed;
        self.count += ((slides | steps) & allowed).count_ones() as usize;
    }
}

/// A fighter's square in its table: rows from the owner's view, left and right mirrored.
static FOLDED: [[u8; 64]; 2] = {
    let mut folded = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (column_of(square) % GRID.columns, row_of(square));
        let mirrored = GRID.columns - 1 - column;
        let column = if column < mirrored { column } else { mirrored };
        folded[0][square as usize] = row * 4 + column;
        folded[1][square as usize] = (GRID.rows - 1 - row) * 4 + column;
        square += 1;
    }
    folded
};

/// The squares around each square.
static AROUND: [u64; 64] = leaper([(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]);

impl HiYa {
    /// The terms of one side, as if it were South.
    #[inline(always)]
    fn terms_for(&self, side: Side, sight: &Sight, against: &Sight, add: &mut impl FnMut(usize, i32)) {
        self.fighter_terms(side, sight, add);
        self.attack_terms(side, sight, against, add);
        self.king_terms(side, sight, add);
        let turn = (self.side == side) as usize;
        add(CHOICES + turn * (MAX_CHOICES + 1) + sight.count.min(MAX_CHOICES), 1);
        let [samurai, ninjas] = self.steps_left(side);
        add(STEPS, samurai);
        add(STEPS + 1, ninjas);
    }

    /// Material and piece-square tables.
    #[inline(always)]
    fn fighter_terms(&self, side: Side, sight: &Sight, add: &mut impl FnMut(usize, i32)) {
        let (own, enemy) = (self.sides[side.index()], self.sides[side.opposite().index()]);
        let fighters = own & !self.kings;
        for square in squares(fighters) {
            add(SQUARES + self.fighter_on(square) * 32 + FOLDED[side.index()][square as usize] as usize, 1);
        }
        add(FIGHTERS + (fighters.count_ones() as usize).min(MAX_FIGHTERS), 1);

        let back = Direction::forward(side.opposite());
        let (behind_friend, behind_enemy) = (step(own, back), step(enemy, back));
        let past = fighters & !short_of_last(side, enemy & !self.kings);
        for (kind, set) in self.kinds_of(side).into_iter().enumerate() {
            add(MATERIAL + kind, count(set));
            add(SHIELDED + kind, count(set & behind_friend));
            add(SHIELDED + 4 + kind, count(set & behind_enemy));
            add(PAST + kind, count(set & past));
        }
        let empty = GRID.board() & !(own | enemy);
        let free = step(empty, Direction::forward_left(side.opposite()))
            | step(empty, Direction::forward_right(side.opposite()));
        let [_, ninjas, mini_samurai, mini_ninjas] = self.kinds_of(side);
        add(BLOCKED, count(ninjas & !free));
        add(BLOCKED + 1, count(mini_ninjas & !free));
        add(GUARDED, count(mini_samurai & sight.seen));
        add(GUARDED + 1, count(mini_ninjas & sight.seen));
    }

    /// The attacks that a side could make now.
    #[inline(always)]
    fn attack_terms(&self, side: Side, sight: &Sight, against: &Sight, add: &mut impl FnMut(usize, i32)) {
        let other = side.opposite();
        let landings = sight.landings.iter().fold(0, |all, set| all | set);
        let victims = step(landings, Direction::forward(side)) & self.sides[other.index()] & !self.kings;
        let turn = (self.side == side) as usize;
        let term = VICTIMS + turn * 6;
        for (kind, set) in self.kinds_of(other).into_iter().enumerate() {
            add(term + kind, count(set & victims));
        }
        let guarded = victims & self.minis & against.seen;
        add(term + 4, count(guarded & !self.ninjas));
        add(term + 5, count(guarded & self.ninjas));
        add(ATTACKS + turn * (MAX_ATTACKS + 1) + (victims.count_ones() as usize).min(MAX_ATTACKS), 1);
    }

    /// How near a side is to attacking the enemy king.
    #[inline(always)]
    fn king_terms(&self, side: Side, sight: &Sight, add: &mut impl FnMut(usize, i32)) {
        let (own, enemy) = (self.sides[side.index()], self.sides[side.opposite().index()]);
        let front = self.king_front(side.opposite());
        if front == 0 {
            return;
        }
        let ways = ways(side, front.trailing_zeros() as u8, own | enemy);
        let (mut attackers, mut routes) = (0, 0);
        for (kind, set) in self.kinds_of(side).into_iter().enumerate() {
            attackers += (ways[kind] & set).count_ones() as usize;
            routes += (ways[kind] & sight.landings[kind]).count_ones() as usize;
        }
        let occupant = match front {
            _ if front & (own | enemy) == 0 => 0,
            _ if front & own != 0 => 1,
            _ if front & self.minis == 0 => 2,
            _ => 3,
        };
        let turn = (self.side == side) as usize;
        add(APPROACH + (turn * 4 + occupant) * (MAX_ATTACKERS + 1) + attackers.min(MAX_ATTACKERS), 1);
        let occupied = (occupant != 0) as usize;
        add(ROUTES + (turn * 2 + occupied) * (MAX_ROUTES + 1) + routes.min(MAX_ROUTES), 1);
        for (index, way) in ways.into_iter().take(2).enumerate() {
            let term = WAYS + index * 4;
            add(term, count(way & !(own | enemy)));
            add(term + 1, count(way & own));
            add(term + 2, count(way & enemy & !self.minis));
            add(term + 3, count(way & enemy & self.minis));
        }
    }

    /// The fighters of a side by kind.
    #[inline(always)]
    fn kinds_of(&self, side: Side) -> [u64; 4] {
        let fighters = self.sides[side.index()] & !self.kings;
        let (samurai, ninjas) = (fighters & !self.ninjas, fighters & self.ninjas);
        [samurai & !self.minis, ninjas & !self.minis, samurai & self.minis, ninjas & self.minis]
    }

    /// The square in front of a side's king, where its enemies attack it; empty if there is no king or no such square.
    #[inline]
    fn king_front(&self, side: Side) -> u64 {
        step(self.kings & self.sides[side.index()], Direction::forward(side)) & GRID.board()
    }

    /// The fighters of a side that could move to an empty square to attack from it, if these squares are occupied.
    #[inline]
    fn reaching(&self, side: Side, square: u8, occupied: u64) -> u64 {
        let ways = ways(side, square, occupied);
        self.kinds_of(side).into_iter().zip(ways).fold(0, |all, (set, way)| all | (set & way))
    }

    /// How many steps forward samurai, then ninjas, have left: samurai up to the next piece, ninjas up to the far row.
    #[inline]
    fn steps_left(&self, side: Side) -> [i32; 2] {
        /// The rows whose numbers from 0 contain 1, 2 and 4.
        const ROW_BITS: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
        let empty = GRID.board() & !(self.sides[0] | self.sides[1]);
        let [samurai, ninjas, mini_samurai, mini_ninjas] = self.kinds_of(side);
        let ninjas = ninjas | mini_ninjas;
        let rows = ROW_BITS.map(|rows| count(ninjas & if side == Side::South { !rows } else { rows }));
        let free = reach(samurai | mini_samurai, Direction::forward(side), empty);
        [count(free), rows[0] + 2 * rows[1] + 4 * rows[2]]
    }

    /// The attacks that the fighters of a side can still suffer.
    #[inline]
    fn lives(&self, side: Side) -> i32 {
        let fighters = self.sides[side.index()] & !self.kings;
        count(fighters) + count(fighters & !self.minis)
    }

    /// 0 near the end, 2 near the start.
    #[inline]
    fn phase(&self) -> usize {
        let lives = self.lives(Side::South) + self.lives(Side::North);
        (lives > 8) as usize + (lives > 18) as usize
    }
}

/// The squares from which each kind of fighter could go to a square to attack from it, with the first piece on every way.
#[inline]
fn ways(side: Side, square: u8, occupied: u64) -> [u64; 4] {
    let along = |direction: Direction| line(square, direction, occupied);
    let other = side.opposite();
    let straight = along(Direction::forward(other)) | along(Direction::Left) | along(Direction::Right);
    let diagonal = along(Direction::forward_left(side))
        | along(Direction::forward_right(side))
        | along(Direction::forward_left(other))
        | along(Direction::forward_right(other));
    let around = AROUND[square as usize];
    [straight & GRID.board(), diagonal & GRID.board(), straight & around, diagonal & around]
}

/// The squares in the rows before the last of the enemies, from a side's view: from elsewhere samurai cannot attack.
#[inline]
fn short_of_last(side: Side, enemies: u64) -> u64 {
    match (side, enemies) {
        (_, 0) => 0,
        (Side::South, _) => bit(row_of(63 - enemies.leading_zeros() as u8) * 8) - 1,
        (Side::North, _) => !1 << (row_of(enemies.trailing_zeros() as u8) * 8 + 7),
    }
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}
