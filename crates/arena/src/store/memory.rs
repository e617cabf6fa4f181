//! A store in memory, for matches that are never resumed; tests compare the other stores with it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::claims::Claims;
use super::live::{FORGOTTEN, GameInProgress, StoreCounts, WatchedGame, WatchedTournament, without_details};
use super::text::format_json;
use super::text::{amendment_difference, format_plan, plan_difference};
use super::{BOTH, ClaimedPair, GameDialogues, Store, StoreError, leg_bit, legs, to_column};
use crate::game::{DialogueHead, FinishedGame, Pair};
use crate::plan::Plan;

/// A store in memory. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    shared: Arc<Mutex<StoredTournament>>,
    results_only: bool,
}

#[derive(Debug, Default)]
struct StoredTournament {
    plan: Option<Plan>,
    pairs: BTreeMap<u64, Pair>,
    /// The unfinished pairs, with the bits of their finished games.
    unfinished: BTreeMap<u64, u8>,
    games: BTreeMap<(u64, u8), FinishedGame>,
    dialogues: GameDialogues,
    claims: Claims,
    /// The games in progress, with their workers and when they were shown.
    running: BTreeMap<(u64, u8), (String, Instant, GameInProgress)>,
}

impl MemoryStore {
    /// A store that saves results but not actions, for matches of any length.
    pub fn of_results() -> MemoryStore {
        MemoryStore { results_only: true, ..MemoryStore::default() }
    }

    /// Ignores poisoning: no panic can leave a change half done.
    fn lock(&self) -> MutexGuard<'_, StoredTournament> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn create(&mut self, plan: &Plan) -> Result<(), StoreError> {
        let mut tournament = self.lock();
        match &tournament.plan {
            Some(present) => plan_difference(present, plan).map_or(Ok(()), Err),
            None => {
                // What other stores cannot save is an error here, too.
                format_plan(plan)?;
                tournament.plan = Some(plan.clone());
                Ok(())
            }
        }
    }

    fn amend(&mut self, plan: &Plan, replayed: &[usize]) -> Result<u64, StoreError> {
        format_plan(plan)?;
        let tournament = &mut *self.lock();
        let present = tournament.plan.as_ref().ok_or_else(StoreError::no_tournament)?;
        if let Some(error) = amendment_difference(present, plan) {
            return Err(error);
        }
        tournament.plan = Some(plan.clone());
        let is_replayed = |game: &&FinishedGame| {
            game.is_void() && game.fault.as_ref().is_some_and(|report| replayed.contains(&report.engine))
        };
        let void: Vec<(u64, u8)> =
            tournament.games.values().filter(is_replayed).map(|game| (game.pair, game.leg)).collect();
        for &(pair, leg) in &void {
            tournament.games.remove(&(pair, leg));
            tournament.dialogues.remove(&(pair, leg));
            *tournament.unfinished.entry(pair).or_insert(BOTH) &= !leg_bit(leg)?;
        }
        Ok(void.len() as u64)
    }

    fn plan(&mut self) -> Result<Option<Plan>, StoreError> {
        Ok(self.lock().plan.clone())
    }

    fn add_pairs(&mut self, pairs: &[Pair]) -> Result<(), StoreError> {
        let tournament = &mut *self.lock();
        if tournament.plan.is_none() {
            return Err(StoreError::no_tournament());
        }
        pairs.iter().try_for_each(|pair| to_column(pair.number).map(drop))?;
        for pair in pairs {
            if let Entry::Vacant(place) = tournament.pairs.entry(pair.number) {
                place.insert(pair.clone());
                tournament.unfinished.insert(pair.number, 0);
            }
        }
        Ok(())
    }

    fn claim(&mut self, worker: &str, lease: Duration) -> Result<Option<ClaimedPair>, StoreError> {
        let tournament = &mut *self.lock();
        let Some(number) = tournament.claims.take(tournament.unfinished.keys().copied(), worker, lease) else {
            return Ok(None);
        };
        let (pairs, unfinished) = (&tournament.pairs, &tournament.unfinished);
        let finished = legs(unfinished.get(&number).copied().unwrap_or_default());
        Ok(pairs.get(&number).map(|pair| ClaimedPair { pair: pair.clone(), finished }))
    }

    fn heartbeat(&mut self, worker: &str, lease: Duration) -> Result<(), StoreError> {
        self.lock().claims.renew(worker, lease);
        Ok(())
    }

    fn release(&mut self, worker: &str) -> Result<(), StoreError> {
        self.lock().claims.release(worker);
        Ok(())
    }

    fn save(&mut self, game: &FinishedGame) -> Result<bool, StoreError> {
        self.save_with_dialogues(game, &[])
    }

    fn save_with_dialogues(&mut self, game: &FinishedGame, heads: &[DialogueHead]) -> Result<bool, StoreError> {
        let bit = leg_bit(game.leg)?;
        let mut tournament = self.lock();
        if tournament.plan.is_none() {
            return Err(StoreError::no_tournament());
        }
        if !tournament.pairs.contains_key(&game.pair) {
            return Err(StoreError::no_pair(game.pair));
        }
        if tournament.games.contains_key(&(game.pair, game.leg)) {
            return Ok(false);
        }
        let mut saved = game.clone();
        if self.results_only {
            saved.actions = Vec::new();
        } else if !heads.is_empty() {
            let mut heads = heads.to_vec();
            heads.sort_by_key(|head| head.engine);
            tournament.dialogues.insert((game.pair, game.leg), heads);
        }
        tournament.games.insert((game.pair, game.leg), saved);
        let bits = tournament.unfinished.get(&game.pair).copied().unwrap_or_default() | bit;
        if bits == BOTH {
            tournament.unfinished.remove(&game.pair);
            tournament.claims.finish(game.pair);
        } else {
            tournament.unfinished.insert(game.pair, bits);
        }
        Ok(true)
    }

    fn dialogues(&mut self, pairs: RangeInclusive<u64>) -> Result<GameDialogues, StoreError> {
        let is_asked = |&(&(pair, _), _): &(&(u64, u8), _)| pairs.contains(&pair);
        Ok(self.lock().dialogues.iter().filter(is_asked).map(|(key, heads)| (*key, heads.clone())).collect())
    }

    fn playing(&mut self) -> Result<Option<u64>, StoreError> {
        Ok(Some(self.lock().claims.held_now()))
    }

    fn show(&mut self, worker: &str, current: &[(u64, u8)], changed: &[GameInProgress]) -> Result<(), StoreError> {
        let running = &mut self.lock().running;
        running.retain(
            |key, (by, seen, _)| {
                if by == worker { current.contains(key) } else { seen.elapsed() < FORGOTTEN }
            },
        );
        for game in changed {
            running.insert((game.pair, game.leg), (worker.to_owned(), Instant::now(), game.clone()));
        }
        Ok(())
    }

    fn watch(&mut self, from: u64) -> Result<Option<WatchedTournament>, StoreError> {
        let tournament = &*self.lock();
        let Some(plan) = &tournament.plan else { return Ok(None) };
        let games = tournament
            .games
            .range((from, 0)..)
            .map(|(_, game)| Ok(WatchedGame::new(without_details(game), format_json(&game.actions)?)));
        let is_running = |key: &(u64, u8)| !tournament.games.contains_key(key);
        let running = tournament.running.iter().filter(|(key, _)| is_running(key));
        Ok(Some(WatchedTournament {
            plan: plan.clone(),
            counts: StoreCounts {
                pairs: tournament.pairs.len() as u64,
                games: tournament.games.len() as u64,
                void: tournament.games.values().filter(|game| game.is_void()).count() as u64,
            },
            pairs: tournament.pairs.range(from..).map(|(_, pair)| pair.clone()).collect(),
            games: games.collect::<Result<_, StoreError>>()?,
            running: running
                .map(|(_, (_, seen, game))| GameInProgress { age: seen.elapsed(), ..game.clone() })
                .collect(),
        }))
    }

    fn pairs(&mut self) -> Result<Vec<Pair>, StoreError> {
        Ok(self.lock().pairs.values().cloned().collect())
    }

    fn games(&mut self) -> Result<Vec<FinishedGame>, StoreError> {
        Ok(self.lock().games.values().cloned().collect())
    }
}
