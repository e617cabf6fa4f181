//! What people see who watch a tournament, in every kind of store.

use std::fs;
use std::path::Path;
use std::time::Duration;

use skirmish_arena::game::{Fault, FinishedGame, TimedMove};
use skirmish_arena::store::{self, GameInProgress, Store, StoreCounts, WatchedTournament};
use tempfile::TempDir;

use crate::places::Place;
use crate::samples::{HOUR, ODD, game, pairs, plan, report};

/// Runs a test with a new place of each kind.
fn everywhere(test: impl Fn(&Place)) {
    for place in ["memory", "file", "database"].into_iter().filter_map(Place::new) {
        test(&place);
    }
}

fn begin(place: &Place, count: u64) -> Box<dyn Store> {
    let mut store = place.open();
    store.create(&plan()).unwrap();
    store.add_pairs(&pairs(0..count)).unwrap();
    store
}

fn running(pair: u64, leg: u8, plies: u64) -> GameInProgress {
    GameInProgress {
        pair,
        leg,
        actions: (0..plies).map(|ply| TimedMove::new(format!("A{ply}B{ply}"), ply)).collect(),
        left: [Some(Duration::from_millis(1500)), None],
        thinking: (plies > 0).then_some(Duration::from_millis(20)),
        age: Duration::ZERO,
    }
}

fn watch(store: &mut Box<dyn Store>, from: u64) -> WatchedTournament {
    store.watch(from).unwrap().expect("there is a tournament")
}

/// The running games without their ages, which must be short.
fn shown(store: &mut Box<dyn Store>) -> Vec<GameInProgress> {
    let mut running = watch(store, 0).running;
    for game in &mut running {
        assert!(game.age < HOUR, "{:?}", game.age);
        game.age = Duration::ZERO;
    }
    running
}

#[test]
fn those_who_watch_see_everything_but_what_programs_said() {
    everywhere(|place| {
        let mut reader = place.open();
        assert!(matches!(reader.watch(0), Ok(None) | Err(_)), "nothing is there yet");
        let mut store = begin(place, 6);
        for (pair, leg) in [(0, 0), (0, 1), (3, 0), (2, 1)] {
            assert!(store.save(&game(pair, leg, 1)).unwrap());
        }
        let mut void = game(4, 0, 1);
        let mut fault = report(Fault::NotUnderstood);
        (fault.detail, fault.stderr, fault.transcript) = (ODD.to_owned(), ODD.to_owned(), ODD.to_owned());
        (void.fault, void.ending) = (Some(fault), ODD.to_owned());
        store.save(&void).unwrap();
        let watched = watch(&mut reader, 0);
        assert_eq!((&watched.plan, &watched.pairs), (&plan(), &store.pairs().unwrap()));
        assert_eq!(watched.counts, StoreCounts { pairs: 6, games: 5, void: 1 });
        let open: Vec<FinishedGame> = watched.games.iter().map(|game| game.with_actions().unwrap()).collect();
        let games = store.games().unwrap();
        assert_eq!(open.len(), games.len());
        for (open, game) in open.iter().zip(&games) {
            assert_eq!(
                (open.pair, open.leg, open.outcome, &open.actions),
                (game.pair, game.leg, game.outcome, &game.actions)
            );
            match (&open.fault, &game.fault) {
                (Some(open_report), Some(report)) => {
                    assert_eq!((open_report.engine, open_report.fault), (report.engine, report.fault));
                    let said = [&open.ending, &open_report.detail, &open_report.stderr, &open_report.transcript];
                    assert!(said.iter().all(|text| text.is_empty()), "{said:?}");
                }
                (open_report, report) => {
                    assert_eq!(open_report, report);
                    assert_eq!(open.ending, game.ending);
                }
            }
        }
        // Who knows the beginning reads the rest.
        let rest = watch(&mut reader, 3);
        assert_eq!(rest.pairs, watched.pairs[3..]);
        assert_eq!(rest.games, watched.games[3..]);
        assert_eq!(rest.counts, watched.counts);
    });
}

#[test]
fn games_in_progress_are_shown_until_they_end() {
    everywhere(|place| {
        let mut store = begin(place, 4);
        let mut reader = place.open();
        // Only a process that plays has games in progress.
        store.claim("a", HOUR).unwrap().unwrap();
        assert_eq!(shown(&mut reader), []);
        store.show("a", &[(0, 0), (1, 1)], &[running(0, 0, 0), running(1, 1, 3)]).unwrap();
        store.show("b", &[(2, 0)], &[running(2, 0, 1)]).unwrap();
        assert_eq!(shown(&mut reader), [running(0, 0, 0), running(1, 1, 3), running(2, 0, 1)]);
        // What did not change stays, and what is no longer played goes; each worker speaks for itself.
        store.show("a", &[(1, 1), (0, 1)], &[running(0, 1, 2)]).unwrap();
        assert_eq!(shown(&mut reader), [running(0, 1, 2), running(1, 1, 3), running(2, 0, 1)]);
        // A finished game is not in progress, even if its worker has not said so yet.
        store.save(&game(1, 1, 1)).unwrap();
        assert_eq!(shown(&mut reader), [running(0, 1, 2), running(2, 0, 1)]);
        // Nothing depends on what is shown: a game of another worker, or of none, can be shown and saved.
        store.show("c", &[(2, 0)], &[running(2, 0, 5)]).unwrap();
        assert_eq!(shown(&mut reader), [running(0, 1, 2), running(2, 0, 5)]);
        store.show("b", &[], &[]).unwrap();
        assert_eq!(shown(&mut reader).len(), 2);
        assert!(store.save(&game(2, 0, 1)).unwrap());
        assert_eq!(shown(&mut reader), [running(0, 1, 2)]);
    });
}

/// The kernel knows that the process is gone.
#[test]
fn games_of_a_process_that_is_gone_are_not_shown() {
    let place = Place::new("file").unwrap();
    let mut store = begin(&place, 1);
    store.claim("a", HOUR).unwrap().unwrap();
    store.show("a", &[(0, 0)], &[running(0, 0, 1)]).unwrap();
    let mut reader = place.open();
    assert_eq!(shown(&mut reader).len(), 1);
    drop(store);
    assert_eq!(shown(&mut reader), []);
}

#[test]
fn a_file_that_is_removed_is_missed_and_found_again() {
    let folder = TempDir::new().unwrap();
    let [path, other] = ["cup", "other"].map(|name| folder.path().join(name));
    let open = |path: &Path| store::open(path.to_str().unwrap(), "").unwrap();
    let make = |path: &Path, count| {
        let mut store = open(path);
        store.create(&plan()).unwrap();
        store.add_pairs(&pairs(0..count)).unwrap();
    };
    make(&path, 1);
    make(&other, 2);
    let mut reader = open(&path);
    assert_eq!(watch(&mut reader, 0).counts.pairs, 1);
    fs::rename(&path, folder.path().join("away")).unwrap();
    assert!(reader.watch(0).unwrap_err().0.ends_with("does not exist"));
    fs::rename(folder.path().join("away"), &path).unwrap();
    assert_eq!(watch(&mut reader, 0).counts.pairs, 1);
    // Another file in its place.
    fs::rename(&other, &path).unwrap();
    assert_eq!(watch(&mut reader, 0).counts.pairs, 2);
    // And one that is being written: who watched the old file leaves the log of the new one alone.
    let log = folder.path().join("cup-wal");
    for file in [&path, &log, &folder.path().join("cup-shm")] {
        let _ = fs::remove_file(file);
    }
    let mut writer = open(&path);
    writer.create(&plan()).unwrap();
    writer.add_pairs(&pairs(0..3)).unwrap();
    assert!(fs::metadata(&log).unwrap().len() > 0);
    assert_eq!(watch(&mut reader, 0).counts.pairs, 3);
    drop(reader);
    assert!(fs::metadata(&log).unwrap().len() > 0);
    writer.add_pairs(&pairs(3..5)).unwrap();
    assert_eq!(watch(&mut open(&path), 0).counts.pairs, 5);
}

#[test]
fn a_tournament_of_0_1_0_is_watched_and_continued() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("cup");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/cup-0.1.0.arena");
    fs::copy(fixture, &path).unwrap();
    let mut store = store::open(path.to_str().unwrap(), "").unwrap();
    let watched = watch(&mut store, 0);
    assert_eq!(watched.pairs, store.pairs().unwrap());
    assert_eq!(watched.counts.games, store.games().unwrap().len() as u64);
    assert!(watched.counts.games > 0 && watched.running.is_empty());
    // The table of games in progress is made where it is missing; the version of the format stays.
    store.show("a", &[(0, 0)], &[running(0, 0, 1)]).unwrap();
    assert_eq!(watch(&mut store, 0).counts, watched.counts);
    let connection = rusqlite::Connection::open(&path).unwrap();
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 1);
}
