//! The memory of the transposition table: zeroed cache lines, whose pages are allocated on first use.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::system::prefer_large_pages;

/// Whether this much memory can be allocated for a table. It is freed again.
pub fn has_room_for(megabytes: usize) -> bool {
    megabytes.checked_mul(1 << 20).is_some_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

/// Words in a cache line.
pub(crate) const LINE: usize = 8;

/// Cache lines of words that any thread may change.
pub(crate) struct CacheLines {
    words: Box<[AtomicU64]>,
    /// Where the first line begins.
    first: usize,
}

impl CacheLines {
    /// This many zeroed lines.
    pub(crate) fn new(count: usize) -> CacheLines {
        // One more, since the allocation need not be aligned to a line.
        let words = zeroed(if count == 0 { 0 } else { (count + 1) * LINE });
        let first = words.as_ptr().addr().wrapping_neg() / size_of::<u64>() % LINE;
        prefer_large_pages(&words);
        CacheLines { words, first }
    }

    /// The line with this index; empty if there is none.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> &[AtomicU64] {
        let start = self.first + index * LINE;
        self.words.get(start..start + LINE).unwrap_or(&[])
    }

    /// Prefetches a line into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch is a hint; it reads nothing into the program and cannot fail, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.get(index).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }

    /// Fetches the pages from the system that are not in use yet, until `stop` is raised. Nothing else changes.
    pub(crate) fn warm_up(&self, stop: &AtomicBool) {
        const PAGE_WORDS: usize = 4096 / size_of::<u64>();
        for word in self.words.iter().step_by(PAGE_WORDS) {
            if stop.load(Relaxed) {
                return;
            }
            // Only a write makes a page one's own.
            word.fetch_or(0, Relaxed);
        }
    }

    /// Zeroes all words.
    pub(crate) fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
    }
}

/// Zeroed atomics, taken from the system as untouched pages.
fn zeroed(len: usize) -> Box<[AtomicU64]> {
    let words: Box<[u64]> = vec![0u64; len].into_boxed_slice();
    // SAFETY: `AtomicU64` has the same size and bit validity as `u64`, and on every platform with 64-bit atomics that
    // this compiles for its alignment is checked below to be the same, so the allocation's layout does not change. The
    // pointer comes from `Box::into_raw` and is given to exactly one new box.
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    unsafe { Box::from_raw(Box::into_raw(words) as *mut [AtomicU64]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_whole_aligned_and_zero() {
        for count in [1, 2, 100, 1 << 12] {
            let lines = CacheLines::new(count);
            for index in [0, count / 2, count - 1] {
                let line = lines.get(index);
                assert_eq!((line.len(), line.as_ptr().addr() % 64), (LINE, 0));
                assert!(line.iter().all(|word| word.load(Relaxed) == 0));
            }
        }
        assert!(CacheLines::new(0).get(0).is_empty());
    }

    #[test]
    fn warm_memory_holds_what_it_held() {
        let lines = CacheLines::new(1 << 10);
        lines.get(64)[0].store(7, Relaxed);
        lines.warm_up(&AtomicBool::new(true));
        lines.warm_up(&AtomicBool::new(false));
        assert_eq!(lines.get(64)[0].load(Relaxed), 7);
        assert!((65..1 << 10).all(|index| lines.get(index).iter().all(|word| word.load(Relaxed) == 0)));
    }

    #[test]
    fn cleared_lines_are_zero() {
        let mut lines = CacheLines::new(100);
        for index in 0..100 {
            lines.get(index)[index % LINE].store(index as u64 + 1, Relaxed);
        }
        lines.clear();
        assert!((0..100).all(|index| lines.get(index).iter().all(|word| word.load(Relaxed) == 0)));
    }
}
