//! Random numbers for position keys, fixed at compile time so that keys are the same in every run.

/// A well-mixed 64-bit number for every different input.
pub const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

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
