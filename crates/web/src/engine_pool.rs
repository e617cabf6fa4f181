//! The engines of a tab, and the memory that all tabs share.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use skirmish_api::EngineUse;
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions};
use skirmish_search::SearchSettings;

use crate::limits::ENGINE_MB;

/// The memory for all engines, and those that rest between two searches.
///
/// An engine takes memory for itself (histories, caches, its network) and for its transposition table. If there is not enough for
/// a new engine itself, those that have rested longest are freed. So engines never have more memory than there is, except those
/// that search at this moment, and they are not more than the search threads.
pub struct MemoryBudget {
    /// Free megabytes; negative if the engines that search need more than there is.
    left: Mutex<isize>,
    /// In the order of their last use.
    resting: Mutex<Vec<PooledEngine>>,
    pools: AtomicU64,
}

impl MemoryBudget {
    /// A budget of this many megabytes.
    pub fn new(megabytes: usize) -> Arc<MemoryBudget> {
        Arc::new(MemoryBudget {
            left: Mutex::new(megabytes as isize),
            resting: Mutex::default(),
            pools: AtomicU64::new(0),
        })
    }

    /// Free megabytes.
    pub fn left(&self) -> usize {
        (*self.lock_left()).max(0) as usize
    }

    /// The number of engines that rest.
    pub fn resting(&self) -> usize {
        self.lock_resting().len()
    }

    /// Frees the engines that have rested for this long.
    pub fn evict_idle(&self, idle: Duration) {
        self.evict(|engine| engine.used.elapsed() >= idle);
    }

    /// Lends what an engine needs for itself, and up to `wanted` for its table, but for this at most a quarter of what is left: the
    /// more engines there are, the less a new one gets, down to 0. An engine without a table plays, but weaker.
    fn lend(self: &Arc<Self>, own: usize, wanted: usize) -> MemoryLease {
        while self.left() < own {
            let longest = {
                let mut resting = self.lock_resting();
                (!resting.is_empty()).then(|| resting.remove(0))
            };
            // Freed without the lock.
            if longest.is_none() {
                break;
            }
        }
        let mut left = self.lock_left();
        *left -= own as isize;
        let table = wanted.min((*left).max(0) as usize / 4);
        *left -= table as isize;
        MemoryLease { memory: self.clone(), megabytes: own + table, table }
    }

    /// Frees some of the resting engines.
    fn evict(&self, which: impl Fn(&PooledEngine) -> bool) {
        let evicted: Vec<_> = self.lock_resting().extract_if(.., |engine| which(engine)).collect();
        // Freed without the lock.
        drop(evicted);
    }

    fn lock_left(&self) -> MutexGuard<'_, isize> {
        // A panic leaves no inconsistent state.
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_resting(&self) -> MutexGuard<'_, Vec<PooledEngine>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Memory that is returned on drop.
struct MemoryLease {
    memory: Arc<MemoryBudget>,
    megabytes: usize,
    /// How much of it is for the table.
    table: usize,
}

impl Drop for MemoryLease {
    fn drop(&mut self) {
        *self.memory.lock_left() += self.megabytes as isize;
    }
}

/// The transposition table of an engine of full strength, if the budget allows.
const FULL_STRENGTH_HASH_MB: usize = 128;

/// The engines of a tab, one player and one analyst. They are reused, because an engine remembers positions and, in games with
/// proposals, its next answers. Between two searches they may be freed for others.
pub struct EnginePool {
    memory: Arc<MemoryBudget>,
    /// Its number.
    pool: u64,
}

/// An engine of a tab, with its threads and memory.
pub struct PooledEngine {
    pool: u64,
    game: GameId,
    engine_use: EngineUse,
    threads: usize,
    engine: AnyEngine,
    used: Instant,
    /// Returned after the engine is freed: fields are dropped in order.
    _lease: MemoryLease,
}

impl PooledEngine {
    /// The engine.
    pub fn engine(&mut self) -> &mut AnyEngine {
        &mut self.engine
    }

    fn fits(&self, game: GameId, engine_use: EngineUse) -> bool {
        self.game == game && self.engine_use.fits(engine_use)
    }
}

impl EnginePool {
    /// No engines yet.
    pub fn new(memory: Arc<MemoryBudget>) -> EnginePool {
        let pool = memory.pools.fetch_add(1, Relaxed);
        EnginePool { memory, pool }
    }

    /// Frees the engine for a game and a use if a new one may have more threads. Its memory is lost, so call this only when that
    /// does no harm.
    pub fn replace_with_more_threads(&self, game: GameId, engine_use: EngineUse, threads: usize) {
        self.evict(|engine| engine.fits(game, engine_use) && engine_use.is_full() && engine.threads < threads);
    }

    /// The threads of the engine that [`EnginePool::take`] would return. Only engines of full strength have several: weaker levels
    /// would gain nothing and no longer be deterministic.
    pub fn threads_of(&self, game: GameId, engine_use: EngineUse, threads: usize) -> usize {
        let resting = self.memory.lock_resting();
        let found = resting.iter().find(|engine| self.owns(engine) && engine.fits(game, engine_use));
        found.map_or_else(|| engine_use.settings(threads.max(1), 0).threads, |engine| engine.threads)
    }

    /// Takes the engine for a game and a use, or builds it. Give it back after the search.
    pub fn take(&self, game: GameId, engine_use: EngineUse, threads: usize) -> PooledEngine {
        let found = {
            let mut resting = self.memory.lock_resting();
            let index = resting.iter().position(|engine| self.owns(engine) && engine.fits(game, engine_use));
            index.map(|index| resting.remove(index))
        };
        found.unwrap_or_else(|| self.build(game, engine_use, threads))
    }

    /// Lets an engine rest until the next search.
    pub fn give_back(&self, mut engine: PooledEngine) {
        engine.used = Instant::now();
        self.memory.lock_resting().push(engine);
    }

    fn build(&self, game: GameId, engine_use: EngineUse, threads: usize) -> PooledEngine {
        let player = |engine_use: EngineUse| matches!(engine_use, EngineUse::Player(_));
        self.evict(|engine| player(engine.engine_use) == player(engine_use));
        let wanted = engine_use.settings(threads.max(1), FULL_STRENGTH_HASH_MB);
        let lease = self.memory.lend(wanted.threads * ENGINE_MB, wanted.hash);
        let settings = SearchSettings { hash: lease.table, ..wanted };
        let options = EngineOptions { settings, level: engine_use.level(), ..EngineOptions::default() };
        let mut engine = AnyEngine::new(options);
        engine.prepare(game);
        if let Some(warning) = engine.take_warning() {
            eprintln!("skirmish: {warning}");
        }
        let (pool, threads) = (self.pool, settings.threads);
        PooledEngine { pool, game, engine_use, threads, engine, used: Instant::now(), _lease: lease }
    }

    fn evict(&self, which: impl Fn(&PooledEngine) -> bool) {
        self.memory.evict(|engine| self.owns(engine) && which(engine));
    }

    fn owns(&self, engine: &PooledEngine) -> bool {
        engine.pool == self.pool
    }
}

/// The engines of a tab end with it.
impl Drop for EnginePool {
    fn drop(&mut self) {
        self.evict(|_| true);
    }
}

#[cfg(test)]
mod tests {
    use skirmish_play::Level;

    use super::*;

    /// A tab searches: takes its engine and gives it back. Returns the threads.
    fn search(pool: &EnginePool, game: GameId, engine_use: EngineUse, threads: usize) -> usize {
        let expected = pool.threads_of(game, engine_use, threads);
        let engine = pool.take(game, engine_use, threads);
        let threads = engine.threads;
        assert_eq!(threads, expected);
        pool.give_back(engine);
        threads
    }

    #[test]
    fn engines_are_kept_for_a_game_and_memory_comes_back() {
        let memory = MemoryBudget::new(100);
        let pool = EnginePool::new(memory.clone());
        let (refusal, oska) = (GameId::parse("refusal").unwrap(), GameId::parse("oska:6").unwrap());
        let weak = EngineUse::Player(Level::new(1).unwrap());
        assert_eq!(search(&pool, refusal, EngineUse::Analyst, 2), 2);
        // Two threads, and a quarter of what they leave.
        let analyst = 2 * ENGINE_MB + (100 - 2 * ENGINE_MB) / 4;
        assert_eq!(memory.left(), 100 - analyst);
        assert_eq!(search(&pool, refusal, weak, 2), 1);
        let both = 100 - analyst - ENGINE_MB - 8;
        assert_eq!(memory.left(), both);
        search(&pool, refusal, EngineUse::Player(Level::new(7).unwrap()), 2);
        assert_eq!(memory.left(), both, "the same engine plays another level");
        pool.replace_with_more_threads(refusal, EngineUse::Analyst, 2);
        pool.replace_with_more_threads(refusal, weak, 2);
        assert_eq!((memory.left(), memory.resting()), (both, 2), "there is nothing to gain");
        search(&pool, oska, weak, 2);
        assert_eq!((memory.left(), memory.resting()), (both, 2), "the old player is gone");
        pool.replace_with_more_threads(refusal, EngineUse::Analyst, 4);
        assert_eq!(search(&pool, refusal, EngineUse::Analyst, 4), 4);
        memory.evict_idle(Duration::from_secs(3600));
        assert_eq!(memory.resting(), 2);
        memory.evict_idle(Duration::ZERO);
        assert_eq!((memory.left(), memory.resting()), (100, 0));
    }

    #[test]
    fn every_level_below_the_highest_plays_as_on_every_front_end() {
        let pool = EnginePool::new(MemoryBudget::new(512));
        let refusal = GameId::parse("refusal").unwrap();
        for level in Level::all().filter(|&level| level < Level::FULL) {
            let mut engine = pool.take(refusal, EngineUse::Player(level), 2);
            assert_eq!(engine.engine().resources(), level.settings(&SearchSettings::default()), "{level:?}");
            pool.give_back(engine);
        }
    }

    #[test]
    fn no_number_of_tabs_gets_more_than_there_is() {
        let memory = MemoryBudget::new(64);
        let game = GameId::parse("oska").unwrap();
        let mut tabs: Vec<EnginePool> = (0..300).map(|_| EnginePool::new(memory.clone())).collect();
        for tab in &tabs {
            search(tab, game, EngineUse::Analyst, 1);
            assert!(*memory.lock_left() >= 0, "what engines need themselves counts, too");
            assert!(memory.resting() * ENGINE_MB <= 64);
        }
        assert!(memory.left() < 8);
        // The last engines are kept, the first are gone.
        let kept = |tab: &EnginePool| memory.lock_resting().iter().any(|engine| tab.owns(engine));
        assert!(kept(&tabs[299]) && kept(&tabs[298]) && !kept(&tabs[0]));
        let before = memory.resting();
        tabs.pop();
        assert_eq!(memory.resting(), before - 1, "an engine ends with its tab");
        tabs.clear();
        assert_eq!((memory.left(), memory.resting()), (64, 0));
    }

    #[test]
    fn whoever_searches_keeps_the_engine_even_if_there_is_no_memory() {
        let memory = MemoryBudget::new(ENGINE_MB);
        let game = GameId::parse("trench").unwrap();
        let (one, two) = (EnginePool::new(memory.clone()), EnginePool::new(memory.clone()));
        let first = one.take(game, EngineUse::Analyst, 1);
        let second = two.take(game, EngineUse::Analyst, 1);
        assert_eq!((memory.left(), *memory.lock_left()), (0, -(ENGINE_MB as isize)));
        one.give_back(first);
        search(&EnginePool::new(memory.clone()), game, EngineUse::Analyst, 1);
        assert_eq!(memory.resting(), 0, "both that rested made room, one for the other tab, one with its tab");
        two.give_back(second);
        drop((one, two));
        assert_eq!(memory.left(), ENGINE_MB);
    }
}
