//! The real program, killed at random moments of a tournament: resuming it gives exactly the games of an undisturbed one, in a file
//! and with three workers on PostgreSQL.

#[path = "../support/kills.rs"]
mod killer;
#[path = "../support/postgres.rs"]
mod postgres;

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use killer::{Killer, Life};
use skirmish_arena::game::{FinishedGame, Pair};
use skirmish_arena::store;
use tempfile::TempDir;

/// How often the program is killed in each test.
const KILLS: usize = 100;

/// A tournament of deterministic engines on the smallest board.
const PLAN: &str = "--game oska:4 --format round-robin --rounds 12 --srand 5 --openings plies=2 \
    --engine builtin=level=8 name=A nodes=200 --engine builtin=minimum=1 name=B --engine builtin=random name=C";

fn skirmish(words: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    command.arg("arena").args(words.split_whitespace()).args(more);
    command
}

/// All pairs and games of a tournament, without the times of moves.
fn contents(address: &str) -> (Vec<Pair>, Vec<FinishedGame>) {
    let mut store = store::open(address, "cup").unwrap();
    let mut games = store.games().unwrap();
    games.iter_mut().flat_map(|game| &mut game.actions).for_each(|action| action.micros = 0);
    (store.pairs().unwrap(), games)
}

/// The same tournament, undisturbed.
fn undisturbed(folder: &TempDir) -> (Vec<Pair>, Vec<FinishedGame>) {
    let path = folder.path().join("undisturbed");
    let address = path.to_str().unwrap();
    let output = skirmish(&format!("run {PLAN} --name cup"), &["--store", address]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let (pairs, games) = contents(address);
    assert_eq!((pairs.len(), games.len()), (36, 72));
    assert!(games.iter().all(|game| game.fault.is_none() && game.actions.len() > 3));
    (pairs, games)
}

fn wait_for_plan(address: &str) {
    let mut store = store::open(address, "cup").unwrap();
    let start = Instant::now();
    while store.plan().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "the tournament does not start");
        thread::sleep(Duration::from_millis(10));
    }
}

fn is_progress(line: &str) -> bool {
    line.starts_with("Finished game")
}

#[test]
fn a_tournament_in_a_file() {
    let folder = TempDir::new().unwrap();
    let expected = undisturbed(&folder);
    let mut killer = Killer::new(3);
    for number in 0.. {
        let path = folder.path().join(format!("cup{number}"));
        let address = path.to_str().unwrap();
        let run = format!("run {PLAN} --name cup --concurrency {}", 1 + number % 3);
        let mut life = killer.live(&mut skirmish(&run, &["--store", address]), is_progress);
        while life == Life::Killed {
            let games = contents(address).1;
            assert!(games.iter().all(|game| expected.1.contains(game)), "{games:#?}");
            // If it was killed before the plan was written, there is nothing to resume.
            let begun = store::open(address, "").unwrap().plan().unwrap().is_some();
            let mut command =
                if begun { skirmish("resume", &[address]) } else { skirmish(&run, &["--store", address]) };
            life = killer.live(&mut command, is_progress);
        }
        assert!(contents(address) == expected, "the games of {address} are others");
        if killer.kills >= KILLS {
            break;
        }
    }
}

#[test]
fn three_workers_on_postgres() {
    let Some(cluster) = postgres::start() else { return };
    let folder = TempDir::new().unwrap();
    let expected = undisturbed(&folder);
    let (mut kills, mut seed) = (0, 0);
    while kills < KILLS {
        let address = cluster.new_database();
        // One of them starts the tournament, again if it was killed before it could; the others join.
        let start = |place| match place {
            0 => skirmish(&format!("run {PLAN} --name cup --lease 300ms"), &["--store", &address]),
            _ => {
                wait_for_plan(&address);
                skirmish("worker --name cup --lease 300ms", &["--store", &address])
            }
        };
        kills += Killer::three(seed, start, is_progress);
        seed += 3;
        assert!(contents(&address) == expected, "the games of {address} are others");
    }
}

/// A worker on a machine where an engine does not start claims no games, and says why.
#[test]
fn a_worker_that_lacks_an_engine_stays_away() {
    let Some(cluster) = postgres::start() else { return };
    let (address, folder) = (cluster.new_database(), TempDir::new().unwrap());
    let program = folder.path().join("engine");
    let script = format!("#!/bin/sh\nexec {} ugi\n", env!("CARGO_BIN_EXE_skirmish"));
    std::fs::write(&program, script).unwrap();
    let allow = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, allow).unwrap();
    let engine = format!("cmd={}", program.display());
    let words = ["--store", &address, "--engine", &engine, "name=A", "nodes=1", "option.Hash=1"];
    let plan = "run --game oska --name cup --rounds 100000 --engine builtin=random name=B";
    Killer::new(1).live(&mut skirmish(plan, &words), is_progress);
    std::fs::remove_file(&program).unwrap();
    let games = |address: &str| contents(address).1.len();
    let before = games(&address);
    let output = skirmish("worker --name cup", &["--store", &address]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("claims no games") && said.contains("\"A\"") && said.contains("no such file"), "{said}");
    assert_eq!(games(&address), before);
}
