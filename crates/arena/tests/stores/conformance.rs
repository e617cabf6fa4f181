//! What every store must do. Each test runs against each of them.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use skirmish_arena::competitor::{Dialogue, EngineKind, Program};
use skirmish_arena::game::{DialogueHead, Fault, FinishedGame, TimedMove};
use skirmish_arena::store::{GameDialogues, MemoryStore, Store};
use skirmish_board::Outcome;

use crate::places::Place;
use crate::samples::{HOUR, ODD, game, odd_plan, pair, pairs, plan, report};

/// A lease that has run out as soon as it is given.
const NONE: Duration = Duration::ZERO;

/// Makes a test of each function for each kind of store.
macro_rules! conformance {
    ($($test:ident)*) => {
        conformance! { memory: $($test)* }
        conformance! { file: $($test)* }
        conformance! { database: $($test)* }
    };
    ($kind:ident: $($test:ident)*) => {
        mod $kind {
            $(#[test]
            fn $test() {
                if let Some(place) = super::Place::new(stringify!($kind)) {
                    super::$test(&place);
                }
            })*
        }
    };
}

conformance! {
    there_is_nothing_before_the_beginning
    a_tournament_begins_once
    odd_plans_come_back_as_they_were
    plans_that_cannot_be_kept_are_refused
    pairs_are_added_once
    pairs_are_added_all_or_none
    pairs_are_claimed_in_order_and_once
    leases_end
    heartbeats_renew_leases
    a_heartbeat_does_not_take_back_what_is_lost
    released_pairs_are_free
    what_is_played_is_counted
    the_first_to_finish_counts
    games_need_a_pair
    games_come_back_as_they_were
    large_games_are_kept
    dialogues_come_back_as_they_were
    dialogues_go_with_their_games
    everybody_begins_at_once
    many_workers_share_the_pairs
    many_workers_finish_the_same_games
    everything_is_as_in_memory
    dialogues_are_mended_and_games_played_again
}

/// A tournament with pairs from 0.
fn begin(place: &Place, count: u64) -> Box<dyn Store> {
    let mut store = place.open();
    store.create(&plan()).unwrap();
    store.add_pairs(&pairs(0..count)).unwrap();
    store
}

#[track_caller]
fn claim(store: &mut Box<dyn Store>, worker: &str, lease: Duration) -> Option<u64> {
    store.claim(worker, lease).unwrap().map(|claim| claim.pair.number)
}

fn there_is_nothing_before_the_beginning(place: &Place) {
    let mut store = place.open();
    assert_eq!(store.plan(), Ok(None));
    assert_eq!(store.pairs(), Ok(vec![]));
    assert_eq!(store.games(), Ok(vec![]));
    assert_eq!(store.claim("a", HOUR), Ok(None));
    assert_eq!(store.heartbeat("a", HOUR), Ok(()));
    assert_eq!(store.release("a"), Ok(()));
    assert!(store.add_pairs(&pairs(0..1)).unwrap_err().0.contains("no tournament"));
    assert!(store.save(&game(0, 0, 1)).unwrap_err().0.contains("no tournament"));

    // Another process begins it: this one sees it.
    begin(place, 1);
    assert_eq!(store.plan(), Ok(Some(plan())));
    assert_eq!(claim(&mut store, "a", HOUR), Some(0));
}

fn a_tournament_begins_once(place: &Place) {
    let mut store = begin(place, 2);
    store.create(&plan()).unwrap();
    assert_eq!(store.pairs(), Ok(pairs(0..2)));
    let mut other = plan();
    other.engines[1].clock.nodes = Some(201);
    let error = place.open().create(&other).unwrap_err();
    assert!(
        error.0.ends_with("another plan exists already: engine \"random\": nodes is \"200\" in the store, not \"201\""),
        "{error}"
    );
    assert_eq!(store.plan(), Ok(Some(plan())));
}

fn odd_plans_come_back_as_they_were(place: &Place) {
    place.open().create(&odd_plan()).unwrap();
    assert_eq!(place.open().plan(), Ok(Some(odd_plan())));
    assert_eq!(place.open().create(&odd_plan()), Ok(()));
}

fn plans_that_cannot_be_kept_are_refused(place: &Place) {
    for number in [f64::NAN, f64::INFINITY] {
        let mut plan = odd_plan();
        plan.sprt.as_mut().unwrap().elo1 = number;
        let mut store = place.open();
        assert!(store.create(&plan).unwrap_err().0.contains("cannot be saved"));
        assert_eq!(store.plan(), Ok(None));
    }
}

fn pairs_are_added_once(place: &Place) {
    let mut store = begin(place, 0);
    store.add_pairs(&[pair(4), pair(2), pair(4000)]).unwrap();
    store.save(&game(4, 0, 1)).unwrap();
    let mut other = pair(4);
    other.opening = "another opening".to_owned();
    let mut odd = pair(1);
    odd.opening = ODD.to_owned();
    odd.round = u32::MAX;
    store.add_pairs(&[other, odd.clone(), pair(1), pair(0)]).unwrap();
    store.add_pairs(&[]).unwrap();
    assert_eq!(place.open().pairs(), Ok(vec![pair(0), odd, pair(2), pair(4), pair(4000)]));
    assert_eq!(store.games(), Ok(vec![game(4, 0, 1)]));

    // More than fit into one statement of any database.
    store.add_pairs(&pairs(0..5000)).unwrap();
    assert_eq!(store.pairs().unwrap().len(), 5000);
}

fn pairs_are_added_all_or_none(place: &Place) {
    let mut store = begin(place, 1);
    let mut much = pair(1);
    much.number = u64::MAX;
    assert!(store.add_pairs(&[pair(1), much, pair(2)]).unwrap_err().0.contains("too large"));
    assert_eq!(store.pairs(), Ok(pairs(0..1)));
}

fn pairs_are_claimed_in_order_and_once(place: &Place) {
    let (mut one, mut other) = (begin(place, 4), place.open());
    one.add_pairs(&[pair(9), pair(7)]).unwrap();
    assert_eq!(one.claim("a", HOUR).unwrap().unwrap().pair, pair(0));
    assert_eq!(claim(&mut other, "b", HOUR), Some(1));
    assert_eq!(claim(&mut one, "a", HOUR), Some(2));
    assert_eq!(claim(&mut other, "a", HOUR), Some(3));
    assert_eq!(claim(&mut other, "b", HOUR), Some(7));
    assert_eq!(claim(&mut one, "a", Duration::MAX), Some(9));
    assert_eq!(claim(&mut one, "a", HOUR), None);
    assert_eq!(claim(&mut other, "c", HOUR), None);
}

fn leases_end(place: &Place) {
    let (mut one, mut other) = (begin(place, 3), place.open());
    assert_eq!(claim(&mut one, "a", HOUR), Some(0));
    assert_eq!(claim(&mut one, "a", NONE), Some(1));
    assert_eq!(claim(&mut other, "b", NONE), Some(1));
    assert_eq!(claim(&mut one, "a", Duration::from_millis(20)), Some(1));
    // This one ends by the clock. Another pair is free all the time.
    let start = Instant::now();
    while claim(&mut other, "b", NONE) != Some(1) {
        assert!(start.elapsed() < Duration::from_secs(60), "the lease does not end");
        thread::sleep(Duration::from_millis(5));
    }
}

fn heartbeats_renew_leases(place: &Place) {
    let (mut one, mut other) = (begin(place, 3), place.open());
    for number in 0..2 {
        assert_eq!(claim(&mut one, "a", HOUR), Some(number));
    }
    assert_eq!(claim(&mut one, "b", HOUR), Some(2));
    one.heartbeat("a", NONE).unwrap();
    // From another connection, as a thread of its own would.
    other.heartbeat("a", HOUR).unwrap();
    assert_eq!(claim(&mut other, "c", HOUR), None);
    one.heartbeat("a", NONE).unwrap();
    assert_eq!(claim(&mut other, "c", HOUR), Some(0));
    assert_eq!(claim(&mut other, "c", HOUR), Some(1));
    assert_eq!(claim(&mut other, "c", HOUR), None);
}

fn a_heartbeat_does_not_take_back_what_is_lost(place: &Place) {
    let mut store = begin(place, 1);
    assert_eq!(claim(&mut store, "a", NONE), Some(0));
    assert_eq!(claim(&mut store, "b", HOUR), Some(0));
    store.heartbeat("a", NONE).unwrap();
    assert_eq!(claim(&mut store, "c", HOUR), None);
    store.release("a").unwrap();
    assert_eq!(claim(&mut store, "c", HOUR), None);
    store.heartbeat("b", NONE).unwrap();
    assert_eq!(claim(&mut store, "c", HOUR), Some(0));
}

fn released_pairs_are_free(place: &Place) {
    let mut store = begin(place, 3);
    for (worker, number) in [("a", 0), ("b", 1), ("a", 2)] {
        assert_eq!(claim(&mut store, worker, HOUR), Some(number));
    }
    assert!(store.save(&game(2, 1, 1)).unwrap());
    store.release("a").unwrap();
    assert_eq!(claim(&mut store, "c", HOUR), Some(0));
    let again = store.claim("c", HOUR).unwrap().unwrap();
    assert_eq!((again.pair, again.finished), (pair(2), [false, true]));
    assert_eq!(claim(&mut store, "c", HOUR), None);
}

fn what_is_played_is_counted(place: &Place) {
    let mut store = place.open();
    assert_eq!(store.playing(), Ok(Some(0)));
    let mut store = begin(place, 3);
    for (worker, lease) in [("a", HOUR), ("a", Duration::MAX), ("b", NONE)] {
        store.claim(worker, lease).unwrap().unwrap();
    }
    assert_eq!(place.open().playing(), Ok(Some(2)));
    store.heartbeat("b", HOUR).unwrap();
    assert_eq!(store.playing(), Ok(Some(3)));
    store.save(&game(0, 0, 1)).unwrap();
    assert_eq!(store.playing(), Ok(Some(3)));
    store.save(&game(0, 1, 1)).unwrap();
    assert_eq!(store.playing(), Ok(Some(2)));
    store.release("a").unwrap();
    assert_eq!(store.playing(), Ok(Some(1)));
}

fn the_first_to_finish_counts(place: &Place) {
    let (mut slow, mut quick) = (begin(place, 1), place.open());
    assert_eq!(claim(&mut slow, "slow", NONE), Some(0));
    assert_eq!(slow.save(&game(0, 0, 1)), Ok(true));
    let second = quick.claim("quick", HOUR).unwrap().unwrap();
    assert_eq!(second.finished, [true, false]);
    assert_eq!(quick.save(&game(0, 0, 2)), Ok(false));
    assert_eq!(quick.save(&game(0, 1, 2)), Ok(true));
    assert_eq!(slow.save(&game(0, 1, 1)), Ok(false));
    assert_eq!(slow.save(&game(0, 0, 1)), Ok(false));
    assert_eq!(slow.games(), Ok(vec![game(0, 0, 1), game(0, 1, 2)]));
    // A finished pair is not to be had in any way.
    for worker in ["slow", "quick"] {
        slow.heartbeat(worker, NONE).unwrap();
        slow.release(worker).unwrap();
    }
    slow.add_pairs(&pairs(0..1)).unwrap();
    assert_eq!(claim(&mut quick, "other", HOUR), None);
}

fn games_need_a_pair(place: &Place) {
    let mut store = begin(place, 3);
    assert!(store.save(&game(3, 0, 1)).unwrap_err().0.contains("pair 3 was never added"));
    assert!(store.save(&game(2, 2, 1)).unwrap_err().0.contains("no game 2"));
    assert_eq!(store.games(), Ok(vec![]));
}

fn games_come_back_as_they_were(place: &Place) {
    let mut store = begin(place, 20);
    let mut games: Vec<FinishedGame> = (1..)
        .zip(Fault::ALL)
        .map(|(pair, fault)| FinishedGame { fault: Some(report(fault)), ..game(pair, 0, 1) })
        .collect();
    games.extend((0..2).map(|leg| game(0, leg, 1)));
    games.extend((9..).zip(Outcome::ALL).map(|(pair, outcome)| FinishedGame { outcome, ..game(pair, 1, 1) }));
    let mut odd = FinishedGame { ending: ODD.to_owned(), ..game(19, 0, 1) };
    odd.actions = vec![
        TimedMove { processor: Some(u64::MAX), ..TimedMove::new(ODD, u64::MAX) },
        TimedMove::new(String::new(), 0),
    ];
    let mut fault = report(Fault::Garbage);
    fault.engine = 39;
    [fault.detail, fault.stderr, fault.transcript] = [ODD; 3].map(str::to_owned);
    odd.fault = Some(fault);
    games.push(odd);
    for game in &games {
        assert_eq!(store.save(game), Ok(true));
    }
    games.sort_by_key(|game| (game.pair, game.leg));
    assert_eq!(place.open().games(), Ok(games));
}

fn large_games_are_kept(place: &Place) {
    let mut store = begin(place, 1);
    let mut large = game(0, 1, 1);
    large.actions = (0..20_000).map(|ply| TimedMove::new(format!("move {ply}"), ply)).collect();
    large.fault = Some(report(Fault::Flood));
    large.fault.as_mut().unwrap().transcript = "♞ as much as a program can say\n\0".repeat(100_000);
    assert_eq!(store.save(&large), Ok(true));
    assert!(place.open().games().unwrap() == [large], "the game has changed");
}

fn head(engine: usize, text: &str) -> DialogueHead {
    DialogueHead { engine, text: text.to_owned() }
}

fn dialogues_come_back_as_they_were(place: &Place) {
    assert_eq!(place.open().dialogues(0..=u64::MAX >> 1), Ok(GameDialogues::new()));
    let mut store = begin(place, 4);
    assert_eq!(store.save(&game(0, 0, 1)), Ok(true));
    assert_eq!(store.dialogues(0..=u64::MAX >> 1), Ok(GameDialogues::new()), "as in stores of earlier versions");
    let (odd, long) = (head(0, ODD), head(39, &"♞".repeat(DialogueHead::MAX_BYTES / 3)));
    assert_eq!(store.save_with_dialogues(&game(0, 1, 1), &[head(2, "late")]), Ok(true));
    assert_eq!(store.save_with_dialogues(&game(2, 1, 1), &[long.clone(), odd.clone()]), Ok(true));
    assert_eq!(store.save_with_dialogues(&game(3, 0, 1), &[head(1, "> ugi\n")]), Ok(true));
    // The first result counts.
    assert_eq!(store.save_with_dialogues(&game(0, 0, 2), &[head(1, "other")]), Ok(false));
    assert_eq!(store.save_with_dialogues(&game(3, 0, 2), &[head(1, "other")]), Ok(false));
    assert!(store.save_with_dialogues(&game(4, 0, 1), &[head(1, "no pair")]).is_err());
    let mut expected = GameDialogues::from([((0, 1), vec![head(2, "late")]), ((2, 1), vec![odd, long])]);
    assert_eq!(place.open().dialogues(0..=2).as_ref(), Ok(&expected));
    expected.insert((3, 0), vec![head(1, "> ugi\n")]);
    assert_eq!(place.open().dialogues(0..=u64::MAX >> 1), Ok(expected));
    assert_eq!(place.open().games().unwrap(), [game(0, 0, 1), game(0, 1, 1), game(2, 1, 1), game(3, 0, 1)]);
}

/// A game that is replayed has the dialogues of its replay.
fn dialogues_go_with_their_games(place: &Place) {
    let mut store = begin(place, 2);
    let void = FinishedGame { fault: Some(report(Fault::NotUnderstood)), outcome: Outcome::Draw, ..game(0, 0, 1) };
    store.save_with_dialogues(&void, &[head(1, "void")]).unwrap();
    store.save_with_dialogues(&game(1, 0, 1), &[head(1, "counts")]).unwrap();
    assert_eq!(store.amend(&plan(), &[1]), Ok(1));
    let mut expected = GameDialogues::from([((1, 0), vec![head(1, "counts")])]);
    assert_eq!(store.dialogues(0..=1).as_ref(), Ok(&expected));
    assert_eq!(store.save_with_dialogues(&game(0, 0, 1), &[head(1, "replayed")]), Ok(true));
    expected.insert((0, 0), vec![head(1, "replayed")]);
    assert_eq!(store.dialogues(0..=1), Ok(expected));
}

fn everybody_begins_at_once(place: &Place) {
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let mut store = begin(place, 300);
                assert_eq!(store.plan(), Ok(Some(plan())));
            });
        }
    });
    assert_eq!(place.open().pairs(), Ok(pairs(0..300)));
}

/// Four threads at work at once, each with the store and its number.
fn four_workers(place: &Place, work: impl Fn(Box<dyn Store>, u64) + Sync) {
    thread::scope(|scope| {
        for number in 0..4 {
            let work = &work;
            scope.spawn(move || work(place.open(), number));
        }
    });
}

fn many_workers_share_the_pairs(place: &Place) {
    begin(place, 60);
    let claimed = Mutex::new(BTreeSet::new());
    four_workers(place, |mut store, number| {
        let worker = format!("worker {number}");
        while let Some(claim) = store.claim(&worker, HOUR).unwrap() {
            let pair = claim.pair.number;
            assert!(claimed.lock().unwrap().insert(pair), "{pair} was claimed twice");
            for leg in 0..2 {
                assert_eq!(store.save(&game(pair, leg, 1)), Ok(true));
                store.heartbeat(&worker, HOUR).unwrap();
            }
        }
    });
    assert_eq!(claimed.into_inner().unwrap(), (0..60).collect());
    let expected: Vec<FinishedGame> = (0..120).map(|place| game(place / 2, place as u8 % 2, 1)).collect();
    assert_eq!(place.open().games(), Ok(expected));
}

fn many_workers_finish_the_same_games(place: &Place) {
    begin(place, 15);
    let saved = Mutex::new(Vec::new());
    four_workers(place, |mut store, worker| {
        for (pair, leg) in (0..15).flat_map(|pair| [(pair, 0), (pair, 1)]) {
            // All leases have expired: every worker plays every game.
            store.claim(&format!("worker {worker}"), NONE).unwrap();
            let game = game(pair, leg, worker);
            if store.save(&game).unwrap() {
                saved.lock().unwrap().push(game);
            }
        }
    });
    let mut saved = saved.into_inner().unwrap();
    saved.sort_by_key(|game| (game.pair, game.leg));
    assert_eq!(saved.len(), 30);
    assert_eq!(place.open().games(), Ok(saved));
}

/// Long random dialogues with a store, which must answer as the simplest one does.
fn everything_is_as_in_memory(place: &Place) {
    let mut stores = [place.open(), place.open()];
    let mut model = MemoryStore::default();
    stores[0].create(&plan()).unwrap();
    model.create(&plan()).unwrap();
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..1500 {
        let store = &mut stores[random(2) as usize];
        let worker = ["a", "b", "c"][random(3) as usize];
        let lease = [NONE, HOUR, HOUR][random(3) as usize];
        match random(10) {
            0 => {
                let first = random(50);
                let pairs = pairs(first..first + random(3));
                assert_eq!(store.add_pairs(&pairs), model.add_pairs(&pairs));
            }
            1..=4 => assert_eq!(store.claim(worker, lease), model.claim(worker, lease)),
            5 => assert_eq!(store.heartbeat(worker, lease), model.heartbeat(worker, lease)),
            6 if random(4) == 0 => assert_eq!(store.release(worker), model.release(worker)),
            6 => assert_eq!(store.playing(), model.playing()),
            _ => {
                let game = game(random(50), random(2) as u8, random(100));
                assert_eq!(store.save(&game), model.save(&game));
            }
        }
    }
    assert_eq!(stores[0].pairs(), model.pairs());
    assert_eq!(stores[1].games(), model.games());
    assert!(model.games().unwrap().len() > 50);
}

/// The store of long matches is as any other, but for what was played.
#[test]
fn a_store_of_results_forgets_what_was_played() {
    let mut store = MemoryStore::of_results();
    store.create(&plan()).unwrap();
    store.add_pairs(&pairs(0..1)).unwrap();
    let played = game(0, 0, 1);
    assert!(!played.actions.is_empty());
    assert_eq!(store.save(&played), Ok(true));
    assert_eq!(store.save(&played), Ok(false));
    assert_eq!(store.games(), Ok(vec![FinishedGame { actions: vec![], ..played }]));
}

/// Only dialogues may change; then only the games that do not count are replayed.
fn dialogues_are_mended_and_games_played_again(place: &Place) {
    let mut store = place.open();
    let mut plan = plan();
    let console = |first: &str| {
        let program = Program { command: vec!["x".into()], folder: None };
        let dialogue = Dialogue { first: Some(first.into()), ..Dialogue::default() };
        EngineKind::Console(program, Box::new(dialogue))
    };
    plan.engines[0].kind = console("a");
    assert!(store.amend(&plan, &[0, 1, 2, 3]).is_err());
    store.create(&plan).unwrap();
    store.add_pairs(&pairs(0..3)).unwrap();
    for (pair, leg) in [(0, 0), (0, 1), (1, 0)] {
        let mut game = game(pair, leg, 1);
        if (pair, leg) == (0, 1) || pair == 1 {
            (game.fault, game.outcome) = (Some(report(Fault::NotUnderstood)), Outcome::Draw);
        }
        assert!(store.save(&game).unwrap());
    }
    let mut other = plan.clone();
    other.rounds += 1;
    assert!(
        store.amend(&other, &[0, 1, 2, 3]).unwrap_err().0.contains("only dialogues may change"),
        "{:?}",
        store.amend(&other, &[0, 1, 2, 3])
    );
    assert_eq!(store.games().unwrap().len(), 3);
    plan.engines[0].kind = console("b");
    assert_eq!(store.amend(&plan, &[0, 1, 2, 3]).unwrap(), 2);
    assert_eq!(store.plan().unwrap().as_ref(), Some(&plan));
    assert_eq!(store.games().unwrap(), [game(0, 0, 1)]);
    let claim = store.claim("worker", HOUR).unwrap().unwrap();
    assert_eq!((claim.pair.number, claim.finished), (0, [true, false]));
    assert!(store.save(&game(0, 1, 1)).unwrap());
    assert_eq!(store.claim("worker", HOUR).unwrap().unwrap().finished, [false, false]);
    assert_eq!(store.amend(&plan, &[0, 1, 2, 3]).unwrap(), 0);
}
