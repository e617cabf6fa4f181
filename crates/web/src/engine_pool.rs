//! The engines of a tab, and the memory that all tabs share.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use skirmish_api::EngineUse;
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions};
use skirmish_search::SearchSettings;

/// The memory for the transposition tables of all engines.
pub struct MemoryBudget {
    /// Free megabytes.
    left: Mutex<usize>,
}

impl MemoryBudget {
    /// A budget of this many megabytes.
    pub fn new(megabytes: usize) -> Arc<MemoryBudget> {
        Arc::new(MemoryBudget { left: Mutex::new(megabytes) })
    }

    /// Free megabytes.
    pub fn left(&self) -> usize {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lends up to this many megabytes, but at most a quarter of what is left: the more engines there are, the less a new one
    /// gets, down to 0. An engine without a table plays, but weaker.
    fn lend(self: &Arc<Self>, wanted: usize) -> MemoryLease {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let megabytes = wanted.min(*left / 4);
        *left -= megabytes;
        MemoryLease { memory: self.clone(), megabytes }
    }
}

/// Memory that is returned on drop.
struct MemoryLease {
    memory: Arc<MemoryBudget>,
    megabytes: usize,
}

impl Drop for MemoryLease {
    fn drop(&mut self) {
        *self.memory.left.lock().unwrap_or_else(PoisonError::into_inner) += self.megabytes;
    }
}

/// The transposition table of an engine of full strength, if the budget allows.
const FULL_STRENGTH_HASH_MB: usize = 128;

/// The engines of a tab. They are reused, because an engine remembers positions and, in games with proposals, its next
/// answers.
pub struct EnginePool {
    memory: Arc<MemoryBudget>,
    engines: Vec<PooledEngine>,
}

/// An engine of a tab, with its threads and memory.
pub struct PooledEngine {
    game: GameId,
    engine_use: EngineUse,
    threads: usize,
    engine: AnyEngine,
    used: Instant,
    /// Returned after the table is freed: fields are dropped in order.
    _lease: MemoryLease,
}

impl PooledEngine {
    /// The number of its threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The engine; marks it as used now.
    pub fn engine(&mut self) -> &mut AnyEngine {
        self.used = Instant::now();
        &mut self.engine
    }

    fn fits(&self, game: GameId, engine_use: EngineUse) -> bool {
        self.game == game && self.engine_use.fits(engine_use)
    }
}

impl EnginePool {
    /// No engines yet.
    pub fn new(memory: Arc<MemoryBudget>) -> EnginePool {
        EnginePool { memory, engines: Vec::new() }
    }

    /// Frees the engine for a game and a use if a new one may have more threads. Its memory is lost, so call this only when that
    /// does no harm.
    pub fn replace_with_more_threads(&mut self, game: GameId, engine_use: EngineUse, threads: usize) {
        self.engines
            .retain(|pooled| !(pooled.fits(game, engine_use) && engine_use.is_full() && pooled.threads < threads));
    }

    /// The engine for a game and a use, built if necessary. Only engines of full strength have several threads: weaker levels
    /// would gain nothing and no longer be deterministic.
    pub fn get_or_build(&mut self, game: GameId, engine_use: EngineUse, threads: usize) -> &mut PooledEngine {
        let index = self.engines.iter().position(|pooled| pooled.fits(game, engine_use)).unwrap_or_else(|| {
            let player = |engine_use: EngineUse| matches!(engine_use, EngineUse::Player(_));
            self.engines.retain(|pooled| player(pooled.engine_use) != player(engine_use));
            let wanted = engine_use.settings(threads.max(1), FULL_STRENGTH_HASH_MB);
            let lease = self.memory.lend(wanted.hash);
            let settings = SearchSettings { hash: lease.megabytes, ..wanted };
            let mut engine =
                AnyEngine::new(EngineOptions { settings, level: engine_use.level(), ..EngineOptions::default() });
            engine.prepare(game);
            if let Some(warning) = engine.take_warning() {
                eprintln!("skirmish: {warning}");
            }
            self.engines.push(PooledEngine {
                game,
                engine_use,
                threads: settings.threads,
                engine,
                used: Instant::now(),
                _lease: lease,
            });
            self.engines.len() - 1
        });
        &mut self.engines[index]
    }

    /// Frees the engines that have been idle for this long.
    pub fn evict_idle(&mut self, idle: Duration) {
        self.engines.retain(|pooled| pooled.used.elapsed() < idle);
    }
}

#[cfg(test)]
mod tests {
    use skirmish_play::Level;

    use super::*;

    #[test]
    fn engines_are_kept_for_a_game_and_memory_comes_back() {
        let memory = MemoryBudget::new(100);
        let mut pool = EnginePool::new(memory.clone());
        let (refusal, oska) = (GameId::parse("refusal").unwrap(), GameId::parse("oska:6").unwrap());
        let weak = EngineUse::Player(Level::new(1).unwrap());
        assert_eq!(pool.get_or_build(refusal, EngineUse::Analyst, 2).threads(), 2);
        assert_eq!(memory.left(), 75);
        assert_eq!(pool.get_or_build(refusal, weak, 2).threads(), 1);
        assert_eq!(memory.left(), 67);
        pool.get_or_build(refusal, EngineUse::Player(Level::new(7).unwrap()), 2);
        assert_eq!(memory.left(), 67, "the same engine plays another level");
        pool.replace_with_more_threads(refusal, EngineUse::Analyst, 2);
        pool.replace_with_more_threads(refusal, weak, 2);
        assert_eq!((memory.left(), pool.engines.len()), (67, 2), "there is nothing to gain");
        pool.get_or_build(oska, weak, 2);
        assert_eq!((memory.left(), pool.engines.len()), (67, 2), "the old player is gone");
        pool.replace_with_more_threads(refusal, EngineUse::Analyst, 4);
        assert_eq!(pool.get_or_build(refusal, EngineUse::Analyst, 4).threads(), 4);
        pool.evict_idle(Duration::ZERO);
        assert_eq!(memory.left(), 100);
    }

    #[test]
    fn every_level_below_the_highest_plays_as_on_every_front_end() {
        let mut pool = EnginePool::new(MemoryBudget::new(512));
        let refusal = GameId::parse("refusal").unwrap();
        for level in Level::all().filter(|&level| level < Level::FULL) {
            let engine = pool.get_or_build(refusal, EngineUse::Player(level), 2);
            assert_eq!(engine.engine().resources(), level.settings(&SearchSettings::default()), "{level:?}");
        }
    }

    #[test]
    fn no_number_of_tabs_gets_more_than_there_is() {
        let memory = MemoryBudget::new(64);
        let game = GameId::parse("oska").unwrap();
        let mut tabs: Vec<EnginePool> = (0..300).map(|_| EnginePool::new(memory.clone())).collect();
        for tab in &mut tabs {
            tab.get_or_build(game, EngineUse::Analyst, 1);
        }
        assert!(memory.left() < 4);
        tabs.clear();
        assert_eq!(memory.left(), 64);
    }
}
