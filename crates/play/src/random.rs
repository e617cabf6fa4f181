//! A small generator of random numbers: the same numbers for the same seed, on every machine.

/// The generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The generator whose seed is made of several numbers. Neighbouring numbers give unrelated generators, also where sums or differences
    /// of them are equal.
    pub fn mixed(parts: &[u64]) -> Random {
        // Each part is spread over all bits before the next one is added.
        Random(
            parts
                .iter()
                .fold(0, |seed, &part| Random(Random(seed).bits() ^ Random(part).bits().rotate_left(32)).bits()),
        )
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A random number below a limit, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }
}
