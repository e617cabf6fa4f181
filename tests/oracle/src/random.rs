//! Random numbers that are the same on every machine.

/// A small deterministic generator: SplitMix64 (Steele, Lea and Flood, 2014).
pub struct Random {
    state: u64,
}

impl Random {
    /// The same seed gives the same numbers.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 random bits.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number from 0 up to, not including, `limit`, which is not 0. The slight unevenness does not matter in tests.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next_bits() % limit as u64) as usize
    }
}
