//! The transposition table (TT): results of positions searched before, shared by all threads without locks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use skirmish_board::{Move, Score, score};

use crate::memory::{CacheLines, LINE};
use crate::window::Window;

/// How a stored score relates to the true one.
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
    /// The bound that a value found with a window is.
    #[inline]
    pub(crate) fn of(value: Score, window: Window) -> Bound {
        match value {
            v if v >= window.beta => Bound::Lower,
            v if v > window.alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The best move, and where moves are proposed the second-best.
    pub moves: [Option<Move>; 2],
    /// The score as seen from the stored position: a win counts plies from there.
    pub score: Score,
    /// The depth of the search.
    pub depth: i32,
    /// How the score relates to the true one.
    pub bound: Bound,
}

/// A bound that is more than this much shallower than the entry of the same position does not replace it.
const MUCH_SHALLOWER: i32 = 3;
/// For replacement, entries of earlier searches count as this much shallower: few of their positions can still be reached.
const AGE_PENALTY: i32 = 8;

/// The transposition table.
///
/// Four entries share a cache line; a position may be in any of them. Every entry is two words: the data, and the key combined
/// with the data by exclusive or.
///
/// It is sound without locks:
///
/// - There is no data race: threads share the table by `&` only, and then every access to a word is atomic. What is not atomic,
///   [`clear`](TranspositionTable::clear) and [`age`](TranspositionTable::age), takes `&mut`, so that no thread searches meanwhile.
/// - Relaxed order is enough, since no entry says anything about other memory, and of the two words of one entry none is believed
///   without the other. A reader that meets the words of two writers, in whatever order they arrive, combines them to another key
///   than its own and takes the entry for absent: of one key, since their data differ; of two, unless 64 random bits agree.
/// - Two positions of one key are told apart by nothing. So a score may be wrong once in very many nodes, but a move of the table is
///   only ever compared with legal moves, never played.
///
/// `tools/miri` runs the tests of this file with the races and stale reads that the memory model allows.
pub struct TranspositionTable {
    lines: CacheLines,
    clusters: u64,
    /// Counts searches, so that old entries are replaced first.
    generation: u64,
}

impl TranspositionTable {
    /// A table of this many megabytes. With 0 it stores nothing.
    pub fn new(megabytes: usize) -> TranspositionTable {
        TranspositionTable::with_clusters(megabytes * (1 << 20) / (LINE * size_of::<u64>()))
    }

    fn with_clusters(clusters: usize) -> TranspositionTable {
        TranspositionTable { lines: CacheLines::new(clusters), clusters: clusters as u64, generation: 0 }
    }

    /// Its size in megabytes.
    pub fn megabytes(&self) -> usize {
        (self.clusters as usize * LINE * size_of::<u64>()) >> 20
    }

    /// Fetches its memory from the system ahead of the first search, until `stop` is raised.
    pub fn warm_up(&self, stop: &AtomicBool) {
        self.lines.warm_up(stop);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.generation = 0;
    }

    /// Starts a new search: entries stored before count as old.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) & LAST_GENERATION;
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((key as u128 * self.clusters as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        self.lines.get(self.index(key))
    }

    /// Prefetches the entries of this key for a [`probe`](TranspositionTable::probe) soon after. In a large table that wait would
    /// be a third of the whole search.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.lines.prefetch(self.index(key));
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        for slot in self.cluster(key).chunks_exact(2) {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Stores an entry in place of the least valuable one of its cluster.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TableEntry) {
        let cluster = self.cluster(key);
        if cluster.is_empty() {
            return;
        }
        let (mut victim, mut lowest) = (0, i32::MAX);
        for (index, slot) in cluster.chunks_exact(2).enumerate() {
            let data = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ data == key && data != 0 {
                let stored = unpack(data);
                // A shallower search of the same position replaces a deeper one only if it is exact or not much shallower.
                if entry.bound != Bound::Exact && entry.depth + MUCH_SHALLOWER < stored.depth && self.is_current(data) {
                    return;
                }
                if entry.moves[0].is_none() {
                    entry.moves = stored.moves;
                }
                victim = index;
                break;
            }
            let penalty = if self.is_current(data) { 0 } else { AGE_PENALTY };
            let value = if data == 0 { i32::MIN } else { unpack(data).depth - penalty };
            if value < lowest {
                (victim, lowest) = (index, value);
            }
        }
        let data = pack(entry) | self.generation << GENERATION;
        cluster[2 * victim].store(key ^ data, Relaxed);
        cluster[2 * victim + 1].store(data, Relaxed);
    }

    #[inline]
    fn is_current(&self, data: u64) -> bool {
        data >> GENERATION & LAST_GENERATION == self.generation
    }
}

// Layout of the data word: two moves with 12 bits each, 16 bits of score, 8 of depth, 2 of bound, 6 of generation, and one
// bit for each move that says whether it is there. The bound is never 0, so neither is the word.
const MOVES: [u32; 2] = [0, 12];
const SCORE: u32 = 24;
const DEPTH: u32 = 40;
const BOUND: u32 = 48;
const GENERATION: u32 = 50;
const HAS_MOVES: [u32; 2] = [56, 57];
const LAST_GENERATION: u64 = 63;

#[inline]
fn pack(entry: TableEntry) -> u64 {
    let mv = |rank: usize| entry.moves[rank].map_or(0, |mv| 1 << HAS_MOVES[rank] | (mv.bits() as u64) << MOVES[rank]);
    mv(0)
        | mv(1)
        | (entry.score as i16 as u16 as u64) << SCORE
        | (entry.depth.clamp(0, 255) as u64) << DEPTH
        | (entry.bound as u64) << BOUND
}

#[inline]
fn unpack(data: u64) -> TableEntry {
    let mv = |rank: usize| Move::from_bits((data >> MOVES[rank] & 0xfff) as u16);
    TableEntry {
        moves: [0, 1].map(|rank| (data >> HAS_MOVES[rank] & 1 == 1).then(|| mv(rank))),
        score: (data >> SCORE) as u16 as i16 as Score,
        depth: (data >> DEPTH & 0xff) as i32,
        bound: match data >> BOUND & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

/// A score as stored: proven scores count plies from the position, not from the root.
#[inline]
pub fn score_to_tt(score: Score, ply: usize) -> Score {
    match score {
        s if s > score::MAX_EVAL => s + ply as Score,
        s if s < -score::MAX_EVAL => s - ply as Score,
        s => s,
    }
}

/// The inverse of [`score_to_tt`].
#[inline]
pub fn score_from_tt(score: Score, ply: usize) -> Score {
    match score {
        s if s > score::MAX_EVAL => s - ply as Score,
        s if s < -score::MAX_EVAL => s + ply as Score,
        s => s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: i32, bound: Bound) -> TableEntry {
        TableEntry { moves: [Some(Move::from_bits(0)), Some(Move::from_bits(4095))], score, depth, bound }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = TranspositionTable::with_clusters(1);
        for (key, score) in [(1, -30_000), (u64::MAX, 30_000), (0x1234_5678_9abc_def0, 0), (0, -1)] {
            for (depth, bound) in [(0, Bound::Upper), (40, Bound::Lower), (200, Bound::Exact)] {
                table.store(key, entry(score, depth, bound));
                assert_eq!(table.probe(key), Some(entry(score, depth, bound)));
            }
        }
        assert_eq!(table.probe(2), None);
    }

    #[test]
    fn a_full_cluster_gives_up_its_shallowest_entry_and_old_ones_first() {
        let mut table = TranspositionTable::with_clusters(1);
        for (key, depth) in [(1, 5), (2, 3), (3, 7), (4, 9)] {
            table.store(key, entry(0, depth, Bound::Exact));
        }
        table.store(5, entry(0, 4, Bound::Exact));
        assert_eq!(table.probe(2), None);
        table.age();
        for key in [1, 3, 4] {
            table.store(key, entry(0, 1, Bound::Exact));
        }
        table.store(6, entry(0, 0, Bound::Exact));
        assert_eq!(table.probe(5), None);
        assert!([1, 3, 4, 6].into_iter().all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn a_table_of_no_size_remembers_nothing() {
        let table = TranspositionTable::new(0);
        table.store(9, entry(1, 1, Bound::Exact));
        assert_eq!(table.probe(9), None);
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = TranspositionTable::with_clusters(1);
        table.store(7, entry(12, 3, Bound::Exact));
        table.lines.get(0)[1].fetch_xor(1 << 30, Relaxed);
        assert_eq!(table.probe(7), None);
    }

    #[test]
    fn threads_that_share_a_cluster_read_whole_entries_of_their_key_or_none() {
        let table = TranspositionTable::with_clusters(1);
        let rounds = if cfg!(miri) { 10 } else { 20_000 };
        // Of entries that are equally deep, the first of the cluster gives way: three keys contend for it.
        let of = |key: u64, round: i32| entry(1000 * key as Score + round % 1000, 5, Bound::Exact);
        let met = std::thread::scope(|scope| {
            let thread = || {
                let mut met = 0;
                for (round, key) in (0..rounds).flat_map(|round| (1..=6).map(move |key| (round, key))) {
                    table.store(key, of(key, round));
                    for (key, found) in (1..=6).filter_map(|key| Some((key, table.probe(key)?))) {
                        assert_eq!(found, of(key, found.score));
                        met += 1;
                    }
                }
                met
            };
            let threads = [scope.spawn(thread), scope.spawn(thread), scope.spawn(thread)];
            threads.map(|thread| thread.join().expect("whole entries")).into_iter().sum::<i32>()
        });
        assert!(met > rounds, "{met} entries met");
    }

    #[test]
    fn proofs_are_stored_relative_to_their_position() {
        for score in [score::win_in(9), score::loss_in(8), 55, -55] {
            assert_eq!(score_from_tt(score_to_tt(score, 4), 4), score);
        }
        assert_eq!(score_to_tt(score::win_in(9), 4), score::win_in(5));
    }
}
