//! What is special about PostgreSQL.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use skirmish_arena::game::{DialogueHead, FinishedGame};
use skirmish_arena::store::{self, Postgres, Store};

use crate::places::{cluster, start_cluster};
use crate::samples::{HOUR, game, pairs, plan};

#[test]
fn a_database_holds_many_tournaments() {
    let Some(cluster) = cluster() else { return };
    let address = cluster.new_database();
    assert_eq!(store::tournaments(&address), Ok(vec![]));
    let open = |name: &str| store::open(&address.replace("postgres:", "postgresql:"), name).unwrap();
    for (name, count) in [("spring", 3), ("autumn ♞\0", 5)] {
        let mut store = open(name);
        store.create(&plan()).unwrap();
        store.add_pairs(&pairs(0..count)).unwrap();
        assert_eq!(store.claim("a", HOUR).unwrap().unwrap().pair.number, 0);
        assert_eq!(store.save(&game(0, 0, count)), Ok(true));
    }
    assert_eq!(store::tournaments(&address), Ok(vec!["autumn ♞\0".to_owned(), "spring".to_owned()]));
    assert_eq!(open("spring").pairs(), Ok(pairs(0..3)));
    assert_eq!(open("spring").games(), Ok(vec![game(0, 0, 3)]));
    assert_eq!(open("autumn ♞\0").games(), Ok(vec![game(0, 0, 5)]));
    assert_eq!(open("winter").plan(), Ok(None));
    open("spring").release("a").unwrap();
    assert_eq!(open("autumn ♞\0").claim("b", HOUR).unwrap().unwrap().pair.number, 1);
}

#[test]
fn wrong_addresses_are_explained_without_the_password() {
    let Some(cluster) = cluster() else { return };
    let complaint = |address: &str| store::open(address, "").err().unwrap().0;
    let address = cluster.new_database();
    let elsewhere = complaint(&format!("{address}x").replace("skirmish@", "skirmish:secret@"));
    assert!(elsewhere.contains("does not exist") && !elsewhere.contains("secret"), "{elsewhere}");
    // No program listens on port 1.
    let refused = complaint("postgres://me:secret@127.0.0.1:1/cup");
    assert!(refused.starts_with("the database \"cup\" at 127.0.0.1:1: ") && !refused.contains("secret"), "{refused}");
    // Mistyped ones neither, whatever the library takes for the host.
    for address in ["postgres://me:x@secret@127.0.0.1:1/cup", "postgres://127.0.0.1:1/cup?password=x@secret"] {
        assert!(!complaint(address).contains("secret"), "{}", complaint(address));
    }
    if !cfg!(feature = "postgres-tls") {
        for mode in ["require", "verify-ca", "verify-full"] {
            assert!(complaint(&format!("{address}?sslmode={mode}")).contains("the feature postgres-tls"));
        }
    }
    for mode in ["disable", "allow", "prefer"] {
        assert!(store::open(&format!("{address}?sslmode={mode}"), "").is_ok());
    }
    assert!(complaint(&format!("{address}?sslmode=always")).contains("is not an sslmode"));
    assert!(complaint("postgres://me@host:port/cup").starts_with("the address of the database is wrong"));
}

#[test]
fn other_versions_are_refused() {
    let Some(cluster) = cluster() else { return };
    let address = cluster.new_database();
    store::open(&address, "cup").unwrap().create(&plan()).unwrap();
    let mut client = postgres::Client::connect(&address, postgres::NoTls).unwrap();
    client.execute("UPDATE skirmish_version SET version = 9", &[]).unwrap();
    let mut store = store::open(&address, "cup").unwrap();
    assert!(store.plan().unwrap_err().0.contains("have format 9"));
    assert!(store.create(&plan()).unwrap_err().0.contains("have format 9"));
}

#[test]
fn workers_outlive_restarts_of_the_server() {
    let Some(cluster) = start_cluster() else { return };
    const PAIRS: u64 = 400;
    let address = cluster.new_database();
    let mut store = store::open(&address, "cup").unwrap();
    store.create(&plan()).unwrap();
    store.add_pairs(&pairs(0..PAIRS)).unwrap();
    let saved = AtomicUsize::new(0);
    thread::scope(|scope| {
        for worker in 0..3 {
            let (address, saved) = (&address, &saved);
            scope.spawn(move || {
                let (mut store, worker) = (store::open(address, "cup").unwrap(), format!("worker {worker}"));
                // No lease ever ends: if a claim were lost with a connection, its pair would never be played.
                while let Some(claim) = store.claim(&worker, HOUR).unwrap() {
                    for leg in 0..2 {
                        assert_eq!(store.save(&game(claim.pair.number, leg, 1)), Ok(true), "no game is saved twice");
                        saved.fetch_add(1, Ordering::Relaxed);
                    }
                    store.heartbeat(&worker, HOUR).unwrap();
                }
            });
        }
        for part in 1..=4 {
            // In the midst of the work, as soon as a fifth more of it is done.
            let start = Instant::now();
            while saved.load(Ordering::Relaxed) < part * PAIRS as usize * 2 / 5 {
                assert!(start.elapsed() < Duration::from_secs(120), "no worker plays");
                thread::sleep(Duration::from_millis(1));
            }
            cluster.stop();
            cluster.start();
        }
    });
    let expected: Vec<FinishedGame> = (0..2 * PAIRS).map(|place| game(place / 2, place as u8 % 2, 1)).collect();
    assert_eq!(store.games(), Ok(expected));
}

#[test]
fn patience_ends() {
    let Some(cluster) = start_cluster() else { return };
    let mut store = Postgres::open(&cluster.new_database(), "cup").unwrap();
    store.create(&plan()).unwrap();
    store.set_retry_time(Duration::from_millis(300));
    cluster.stop();
    assert!(store.plan().unwrap_err().0.starts_with("the database \"test"));
    cluster.start();
    assert_eq!(store.plan(), Ok(Some(plan())));
}

/// A user of the database with rights to the tables of an earlier version only.
#[test]
fn who_may_not_store_dialogues_stores_games() {
    let Some(cluster) = cluster() else { return };
    let address = cluster.new_database();
    let mut owner = store::open(&address, "cup").unwrap();
    owner.create(&plan()).unwrap();
    owner.add_pairs(&pairs(0..3)).unwrap();
    let mut client = postgres::Client::connect(&address, postgres::NoTls).unwrap();
    client
        .batch_execute(
            "CREATE ROLE player LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC;
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO player",
        )
        .unwrap();
    let player = || {
        let notices = Arc::new(Mutex::new(Vec::new()));
        let mut store = store::open(&address.replace("skirmish@", "player@"), "cup").unwrap();
        let list = Arc::clone(&notices);
        store.set_notice(Arc::new(move |text: &str| list.lock().unwrap().push(text.to_owned())));
        (store, notices)
    };
    let heads = [DialogueHead { engine: 1, text: "> ugi\n".to_owned() }];
    // Without the table, and with one that is another user's.
    for pair in 0..2 {
        let (mut store, notices) = player();
        assert!((0..2).all(|leg| store.save_with_dialogues(&game(pair, leg, 1), &heads) == Ok(true)));
        let notices = notices.lock().unwrap();
        assert!(
            notices.len() == 1 && notices[0].contains("not saved: table skirmish_dialogue: permission denied"),
            "{notices:?}"
        );
        assert_eq!(owner.save_with_dialogues(&game(2, pair as u8, 1), &heads), Ok(true));
    }
    assert_eq!(owner.games().unwrap().len(), 6);
    assert_eq!(owner.dialogues(0..=2).unwrap().into_keys().collect::<Vec<_>>(), [(2, 0), (2, 1)]);
}
