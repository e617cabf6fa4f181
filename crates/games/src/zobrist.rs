//! Random numbers for Zobrist keys, fixed at compile time so that keys are the same in every run.

pub use skirmish_board::mix;

/// A table of keys: one for each of `KINDS` kinds of piece on each of 64 squares.
pub const fn table<const KINDS: usize>(seed: u64) -> [[u64; 64]; KINDS] {
    let mut table = [[0; 64]; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        let mut square = 0;
        while square < 64 {
            table[kind][square] = mix(mix(seed) ^ ((kind * 64 + square) as u64));
            square += 1;
        }
        kind += 1;
    }
    table
}
