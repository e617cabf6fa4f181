//! The solution of the two smallest boards: the result of every position with best play of both sides.
//!
//! Solutions are stored elsewhere.

mod candidate_moves;
mod index;
mod retrograde;
mod value;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicU8};

use skirmish_board::{Outcome, Position, Side, checksum};

use self::index::{Index, Set};
use self::retrograde::RetrogradeSolver;
use self::value::SolvedValue;
use super::Oska;

/// The results of all positions of a board, with best play of both sides.
pub struct Solution {
    index: Index,
    /// The header, and then two bits for each position.
    bytes: Vec<u8>,
}

/// The start of stored solutions. The last byte is the version.
const MAGIC: [u8; 8] = *b"oskawdl\x01";

/// Magic, size of the board (8 bytes), number of bytes after the header, checksum of these.
const HEADER: usize = 32;

impl Solution {
    /// The boards that can be solved, by pieces per side.
    pub const SIZES: RangeInclusive<u8> = 4..=5;

    /// Solves a board. With 5 pieces per side that takes 320 MB of memory and, with two threads, some minutes.
    ///
    /// `progress` is called from time to time, on any thread, with the number of positions done and the total. Raising `stop` makes it
    /// return `None` soon.
    ///
    /// # Panics
    /// Panics unless the size is one of [`Solution::SIZES`].
    pub fn solve(
        size: u8,
        threads: usize,
        progress: &(dyn Fn(u64, u64) + Sync),
        stop: &AtomicBool,
    ) -> Option<Solution> {
        assert!(Solution::SIZES.contains(&size), "boards of {size} pieces a side cannot be solved");
        let index = Index::new(size);
        let bytes: Vec<AtomicU8> = (0..HEADER + index.length).map(|_| AtomicU8::new(0)).collect();
        if !RetrogradeSolver::new(&index, &bytes[HEADER..], threads, progress, stop).run() {
            return None;
        }
        let mut bytes: Vec<u8> = bytes.into_iter().map(AtomicU8::into_inner).collect();
        let (header, values) = bytes.split_at_mut(HEADER);
        header.copy_from_slice(&make_header(size, values));
        Some(Solution { index, bytes })
    }

    /// The result of a position with best play of both sides; `None` if it is on a board of another size.
    pub fn value(&self, position: &Oska<u64>) -> Option<Outcome> {
        if position.geometry != self.index.geometry {
            return None;
        }
        position.outcome().or_else(|| {
            let (own, enemies) = normal(&self.index, position);
            let (byte, shift) = self.index.locate(own, enemies);
            Some(SolvedValue::from_bits(self.bytes[HEADER + byte] >> shift).outcome(position.side_to_move()))
        })
    }

    /// How many pieces per side the board has.
    pub fn size(&self) -> u8 {
        self.index.geometry.size()
    }

    /// The solution as bytes to be stored.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Reads a stored solution. Anything but exactly what [`Solution::as_bytes`] returned is an error.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Solution, Damaged> {
        let (header, values) = bytes.split_at_checked(HEADER).ok_or(Damaged("it is too short"))?;
        if !header.starts_with(&MAGIC) {
            return Err(Damaged("it does not start like one of this version"));
        }
        let size = header[MAGIC.len()];
        if !Solution::SIZES.contains(&size) {
            return Err(Damaged("boards of its size cannot be solved"));
        }
        let index = Index::new(size);
        if values.len() != index.length {
            return Err(Damaged("its length is wrong"));
        }
        if header != make_header(size, values) {
            return Err(Damaged("its checksum is wrong"));
        }
        Ok(Solution { index, bytes })
    }
}

/// Why bytes are not a stored solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged(&'static str);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a stored solution: {}", self.0)
    }
}

impl std::error::Error for Damaged {}

fn make_header(size: u8, values: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let fields = [u64::from_le_bytes(MAGIC), size.into(), values.len() as u64, checksum(values)];
    for (bytes, field) in header.chunks_mut(8).zip(fields) {
        bytes.copy_from_slice(&field.to_le_bytes());
    }
    header
}

/// The pieces of the side to move and of its enemy, turned so that the mover goes down.
fn normal(index: &Index, position: &Oska<u64>) -> (Set, Set) {
    let side = position.side_to_move();
    let [own, enemies] = [side, side.opposite()].map(|side| position.pieces(side) as Set);
    match side {
        Side::North => (own, enemies),
        Side::South => (Index::moved(own, &index.turned), Index::moved(enemies, &index.turned)),
    }
}
