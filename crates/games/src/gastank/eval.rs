//! The hand-written evaluation of GasTank Chess: gas and who has more of it, since a side without a move has lost; what
//! can be taken and what protects it; and the squares around the kings.
//!
//! A piece without gas is a wreck, fuel for both sides. It counts by which pieces reach it, never by its former side: the keys of
//! positions do not tell wrecks apart, so the evaluation must not either.

use skirmish_board::{BeginnerModel, Evaluate, LevelProfile, Move, Score, SearchParams, Side};

use super::{FULL, GRID, GasTank, Kind, weights::WEIGHTS};
use crate::grid::{bit, column_of, row_of, squares};

/// The terms: a piece-square table for each kind, then those below, each with a term per value.
const WORTH_BY_GAS: usize = 4 * 32;
const MOBILITY: usize = WORTH_BY_GAS + 4 * 4;
const MAX_MOBILITY: usize = 21;
const REFUEL: usize = MOBILITY + 4 * (MAX_MOBILITY + 1);
const PIECES: usize = REFUEL + 3 * 3;
const MAX_PIECES: usize = 6;
const GAS: usize = PIECES + MAX_PIECES + 1;
const MAX_GAS: usize = 18;
const LEAD: usize = GAS + MAX_GAS + 1;
const MAX_LEAD: usize = 8;
const WRECKS: usize = LEAD + 3 * (MAX_LEAD + 1);
const MAX_WRECKS: usize = 3;
const HANGING: usize = WRECKS + MAX_WRECKS + 1;
const ATTACKED: usize = HANGING + 2 * 4;
const PRESSED_QUEEN: usize = ATTACKED + 2 * 4;
const ESCAPES: usize = PRESSED_QUEEN + 2;
const MAX_ESCAPES: usize = 8;
const WEAK_ZONE: usize = ESCAPES + MAX_ESCAPES + 1;
const MAX_WEAK: usize = 9;
const KING_ATTACKERS: usize = WEAK_ZONE + MAX_WEAK + 1;
const MAX_ATTACKERS: usize = 5;
const CHECKS: usize = KING_ATTACKERS + 2 * (MAX_ATTACKERS + 1);
const MAX_CHECKS: usize = 4;
const KING_HIT: usize = CHECKS + 4 * (MAX_CHECKS + 1);
const SPACE: usize = KING_HIT + 2;
const TEMPO: usize = SPACE + 1;
/// The number of terms.
pub(super) const TERMS: usize = TEMPO + 3;

/// Piece values for move ordering.
const WORTH: [Score; 4] = [5000, 110, 120, 230];

/// The value of a unit of gas for move ordering.
const GAS_WORTH: Score = 15;

/// The plane of a king without gas; that of wrecks is the next.
const KING_WITHOUT_GAS: usize = 4 * FULL as usize;

/// The attacks of one side's pieces.
#[derive(Default)]
struct Deeds {
    /// Squares attacked.
    attacked: u64,
    /// Squares attacked by others than the king.
    guarded: u64,
    /// Squares attacked by knights and bishops.
    attacked_by_minor: u64,
    /// Squares from which the enemy king could be hit a move later.
    checks: u64,
    /// How many pieces attack the enemy king or a square next to it.
    king_attackers: usize,
    /// The gas of all pieces.
    gas: usize,
}

impl Evaluate for GasTank {
    const SEARCH_PARAMS: SearchParams = SearchParams { see_margin: 60, ..SearchParams::DEFAULT };
    const HISTORY_SIZE: usize = 2 * 4 * 64;
    const WEIGHTS: &'static [i16] = &WEIGHTS;

    #[inline]
    fn terms(&self, add: &mut impl FnMut(usize, i32)) {
        let deeds = Side::BOTH.map(|side| self.piece_terms(side, add));
        for side in Side::BOTH {
            let (own, enemy) = (&deeds[side.index()], &deeds[side.opposite().index()]);
            self.side_terms(side, own, enemy, add);
            self.king_terms(side, own, enemy, add);
        }
        self.race_terms(deeds.map(|deeds| deeds.gas), add);
    }

    /// Each kind with 1, 2 and 3 units of gas, the king without, and wrecks, which belong to neither side.
    const PLANES: usize = 4 * FULL as usize + 2;

    #[inline]
    fn planes(&self, side: Side, add: &mut impl FnMut(usize, u64)) {
        let [low, high] = self.gas;
        let by_gas = [low & !high, high & !low, low & high];
        for kind in Kind::ALL {
            let pieces = self.sides[side.index()] & self.of_kind(kind);
            for (gas, set) in by_gas.into_iter().enumerate() {
                add(kind as usize * by_gas.len() + gas, GRID.seen_by(side, pieces & set));
            }
        }
        add(KING_WITHOUT_GAS, GRID.seen_by(side, self.king(side) & !(low | high)));
        add(KING_WITHOUT_GAS + 1, GRID.seen_by(side, self.wrecks()));
    }

    fn mirrored(&self, plane: usize, square: usize) -> Option<(usize, usize)> {
        Some((plane, GRID.mirrored(square)))
    }

    /// Captures of an enemy that can still move, of the king, or of a wreck that fills the tank. Capturing an own piece with gas is
    /// quiet.
    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        let enemy = self.side.opposite();
        let fuel = if self.gas_on(mv.from()) < FULL { self.wrecks() } else { 0 };
        (self.fuelled(enemy) | self.king(enemy) | fuel) & bit(mv.to()) != 0
    }

    fn exchange_gain(&self, mv: Move) -> Score {
        if !self.is_noisy(mv) {
            return 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let enemy = self.side.opposite();
        if self.king(enemy) & bit(to) != 0 {
            return WORTH[Kind::King as usize];
        }
        let worth = |square: u8| match self.gas_on(square) {
            0 => 0,
            gas => WORTH[self.kind_on(square) as usize] + GAS_WORTH * Score::from(gas),
        };
        // The piece that captures opens the lines behind it.
        let occupied = self.occupied() & !bit(from);
        if self.attackers(enemy, to, occupied) == 0 {
            worth(to) + GAS_WORTH * Score::from(FULL - self.gas_on(from))
        } else {
            worth(to) - worth(from)
        }
    }

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        (self.side.index() * 4 + self.kind_on(mv.from()) as usize) * 64 + mv.to() as usize
    }

    /// The king can be taken, or the only piece that can move.
    fn threatened(&self) -> bool {
        let movable = self.movable();
        let last = if movable.count_ones() == 1 { movable } else { 0 };
        let hit = |square| self.attackers(self.side.opposite(), square, self.occupied()) != 0;
        squares(self.king(self.side) | last).any(hit)
    }
}

impl LevelProfile for GasTank {
    const BEGINNERS: [BeginnerModel; 3] = [
        BeginnerModel { reply_visibility: 8, visibility_falloff: 3, eval_weight: 0, advance_bonus: 22, noise: 350 },
        BeginnerModel::SECOND,
        BeginnerModel::THIRD,
    ];

    fn node_budgets(&self) -> [u64; 6] {
        [75, 420, 2_000, 24_000, 325_000, 1_600_000]
    }

    /// Wrecks count 0.
    fn material(&self) -> Score {
        let worth = |side: Side| {
            let pieces = self.fuelled(side) | self.king(side);
            let count = |kind: Kind| (pieces & self.of_kind(kind)).count_ones() as Score;
            Kind::ALL.iter().map(|&kind| WORTH[kind as usize] * count(kind)).sum::<Score>()
        };
        worth(self.side) - worth(self.side.opposite())
    }
}

impl GasTank {
    /// The terms of single pieces with gas, and what they do together.
    #[inline]
    fn piece_terms(&self, side: Side, add: &mut impl FnMut(usize, i32)) -> Deeds {
        let sign = sign_of(side);
        let (own, occupied) = (self.fuelled(side), self.occupied());
        let wrecks = self.wrecks();
        let enemy_king = self.king(side.opposite());
        let own_king = self.king(side);
        let from_king = |kind: Kind| squares(enemy_king).fold(0, |set, at| set | GasTank::attacks(kind, at, occupied));
        let zone = enemy_king | from_king(Kind::King);
        let mut deeds = Deeds::default();
        for kind in Kind::ALL {
            let pieces = own & self.of_kind(kind);
            let hitting = from_king(kind);
            for square in squares(pieces) {
                let gas = self.gas_on(square) as usize;
                let attacks = GasTank::attacks(kind, square, occupied);
                add(square_term(side, kind, square), sign);
                add(WORTH_BY_GAS + kind as usize * 4 + gas, sign);
                let mobility = (attacks & !own & !own_king).count_ones() as usize;
                add(MOBILITY + kind as usize * (MAX_MOBILITY + 1) + mobility.min(MAX_MOBILITY), sign);
                let fuel = (attacks & wrecks).count_ones() as usize;
                add(REFUEL + (gas - 1) * 3 + fuel.min(2), sign);

                // The last unit of gas brings a piece to a square but not on to the king, unless it fills up there.
                let reached = if gas > 1 { attacks & !own } else { attacks & occupied & !own };
                deeds.checks |= reached & hitting;
                deeds.attacked |= attacks;
                deeds.guarded |= if kind == Kind::King { 0 } else { attacks };
                deeds.attacked_by_minor |= if matches!(kind, Kind::Knight | Kind::Bishop) { attacks } else { 0 };
                deeds.king_attackers += (attacks & zone != 0) as usize;
                deeds.gas += gas;
            }
        }
        // A king without gas is no wreck; it has a place and a value, but does nothing.
        for square in squares(own_king & !own) {
            add(square_term(side, Kind::King, square), sign);
            add(WORTH_BY_GAS + Kind::King as usize * 4, sign);
        }
        deeds
    }

    /// The terms of a side's pieces as a whole: how many there are, what is attacked, what fuel is in reach.
    #[inline]
    fn side_terms(&self, side: Side, own: &Deeds, enemy: &Deeds, add: &mut impl FnMut(usize, i32)) {
        let sign = sign_of(side);
        let pieces = self.fuelled(side);
        let on_turn = (self.side == side) as usize;
        add(PIECES + (pieces.count_ones() as usize).min(MAX_PIECES), sign);
        add(GAS + own.gas.min(MAX_GAS), sign);
        let fuel = self.wrecks() & own.attacked & !enemy.attacked;
        add(WRECKS + (fuel.count_ones() as usize).min(MAX_WRECKS), sign);
        for square in squares(pieces & enemy.attacked & !self.king(side)) {
            let protected = own.attacked & bit(square) != 0;
            let term = if protected { ATTACKED } else { HANGING };
            add(term + on_turn * 4 + self.kind_on(square) as usize, sign);
        }
        let pressed = pieces & self.of_kind(Kind::Queen) & enemy.attacked_by_minor & own.attacked;
        add(PRESSED_QUEEN + on_turn, sign * pressed.count_ones() as i32);
        add(SPACE, sign * (own.attacked & !enemy.attacked).count_ones() as i32);
    }

    /// The terms of a side's king: where it can go, and who is near it.
    #[inline]
    fn king_terms(&self, side: Side, own: &Deeds, enemy: &Deeds, add: &mut impl FnMut(usize, i32)) {
        let sign = sign_of(side);
        let king = self.king(side);
        let pieces = self.fuelled(side);
        let steps = squares(king).fold(0, |set, at| set | GasTank::attacks(Kind::King, at, 0));
        let stuck = (king & pieces == 0) as usize;
        let on_turn = (self.side == side) as usize;
        if stuck == 0 {
            add(ESCAPES + (steps & !enemy.attacked & !pieces).count_ones() as usize, sign);
        }
        let weak = (king | steps) & enemy.attacked & !own.guarded;
        add(WEAK_ZONE + (weak.count_ones() as usize).min(MAX_WEAK), sign);
        add(KING_ATTACKERS + stuck * (MAX_ATTACKERS + 1) + enemy.king_attackers.min(MAX_ATTACKERS), sign);
        let checks = (enemy.checks & !own.attacked).count_ones() as usize;
        add(CHECKS + (on_turn * 2 + stuck) * (MAX_CHECKS + 1) + checks.min(MAX_CHECKS), sign);
        if king & enemy.attacked != 0 {
            add(KING_HIT + on_turn, sign);
        }
    }

    /// The terms of the race that decides when nothing is taken any more: the side to move runs out first if both have
    /// the same gas.
    #[inline]
    fn race_terms(&self, gas: [usize; 2], add: &mut impl FnMut(usize, i32)) {
        let [south, north] = gas;
        let stage = match south + north {
            0..=8 => 0,
            9..=20 => 1,
            _ => 2,
        };
        let ahead = match south.cmp(&north) {
            std::cmp::Ordering::Greater => Side::South,
            std::cmp::Ordering::Less => Side::North,
            std::cmp::Ordering::Equal => self.side.opposite(),
        };
        add(LEAD + stage * (MAX_LEAD + 1) + south.abs_diff(north).min(MAX_LEAD), sign_of(ahead));
        add(TEMPO + stage, sign_of(self.side));
    }

    /// The pieces of a kind, wrecks included.
    #[inline]
    fn of_kind(&self, kind: Kind) -> u64 {
        let plane = |set: u64, is_in: bool| if is_in { set } else { !set };
        plane(self.jumpers, kind as u8 & 1 != 0) & plane(self.sliders, kind as u8 & 2 != 0)
    }

    /// The pieces without gas, but for kings.
    #[inline]
    fn wrecks(&self) -> u64 {
        self.occupied() & (self.jumpers | self.sliders) & !self.gas[0] & !self.gas[1]
    }
}

/// The sign with which terms of a side count.
#[inline]
fn sign_of(side: Side) -> i32 {
    match side {
        Side::South => 1,
        Side::North => -1,
    }
}

/// The piece-square term of a piece: rows from the owner's view, left and right mirrored.
#[inline]
fn square_term(side: Side, kind: Kind, square: u8) -> usize {
    let row = if side == Side::South { row_of(square) } else { GRID.rows - 1 - row_of(square) };
    let column = column_of(square).min(GRID.columns - 1 - column_of(square));
    kind as usize * 32 + (row * 4 + column) as usize
}
