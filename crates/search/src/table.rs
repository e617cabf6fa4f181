//! The table of positions already searched, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use skirmish_board::{Move, Score, score};

use crate::memory::{LINE, Lines};
use crate::window::Window;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most the stored one.
    Upper = 1,
    /// The true score is at least the stored one.
    Lower = 2,
    /// The stored score is the true one.
    Exact = 3,
}

impl Bound {
    /// What a value found with a window says about the true one.
    #[inline]
    pub(crate) fn of(value: Score, window: Window) -> Bound {
        match value {
            v if v >= window.beta => Bound::Lower,
            v if v > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found, and where moves are proposed the second-best.
    pub moves: [Option<Move>; 2],
    /// The score as seen from the stored position: a win counts plies from there.
    pub score: Score,
    /// How deep was searched.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
}

/// The shared table.
///
/// Four entries share a cache line; a position may be in any of them. Every entry is two words: the data, and the key combined
/// with the data. A reader that meets two words of different writers finds that they do not combine to its key and takes the
/// entry for absent. So no lock is needed, and nothing torn is ever believed.
pub struct TranspositionTable {
    lines: Lines,
    clusters: u64,
    /// Counts searches, so that entries of old ones give way first.
    generation: u64,
}

impl TranspositionTable {
    /// A table of this many megabytes. One of 0 remembers nothing.
    pub fn new(megabytes: usize) -> TranspositionTable {
        let clusters = megabytes * (1 << 20) / (LINE * size_of::<u64>());
        TranspositionTable { lines: Lines::new(clusters), clusters: clusters as u64, generation: 0 }
    }

    /// Its size in megabytes.
    pub fn megabytes(&self) -> usize {
        (self.clusters as usize * LINE * size_of::<u64>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.generation = 0;
    }

    /// Marks the beginning of a new search: what is in the table from now on counts as older.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) & 63;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((key as u128 * self.clusters as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        self.lines.get(self.index(key))
    }

    /// Fetches what there may be of this key from memory, for a [`get`](TranspositionTable::get) soon after: in a large table that wait is a
    /// third of the whole search.
    #[inline]
    pub fn expect(&self, key: u64) {
        self.lines.expect(self.index(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        for slot in self.cluster(key).chunks_exact(2) {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers an entry, in place of the least valuable one of its cluster.
    #[inline]
    pub fn put(&self, key: u64, mut entry: Entry) {
        let cluster = self.cluster(key);
        if cluster.is_empty() {
            return;
        }
        let (mut victim, mut worth_least) = (0, i32::MAX);
        for (index, slot) in cluster.chunks_exact(2).enumerate() {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key && data != 0 {
                let known = unpack(data);
                // A shallower search of the same position replaces a deeper one only if it is exact or not much shallower.
                if entry.bound != Bound::Exact && entry.depth + 3 < known.depth && self.is_current(data) {
                    return;
                }
                if entry.moves[0].is_none() {
                    entry.moves = known.moves;
                }
                victim = index;
                break;
            }
            let worth =
                if data == 0 { i32::MIN } else { unpack(data).depth - if self.is_current(data) { 0 } else { 8 } };
            if worth < worth_least {
                (victim, worth_least) = (index, worth);
            }
        }
        let data = pack(entry) | self.generation << 50;
        cluster[2 * victim].store(key ^ data, Relaxed);
        cluster[2 * victim + 1].store(data, Relaxed);
    }

    #[inline]
    fn is_current(&self, data: u64) -> bool {
        data >> 50 & 63 == self.generation
    }
}

/// Layout of the data word: two moves with 12 bits each, 16 bits of score, 8 of depth, 2 of bound, 6 of generation, and one
/// bit for each move that says whether it is there. The bound is never 0, so neither is the word.
#[inline]
fn pack(entry: Entry) -> u64 {
    let bits = |mv: Option<Move>| mv.map_or(0, |mv| mv.bits() as u64);
    let there = |mv: Option<Move>| mv.is_some() as u64;
    bits(entry.moves[0])
        | bits(entry.moves[1]) << 12
        | (entry.score as i16 as u16 as u64) << 24
        | (entry.depth.clamp(0, 255) as u64) << 40
        | (entry.bound as u64) << 48
        | there(entry.moves[0]) << 56
        | there(entry.moves[1]) << 57
}

#[inline]
fn unpack(data: u64) -> Entry {
    let mv = |shift: u64, flag: u64| (data >> flag & 1 == 1).then(|| Move::from_bits((data >> shift & 0xfff) as u16));
    Entry {
        moves: [mv(0, 56), mv(12, 57)],
        score: (data >> 24) as u16 as i16 as Score,
        depth: (data >> 40 & 0xff) as i32,
        bound: match data >> 48 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

/// A score as stored: proofs count plies from the position, not from the root.
#[inline]
pub fn to_stored(score: Score, ply: usize) -> Score {
    match score {
        s if s > score::MAX_OPINION => s + ply as Score,
        s if s < -score::MAX_OPINION => s - ply as Score,
        s => s,
    }
}

/// The inverse of [`to_stored`].
#[inline]
pub fn from_stored(score: Score, ply: usize) -> Score {
    match score {
        s if s > score::MAX_OPINION => s - ply as Score,
        s if s < -score::MAX_OPINION => s + ply as Score,
        s => s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: i32, bound: Bound) -> Entry {
        Entry { moves: [Some(Move::from_bits(0)), Some(Move::from_bits(4095))], score, depth, bound }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = TranspositionTable::new(1);
        for (key, score) in [(1, -30_000), (u64::MAX, 30_000), (0x1234_5678_9abc_def0, 0), (0, -1)] {
            for (depth, bound) in [(0, Bound::Upper), (40, Bound::Lower), (200, Bound::Exact)] {
                table.put(key, entry(score, depth, bound));
                assert_eq!(table.get(key), Some(entry(score, depth, bound)));
            }
        }
        assert_eq!(table.get(2), None);
    }

    #[test]
    fn a_full_cluster_gives_up_its_shallowest_entry_and_old_ones_first() {
        let mut table = TranspositionTable::new(1);
        for (key, depth) in [(1, 5), (2, 3), (3, 7), (4, 9)] {
            table.put(key, entry(0, depth, Bound::Exact));
        }
        table.put(5, entry(0, 4, Bound::Exact));
        assert_eq!(table.get(2), None);
        table.age();
        for key in [1, 3, 4] {
            table.put(key, entry(0, 1, Bound::Exact));
        }
        table.put(6, entry(0, 0, Bound::Exact));
        assert_eq!(table.get(5), None);
        assert!([1, 3, 4, 6].into_iter().all(|key| table.get(key).is_some()));
    }

    #[test]
    fn a_table_of_no_size_remembers_nothing() {
        let table = TranspositionTable::new(0);
        table.put(9, entry(1, 1, Bound::Exact));
        assert_eq!(table.get(9), None);
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = TranspositionTable::new(1);
        table.put(7, entry(12, 3, Bound::Exact));
        table.lines.get(0)[1].fetch_xor(1 << 30, Relaxed);
        assert_eq!(table.get(7), None);
    }

    #[test]
    fn proofs_are_stored_relative_to_their_position() {
        for score in [score::win_in(9), score::loss_in(8), 55, -55] {
            assert_eq!(from_stored(to_stored(score, 4), 4), score);
        }
        assert_eq!(to_stored(score::win_in(9), 4), score::win_in(5));
    }
}
