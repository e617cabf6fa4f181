//! Random numbers for Zobrist keys, fixed at compile time so that keys are the same in every run.

pub use skirmish_board::mix;

/// The keys of `KINDS` kinds of piece on each of 64 squares: a table, except in WebAssembly. There they are computed, because
/// random numbers cannot be compressed and a download should be small.
pub struct Keys<const KINDS: usize> {
    #[cfg(not(target_arch = "wasm32"))]
    table: [[u64; 64]; KINDS],
    #[cfg(target_arch = "wasm32")]
    seed: u64,
    #[cfg(target_arch = "wasm32")]
    kinds: [u8; KINDS],
}

impl<const KINDS: usize> Keys<KINDS> {
    /// Keys that all differ.
    pub const fn new(seed: u64) -> Keys<KINDS> {
        let mut kinds = [0; KINDS];
        let mut kind = 0;
        while kind < KINDS {
            kinds[kind] = kind as u8;
            kind += 1;
        }
        Keys::alike(seed, kinds)
    }

    /// Kinds with the same number in `kinds` have the same keys.
    #[cfg(not(target_arch = "wasm32"))]
    pub const fn alike(seed: u64, kinds: [u8; KINDS]) -> Keys<KINDS> {
        let mut table = [[0; 64]; KINDS];
        let mut kind = 0;
        while kind < KINDS {
            let mut square = 0;
            while square < 64 {
                table[kind][square] = key(mix(seed), kinds[kind], square);
                square += 1;
            }
            kind += 1;
        }
        Keys { table }
    }

    /// Kinds with the same number in `kinds` have the same keys.
    #[cfg(target_arch = "wasm32")]
    pub const fn alike(seed: u64, kinds: [u8; KINDS]) -> Keys<KINDS> {
        Keys { seed: mix(seed), kinds }
    }

    /// The key of a kind of piece on a square.
    #[cfg(not(target_arch = "wasm32"))]
    #[inline]
    pub fn of(&self, kind: usize, square: usize) -> u64 {
        self.table[kind][square]
    }

    /// The key of a kind of piece on a square.
    #[cfg(target_arch = "wasm32")]
    #[inline]
    pub fn of(&self, kind: usize, square: usize) -> u64 {
        key(self.seed, self.kinds[kind], square)
    }
}

const fn key(seed: u64, kind: u8, square: usize) -> u64 {
    mix(seed ^ (kind as usize * 64 + square) as u64)
}
