//! What is special about files.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use skirmish_arena::store::{self, Store, StoreError};
use tempfile::TempDir;

use crate::samples::{HOUR, game, pairs, plan};

fn open(path: &Path) -> Result<Box<dyn Store>, StoreError> {
    store::open(path.to_str().unwrap(), "")
}

/// A tournament with so many pairs, and its file.
fn begun(folder: &TempDir, count: u64) -> (PathBuf, Box<dyn Store>) {
    let path = folder.path().join("cup");
    let mut store = open(&path).unwrap();
    store.create(&plan()).unwrap();
    store.add_pairs(&pairs(0..count)).unwrap();
    (path, store)
}

#[track_caller]
fn complaint(path: &Path) -> String {
    open(path).err().expect("this is no tournament").0
}

fn names(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn looking_makes_no_files_and_the_end_leaves_one() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("file:cup ♞?mode=memory");
    let mut store = open(&path).unwrap();
    assert_eq!(store.plan(), Ok(None));
    assert_eq!(store.claim("a", HOUR), Ok(None));
    assert_eq!(store::tournaments(path.to_str().unwrap()), Ok(vec![]));
    assert!(names(&folder).is_empty());
    store.create(&plan()).unwrap();
    store.add_pairs(&pairs(0..1)).unwrap();
    store.claim("a", HOUR).unwrap().unwrap();
    assert!(names(&folder).contains(&"file:cup ♞?mode=memory-lock".to_owned()));
    assert_eq!(store::tournaments(path.to_str().unwrap()), Ok(vec!["cup".to_owned()]));
    drop(store);
    assert_eq!(names(&folder), ["file:cup ♞?mode=memory"]);
}

#[test]
fn claims_last_as_long_as_somebody_has_the_file_open() {
    let folder = TempDir::new().unwrap();
    let (path, mut store) = begun(&folder, 2);
    let mut other = open(&path).unwrap();
    store.claim("a", HOUR).unwrap().unwrap();
    other.heartbeat("a", HOUR).unwrap();
    drop(store);
    assert_eq!(other.claim("b", HOUR).unwrap().unwrap().pair.number, 1);
    drop(other);
    // The process that had claims is gone.
    assert_eq!(open(&path).unwrap().claim("c", HOUR).unwrap().unwrap().pair.number, 0);
}

#[test]
fn other_files_are_no_tournaments() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("text"), "This is a letter to my sister, and far longer than a header. ".repeat(100)).unwrap();
    assert!(complaint(&path("text")).ends_with("text is not a tournament: it is not a SQLite database"));

    Connection::open(path("other")).unwrap().execute_batch("CREATE TABLE letter (text TEXT)").unwrap();
    assert!(complaint(&path("other")).ends_with("other is not a tournament: it is another program's database"));

    open(&path("newer")).unwrap().create(&plan()).unwrap();
    Connection::open(path("newer")).unwrap().pragma_update(None, "user_version", 9).unwrap();
    let sentence = "written by a newer version of this program: its format is 9, this one supports 1";
    assert!(complaint(&path("newer")).ends_with(sentence));

    assert!(complaint(folder.path()).contains("unable to open"));
    let mut nowhere = open(&path("no such folder/cup")).unwrap();
    assert!(nowhere.create(&plan()).unwrap_err().0.contains("no such folder/cup"));

    // A process was killed before it could write anything.
    fs::write(path("empty"), "").unwrap();
    let mut empty = open(&path("empty")).unwrap();
    assert_eq!(empty.plan(), Ok(None));
    empty.create(&plan()).unwrap();
}

#[test]
fn a_damaged_tournament_is_an_error() {
    let folder = TempDir::new().unwrap();
    let (path, mut store) = begun(&folder, 1);
    store.save(&game(0, 0, 1)).unwrap();
    let damage = |statement| Connection::open(&path).unwrap().execute_batch(statement).unwrap();
    damage("UPDATE game SET verdict = 'everybody'");
    assert!(store.games().unwrap_err().0.contains("everybody"));
    damage("UPDATE pair SET round = -1");
    assert!(store.pairs().unwrap_err().0.contains("-1 is not possible"));
    damage("UPDATE tournament SET plan = '{}'");
    assert!(store.plan().unwrap_err().0.contains("plan in the store is damaged"));
}

#[test]
fn addresses_that_nobody_knows_are_refused() {
    let complaint = |address| store::open(address, "").err().unwrap().0;
    assert!(complaint("mysql://localhost/cup").starts_with("unknown kind of store \"mysql\""));
    assert!(complaint("").contains("is empty"));
    let with_password = complaint("host=localhost password=secret");
    assert!(with_password.contains("begins with postgres://") && !with_password.contains("secret"), "{with_password}");
    assert_eq!(store::open(":memory:", "").unwrap().plan(), Ok(None));
}
