//! SIMD arithmetic of a network, sixteen values at a time: written once, compiled for AVX2, SIMD128 and scalar code. All give the
//! same results bit by bit, since the arithmetic is in wrapping integers.

use super::HIDDEN_ONE;
use super::features::Features;

/// Values in a vector.
pub(super) const WIDTH: usize = 16;

/// Sixteen values, aligned for vector instructions.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct I16x16([i16; WIDTH]);

impl I16x16 {
    /// Values in vectors. Their number is a multiple of sixteen.
    pub(super) fn all(values: &[i16]) -> Vec<I16x16> {
        let vector = |values: &[i16]| {
            let mut vector = [0; WIDTH];
            vector.iter_mut().zip(values).for_each(|(slot, &value)| *slot = value);
            I16x16(vector)
        };
        values.chunks(WIDTH).map(vector).collect()
    }
}

/// The weights in vectors.
pub(super) struct Layers<'a> {
    /// For each input its weights in the perspective of its own side, then in that of the other.
    pub(super) inputs: &'a [I16x16],
    /// The biases of a perspective.
    pub(super) hidden: &'a [I16x16],
    /// The weights of the perspective of the side to move, then of the other.
    pub(super) output: &'a [I16x16],
    /// The index of the first term among the inputs.
    pub(super) first_term: usize,
}

impl Layers<'_> {
    /// A block of the weights of an input: for its own perspective, then for the other. `None` if there is no such input.
    #[inline(always)]
    fn row<const BLOCK: usize>(&self, input: usize, first: usize) -> Option<(&[I16x16; BLOCK], &[I16x16; BLOCK])> {
        let width = self.hidden.len();
        let row = self.inputs.get(input * 2 * width..(input + 1) * 2 * width)?;
        let (own, across) = row.split_at(width);
        Some((own.get(first..)?.first_chunk()?, across.get(first..)?.first_chunk()?))
    }
}

/// The instruction set in use. WebAssembly has only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// No explicit vector instructions.
    #[cfg(not(target_arch = "wasm32"))]
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "wasm32")]
    Simd128,
}

impl Kernel {
    /// Scalar code, where there is a choice.
    pub(super) fn scalar() -> Kernel {
        #[cfg(target_arch = "wasm32")]
        return Kernel::Simd128;
        #[cfg(not(target_arch = "wasm32"))]
        Kernel::Scalar
    }

    /// The fastest on this machine.
    pub(super) fn best() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            return Kernel::Avx2;
        }
        Kernel::scalar()
    }

    /// The sum over both perspectives of the hidden layer, each value clipped, squared and weighted.
    #[inline]
    pub(super) fn sum(self, layers: &Layers, features: &Features, terms: &[(u16, i16)]) -> i32 {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Kernel::Scalar => sum::<Scalar>(layers, features, terms),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: only `Kernel::best` chooses this kernel, on a machine that has AVX2.
            Kernel::Avx2 => unsafe { avx2::sum(layers, features, terms) },
            #[cfg(target_arch = "wasm32")]
            Kernel::Simd128 => simd128::sum(layers, features, terms),
        }
    }
}

/// Operations on sixteen values.
trait SimdVector: Copy {
    /// Eight sums.
    type Sums: Copy;
    fn load(vector: &I16x16) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, factor: i16) -> Self;
    fn no_sums() -> Self::Sums;
    /// Adds the values to the sums: clipped to 0..=[`HIDDEN_ONE`], squared, times their weights.
    fn screlu_dot(self, weights: Self, sums: Self::Sums) -> Self::Sums;
    fn total(sums: Self::Sums) -> i32;
}

#[inline(always)]
#[cfg(not(target_arch = "wasm32"))]
fn sum<N: SimdVector>(layers: &Layers, features: &Features, terms: &[(u16, i16)]) -> i32 {
    match layers.hidden.len() {
        width if width.is_multiple_of(4) => sum_in_blocks::<N, 4>(layers, features, terms),
        width if width.is_multiple_of(2) => sum_in_blocks::<N, 2>(layers, features, terms),
        _ => sum_in_blocks::<N, 1>(layers, features, terms),
    }
}

/// Takes as many vectors of both perspectives at a time as stay in registers while all inputs are added.
#[inline(always)]
fn sum_in_blocks<N: SimdVector, const BLOCK: usize>(layers: &Layers, features: &Features, terms: &[(u16, i16)]) -> i32 {
    let width = layers.hidden.len();
    let (for_mover, for_other) = layers.output.split_at(width);
    let mut sums = N::no_sums();
    for first in (0..width).step_by(BLOCK) {
        let mut mover = [N::load(&layers.hidden[first]); BLOCK];
        for (values, vector) in mover.iter_mut().zip(&layers.hidden[first..]) {
            *values = N::load(vector);
        }
        let mut other = mover;
        for &input in features.mover() {
            if let Some((own, across)) = layers.row::<BLOCK>(input.into(), first) {
                add(&mut mover, own);
                add(&mut other, across);
            }
        }
        for &input in features.other() {
            if let Some((own, across)) = layers.row::<BLOCK>(input.into(), first) {
                add(&mut other, own);
                add(&mut mover, across);
            }
        }
        for &(term, count) in terms {
            if let Some((own, across)) = layers.row::<BLOCK>(layers.first_term + usize::from(term), first) {
                let (to_mover, to_other) = if count > 0 { (own, across) } else { (across, own) };
                add_times(&mut mover, to_mover, count.wrapping_abs());
                add_times(&mut other, to_other, count.wrapping_abs());
            }
        }
        for (values, weights) in mover.iter().zip(&for_mover[first..]) {
            sums = values.screlu_dot(N::load(weights), sums);
        }
        for (values, weights) in other.iter().zip(&for_other[first..]) {
            sums = values.screlu_dot(N::load(weights), sums);
        }
    }
    N::total(sums)
}

#[inline(always)]
fn add<N: SimdVector, const BLOCK: usize>(accumulator: &mut [N; BLOCK], row: &[I16x16; BLOCK]) {
    for (values, vector) in accumulator.iter_mut().zip(row) {
        *values = values.plus(N::load(vector));
    }
}

#[inline(always)]
fn add_times<N: SimdVector, const BLOCK: usize>(accumulator: &mut [N; BLOCK], row: &[I16x16; BLOCK], count: i16) {
    for (values, vector) in accumulator.iter_mut().zip(row) {
        *values = values.plus(N::load(vector).times(count));
    }
}

/// Sixteen values without vector instructions.
#[derive(Clone, Copy)]
#[cfg(not(target_arch = "wasm32"))]
struct Scalar([i16; WIDTH]);

#[cfg(not(target_arch = "wasm32"))]
impl SimdVector for Scalar {
    type Sums = [i32; WIDTH / 2];

    #[inline(always)]
    fn load(vector: &I16x16) -> Scalar {
        Scalar(vector.0)
    }

    #[inline(always)]
    fn plus(self, other: Scalar) -> Scalar {
        Scalar(std::array::from_fn(|i| self.0[i].wrapping_add(other.0[i])))
    }

    #[inline(always)]
    fn times(self, factor: i16) -> Scalar {
        Scalar(self.0.map(|value| value.wrapping_mul(factor)))
    }

    #[inline(always)]
    fn no_sums() -> [i32; WIDTH / 2] {
        [0; WIDTH / 2]
    }

    #[inline(always)]
    fn screlu_dot(self, weights: Scalar, sums: [i32; WIDTH / 2]) -> [i32; WIDTH / 2] {
        let weighted = |i: usize| {
            let clipped = self.0[i].clamp(0, HIDDEN_ONE);
            i32::from(clipped.wrapping_mul(weights.0[i])) * i32::from(clipped)
        };
        std::array::from_fn(|i| sums[i].wrapping_add(weighted(2 * i)).wrapping_add(weighted(2 * i + 1)))
    }

    #[inline(always)]
    fn total(sums: [i32; WIDTH / 2]) -> i32 {
        sums.into_iter().fold(0, i32::wrapping_add)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Features, HIDDEN_ONE, I16x16, Layers, SimdVector};

    /// # Safety
    /// The machine must have AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn sum(layers: &Layers, features: &Features, terms: &[(u16, i16)]) -> i32 {
        super::sum::<Vector>(layers, features, terms)
    }

    /// Sixteen values in a register. Only [`sum`] makes them, so the machine has AVX2.
    #[derive(Clone, Copy)]
    struct Vector(__m256i);

    // SAFETY of all that follows: the methods are inlined into `sum` and called from nowhere else, and its caller promises that the
    // machine has AVX2. The one that reads memory says more.
    impl SimdVector for Vector {
        type Sums = __m256i;

        #[inline(always)]
        fn load(vector: &I16x16) -> Vector {
            // SAFETY: as above; and an `I16x16` is 32 readable bytes, aligned to 32.
            Vector(unsafe { _mm256_load_si256((&raw const vector.0).cast()) })
        }

        #[inline(always)]
        fn plus(self, other: Vector) -> Vector {
            // SAFETY: as above.
            Vector(unsafe { _mm256_add_epi16(self.0, other.0) })
        }

        #[inline(always)]
        fn times(self, factor: i16) -> Vector {
            // SAFETY: as above.
            Vector(unsafe { _mm256_mullo_epi16(self.0, _mm256_set1_epi16(factor)) })
        }

        #[inline(always)]
        fn no_sums() -> __m256i {
            // SAFETY: as above.
            unsafe { _mm256_setzero_si256() }
        }

        #[inline(always)]
        fn screlu_dot(self, weights: Vector, sums: __m256i) -> __m256i {
            // SAFETY: as above.
            unsafe {
                let above = _mm256_max_epi16(self.0, _mm256_setzero_si256());
                let clipped = _mm256_min_epi16(above, _mm256_set1_epi16(HIDDEN_ONE));
                let weighted = _mm256_mullo_epi16(clipped, weights.0);
                _mm256_add_epi32(sums, _mm256_madd_epi16(weighted, clipped))
            }
        }

        #[inline(always)]
        fn total(sums: __m256i) -> i32 {
            // SAFETY: as above.
            unsafe {
                let half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
                let pair = _mm_add_epi32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
                let one = _mm_add_epi32(pair, _mm_shuffle_epi32::<0b10_11_00_01>(pair));
                _mm_cvtsi128_si32(one)
            }
        }
    }
}

/// A WebAssembly module that uses these instructions is rejected as a whole by a browser without them. So there is no choice at run
/// time, and calling them is safe. The scalar code as vectorised by the compiler was less than half as fast.
#[cfg(target_arch = "wasm32")]
mod simd128 {
    use std::arch::wasm32::*;

    use super::{Features, HIDDEN_ONE, I16x16, Layers, SimdVector, sum_in_blocks};

    #[target_feature(enable = "simd128")]
    pub(super) fn sum(layers: &Layers, features: &Features, terms: &[(u16, i16)]) -> i32 {
        // More than two vectors of both perspectives would not stay in registers.
        match layers.hidden.len() {
            width if width.is_multiple_of(2) => sum_in_blocks::<Vectors, 2>(layers, features, terms),
            _ => sum_in_blocks::<Vectors, 1>(layers, features, terms),
        }
    }

    /// Sixteen values in two vectors.
    #[derive(Clone, Copy)]
    struct Vectors(v128, v128);

    impl SimdVector for Vectors {
        type Sums = v128;

        #[inline(always)]
        fn load(vector: &I16x16) -> Vectors {
            let halves: *const v128 = (&raw const vector.0).cast();
            // SAFETY: an `I16x16` is 32 readable bytes, two vectors of 16, and these loads need no alignment.
            unsafe { Vectors(v128_load(halves), v128_load(halves.add(1))) }
        }

        #[inline(always)]
        fn plus(self, other: Vectors) -> Vectors {
            Vectors(i16x8_add(self.0, other.0), i16x8_add(self.1, other.1))
        }

        #[inline(always)]
        fn times(self, factor: i16) -> Vectors {
            let factor = i16x8_splat(factor);
            Vectors(i16x8_mul(self.0, factor), i16x8_mul(self.1, factor))
        }

        #[inline(always)]
        fn no_sums() -> v128 {
            i32x4_splat(0)
        }

        #[inline(always)]
        fn screlu_dot(self, weights: Vectors, sums: v128) -> v128 {
            let weighted = |values: v128, weights: v128| {
                let clipped = i16x8_min(i16x8_max(values, i16x8_splat(0)), i16x8_splat(HIDDEN_ONE));
                i32x4_dot_i16x8(i16x8_mul(clipped, weights), clipped)
            };
            i32x4_add(sums, i32x4_add(weighted(self.0, weights.0), weighted(self.1, weights.1)))
        }

        #[inline(always)]
        fn total(sums: v128) -> i32 {
            let pair = i32x4_add(sums, i64x2_shuffle::<1, 0>(sums, sums));
            i32x4_extract_lane::<0>(pair).wrapping_add(i32x4_extract_lane::<1>(pair))
        }
    }
}

#[cfg(test)]
mod tests {
    use skirmish_board::{Evaluate, Random};
    use skirmish_games::HiYa;

    use super::*;
    use crate::network::{OUTPUT_MAX, SQUARES};

    /// Whole networks are compared in tests/network.rs; this is small enough for tools/miri.
    #[test]
    fn vector_instructions_change_no_sum() {
        let (features, mut random) = (Features::of(&HiYa::start()), Random::new(1));
        let mut draw = |vectors: usize, most: i16| -> Vec<I16x16> {
            let value = |_| (random.below(2 * most as usize + 1) as i32 - i32::from(most)) as i16;
            I16x16::all(&(0..vectors * WIDTH).map(value).collect::<Vec<i16>>())
        };
        // Blocks of one vector, of two and of four.
        for width in [1, 2, 4] {
            let inputs = draw(HiYa::PLANES * SQUARES * 2 * width, 90);
            let (hidden, output) = (draw(width, 300), draw(2 * width, OUTPUT_MAX));
            let layers = Layers { inputs: &inputs, hidden: &hidden, output: &output, first_term: 0 };
            let [best, scalar] =
                [Kernel::best(), Kernel::scalar()].map(|kernel| kernel.sum(&layers, &features, &[(0, 3), (1, -2)]));
            assert!(best == scalar && scalar != 0, "{width} vectors: {best}, {scalar}");
        }
    }
}
