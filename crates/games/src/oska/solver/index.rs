//! The index of each position's value in the solution.
//!
//! A position is turned so that the side to move goes down, and mirrored so that its pieces are a canonical set: the
//! smaller one, as a number, of the set and its mirror image. Every canonical set has a block of values, one for each set of
//! enemies on the remaining squares. Positions with equally many pieces on each side form a slice.

use skirmish_board::Side;

use super::super::bits::Bits;
use super::super::geometry::Geometry;

/// The most pieces per side, and more squares than any of the boards has.
pub(super) const MAX_PIECES: usize = 5;
pub(super) const SQUARES: usize = 32;

/// In lists of pieces, the squares of those that are not there.
pub(super) const NOWHERE: u8 = SQUARES as u8 - 1;

/// A set of squares, numbered as on the board.
pub(super) type Set = u32;

/// For a square that is the c-th of those to choose from: by how much it raises the rank of a set as its i-th member, C(c, i + 1).
pub(super) type RankSteps = [u16; 8];

pub(super) static CHOICES: [RankSteps; SQUARES] = {
    let mut table = [[0; 8]; SQUARES];
    let mut c = 1;
    // The largest rank is C(25, 5) - 1, which fits; what would not is never used.
    while c < 26 {
        let mut i = 0;
        while i < MAX_PIECES {
            table[c][i] = table[c - 1][i] + if i == 0 { 1 } else { table[c - 1][i - 1] };
            i += 1;
        }
        c += 1;
    }
    table
};

/// How many sets of `count` among `squares` there are.
fn combinations(squares: usize, count: usize) -> usize {
    (0..count).fold(1, |product, i| product * (squares - i) / (i + 1))
}

/// The members of a set, lowest first, and then [`NOWHERE`].
pub(super) fn list(set: Set) -> [u8; MAX_PIECES] {
    let mut squares = [NOWHERE; MAX_PIECES];
    for (place, square) in squares.iter_mut().zip(u64::from(set).squares()) {
        *place = square as u8;
    }
    squares
}

/// All sets of a certain number of pieces that go down, those further on their way later.
pub(super) struct Sets {
    /// The canonical ones in the order of their blocks.
    pub(super) canonical: Vec<Set>,
    /// For every progress the first block with it, and the end.
    pub(super) canonical_from: Vec<usize>,
    /// All sets, turned around: pieces that go up.
    pub(super) enemies: Vec<Enemies>,
    /// For every progress the first of `enemies` with it, and the end.
    pub(super) enemies_from: Vec<usize>,
    /// For sets in colexicographic order: their blocks.
    homes: Vec<Home>,
}

/// A set of pieces that go up.
pub(super) struct Enemies {
    pub(super) set: Set,
    pub(super) list: [u8; MAX_PIECES],
}

/// The block of a set, and whether it is that of its mirror image.
#[derive(Clone, Copy, Default)]
pub(super) struct Home {
    pub(super) block: u32,
    pub(super) mirrored: bool,
}

/// Positions with the same number of pieces of the mover and of the enemy.
#[derive(Clone, Copy, Default)]
pub(super) struct Slice {
    /// Where its first block starts.
    start: usize,
    /// The length of its blocks in bytes.
    stride: usize,
    /// How many positions it has.
    pub(super) positions: u64,
}

impl Slice {
    /// Where a block starts.
    #[inline]
    pub(super) fn block(&self, block: u32) -> usize {
        self.start + block as usize * self.stride
    }
}

/// The index of every position of a board.
pub(super) struct Index {
    pub(super) geometry: &'static Geometry<u64>,
    /// For each square, the one opposite when the board is turned by 180 degrees, and that in its mirror image.
    pub(super) turned: [u8; SQUARES],
    pub(super) mirrored: [u8; SQUARES],
    /// All squares in the order in which the enemy counts them, and in that of its mirror image.
    pub(super) views: [Vec<u8>; 2],
    /// By number of pieces, less one.
    sets: Vec<Sets>,
    slices: [[Slice; MAX_PIECES]; MAX_PIECES],
    /// The length of all slices in bytes.
    pub(super) length: usize,
}

impl Index {
    /// The index of the board with this many pieces per side, 4 or 5.
    pub(super) fn new(size: u8) -> Index {
        let geometry = u64::geometry(size);
        let (mut turned, mut mirrored) = ([NOWHERE; SQUARES], [NOWHERE; SQUARES]);
        for square in geometry.board().squares() {
            let (row, index) = geometry.place(square);
            let across = geometry.width(row) - 1 - index;
            turned[square] = geometry.square(geometry.rows() - 1 - row, across) as u8;
            mirrored[square] = geometry.square(row, across) as u8;
        }
        let most = usize::from(size);
        let squares = geometry.board().count();
        let views = [
            turned[..squares].to_vec(),
            mirrored[..squares].iter().map(|&square| turned[usize::from(square)]).collect(),
        ];
        let mut index =
            Index { geometry, turned, mirrored, views, sets: Vec::new(), slices: Default::default(), length: 0 };
        index.sets = (1..=most).map(|count| index.sets_of(count)).collect();
        for own in 1..=most {
            for enemies in 1..=most {
                let (blocks, choices) = (index.sets(own).canonical.len(), combinations(index.squares() - own, enemies));
                let (start, stride) = (index.length, choices.div_ceil(4));
                let positions = (blocks * choices) as u64;
                index.slices[own - 1][enemies - 1] = Slice { start, stride, positions };
                index.length += blocks * stride;
            }
        }
        index
    }

    fn squares(&self) -> usize {
        self.geometry.board().count()
    }

    /// The sets of a certain number of pieces.
    pub(super) fn sets(&self, count: usize) -> &Sets {
        &self.sets[count - 1]
    }

    /// The positions with a certain number of pieces of the mover and of the enemy.
    pub(super) fn slice(&self, own: usize, enemies: usize) -> Slice {
        self.slices[own - 1][enemies - 1]
    }

    /// The number of positions.
    pub(super) fn positions(&self) -> u64 {
        self.slices.iter().flatten().map(|slice| slice.positions).sum()
    }

    /// The most rows that pieces can have advanced.
    pub(super) fn most_progress(&self, count: usize) -> usize {
        count * (self.geometry.rows() - 1)
    }

    /// The rows that pieces have advanced, going down.
    fn progress(&self, set: Set) -> usize {
        let row = |square| usize::from(self.geometry.spot(square).rows_left[Side::South.index()]);
        u64::from(set).squares().map(row).sum()
    }

    /// The set on other squares.
    pub(super) fn moved(set: Set, to: &[u8; SQUARES]) -> Set {
        u64::from(set).squares().fold(0, |moved, square| moved | 1 << to[square])
    }

    fn sets_of(&self, count: usize) -> Sets {
        let all = combinations(self.squares(), count);
        // The next larger number with as many bits: sets in colexicographic order.
        let next = |&set: &Set| {
            let low = set & set.wrapping_neg();
            let ripple = set + low;
            Some(ripple | ((ripple ^ set) / low) >> 2)
        };
        let mut sorted: Vec<(usize, Set)> = std::iter::successors(Some((1 << count) - 1), next)
            .take(all)
            .map(|set| (self.progress(set), set))
            .collect();
        sorted.sort();
        let mut sets = Sets {
            canonical: Vec::new(),
            canonical_from: vec![0],
            enemies: Vec::with_capacity(all),
            enemies_from: vec![0],
            homes: vec![Home::default(); all],
        };
        for progress in 0..=self.most_progress(count) {
            let from = sorted.partition_point(|entry| entry.0 < progress);
            let end = sorted.partition_point(|entry| entry.0 <= progress);
            for &(_, set) in &sorted[from..end] {
                let mirrored = Index::moved(set, &self.mirrored);
                if set <= mirrored {
                    let block = sets.canonical.len() as u32;
                    sets.canonical.push(set);
                    sets.homes[rank(mirrored)] = Home { block, mirrored: true };
                    sets.homes[rank(set)] = Home { block, mirrored: false };
                }
            }
            sets.canonical_from.push(sets.canonical.len());
            for &(_, set) in &sorted[from..end] {
                let enemies = Index::moved(set, &self.turned);
                sets.enemies.push(Enemies { set: enemies, list: list(enemies) });
            }
            sets.enemies_from.push(sets.enemies.len());
        }
        sets
    }

    /// The block of pieces that go down.
    pub(super) fn home(&self, set: Set) -> Home {
        self.sets(set.count_ones() as usize).homes[rank(set)]
    }

    /// The byte and the bit in it of a position's value; `own` goes down and is to move. Both sides have pieces.
    pub(super) fn locate(&self, mut own: Set, mut enemies: Set) -> (usize, u32) {
        let Home { block, mirrored } = self.home(own);
        if mirrored {
            (own, enemies) = (Index::moved(own, &self.mirrored), Index::moved(enemies, &self.mirrored));
        }
        let past = |square: usize| square - (own & ((1 << square) - 1)).count_ones() as usize;
        let members = u64::from(enemies).squares().enumerate();
        let rank: usize = members.map(|(i, square)| usize::from(CHOICES[past(square)][i])).sum();
        let slice = self.slice(own.count_ones() as usize, enemies.count_ones() as usize);
        (slice.block(block) + rank / 4, (rank % 4 * 2) as u32)
    }
}

/// The rank of a set among those with as many members, in colexicographic order.
fn rank(set: Set) -> usize {
    u64::from(set).squares().enumerate().map(|(i, square)| usize::from(CHOICES[square][i])).sum()
}
