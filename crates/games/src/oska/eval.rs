//! The hand-written evaluation of Oska: the race, captures, blocked pieces, and which side runs out of harmless moves first.
//!
//! Losing a piece is not always bad, since fewer pieces have to arrive; so material counts by how many are left.
//! All boards share the weights: rows are counted from the goal and from the middle, and large numbers share a bucket.

use std::sync::atomic::AtomicBool;

use skirmish_board::{
    BeginnerModel, Evaluate, KnownResult, LevelProfile, Move, Outcome, Position, Score, SearchParams, Side,
};

use super::bits::Bits;
use super::geometry::Diagonal;
use super::moves::MoveParts;
use super::tablebase::{lookup, solve_smallest};
use super::{Oska, PASS, weights::WEIGHTS};

/// The largest number with a bucket of its own, for each kind of term.
const MAX_ROWS_LEFT: usize = 7;
const MAX_FROM_MIDDLE: i32 = 4;
const MAX_FROM_WALL: usize = 2;
const MAX_PIECES: usize = 7;
const MAX_AHEAD: usize = 4;
const MAX_PENDING: usize = 8;
const MAX_BLOCKED: usize = 7;
const MAX_MOVES: usize = 15;
const MAX_SAFE: usize = 10;
const MAX_JUMPS: usize = 3;
const MAX_LEAD: i32 = 12;
const LEADS: usize = 2 * MAX_LEAD as usize + 1;

/// A piece by its rows to go, first those that enemies can still meet, then those past all enemies.
const ROWS_LEFT: usize = 0;
/// A piece by its row, counted from the middle, and its distance from the wall.
const ZONE: usize = ROWS_LEFT + 2 * (MAX_ROWS_LEFT + 1);
/// Rows to go, all pieces together.
const ROWS: usize = ZONE + (2 * MAX_FROM_MIDDLE as usize + 1) * (MAX_FROM_WALL + 1);
/// Pieces left.
const PIECES: usize = ROWS + 1;
/// The side with more pieces: how many the other has, and how many more it has.
const MAJORITY: usize = PIECES + 1;
/// Pieces that have not arrived.
const PENDING: usize = MAJORITY + (MAX_PIECES + 1) * MAX_AHEAD;
/// Pieces that have not arrived and cannot move.
const BLOCKED: usize = PENDING + MAX_PENDING + 1;
/// Steps and jumps.
const MOVES: usize = BLOCKED + MAX_BLOCKED + 1;
/// Steps to squares where the piece cannot be taken.
const SAFE: usize = MOVES + MAX_MOVES + 1;
/// Enemies that can be taken, first for the side to move, then for the other.
const JUMPS: usize = SAFE + MAX_SAFE + 1;
/// Pairs of pieces on one diagonal, of which the front one cannot be jumped over along it.
const SUPPORT: usize = JUMPS + 2 * (MAX_JUMPS + 1);
/// The mover's lead in rows to go while enemies can still meet, and once they cannot.
const RACE: usize = SUPPORT + 1;
/// The mover's lead in harmless moves: safe steps, and the rows of pieces past all enemies.
const RESERVE: usize = RACE + 2 * LEADS;
/// Whether the mover's and the opponent's rows to go are odd.
const PARITY: usize = RESERVE + LEADS;
const TEMPO: usize = PARITY + 4;
/// The number of terms.
pub(super) const TERMS: usize = TEMPO + 1;

/// Squares in a plane of a network.
const WORD: usize = 64;

/// The value of a piece for move ordering.
const WORTH: Score = 100;

/// The value of a capture that ends the game.
const DECISIVE: Score = 5000;

impl<B: Bits> Evaluate for Oska<B> {
    const SEARCH_PARAMS: SearchParams = SearchParams {
        lmr_divisor: 220,
        futility_margin: 45,
        rfp_margin: 45,
        known_results: 1,
        ..SearchParams::DEFAULT
    };
    /// For each side an index for every square, and one for passing.
    const HISTORY_SIZE: usize = 2 * most_squares::<B>() + 1;
    const WEIGHTS: &'static [i16] = &WEIGHTS;

    fn terms(&self, add: &mut impl FnMut(usize, i32)) {
        let races = Side::BOTH.map(|side| self.race(side));
        let rows = self.geometry.rows() as i32 - 1;
        let [own, enemy] = [self.side.index(), self.side.opposite().index()];
        let mover = sign(self.side);
        let mut reserves = [0; 2];
        for side in Side::BOTH {
            let (sign, hindmost) = (sign(side), races[side.opposite().index()].hindmost);
            let free = self.piece_terms(side, rows - hindmost, add);
            add(ROWS, sign * races[side.index()].rows);
            reserves[side.index()] = free + self.move_terms(side, add);
        }
        self.majority_terms(add);
        let disengaged = races[0].hindmost + races[1].hindmost <= rows;
        add(RACE + usize::from(disengaged) * LEADS + lead(races[enemy].rows - races[own].rows), mover);
        add(RESERVE + lead(reserves[own] - reserves[enemy]), mover);
        add(PARITY + (2 * (races[own].rows & 1) + (races[enemy].rows & 1)) as usize, mover);
        add(TEMPO, mover);
    }

    /// The pieces, by their squares in words of 64. The largest boards have no network.
    const PLANES: usize = if most_squares::<B>() <= 2 * WORD { most_squares::<B>().div_ceil(WORD) } else { 0 };

    fn planes(&self, side: Side, add: &mut impl FnMut(usize, u64)) {
        let mut words = [0_u64; 2];
        for square in self.pieces(side).squares() {
            let seen = if side == Side::South { square } else { self.geometry.turned(square) };
            if let Some(word) = words.get_mut(seen / WORD) {
                *word |= 1 << (seen % WORD);
            }
        }
        for (plane, &word) in words.iter().enumerate().take(Self::PLANES) {
            add(plane, word);
        }
    }

    fn mirrored(&self, plane: usize, square: usize) -> Option<(usize, usize)> {
        let square = plane * WORD + square;
        let image = if square < self.geometry.squares() { self.geometry.mirrored(square) } else { square };
        Some((image / WORD, image % WORD))
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        mv != PASS && MoveParts::unpack(mv).jump
    }

    fn exchange_gain(&self, mv: Move) -> Score {
        if !self.is_noisy(mv) {
            return 0;
        }
        let MoveParts { from, diagonal, .. } = MoveParts::unpack(mv);
        let (side, enemies) = (self.side, self.pieces(self.side.opposite()));
        let over = self.geometry.next(from, side, diagonal);
        let to = self.geometry.next(over, side, diagonal);
        let mut left = enemies;
        left.toggle(over);
        if left == B::EMPTY {
            return DECISIVE;
        }
        if left & self.geometry.way(side.opposite()) == B::EMPTY {
            // The enemy's last piece on the way is gone: that wins for the enemy, as a rule.
            return -DECISIVE;
        }
        let met = |diagonal| self.geometry.ahead_of(to, side, diagonal).is_some_and(|ahead| left.contains(ahead));
        // The square jumped over is empty now: an enemy straight ahead jumps back over the piece.
        let across = diagonal.mirrored();
        let open = || {
            let behind = self.geometry.ahead_of(to, side.opposite(), diagonal);
            behind.is_some_and(|square| self.owner(square).is_none())
        };
        if met(diagonal) || (met(across) && open()) { 0 } else { WORTH }
    }

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        if mv == PASS {
            return Self::HISTORY_SIZE - 1;
        }
        self.side.index() * most_squares::<B>() + self.squares_of(mv).1
    }

    #[inline]
    fn known_result(&self) -> Option<KnownResult> {
        self.race_result()
    }

    fn threatened(&self) -> bool {
        let (side, opponent) = (self.side, self.side.opposite());
        // A win takes the last piece, or brings the last one home.
        let pending = (self.pieces(opponent) & self.geometry.way(opponent)).count();
        if (pending > 1 && self.pieces(side).count() > 1) || self.decided() {
            return false;
        }
        let passed = self.turned();
        passed.moves_of(opponent).any(|parts| {
            let mut next = passed;
            next.play(parts.pack());
            next.outcome() == Some(Outcome::Win(opponent))
        })
    }
}

impl<B: Bits> LevelProfile for Oska<B> {
    /// The deeper both sides search, the more extra depth is worth.
    const BEGINNERS: [BeginnerModel; 3] = [
        BeginnerModel { eval_weight: 100, advance_bonus: 0, noise: 550, ..BeginnerModel::FIRST },
        BeginnerModel { eval_weight: 100, advance_bonus: 0, noise: 150, ..BeginnerModel::SECOND },
        BeginnerModel { reply_visibility: 70, eval_weight: 100, advance_bonus: 0, noise: 30, ..BeginnerModel::THIRD },
    ];

    const SACRIFICE_CAN_BE_GOOD: bool = true;

    /// On boards that have a network, level 6 is the first that uses it, which is worth many times the nodes.
    fn node_budgets(&self) -> [u64; 6] {
        match self.geometry.size() {
            5 | 6 => [180, 1_500, 600, 10_000, 200_000, 4_000_000],
            7 | 8 => [180, 1_500, 200, 3_000, 100_000, 4_000_000],
            _ => [180, 1_500, 9_000, 80_000, 800_000, 4_000_000],
        }
    }

    fn material(&self) -> Score {
        WORTH * (self.pieces(self.side).count() as Score - self.pieces(self.side.opposite()).count() as Score)
    }

    fn tablebase_result(&self) -> Option<Outcome> {
        lookup(self)
    }

    fn build_tablebase(&self, progress: &(dyn Fn(u64, u64) + Sync), stop: &AtomicBool) {
        solve_smallest(self.geometry.size(), progress, stop);
    }
}

/// How many squares the largest board has.
const fn most_squares<B: Bits>() -> usize {
    let n = B::LARGEST as usize;
    n * (n + 1) - 4
}

fn sign(side: Side) -> i32 {
    if side == Side::South { 1 } else { -1 }
}

/// The bucket of a lead.
#[inline]
fn lead(lead: i32) -> usize {
    (lead.clamp(-MAX_LEAD, MAX_LEAD) + MAX_LEAD) as usize
}

/// How far a side has to go.
struct Race {
    /// All its pieces together.
    rows: i32,
    /// The piece that has the most rows to go.
    hindmost: i32,
}

impl<B: Bits> Oska<B> {
    fn race(&self, side: Side) -> Race {
        let mut race = Race { rows: 0, hindmost: 0 };
        for square in self.pieces(side).squares() {
            let rows_left = i32::from(self.geometry.spot(square).rows_left[side.index()]);
            race.rows += rows_left;
            race.hindmost = race.hindmost.max(rows_left);
        }
        race
    }

    /// The squares of a side's pieces. Those with at most `beyond` rows to go are past all enemies; returns how many rows
    /// these have to go.
    fn piece_terms(&self, side: Side, beyond: i32, add: &mut impl FnMut(usize, i32)) -> i32 {
        let (sign, middle) = (sign(side), i32::from(self.geometry.size()) - 2);
        let mut free_rows = 0;
        for square in self.pieces(side).squares() {
            let spot = self.geometry.spot(square);
            let rows_left = i32::from(spot.rows_left[side.index()]);
            let free = rows_left <= beyond;
            free_rows += if free { rows_left } else { 0 };
            add(ROWS_LEFT + usize::from(free) * (MAX_ROWS_LEFT + 1) + (rows_left as usize).min(MAX_ROWS_LEFT), sign);
            let from_middle = (rows_left - middle).clamp(-MAX_FROM_MIDDLE, MAX_FROM_MIDDLE) + MAX_FROM_MIDDLE;
            let from_wall = usize::from(spot.from_wall).min(MAX_FROM_WALL);
            add(ZONE + from_middle as usize * (MAX_FROM_WALL + 1) + from_wall, sign);
        }
        free_rows
    }

    /// What the pieces of a side can do. Returns how many safe steps there are.
    fn move_terms(&self, side: Side, add: &mut impl FnMut(usize, i32)) -> i32 {
        let (sign, geometry) = (sign(side), self.geometry);
        let (own, enemy) = (self.pieces(side), self.pieces(side.opposite()));
        let empty = geometry.board() ^ own ^ enemy;
        let (mut movable, mut victims) = (B::EMPTY, B::EMPTY);
        let (mut moves, mut safe, mut support) = (0, 0, 0);
        for diagonal in Diagonal::BOTH {
            let next = geometry.ahead(own, side, diagonal);
            let steps = next & empty;
            let before_empty = geometry.behind(empty, side, diagonal);
            let jumped = next & enemy & before_empty;
            // A piece that steps leaves the square behind it empty, so an enemy straight ahead takes it. One on the other
            // diagonal takes it if the square there is empty.
            let across = diagonal.mirrored();
            let unsafe_steps = geometry.behind(enemy, side, diagonal)
                | (geometry.behind(enemy, side, across) & geometry.ahead(empty, side, across));
            moves += steps.count() + jumped.count();
            safe += steps.count() - (steps & unsafe_steps).count();
            support += (next & own).count() as i32;
            movable = movable | (own & (before_empty | geometry.behind(jumped, side, diagonal)));
            victims = victims | jumped;
        }
        let pending = own & geometry.way(side);
        add(PENDING + pending.count().min(MAX_PENDING), sign);
        add(BLOCKED + (pending.count() - movable.count()).min(MAX_BLOCKED), sign);
        add(MOVES + moves.min(MAX_MOVES), sign);
        add(SAFE + safe.min(MAX_SAFE), sign);
        add(JUMPS + usize::from(side != self.side) * (MAX_JUMPS + 1) + victims.count().min(MAX_JUMPS), sign);
        add(SUPPORT, sign * support);
        safe as i32
    }

    fn majority_terms(&self, add: &mut impl FnMut(usize, i32)) {
        let [south, north] = Side::BOTH.map(|side| self.pieces(side).count());
        let ahead = south.abs_diff(north);
        if ahead > 0 {
            let sign = if south > north { 1 } else { -1 };
            add(MAJORITY + south.min(north).min(MAX_PIECES) * MAX_AHEAD + ahead.min(MAX_AHEAD) - 1, sign);
            add(PIECES, sign * ahead as i32);
        }
    }
}
