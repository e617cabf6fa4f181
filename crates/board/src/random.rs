//! Random numbers: the same for the same seed on every machine, as tournaments, levels and tests require.

/// A well-mixed 64-bit number for every different input: a step of SplitMix64 (Steele, Lea and Flood, 2014).
pub const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(STEP);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The increment of the state: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The generator seeded with several numbers. Similar numbers give unrelated generators, even if their sums or differences are
    /// equal.
    pub fn mixed(parts: &[u64]) -> Random {
        // Each part is spread over all bits before the next one is added.
        Random(parts.iter().fold(0, |seed, &part| mix(mix(seed) ^ mix(part).rotate_left(32))))
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let bits = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        bits
    }

    /// A random number below a limit, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stored tournaments have openings drawn by these numbers: they must never change.
    #[test]
    fn the_numbers_of_a_seed_are_those_of_splitmix() {
        let mut random = Random::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([random.bits(), random.bits(), random.bits()], expected);
        assert_eq!(Random::new(1_234_567).below(1000), 317);
        let mut mixed = Random::mixed(&[1, 2, 3]);
        assert_ne!(mixed.bits(), Random::mixed(&[3, 2, 1]).bits());
    }
}
