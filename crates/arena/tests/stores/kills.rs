//! Killed processes lose no game and count none twice. The games here take no time, so that the kills hit the store; `tests/arena/kills.rs` does the same with the real program.

#[path = "../../../../tests/support/kills.rs"]
mod killer;

use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, process, thread};

use skirmish_arena::game::FinishedGame;
use skirmish_arena::store::{self, Store};
use tempfile::TempDir;

use crate::places::cluster;
use crate::samples::{HOUR, game, pairs, plan};
use killer::{Killer, Life};

const PAIRS: u64 = 100;

/// Where the worker finds its tournament; it is a process of this very program.
const ADDRESS: &str = "SKIRMISH_TEST_STORE";

/// How long its leases are, in milliseconds.
const LEASE: &str = "SKIRMISH_TEST_LEASE";

fn worker(address: &str, lease: Duration) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "kills::a_worker", "--nocapture"]);
    command.env(ADDRESS, address).env(LEASE, lease.as_millis().to_string());
    command
}

/// Plays the tournament until all of it is finished. As a test of its own, it does nothing.
#[test]
fn a_worker() {
    let (Ok(address), Ok(lease)) = (env::var(ADDRESS), env::var(LEASE)) else { return };
    let lease = Duration::from_millis(lease.parse().unwrap());
    let name = format!("worker {}", process::id());
    let mut store = store::open(&address, "cup").unwrap();
    store.create(&plan()).unwrap();
    // In small steps, as rounds are.
    for start in (0..PAIRS).step_by(10) {
        store.add_pairs(&pairs(start..start + 10)).unwrap();
    }
    println!("others play: {}", store.playing().unwrap().is_none());
    while store.games().unwrap().len() < 2 * PAIRS as usize {
        match store.claim(&name, lease).unwrap() {
            Some(claim) => {
                for leg in (0..2).filter(|&leg| !claim.finished[usize::from(leg)]) {
                    store.save(&game(claim.pair.number, leg, 1)).unwrap();
                    println!("saved {} {leg}", claim.pair.number);
                }
            }
            None => thread::sleep(Duration::from_millis(20)),
        }
    }
}

fn is_progress(line: &str) -> bool {
    line.starts_with("saved")
}

#[track_caller]
fn assert_complete(store: &mut dyn Store) {
    let expected: Vec<FinishedGame> = (0..2 * PAIRS).map(|place| game(place / 2, place as u8 % 2, 1)).collect();
    assert_eq!(store.pairs(), Ok(pairs(0..PAIRS)));
    assert_eq!(store.games(), Ok(expected));
}

#[test]
fn killing_the_player_of_a_file_loses_nothing() {
    let mut killer = Killer::new(1);
    while killer.kills < 100 {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("cup");
        let address = path.to_str().unwrap();
        // With leases of an hour: the next process must not wait for a dead one.
        while killer.live(&mut worker(address, HOUR), is_progress) == Life::Killed {
            // What was there before is still there, and readable in between.
            let mut store = store::open(address, "").unwrap();
            let games = store.games().unwrap();
            assert!(games.iter().all(|saved| *saved == game(saved.pair, saved.leg, 1)));
        }
        assert_complete(&mut *store::open(address, "").unwrap());
    }
}

#[test]
fn killing_workers_of_a_database_loses_nothing() {
    let Some(cluster) = cluster() else { return };
    let mut kills = 0;
    let mut seed = 0;
    while kills < 100 {
        let address = cluster.new_database();
        kills += Killer::three(seed, |_| worker(&address, Duration::from_millis(100)), is_progress);
        seed += 3;
        assert_complete(&mut *store::open(&address, "cup").unwrap());
    }
}

#[test]
fn one_process_plays_a_file_and_others_look_on() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("cup");
    let mut store = store::open(path.to_str().unwrap(), "").unwrap();
    store.create(&plan()).unwrap();
    store.add_pairs(&pairs(0..PAIRS)).unwrap();
    store.claim("owner", HOUR).unwrap().unwrap();
    let start = Instant::now();
    let output = worker(path.to_str().unwrap(), HOUR).output().unwrap();
    assert!(!output.status.success() && start.elapsed() < Duration::from_secs(60), "{output:?}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("others play: true"));
    let said = String::from_utf8(output.stderr).unwrap();
    // It found out when it wanted to play: reading worked.
    assert!(said.contains(&format!("is being played by another process ({})", process::id())), "{said}");
    assert_eq!(store.save(&game(0, 0, 1)), Ok(true));
    drop(store);
    assert!(worker(path.to_str().unwrap(), HOUR).output().unwrap().status.success());
    assert_complete(&mut *store::open(path.to_str().unwrap(), "").unwrap());
}
