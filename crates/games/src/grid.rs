//! Bitboards of games on a rectangular board: squares, sliding lines, and collecting moves.
//!
//! A square is a number from 0 to 63, eight per row whatever the width of the board, so that a step up is always 8. A set of squares
//! is a `u64`. Steps over the edge vanish when the result is masked with the squares of the board.

use skirmish_board::{Move, MoveList, Side};

/// The eight directions on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Away from row 1.
    Up,
    /// Toward row 1.
    Down,
    /// Toward column A.
    Left,
    /// Away from column A.
    Right,
    /// Up and toward column A.
    UpLeft,
    /// Up and away from column A.
    UpRight,
    /// Down and toward column A.
    DownLeft,
    /// Down and away from column A.
    DownRight,
}

use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};

impl Direction {
    /// Straight ahead for a side.
    #[inline]
    pub const fn forward(side: Side) -> Direction {
        match side {
            Side::South => Up,
            Side::North => Down,
        }
    }

    /// Diagonally ahead toward column A, for a side.
    #[inline]
    pub const fn forward_left(side: Side) -> Direction {
        match side {
            Side::South => UpLeft,
            Side::North => DownLeft,
        }
    }

    /// Diagonally ahead away from column A, for a side.
    #[inline]
    pub const fn forward_right(side: Side) -> Direction {
        match side {
            Side::South => UpRight,
            Side::North => DownRight,
        }
    }

    /// What one step adds to the number of a square.
    #[inline]
    pub const fn offset(self) -> i8 {
        match self {
            Up => 8,
            Down => -8,
            Left => -1,
            Right => 1,
            UpLeft => 7,
            UpRight => 9,
            DownLeft => -9,
            DownRight => -7,
        }
    }
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

/// The set with one square.
#[inline]
pub const fn bit(square: u8) -> u64 {
    1 << square
}

/// The squares of a row, counted from 0 at the bottom.
#[inline]
pub const fn row(index: u8) -> u64 {
    0xff << (8 * index)
}

/// The column of a square, 0 for A.
#[inline]
pub const fn column_of(square: u8) -> u8 {
    square % 8
}

/// The row of a square, 0 for row 1.
#[inline]
pub const fn row_of(square: u8) -> u8 {
    square / 8
}

/// The squares of a set, lowest first.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as u8;
            set &= set - 1;
            square
        })
    })
}

/// All squares one step further.
#[inline]
pub const fn step(set: u64, direction: Direction) -> u64 {
    match direction {
        Up => set << 8,
        Down => set >> 8,
        Left => (set & !COLUMN_A) >> 1,
        Right => (set & !COLUMN_H) << 1,
        UpLeft => (set & !COLUMN_A) << 7,
        UpRight => (set & !COLUMN_H) << 9,
        DownLeft => (set & !COLUMN_A) >> 9,
        DownRight => (set & !COLUMN_H) >> 7,
    }
}

/// The squares of all lines in a direction up to and including the first one that is not empty.
///
/// Lines of different sliders in one direction never overlap, since each stops at the next slider: the number of squares
/// is the number of moves.
#[inline]
pub const fn lines(sliders: u64, direction: Direction, empty: u64) -> u64 {
    // Kogge-Stone fill: after three rounds every slider has reached seven squares. Taking the edge column out of the empty squares
    // prevents wrapping.
    let (shift, edge) = match direction {
        Up | Down => (8, 0),
        Left => (1, COLUMN_H),
        Right => (1, COLUMN_A),
        UpLeft => (7, COLUMN_H),
        UpRight => (9, COLUMN_A),
        DownLeft => (9, COLUMN_H),
        DownRight => (7, COLUMN_A),
    };
    let (mut flow, mut open) = (sliders, empty & !edge);
    if direction.offset() > 0 {
        flow |= open & (flow << shift);
        open &= open << shift;
        flow |= open & (flow << (2 * shift));
        open &= open << (2 * shift);
        flow |= open & (flow << (4 * shift));
    } else {
        flow |= open & (flow >> shift);
        open &= open >> shift;
        flow |= open & (flow >> (2 * shift));
        open &= open >> (2 * shift);
        flow |= open & (flow >> (4 * shift));
    }
    step(flow, direction)
}

/// The squares of the line from one square up to and including the first occupied one.
#[inline]
pub fn line(from: u8, direction: Direction, occupied: u64) -> u64 {
    let ray = RAYS[direction as usize][from as usize];
    let blockers = ray & occupied;
    // The ray of the nearest blocker is hidden behind it. Without a blocker a corner takes its place, whose ray in this direction
    // is empty.
    let nearest = if direction.offset() > 0 {
        (blockers | 1 << 63).trailing_zeros()
    } else {
        63 - (blockers | 1).leading_zeros()
    };
    ray & !RAYS[direction as usize][nearest as usize]
}

/// The squares strictly between two squares of one row, column or diagonal; empty for any other two.
pub fn between(from: u8, to: u8) -> u64 {
    for direction in [Up, Down, Left, Right, UpLeft, UpRight, DownLeft, DownRight] {
        if RAYS[direction as usize][from as usize] & bit(to) != 0 {
            return RAYS[direction as usize][from as usize] & !RAYS[direction as usize][to as usize] & !bit(to);
        }
    }
    0
}

static RAYS: [[u64; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let directions = [Up, Down, Left, Right, UpLeft, UpRight, DownLeft, DownRight];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < 64 {
            rays[directions[d] as usize][from] = lines(1 << from, directions[d], !0);
            from += 1;
        }
        d += 1;
    }
    rays
};

/// The squares at the given distances (columns, rows) of every square of a full 8x8 board.
pub const fn leaper<const N: usize>(distances: [(i8, i8); N]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < N {
            let column = (from % 8) as i8 + distances[i].0;
            let row = (from / 8) as i8 + distances[i].1;
            if 0 <= column && column < 8 && 0 <= row && row < 8 {
                table[from] |= 1 << (row * 8 + column);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// Where a knight jumps to from each square of a full 8x8 board.
pub static KNIGHT_JUMPS: [u64; 64] = leaper([(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]);

/// Where a move generator puts its moves: a list, or only a count. So each generator is written once, and counting needs no list.
pub trait Sink {
    /// The moves of one piece to each of these squares.
    fn piece(&mut self, from: u8, targets: u64);

    /// The moves of one step in a direction to each of these squares.
    fn steps(&mut self, targets: u64, direction: Direction);

    /// The moves of sliders along a direction, up to the first occupied square, to those squares that are allowed.
    fn slides(&mut self, sliders: u64, direction: Direction, occupied: u64, allowed: u64);

    /// The jumps of knights in all eight directions to those squares that are allowed.
    #[inline]
    fn knights(&mut self, knights: u64, allowed: u64) {
        for from in squares(knights) {
            self.piece(from, KNIGHT_JUMPS[from as usize] & allowed);
        }
    }
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, from: u8, targets: u64) {
        for to in squares(targets) {
            self.push(Move::between(from, to));
        }
    }

    #[inline]
    fn steps(&mut self, targets: u64, direction: Direction) {
        for to in squares(targets) {
            self.push(Move::between(to.wrapping_add_signed(-direction.offset()), to));
        }
    }

    #[inline]
    fn slides(&mut self, sliders: u64, direction: Direction, occupied: u64, allowed: u64) {
        for from in squares(sliders) {
            self.piece(from, line(from, direction, occupied) & allowed);
        }
    }
}

/// A [`Sink`] that only counts.
#[derive(Default)]
pub struct Count(pub usize);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _from: u8, targets: u64) {
        self.0 += targets.count_ones() as usize;
    }

    #[inline]
    fn steps(&mut self, targets: u64, _direction: Direction) {
        self.0 += targets.count_ones() as usize;
    }

    #[inline]
    fn slides(&mut self, sliders: u64, direction: Direction, occupied: u64, allowed: u64) {
        self.0 += (lines(sliders, direction, !occupied) & allowed).count_ones() as usize;
    }

    #[inline]
    fn knights(&mut self, knights: u64, allowed: u64) {
        // Jumps in one direction never have the same target, so all knights are counted together, without branches.
        for aside in [Left, Right] {
            let one = step(knights, aside);
            let two = step(one, aside);
            for targets in [one << 16, one >> 16, two << 8, two >> 8] {
                self.0 += (targets & allowed).count_ones() as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Direction; 8] = [Up, Down, Left, Right, UpLeft, UpRight, DownLeft, DownRight];

    /// A line computed square by square.
    fn walked(from: u8, direction: Direction, occupied: u64) -> u64 {
        let (mut set, mut at) = (0, bit(from));
        loop {
            at = step(at, direction);
            set |= at;
            if at == 0 || at & occupied != 0 {
                return set;
            }
        }
    }

    #[test]
    fn lines_stop_at_the_first_piece_and_at_the_edge() {
        let mut occupied = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..64 {
            occupied = occupied.rotate_left(7).wrapping_mul(0xd129_0ab5_52e1_35e5) & occupied.rotate_left(round);
            for from in 0..64 {
                for direction in ALL {
                    let expected = walked(from, direction, occupied);
                    assert_eq!(line(from, direction, occupied), expected, "{from} {direction:?}");
                    assert_eq!(lines(bit(from), direction, !occupied), expected, "{from} {direction:?}");
                }
            }
        }
    }

    #[test]
    fn knights_are_counted_as_they_are_listed() {
        let mut knights = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..64 {
            knights = knights.wrapping_mul(0xd129_0ab5_52e1_35e5);
            let allowed = knights.rotate_left(32) >> 8;
            let (mut list, mut count) = (MoveList::new(), Count::default());
            list.knights(knights, allowed);
            count.knights(knights, allowed);
            assert_eq!(count.0, list.len());
        }
        assert_eq!(KNIGHT_JUMPS[0], bit(10) | bit(17));
    }

    #[test]
    fn squares_between_are_those_of_a_common_line() {
        assert_eq!(between(0, 27), bit(9) | bit(18));
        assert_eq!(between(7, 4), bit(5) | bit(6));
        assert_eq!(between(0, 10), 0);
        assert_eq!(between(0, 1), 0);
    }
}
