//! The evaluation cache of a thread: static evaluations of recent positions. A search meets many of them again.

use skirmish_board::Score;

/// How many opinions are remembered: a power of two, and few enough to stay near the processor.
const EVAL_CACHE_ENTRIES: usize = 1 << 14;

/// The lowest bits of a word hold an opinion.
const EVAL_MASK: u64 = 0xffff;

/// Opinions by the keys of their positions; a newer one takes the place of an older.
pub(crate) struct EvalCache(Box<[u64]>);

impl EvalCache {
    /// None is remembered.
    pub(crate) fn new() -> EvalCache {
        EvalCache(vec![0; EVAL_CACHE_ENTRIES].into())
    }

    /// Forgets all, since positions are judged by something else from now on.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The opinion of the position with this key: the one that is remembered, or the one that `judge` comes to.
    ///
    /// A word is the key with the opinion in place of its lowest bits. Most of those say where in the list it stands, so two keys that are
    /// taken for one agree in 62 bits. 0 stands for nothing.
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
    fn an_opinion_is_remembered_for_its_own_key_only() {
        let mut cache = EvalCache::new();
        let (key, far, near) = (0x1234_5678_9abc_def0, 0x1234_5679_9abc_def0, 0x1234_5678_9abc_def1);
        assert_eq!(cache.get_or_insert_with(key, || -321), -321);
        assert_eq!(cache.get_or_insert_with(near, || 20_000), 20_000);
        assert_eq!(cache.get_or_insert_with(key, || panic!("it is known")), -321);
        assert_eq!(cache.get_or_insert_with(near, || panic!("it is known")), 20_000);
        assert_eq!(cache.get_or_insert_with(far, || 7), 7, "the same place, another position");
        assert_eq!(cache.get_or_insert_with(key, || -320), -320, "it was forgotten for that");
        cache.clear();
        assert_eq!(cache.get_or_insert_with(key, || 5), 5);
    }
}
