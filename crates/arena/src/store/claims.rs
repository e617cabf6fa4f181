//! Claims on pairs, for stores whose workers are all in one process.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Claims on pairs, by number. They end with the process.
#[derive(Debug, Default)]
pub struct Claims {
    held: HashMap<u64, HeldClaim>,
}

#[derive(Debug)]
struct HeldClaim {
    worker: String,
    /// When the lease ends; `None` is never.
    until: Option<Instant>,
}

impl Claims {
    /// How many pairs are claimed, including expired claims.
    pub fn len(&self) -> usize {
        self.held.len()
    }

    /// How many pairs have a claim that has not expired.
    pub fn held_now(&self) -> u64 {
        let now = Instant::now();
        self.held.values().filter(|held| held.until.is_none_or(|until| until > now)).count() as u64
    }

    /// Claims the first free pair for a worker.
    pub fn take(&mut self, pairs: impl IntoIterator<Item = u64>, worker: &str, lease: Duration) -> Option<u64> {
        let now = Instant::now();
        let is_held = |held: &HeldClaim| held.until.is_none_or(|until| until > now);
        let pair = pairs.into_iter().find(|pair| !self.held.get(pair).is_some_and(is_held))?;
        self.held.insert(pair, HeldClaim { worker: worker.to_owned(), until: now.checked_add(lease) });
        Some(pair)
    }

    /// Renews the leases of a worker.
    pub fn renew(&mut self, worker: &str, lease: Duration) {
        let until = Instant::now().checked_add(lease);
        self.held.values_mut().filter(|held| held.worker == worker).for_each(|held| held.until = until);
    }

    /// Removes the claims of a worker.
    pub fn release(&mut self, worker: &str) {
        self.held.retain(|_, held| held.worker != worker);
    }

    /// Removes the claim on a pair.
    pub fn finish(&mut self, pair: u64) {
        self.held.remove(&pair);
    }
}
