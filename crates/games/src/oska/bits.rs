//! Sets of squares for boards of every size, in one or more machine words.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};
use std::sync::LazyLock;

use super::geometry::Geometry;

/// A set of squares, numbered from 0.
///
/// Shifts are by less than the width of the set; bits shifted out are lost.
pub trait Bits:
    Copy
    + Debug
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// The set without squares.
    const EMPTY: Self;

    /// Pieces per side on the largest board that fits.
    const LARGEST: u8;

    /// Adds a square, or removes it if it is there.
    fn toggle(&mut self, square: usize);

    /// Whether the set has this square.
    fn contains(&self, square: usize) -> bool;

    /// How many squares the set has.
    fn count(&self) -> usize;

    /// The squares, lowest first.
    fn squares(self) -> impl Iterator<Item = usize>;

    /// The board with this many pieces per side, made once.
    ///
    /// # Panics
    /// Panics unless the size is from 4 to [`Bits::LARGEST`].
    fn geometry(size: u8) -> &'static Geometry<Self>;
}

macro_rules! implement_for_integers {
    ($($integer:ident up to $largest:literal,)*) => {$(
        impl Bits for $integer {
            const EMPTY: $integer = 0;
            const LARGEST: u8 = $largest;

            #[inline]
            fn toggle(&mut self, square: usize) {
                *self ^= 1 << square;
            }

            #[inline]
            fn contains(&self, square: usize) -> bool {
                self >> square & 1 != 0
            }

            #[inline]
            fn count(&self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn squares(mut self) -> impl Iterator<Item = usize> {
                std::iter::from_fn(move || {
                    (self != 0).then(|| {
                        let square = self.trailing_zeros() as usize;
                        self &= self - 1;
                        square
                    })
                })
            }

            fn geometry(size: u8) -> &'static Geometry<$integer> {
                static ALL: LazyLock<Vec<Geometry<$integer>>> = LazyLock::new(Geometry::all);
                &ALL[usize::from(size - super::MIN_SIZE)]
            }
        }
    )*};
}

implement_for_integers! {
    u64 up to 7,
    u128 up to 11,
}

const WORDS: usize = 11;

/// A set of up to 704 squares, enough for 26 pieces per side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide([u64; WORDS]);

impl Wide {
    #[inline]
    fn combine(self, other: Wide, combine: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|i| combine(self.0[i], other.0[i])))
    }
}

impl BitAnd for Wide {
    type Output = Wide;

    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.combine(other, u64::bitand)
    }
}

impl BitOr for Wide {
    type Output = Wide;

    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.combine(other, u64::bitor)
    }
}

impl BitXor for Wide {
    type Output = Wide;

    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.combine(other, u64::bitxor)
    }
}

impl Shl<u32> for Wide {
    type Output = Wide;

    #[inline]
    fn shl(self, shift: u32) -> Wide {
        let (words, bits) = (shift as usize / 64, shift % 64);
        let mut shifted = [0; WORDS];
        for (to, from) in shifted[words..].iter_mut().zip(self.0) {
            *to = from << bits;
        }
        // What a word loses goes to the next one; in two shifts, since one by 64 is not allowed.
        for (to, from) in shifted[words + 1..].iter_mut().zip(self.0) {
            *to |= from >> 1 >> (63 - bits);
        }
        Wide(shifted)
    }
}

impl Shr<u32> for Wide {
    type Output = Wide;

    #[inline]
    fn shr(self, shift: u32) -> Wide {
        let (words, bits) = (shift as usize / 64, shift % 64);
        let mut shifted = [0; WORDS];
        for (to, from) in shifted.iter_mut().zip(&self.0[words..]) {
            *to = from >> bits;
        }
        for (to, from) in shifted.iter_mut().zip(&self.0[words + 1..]) {
            *to |= from << 1 << (63 - bits);
        }
        Wide(shifted)
    }
}

impl Bits for Wide {
    const EMPTY: Wide = Wide([0; WORDS]);
    const LARGEST: u8 = 26;

    #[inline]
    fn toggle(&mut self, square: usize) {
        self.0[square / 64] ^= 1 << (square % 64);
    }

    #[inline]
    fn contains(&self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 != 0
    }

    #[inline]
    fn count(&self) -> usize {
        self.0.iter().map(Bits::count).sum()
    }

    #[inline]
    fn squares(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| Bits::squares(word).map(move |square| 64 * i + square))
    }

    fn geometry(size: u8) -> &'static Geometry<Wide> {
        static ALL: LazyLock<Vec<Geometry<Wide>>> = LazyLock::new(Geometry::all);
        &ALL[usize::from(size - super::MIN_SIZE)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single<B: Bits>(square: usize) -> B {
        let mut set = B::EMPTY;
        set.toggle(square);
        set
    }

    #[test]
    fn a_wide_set_shifts_square_by_square() {
        for from in (0..704_usize).step_by(7) {
            for shift in 1..704 {
                let (up, down) = (from + shift, from.checked_sub(shift));
                let set: Wide = single(from);
                let expected = if up < 704 { single(up) } else { Wide::EMPTY };
                assert_eq!(set << shift as u32, expected, "{from} << {shift}");
                assert_eq!(set >> shift as u32, down.map_or(Wide::EMPTY, single), "{from} >> {shift}");
            }
        }
    }

    #[test]
    fn a_wide_set_lists_and_counts_its_squares() {
        let squares = [0, 1, 63, 64, 127, 300, 640, 697, 703];
        let mut set = Wide::EMPTY;
        squares.iter().for_each(|&square| set.toggle(square));
        assert!(Bits::squares(set).eq(squares));
        assert_eq!(set.count(), squares.len());
        assert!(set.contains(300) && !set.contains(301));
        set.toggle(300);
        assert!(!set.contains(300));
    }
}
