//! The hand-written evaluation of Refusal: material, piece-square tables, mobility and attackers of the king. One attacker can be
//! refused, two win.

use skirmish_board::{BeginnerModel, Evaluate, LevelProfile, Move, Score, SearchParams, Side};

use super::moves::knight_jumps;
use super::{ACCEPT, GRID, Kind, REFUSE, Refusal, weights::WEIGHTS};
use crate::grid::{self, Direction, bit, column_of, line, row_of, squares, step};

/// The terms: a piece-square table for each kind, one for both rooks, then those below.
const MATERIAL: usize = 4 * 64;
const CHOICES: usize = MATERIAL + 5;
const MAX_CHOICES: usize = 16;
const ATTACKERS: usize = CHOICES + MAX_CHOICES + 1;
const KING_LINES: usize = ATTACKERS + 3;
const TEMPO: usize = KING_LINES + 1;
/// The number of terms.
pub(super) const TERMS: usize = TEMPO + 1;

/// Piece values for move ordering.
const WORTH: [Score; 5] = [70, 110, 180, 180, 5000];

impl Evaluate for Refusal {
    const SEARCH_PARAMS: SearchParams = SearchParams { lmr_divisor: 90, aspiration_window: 0, ..SearchParams::DEFAULT };
    const HISTORY_SIZE: usize = 2 * 5 * 64;
    const WEIGHTS: &'static [i16] = &WEIGHTS;

    fn terms(&self, add: &mut impl FnMut(usize, i32)) {
        for side in Side::BOTH {
            let sign = if side == Side::South { 1 } else { -1 };
            let own = self.sides[side.index()];
            for kind in Kind::ALL {
                for square in squares(self.kinds[kind as usize] & own) {
                    add(square_term(side, kind, square), sign);
                    add(MATERIAL + kind as usize, sign);
                }
            }
            let mut count = grid::Count::default();
            self.generate_for(side, &mut count);
            add(CHOICES + count.0.min(MAX_CHOICES), sign);
            add(ATTACKERS + self.king_attackers(side).min(2), sign);
            add(KING_LINES, sign * self.king_exposure(side.opposite()));
        }
        add(TEMPO, if self.side == Side::South { 1 } else { -1 });
    }

    const PLANES: usize = Kind::ALL.len();

    #[inline]
    fn planes(&self, side: Side, add: &mut impl FnMut(usize, u64)) {
        for kind in Kind::ALL {
            add(kind as usize, GRID.seen_by(side, self.kinds[kind as usize] & self.sides[side.index()]));
        }
    }

    fn mirrored(&self, plane: usize, square: usize) -> Option<(usize, usize)> {
        let kind = match plane {
            plane if plane == Kind::LeftRook as usize => Kind::RightRook as usize,
            plane if plane == Kind::RightRook as usize => Kind::LeftRook as usize,
            plane => plane,
        };
        Some((kind, GRID.mirrored(square)))
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        mv != ACCEPT && mv != REFUSE && (self.sides[0] | self.sides[1]) & bit(mv.to()) != 0
    }

    fn exchange_gain(&self, mv: Move) -> Score {
        if !self.is_noisy(mv) {
            return 0;
        }
        let taken = WORTH[self.kind_on(mv.to()) as usize];
        let risked = WORTH[self.kind_on(mv.from()) as usize];
        // A single recapture would be refused; it takes two to get one through.
        if taken > risked || self.attackers(self.side.opposite(), mv.to(), bit(mv.from())) < 2 {
            taken
        } else {
            taken - risked
        }
    }

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        if mv == ACCEPT || mv == REFUSE {
            return 0;
        }
        (self.side.index() * 5 + self.kind_on(mv.from()) as usize) * 64 + mv.to() as usize
    }

    fn threatened(&self) -> bool {
        self.king_attackers(self.side.opposite()) >= 2
    }
}

impl LevelProfile for Refusal {
    /// Who overlooks a threat here may still refuse it, so they need not see so little.
    const BEGINNERS: [BeginnerModel; 3] = [
        BeginnerModel { reply_visibility: 15, visibility_falloff: 5, eval_weight: 0, advance_bonus: 8, noise: 120 },
        BeginnerModel { reply_visibility: 45, visibility_falloff: 8, eval_weight: 15, advance_bonus: 5, noise: 70 },
        BeginnerModel { reply_visibility: 75, visibility_falloff: 8, eval_weight: 25, advance_bonus: 4, noise: 45 },
    ];

    /// From level 6 on a network evaluates, which is worth several times the nodes.
    fn node_budgets(&self) -> [u64; 6] {
        [100, 750, 1_200, 20_000, 325_000, 1_600_000]
    }

    fn material(&self) -> Score {
        let worth = |side: Side| {
            let count = |kind: Kind| (self.kinds[kind as usize] & self.sides[side.index()]).count_ones() as Score;
            Kind::ALL.iter().map(|&kind| WORTH[kind as usize] * count(kind)).sum::<Score>()
        };
        worth(self.side) - worth(self.side.opposite())
    }
}

/// The piece-square term of a piece: rows from the owner's view, left and right mirrored. Right rooks are mirrored
/// left ones, so both read one table.
#[inline]
fn square_term(side: Side, kind: Kind, square: u8) -> usize {
    let row = if side == Side::South { row_of(square) } else { GRID.rows - 1 - row_of(square) };
    let column = column_of(square);
    let mirrored = GRID.columns - 1 - column;
    let (table, column) = match kind {
        Kind::Pawn => (0, column.min(mirrored)),
        Kind::Knight => (1, column.min(mirrored)),
        Kind::LeftRook => (2, column),
        Kind::RightRook => (2, mirrored),
        Kind::King => (3, column.min(mirrored)),
    };
    table * 64 + (row * 8 + column) as usize
}

impl Refusal {
    /// The number of pieces of a side that attack the enemy king.
    #[inline]
    fn king_attackers(&self, side: Side) -> usize {
        let king = self.kinds[Kind::King as usize] & self.sides[side.opposite().index()];
        if king == 0 { 0 } else { self.attackers(side, king.trailing_zeros() as u8, 0) }
    }

    /// The number of pieces of a side that attack a square, with some pieces removed.
    fn attackers(&self, side: Side, square: u8, gone: u64) -> usize {
        let own = self.sides[side.index()] & !gone;
        let occupied = (self.sides[0] | self.sides[1]) & !gone;
        let of = |kind: Kind| self.kinds[kind as usize] & own;
        let (left_rooks, right_rooks) = (of(Kind::LeftRook), of(Kind::RightRook));
        let back = Direction::forward(side.opposite());
        let target = bit(square);
        let pawns = (step(target, Direction::forward_left(side.opposite()))
            | step(target, Direction::forward_right(side.opposite())))
            & of(Kind::Pawn);
        let knights = knight_jumps(side.opposite(), square) & of(Kind::Knight);
        let behind = line(square, back, occupied) & (left_rooks | right_rooks);
        let from_left = line(square, Direction::Left, occupied) & (right_rooks | of(Kind::King));
        let from_right = line(square, Direction::Right, occupied) & (left_rooks | of(Kind::King));
        (pawns | knights | behind | from_left | from_right).count_ones() as usize
    }

    /// The number of empty squares from which a slider would attack the king.
    #[inline]
    fn king_exposure(&self, side: Side) -> i32 {
        let king = self.kinds[Kind::King as usize] & self.sides[side.index()];
        if king == 0 {
            return 0;
        }
        let square = king.trailing_zeros() as u8;
        let occupied = self.sides[0] | self.sides[1];
        let lines = line(square, Direction::Left, occupied)
            | line(square, Direction::Right, occupied)
            | line(square, Direction::forward(side), occupied);
        (lines & GRID.board() & !occupied).count_ones() as i32
    }
}
