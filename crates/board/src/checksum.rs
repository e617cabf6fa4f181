//! A checksum for files that the program writes.

/// A checksum of stored bytes that detects damage. Every step is reversible, so any change within eight bytes changes the sum; other
/// changes go unnoticed once in 2^64.
pub fn checksum(bytes: &[u8]) -> u64 {
    let mut words = bytes.chunks_exact(8);
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let sum = words.by_ref().map(word).fold(bytes.len() as u64, step);
    step(sum, word(words.remainder()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_bit_shows() {
        let bytes: Vec<u8> = (0..21).collect();
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum(&changed), checksum(&bytes), "bit {bit}");
        }
        assert_ne!(checksum(&bytes[..20]), checksum(&bytes));
    }
}
