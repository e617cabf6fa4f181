//! The evaluation cache of a thread: static evaluations of recent positions. A search meets many of them again.

use skirmish_board::Score;

/// A power of two, small enough for the second-level cache of a processor.
const EVAL_CACHE_ENTRIES: usize = 1 << 14;

/// The bits of a word that hold the evaluation.
const EVAL_MASK: u64 = 0xffff;

/// Static evaluations by position key. A new entry replaces an old one in its slot.
pub(crate) struct EvalCache(Box<[u64]>);

impl EvalCache {
    /// An empty cache.
    pub(crate) fn new() -> EvalCache {
        EvalCache(vec![0; EVAL_CACHE_ENTRIES].into())
    }

    /// Empties the cache.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The evaluation of the position with this key, from the cache or else from `evaluate`.
    ///
    /// A word is the key with the evaluation in place of its lowest 16 bits; 14 of those are the index. So two keys that are taken
    /// for one agree in 62 bits. 0 is an empty slot.
    #[inline]
    pub(crate) fn get_or_insert_with(&mut self, key: u64, evaluate: impl FnOnce() -> Score) -> Score {
        let word = &mut self.0[key as usize % EVAL_CACHE_ENTRIES];
        if *word & !EVAL_MASK == key & !EVAL_MASK && *word != 0 {
            return Score::from(*word as i16);
        }
        let eval = evaluate();
        *word = key & !EVAL_MASK | u64::from(eval as i16 as u16);
        eval
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_cached_for_its_own_key_only() {
        let mut cache = EvalCache::new();
        let (key, far, near) = (0x1234_5678_9abc_def0, 0x1234_5679_9abc_def0, 0x1234_5678_9abc_def1);
        assert_eq!(cache.get_or_insert_with(key, || -321), -321);
        assert_eq!(cache.get_or_insert_with(near, || 20_000), 20_000);
        assert_eq!(cache.get_or_insert_with(key, || panic!("it is cached")), -321);
        assert_eq!(cache.get_or_insert_with(near, || panic!("it is cached")), 20_000);
        assert_eq!(cache.get_or_insert_with(far, || 7), 7, "the same slot, another position");
        assert_eq!(cache.get_or_insert_with(key, || -320), -320, "it was replaced by that");
        cache.clear();
        assert_eq!(cache.get_or_insert_with(key, || 5), 5);
    }
}
