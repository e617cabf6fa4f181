//! Follows a tournament in a store: each reading asks only for what may be new.

use std::collections::BTreeMap;
use std::sync::Arc;

use skirmish_arena::game::Pair;
use skirmish_arena::plan::Plan;
use skirmish_arena::store::{GameInProgress, Store, StoreCounts, StoreError, WatchedGame, WatchedTournament};

/// What is known of a tournament.
#[derive(Default)]
pub(super) struct Follower {
    pub(super) plan: Option<Plan>,
    pub(super) pairs: BTreeMap<u64, Pair>,
    pub(super) games: BTreeMap<(u64, u8), Arc<WatchedGame>>,
    counts: StoreCounts,
    /// All games of earlier pairs are known.
    from: u64,
}

/// A reading of the store.
pub(super) struct StoreReading {
    /// Whether plan, pairs or finished games are others than before.
    pub(super) is_new: bool,
    pub(super) running: Vec<GameInProgress>,
}

impl Follower {
    /// Reads what is new, in one query; everything in a second one if games that were known are gone. `None` if there is no tournament.
    pub(super) fn read(&mut self, store: &mut dyn Store) -> Result<Option<StoreReading>, StoreError> {
        let Some(watched) = store.watch(self.from)? else { return Ok(None) };
        let (is_first, before) = (self.plan.is_none(), self.counts);
        let is_same_plan = self.plan.as_ref() == Some(&watched.plan);
        let running = self.add(watched);
        let known = StoreCounts {
            pairs: self.pairs.len() as u64,
            games: self.games.len() as u64,
            void: self.games.values().filter(|game| game.game.is_void()).count() as u64,
        };
        if is_first || (is_same_plan && known == self.counts) {
            return Ok(Some(StoreReading { is_new: is_first || self.counts != before, running }));
        }
        // The plan was amended, or games were deleted to be replayed.
        let Some(watched) = store.watch(0)? else { return Ok(None) };
        *self = Follower::default();
        let running = self.add(watched);
        Ok(Some(StoreReading { is_new: true, running }))
    }

    /// Adds what was read, in place of what was known of the same pairs.
    fn add(&mut self, watched: WatchedTournament) -> Vec<GameInProgress> {
        self.pairs.split_off(&self.from);
        self.games.split_off(&(self.from, 0));
        self.plan = Some(watched.plan);
        self.counts = watched.counts;
        self.pairs.extend(watched.pairs.into_iter().map(|pair| (pair.number, pair)));
        self.games.extend(watched.games.into_iter().map(|game| ((game.game.pair, game.game.leg), Arc::new(game))));
        let is_whole = |pair: u64| [0, 1].iter().all(|&leg| self.games.contains_key(&(pair, leg)));
        let open = self.pairs.range(self.from..).map(|(&pair, _)| pair).find(|&pair| !is_whole(pair));
        self.from = open.or(self.pairs.last_key_value().map(|(&last, _)| last + 1)).unwrap_or(0);
        watched.running
    }
}

#[cfg(test)]
mod tests {
    use skirmish_arena::BuiltIn;
    use skirmish_arena::competitor::{Clock, Competitor, EngineKind};
    use skirmish_arena::game::{Fault, FaultReport, FinishedGame};
    use skirmish_arena::plan::{Format, OpeningSource};
    use skirmish_arena::store::MemoryStore;
    use skirmish_board::Outcome;
    use skirmish_games::GameId;

    use super::*;

    fn plan() -> Plan {
        let engine = |name: &str| {
            let kind = EngineKind::BuiltIn(BuiltIn::parse("random").unwrap());
            Competitor::new(name, kind, Clock::default())
        };
        Plan {
            name: "cup".to_owned(),
            game: GameId::parse("oska").unwrap(),
            engines: vec![engine("A"), engine("B")],
            format: Format::Swiss,
            rounds: 9,
            openings: OpeningSource::Random(2),
            seed: 1,
            sprt: None,
        }
    }

    fn pair(number: u64) -> Pair {
        Pair { number, round: number as u32 + 1, engines: [0, 1], opening: String::new() }
    }

    fn game(pair: u64, leg: u8, fault: Option<Fault>) -> FinishedGame {
        let report = |fault| FaultReport {
            engine: 0,
            fault,
            detail: String::new(),
            stderr: String::new(),
            transcript: String::new(),
        };
        let ending = if fault.is_some() { String::new() } else { "over".to_owned() };
        FinishedGame { pair, leg, actions: Vec::new(), outcome: Outcome::Draw, ending, fault: fault.map(report) }
    }

    /// What is followed is what a new reader finds.
    fn check(follower: &Follower, store: &mut MemoryStore) {
        let mut fresh = Follower::default();
        fresh.read(store).unwrap();
        assert_eq!((&follower.plan, &follower.pairs), (&fresh.plan, &fresh.pairs));
        assert_eq!(follower.games, fresh.games);
        assert_eq!(follower.from, fresh.from);
    }

    #[test]
    fn a_follower_knows_what_a_new_reader_finds() {
        let mut store = MemoryStore::default();
        let mut follower = Follower::default();
        assert!(follower.read(&mut store).unwrap().is_none());
        store.create(&plan()).unwrap();
        assert!(follower.read(&mut store).unwrap().unwrap().is_new);
        for number in 0..6 {
            store.add_pairs(&[pair(number)]).unwrap();
            assert!(follower.read(&mut store).unwrap().unwrap().is_new);
            assert!(!follower.read(&mut store).unwrap().unwrap().is_new);
            check(&follower, &mut store);
        }
        // Games end in any order.
        for (number, leg) in [(2, 0), (0, 0), (0, 1), (5, 1), (1, 1), (2, 1), (1, 0)] {
            let fault = (number == 2).then_some(Fault::NotUnderstood);
            store.save(&game(number, leg, fault)).unwrap();
            assert!(follower.read(&mut store).unwrap().unwrap().is_new);
            check(&follower, &mut store);
        }
        assert_eq!(follower.from, 3);
        // Games that did not count are deleted and replayed, however quickly.
        store.amend(&plan(), &[0]).unwrap();
        assert!(follower.read(&mut store).unwrap().unwrap().is_new);
        check(&follower, &mut store);
        for leg in 0..2 {
            store.save(&game(2, leg, Some(Fault::NotUnderstood))).unwrap();
        }
        follower.read(&mut store).unwrap();
        store.amend(&plan(), &[0]).unwrap();
        for leg in 0..2 {
            store.save(&game(2, leg, None)).unwrap();
        }
        assert!(follower.read(&mut store).unwrap().unwrap().is_new);
        check(&follower, &mut store);
    }
}
