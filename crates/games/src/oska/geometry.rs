//! The hourglass as a ring of squares, on which every step is a rotation.
//!
//! With n pieces per side there are n - 1 upper rows of n, n - 1, ..., 2 squares and n - 2 lower rows of 3, 4, ..., n.
//! The squares are numbered from 0 by taking rows from the two halves in turn, each from left to right: upper row 0,
//! lower row 0, upper row 1, lower row 1, and so on to the middle row. The k-th upper row and the k-th lower row
//! together always have n + 3 squares, so the number of a square is
//!
//! - `k * (n + 3) + index` in the upper half,
//! - `k * (n + 3) + (n - k) + index` in the lower half.
//!
//! A step down to the left leads from index i to i - 1 in the upper half and to i in the lower one: in both that is
//! n + 2 numbers further, and a step down to the right n + 3. From the middle row, whose numbers are the highest, the
//! same distance counted around the end of the numbers leads to the first lower row. Steps up go the same distances
//! backward. So no square needs a case of its own, and no number is wasted: n = 7 takes 52 bits, n = 11 takes 128.

use std::fmt;

use skirmish_board::Side;

use super::MIN_SIZE;
use super::bits::Bits;

/// The two ways forward, as seen on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonal {
    Left,
    Right,
}

impl Diagonal {
    pub const BOTH: [Diagonal; 2] = [Diagonal::Left, Diagonal::Right];

    /// The other way.
    #[inline]
    pub const fn mirrored(self) -> Diagonal {
        match self {
            Diagonal::Left => Diagonal::Right,
            Diagonal::Right => Diagonal::Left,
        }
    }
}

/// The board with a certain number of pieces per side.
pub struct Geometry<B> {
    size: u8,
    squares: u32,
    board: B,
    /// The row where each side starts.
    home: [B; 2],
    /// For each side, all squares but those of the row it wants to reach.
    way: [B; 2],
    /// The rows from the top, each with the squares below it.
    rows_below: Vec<(B, B)>,
    /// For each side and diagonal, the steps forward.
    steps: [[DiagonalSteps<B>; 2]; 2],
    spots: Vec<SquareInfo>,
    /// Each square with the rows in the opposite order.
    turned: Vec<u16>,
}

/// Where a square lies.
#[derive(Clone, Copy, Default)]
pub struct SquareInfo {
    /// For each side, how many rows a piece here has to go.
    pub rows_left: [u8; 2],
    /// How many squares are between this one and the nearer end of its row.
    pub from_wall: u8,
    /// For each side, the squares of the goal row that a piece here can reach by steps: the first and the last index.
    pub reach: [(u8, u8); 2],
}

/// The steps of a side on one diagonal.
#[derive(Clone, Copy)]
struct DiagonalSteps<B> {
    /// The squares that have a square ahead.
    sources: B,
    /// How far a step goes around the ring, and how far the rest of the ring is.
    distance: u32,
    rest: u32,
}

impl<B: Bits> Geometry<B> {
    /// The boards of all sizes that fit, the smallest first.
    pub fn all() -> Vec<Geometry<B>> {
        (MIN_SIZE..=B::LARGEST).map(Geometry::new).collect()
    }

    fn new(size: u8) -> Geometry<B> {
        let n = u32::from(size);
        let squares = n * (n + 1) - 4;
        let distance = |side, diagonal| match (side, diagonal) {
            (Side::North, Diagonal::Left) => n + 2,
            (Side::North, Diagonal::Right) => n + 3,
            (Side::South, Diagonal::Left) => squares - (n + 3),
            (Side::South, Diagonal::Right) => squares - (n + 2),
        };
        let steps = |side, diagonal| {
            let distance = distance(side, diagonal);
            DiagonalSteps { sources: B::EMPTY, distance, rest: squares - distance }
        };
        let mut geometry = Geometry {
            size,
            squares,
            board: B::EMPTY,
            home: [B::EMPTY; 2],
            way: [B::EMPTY; 2],
            rows_below: vec![(B::EMPTY, B::EMPTY); 2 * usize::from(size) - 3],
            steps: Side::BOTH.map(|side| Diagonal::BOTH.map(|diagonal| steps(side, diagonal))),
            spots: vec![SquareInfo::default(); squares as usize],
            turned: vec![0; squares as usize],
        };
        for row in 0..geometry.rows() {
            for index in 0..geometry.width(row) {
                geometry.add(row, index);
            }
        }
        for side in Side::BOTH {
            geometry.way[side.index()] = geometry.board ^ geometry.home[side.opposite().index()];
        }
        let mut below = B::EMPTY;
        for (row, squares_below) in geometry.rows_below.iter_mut().rev() {
            *squares_below = below;
            below = below | *row;
        }
        geometry.add_reach();
        geometry
    }

    /// Adds what pieces can reach, from the goal rows back.
    fn add_reach(&mut self) {
        let rows = self.rows();
        for from_goal in 0..rows {
            for side in Side::BOTH {
                let row = if side == Side::North { rows - 1 - from_goal } else { from_goal };
                for index in 0..self.width(row) {
                    let square = self.square(row, index);
                    let ahead = Diagonal::BOTH.map(|diagonal| self.ahead_of(square, side, diagonal));
                    let ahead = ahead.into_iter().flatten().map(|next| self.spots[next].reach[side.index()]);
                    let reach = ahead.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
                    self.spots[square].reach[side.index()] = reach.unwrap_or((index as u8, index as u8));
                }
            }
        }
    }

    /// Adds a square to all sets that contain it.
    fn add(&mut self, row: usize, index: usize) {
        let square = self.square(row, index);
        self.board.toggle(square);
        self.rows_below[row].0.toggle(square);
        let from_wall = index.min(self.width(row) - 1 - index) as u8;
        self.turned[square] = self.square(self.rows() - 1 - row, index) as u16;
        self.spots[square] =
            SquareInfo { rows_left: [row as u8, (self.rows() - 1 - row) as u8], from_wall, ..SquareInfo::default() };
        for (side, next, home) in [(Side::North, row + 1, 0), (Side::South, row.wrapping_sub(1), self.rows() - 1)] {
            if row == home {
                self.home[side.index()].toggle(square);
            }
            if next >= self.rows() {
                continue;
            }
            // The squares ahead have the indices i and i + 1 in a wider row, i - 1 and i in a narrower one.
            let (wider, width) = (self.width(next) > self.width(row), self.width(next));
            let ahead = [if wider { Some(index) } else { index.checked_sub(1) }, Some(index + usize::from(wider))];
            for (steps, ahead) in self.steps[side.index()].iter_mut().zip(ahead) {
                if ahead.is_some_and(|ahead| ahead < width) {
                    steps.sources.toggle(square);
                }
            }
        }
    }
}

impl<B> Geometry<B> {
    /// How many pieces a side starts with.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// How many rows there are; they are counted from 0 at the top.
    pub fn rows(&self) -> usize {
        2 * usize::from(self.size) - 3
    }

    /// The rows from the top, each with the squares below it.
    pub fn rows_below(&self) -> &[(B, B)] {
        &self.rows_below
    }

    /// The number of squares in a row.
    pub fn width(&self, row: usize) -> usize {
        let middle = usize::from(self.size) - 2;
        2 + row.abs_diff(middle)
    }

    /// The square of a row and an index in it, both counted from 0.
    pub fn square(&self, row: usize, index: usize) -> usize {
        let n = usize::from(self.size);
        match row.checked_sub(n - 1) {
            None => row * (n + 3) + index,
            Some(k) => k * (n + 3) + (n - k) + index,
        }
    }

    /// The row and the index of a square.
    pub fn place(&self, square: usize) -> (usize, usize) {
        let n = usize::from(self.size);
        let (k, rest) = (square / (n + 3), square % (n + 3));
        match rest.checked_sub(n - k) {
            None => (k, rest),
            Some(index) => (n - 1 + k, index),
        }
    }

    /// How many squares there are.
    pub fn squares(&self) -> usize {
        self.squares as usize
    }

    /// A square with the rows in the opposite order: as the other side sees it.
    #[inline]
    pub fn turned(&self, square: usize) -> usize {
        self.turned[square].into()
    }

    /// A square with left and right exchanged.
    pub fn mirrored(&self, square: usize) -> usize {
        let (row, index) = self.place(square);
        self.square(row, self.width(row) - 1 - index)
    }

    /// Where a square lies.
    #[inline]
    pub fn spot(&self, square: usize) -> SquareInfo {
        self.spots[square]
    }

    /// The square a step further. There must be one: see [`Geometry::ahead_of`].
    #[inline]
    pub fn next(&self, square: usize, side: Side, diagonal: Diagonal) -> usize {
        self.around(square, self.steps[side.index()][diagonal as usize].distance)
    }

    /// The square a step back from one that was reached by a step.
    #[inline]
    pub fn previous(&self, square: usize, side: Side, diagonal: Diagonal) -> usize {
        self.around(square, self.steps[side.index()][diagonal as usize].rest)
    }

    #[inline]
    fn around(&self, square: usize, distance: u32) -> usize {
        let (further, squares) = (square + distance as usize, self.squares as usize);
        if further < squares { further } else { further - squares }
    }
}

impl<B: Bits> Geometry<B> {
    /// All squares.
    #[inline]
    pub fn board(&self) -> B {
        self.board
    }

    /// The row where a side starts.
    pub fn home(&self, side: Side) -> B {
        self.home[side.index()]
    }

    /// All squares but those of the row a side wants to reach, the enemy's home.
    #[inline]
    pub fn way(&self, side: Side) -> B {
        self.way[side.index()]
    }

    /// All squares a step further. Among them may be numbers beyond the board: cut the result to real squares.
    #[inline]
    pub fn ahead(&self, set: B, side: Side, diagonal: Diagonal) -> B {
        let DiagonalSteps { sources, distance, rest } = self.steps[side.index()][diagonal as usize];
        let set = set & sources;
        set << distance | set >> rest
    }

    /// All squares a step back. Among them may be numbers beyond the board: cut the result to real squares.
    #[inline]
    pub fn behind(&self, set: B, side: Side, diagonal: Diagonal) -> B {
        self.ahead(set, side.opposite(), diagonal.mirrored())
    }

    /// The square a step further, if there is one.
    pub fn ahead_of(&self, square: usize, side: Side, diagonal: Diagonal) -> Option<usize> {
        let steps = &self.steps[side.index()][diagonal as usize];
        steps.sources.contains(square).then(|| self.next(square, side, diagonal))
    }
}

/// Boards of one size are equal.
impl<B> PartialEq for Geometry<B> {
    fn eq(&self, other: &Geometry<B>) -> bool {
        self.size == other.size
    }
}

impl<B> Eq for Geometry<B> {}

impl<B> fmt::Debug for Geometry<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Geometry({})", self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::Wide;
    use super::*;

    /// All squares by row from the top and centred x, computed simply.
    fn centred(geometry: &Geometry<impl Bits>) -> Vec<(usize, i32, usize)> {
        let n = geometry.size as usize;
        let widths = (2..=n).rev().chain(3..=n);
        let row = |(row, width): (usize, usize)| {
            (0..width).map(move |i| (row, 2 * i as i32 - (width as i32 - 1), geometry.square(row, i)))
        };
        widths.enumerate().flat_map(row).collect()
    }

    fn check<B: Bits>() {
        for size in MIN_SIZE..=B::LARGEST {
            let geometry = B::geometry(size);
            assert_eq!(geometry.size(), size);
            let squares = centred(geometry);
            let mut numbers: Vec<usize> = squares.iter().map(|square| square.2).collect();
            numbers.sort();
            assert!(numbers.into_iter().eq(0..geometry.squares as usize), "n = {size}: every number once");
            assert_eq!(geometry.board().count(), squares.len());
            for &(row, x, square) in &squares {
                let (place, index) = geometry.place(square);
                assert_eq!((place, geometry.square(row, index)), (row, square), "n = {size}");
                for side in Side::BOTH {
                    for diagonal in Diagonal::BOTH {
                        let down = if side == Side::North { 1 } else { -1 };
                        let across = if diagonal == Diagonal::Left { -1 } else { 1 };
                        let at = |steps: i32| {
                            let there = |s: &&(usize, i32, usize)| {
                                (s.0 as i32, s.1) == (row as i32 + steps * down, x + steps * across)
                            };
                            squares.iter().find(there).map(|s| s.2)
                        };
                        let step = |square| geometry.ahead_of(square, side, diagonal);
                        assert_eq!(step(square), at(1), "n = {size}, row {row}, x = {x}, {side} {diagonal:?}");
                        assert_eq!(step(square).and_then(step), at(2), "n = {size}: a jump is two steps");
                        let (mut from, mut to) = (B::EMPTY, B::EMPTY);
                        from.toggle(square);
                        if let Some(next) = at(1) {
                            to.toggle(next);
                            assert_eq!(geometry.previous(next, side, diagonal), square);
                        }
                        assert_eq!(geometry.ahead(from, side, diagonal) & geometry.board(), to);
                        if to != B::EMPTY {
                            assert_eq!(geometry.behind(to, side, diagonal) & geometry.board(), from);
                        }
                    }
                    let home = if side == Side::North { 0 } else { geometry.rows() - 1 };
                    assert_eq!(geometry.home(side).contains(square), row == home);
                    assert_eq!(geometry.way(side.opposite()).contains(square), row != home);
                    let rows_left = geometry.spot(square).rows_left[side.opposite().index()];
                    assert_eq!(usize::from(rows_left), row.abs_diff(home));
                }
            }
        }
    }

    /// In coordinates centred on the middle of each row, x = 2i - (width - 1), a step is x - 1 or x + 1 and a jump
    /// x - 2 or x + 2.
    #[test]
    fn steps_and_jumps_are_those_of_centred_coordinates_on_every_board() {
        check::<u64>();
        check::<u128>();
        check::<Wide>();
    }

    #[test]
    fn rows_narrow_to_two_squares_and_widen_again() {
        let geometry = u64::geometry(5);
        assert!((0..geometry.rows()).map(|row| geometry.width(row)).eq([5, 4, 3, 2, 3, 4, 5]));
        assert_eq!((u64::geometry(7).squares, u128::geometry(11).squares, Wide::geometry(26).squares), (52, 128, 698));
    }
}
