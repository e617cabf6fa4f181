use std::collections::BTreeSet;
use std::sync::atomic::AtomicUsize;

use super::*;
use crate::game::TimedMove;
use crate::plan::{Hypothesis, planned};
use crate::store::{GameInProgress, MemoryStore, WatchedTournament};

fn plan(settings: &str, sprt: &str, engines: &[&str]) -> Plan {
    planned([settings, "plies=2", sprt, ""], engines).unwrap()
}

const WEAK: &[&str] = &["builtin=random name=A", "builtin=level=1 name=B", "builtin=minimum=1 name=C"];

fn options(worker: &str, concurrency: usize) -> WorkerOptions {
    WorkerOptions { concurrency, worker: worker.to_owned(), lease: Duration::from_secs(60) }
}

/// A game without the times, which differ from run to run.
fn timeless(mut game: FinishedGame) -> FinishedGame {
    game.actions.iter_mut().for_each(|action| action.micros = 0);
    game
}

fn finished(store: &mut MemoryStore) -> (Vec<Pair>, Vec<FinishedGame>) {
    (store.pairs().unwrap(), store.games().unwrap().into_iter().map(timeless).collect())
}

/// Plays a whole tournament in one process.
fn whole(plan: &Plan, concurrency: usize) -> (Vec<Pair>, Vec<FinishedGame>) {
    let mut store = MemoryStore::default();
    store.create(plan).unwrap();
    let end = run(&mut store, plan, &options("only", concurrency), &AtomicBool::new(false), &|_| {}).unwrap();
    assert_eq!(end, RunEnd::Finished);
    finished(&mut store)
}

#[test]
fn every_format_is_played_to_its_end_the_same_with_any_number_of_threads() {
    for (format, rounds, least) in [("round-robin", 3, 9), ("gauntlet", 3, 6), ("swiss", 3, 3), ("knockout", 2, 4)] {
        let plan = plan(&format!("game=oska format={format} rounds={rounds}"), "", WEAK);
        let (pairs, games) = whole(&plan, 1);
        assert!(pairs.len() >= least, "{format}: {} pairs", pairs.len());
        let played: BTreeSet<(u64, u8)> = games.iter().map(|game| (game.pair, game.leg)).collect();
        assert_eq!((played.len(), games.len()), (2 * pairs.len(), 2 * pairs.len()));
        assert_eq!(whole(&plan, 3), (pairs, games), "{format}");
    }
}

#[test]
fn several_runs_share_a_tournament() {
    let plan = plan("game=oska format=swiss rounds=6", "", WEAK);
    let alone = whole(&plan, 1);
    let store = MemoryStore::default();
    store.clone().create(&plan).unwrap();
    thread::scope(|scope| {
        for worker in ["one", "two", "three"] {
            let (plan, mut store) = (&plan, store.clone());
            scope.spawn(move || {
                let end = run(&mut store, plan, &options(worker, 2), &AtomicBool::new(false), &|_| {}).unwrap();
                assert_eq!(end, RunEnd::Finished);
            });
        }
    });
    assert_eq!(finished(&mut store.clone()), alone);
}

#[test]
fn a_stopped_tournament_goes_on_where_it_was() {
    let plan = plan("game=oska rounds=6", "", WEAK);
    let expected = whole(&plan, 1);
    let mut store = MemoryStore::default();
    store.create(&plan).unwrap();
    let reported = AtomicUsize::new(0);
    let mut stops = 0;
    loop {
        let stop = AtomicBool::new(false);
        let here = AtomicUsize::new(0);
        let tell = |event: RunnerEvent<'_>| {
            if let RunnerEvent::Finished(..) = event {
                reported.fetch_add(1, SeqCst);
                // Sooner or later, in the middle of other games.
                if here.fetch_add(1, SeqCst) >= 2 {
                    stop.store(true, SeqCst);
                }
            }
        };
        match run(&mut store, &plan, &options(&format!("run {stops}"), 2), &stop, &tell).unwrap() {
            RunEnd::Finished => break,
            RunEnd::Stopped => stops += 1,
            RunEnd::Blocked => panic!("every program is understood"),
        }
    }
    assert!(stops > 3);
    assert_eq!(finished(&mut store), expected);
    // Each game was reported once.
    assert_eq!(reported.into_inner(), expected.1.len());
}

#[test]
fn a_settled_test_ends_the_match() {
    let engines = &["builtin=minimum=3 name=strong", "builtin=random name=weak"];
    let plan = plan("game=hiya rounds=5000", "elo0=0 elo1=100", engines);
    let (_, games) = whole(&plan, 2);
    assert!(games.len() < 400, "{} games", games.len());
    let mut sequence = SprtSequence::new(&plan);
    sequence.extend(&games);
    assert_eq!(sequence.settled().unwrap().accepted, Hypothesis::H1);
    // Nothing is played when it is run again.
    let mut store = MemoryStore::default();
    store.create(&plan).unwrap();
    let run_again = |store: &mut MemoryStore| {
        let count = AtomicUsize::new(0);
        let tell = |_: RunnerEvent<'_>| {
            count.fetch_add(1, SeqCst);
        };
        assert_eq!(run(store, &plan, &options("again", 1), &AtomicBool::new(false), &tell).unwrap(), RunEnd::Finished);
        count.into_inner()
    };
    assert!(run_again(&mut store) > 0);
    assert_eq!(run_again(&mut store), 0);
}

#[test]
fn engines_that_cannot_be_started_lose_all_games() {
    let plan = plan("game=oska rounds=2", "", &["cmd=/nowhere/at/all name=A", "builtin=random name=B"]);
    let (_, games) = whole(&plan, 2);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.fault.as_ref().is_some_and(|report| report.engine == 0)));
    assert!(games.iter().all(|game| game.half_points(0) == 0));
}

/// Seeds next to each other have nothing in common: not even the games of random players from one position, in any order.
#[test]
fn seeds_share_no_games() {
    let games = |seed: u64| -> BTreeSet<Vec<String>> {
        let mut plan =
            plan(&format!("game=hiya rounds=10 srand={seed}"), "", &["builtin=random name=A", "builtin=random name=B"]);
        let start = skirmish_play::new_game(plan.game).position();
        plan.openings = crate::plan::OpeningSource::Given(vec![start]);
        let (_, games) = whole(&plan, 2);
        games.into_iter().map(|game| game.actions.into_iter().map(|action| action.text).collect()).collect()
    };
    let all: Vec<BTreeSet<Vec<String>>> = (0..6).map(games).collect();
    for (one, other) in (0..6).flat_map(|one| (0..one).map(move |other| (one, other))) {
        assert_eq!(all[one].len(), 20);
        assert_eq!(all[one].intersection(&all[other]).count(), 0, "seeds {one} and {other}");
    }
}

/// No engine loses a game by not being understood. With only one other left, the next round waits.
#[test]
fn a_round_waits_for_games_that_were_not_understood() {
    if crate::system::find_program("cat", None).is_err() {
        // Not every system has a program that says nothing and waits.
        return;
    }
    let plan = plan("game=hiya format=swiss rounds=2", "", &["cmd=cat proto=console name=A", "builtin=random name=B"]);
    let mut store = MemoryStore::default();
    store.create(&plan).unwrap();
    let run =
        |store: &mut MemoryStore| run(store, &plan, &options("only", 1), &AtomicBool::new(false), &|_| {}).unwrap();
    assert_eq!(run(&mut store), RunEnd::Blocked);
    let (pairs, games) = finished(&mut store);
    assert_eq!((pairs.len(), games.len()), (1, 2));
    let faults: Vec<Fault> = games.iter().map(|game| game.fault.as_ref().unwrap().fault).collect();
    assert_eq!(faults, [Fault::NotUnderstood; 2], "{games:?}");
    let tournament = crate::Tournament::new(plan.clone(), pairs.clone(), games.clone());
    let standings = crate::standings::Standings::new(&tournament);
    assert!(standings.ranking.iter().all(|standing| standing.games() == 0));
    // The other has a bye for it.
    let points = standings.ranking.iter().map(|standing| (&standing.name[..], standing.points()));
    assert_eq!(points.collect::<Vec<_>>(), [("B", 2.0), ("A", 0.0)]);
    assert_eq!((tournament.games().len(), tournament.void()), (2, 2));
    assert_eq!(schedule::next(&plan, &pairs, &games), ScheduleStep::Blocked(2));
    // Nothing changes by itself, and everything when they are to be played again.
    assert_eq!(run(&mut store), RunEnd::Blocked);
    assert_eq!(store.amend(&plan, &[0, 1]).unwrap(), 2);
    assert_eq!(store.games().unwrap().len(), 0);
    assert_eq!(run(&mut store), RunEnd::Blocked);
    assert_eq!(failing_engines(&plan, &AtomicBool::new(false)), []);
}

/// A store that counts how often games in progress are shown.
struct CountingStore {
    inner: MemoryStore,
    shows: std::sync::Arc<AtomicUsize>,
    fails: bool,
}

impl Store for CountingStore {
    fn create(&mut self, plan: &Plan) -> Result<(), StoreError> {
        self.inner.create(plan)
    }
    fn amend(&mut self, plan: &Plan, replayed: &[usize]) -> Result<u64, StoreError> {
        self.inner.amend(plan, replayed)
    }
    fn plan(&mut self) -> Result<Option<Plan>, StoreError> {
        self.inner.plan()
    }
    fn add_pairs(&mut self, pairs: &[Pair]) -> Result<(), StoreError> {
        self.inner.add_pairs(pairs)
    }
    fn claim(&mut self, worker: &str, lease: Duration) -> Result<Option<ClaimedPair>, StoreError> {
        self.inner.claim(worker, lease)
    }
    fn heartbeat(&mut self, worker: &str, lease: Duration) -> Result<(), StoreError> {
        self.inner.heartbeat(worker, lease)
    }
    fn release(&mut self, worker: &str) -> Result<(), StoreError> {
        self.inner.release(worker)
    }
    fn save(&mut self, game: &FinishedGame) -> Result<bool, StoreError> {
        self.inner.save(game)
    }
    fn playing(&mut self) -> Result<Option<u64>, StoreError> {
        self.inner.playing()
    }
    fn show(&mut self, worker: &str, current: &[(u64, u8)], changed: &[GameInProgress]) -> Result<(), StoreError> {
        self.shows.fetch_add(1, SeqCst);
        if self.fails {
            return Err(StoreError("no room".to_owned()));
        }
        self.inner.show(worker, current, changed)
    }
    fn watch(&mut self, from: u64) -> Result<Option<WatchedTournament>, StoreError> {
        self.inner.watch(from)
    }
    fn pairs(&mut self) -> Result<Vec<Pair>, StoreError> {
        self.inner.pairs()
    }
    fn games(&mut self) -> Result<Vec<FinishedGame>, StoreError> {
        self.inner.games()
    }
}

/// However many actions there are: shown once per interval, and once more at the end.
#[test]
fn games_in_progress_are_shown_once_per_interval() {
    let plan = plan("game=oska rounds=60", "", WEAK);
    let shows = std::sync::Arc::new(AtomicUsize::new(0));
    for fails in [false, true] {
        shows.store(0, SeqCst);
        let mut store = CountingStore { inner: MemoryStore::default(), shows: shows.clone(), fails };
        store.create(&plan).unwrap();
        let warnings = AtomicUsize::new(0);
        let tell = |event: RunnerEvent<'_>| {
            if let RunnerEvent::Warning(text) = event
                && text.contains("cannot be watched: no room")
            {
                warnings.fetch_add(1, SeqCst);
            }
        };
        let start = Instant::now();
        let end = run(&mut store, &plan, &options("only", 2), &AtomicBool::new(false), &tell).unwrap();
        let intervals = (start.elapsed().as_secs_f64() / progress::INTERVAL.as_secs_f64()) as usize;
        assert_eq!(end, RunEnd::Finished, "who cannot watch stops no tournament");
        let actions: usize = store.games().unwrap().iter().map(|game| game.actions.len()).sum();
        assert!(actions > 5000, "{actions}");
        let shows = shows.load(SeqCst);
        match fails {
            false => assert!((1..=intervals + 2).contains(&shows), "{shows} times in {intervals} intervals"),
            true => assert_eq!((shows, warnings.load(SeqCst)), (1, 1)),
        }
        assert!(store.watch(0).unwrap().unwrap().running.is_empty(), "nothing runs any more");
    }
}

#[test]
fn a_game_in_progress_is_shown_with_its_actions_and_clocks() {
    let progress = Progress::default();
    assert!(progress.news().is_none(), "nothing is played");
    let game = progress.begin(7, 1);
    game.asked(None, [Some(Duration::from_secs(9)), None]);
    game.asked(Some(TimedMove::new("A1A2", 5)), [Some(Duration::from_secs(8)), None]);
    let news = progress.news().unwrap();
    assert_eq!(news.current, [(7, 1)]);
    let shown = &news.changed[0];
    assert_eq!((shown.pair, shown.leg, &*shown.actions[0].text), (7, 1, "A1A2"));
    assert_eq!(shown.left, [Some(Duration::from_secs(8)), None]);
    assert!(shown.thinking.is_some());
    game.asked(Some(TimedMove::new("B1B2", 5)), [None; 2]);
    assert!(progress.news().is_none(), "not twice in an interval");
    drop(game);
    assert!(progress.is_shown());
}
