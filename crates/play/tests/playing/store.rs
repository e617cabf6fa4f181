//! Records in files.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use skirmish_games::GameId;
use skirmish_play::{LoadError, Record, load, open, save};

/// An empty directory of its own for a test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("store-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn record(actions: usize) -> Record {
    let table = open(GameId::parse("trench").unwrap());
    let mut record = Record::new(table);
    for _ in 0..actions {
        let action = record.table().legal_actions().swap_remove(0);
        record.perform(&action, None);
    }
    record
}

fn names(directory: &Path) -> Vec<String> {
    fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_saved_record_is_loaded_and_replaced() {
    let directory = directory("saved");
    let path = directory.join("game.txt");
    for actions in [0, 5, 2] {
        save(&path, &record(actions)).unwrap();
        assert_eq!(load(&path).unwrap(), record(actions));
        assert_eq!(names(&directory), ["game.txt"]);
    }
}

#[cfg(unix)]
#[test]
fn a_saved_record_may_be_read_by_whoever_may_read_other_files() {
    use std::os::unix::fs::PermissionsExt;
    let directory = directory("permissions");
    let mode = |name: &str| fs::metadata(directory.join(name)).unwrap().permissions().mode();
    fs::File::create(directory.join("other")).unwrap();
    save(&directory.join("game.txt"), &record(1)).unwrap();
    assert_eq!(mode("game.txt"), mode("other"));
}

#[test]
fn a_save_that_fails_leaves_everything_as_it_was() {
    let directory = directory("failing");
    fs::create_dir(directory.join("taken")).unwrap();
    assert!(save(&directory.join("taken"), &record(1)).is_err());
    assert!(save(&directory.join("missing/game.txt"), &record(1)).is_err());
    assert!(save(Path::new("/"), &record(1)).is_err());
    assert_eq!(names(&directory), ["taken"]);
}

#[test]
fn a_reader_never_sees_half_a_record() {
    let directory = directory("race");
    let path = &directory.join("game.txt");
    save(path, &record(0)).unwrap();
    thread::scope(|scope| {
        for actions in [3, 12] {
            scope.spawn(move || (0..30).for_each(|_| save(path, &record(actions)).unwrap()));
        }
        for _ in 0..200 {
            assert!([0, 3, 12].contains(&load(path).unwrap().steps().len()));
        }
    });
    assert_eq!(names(&directory), ["game.txt"]);
}

#[test]
fn what_is_no_record_is_explained() {
    let directory = directory("wrong");
    let path = directory.join("game.txt");
    assert!(matches!(load(&path), Err(LoadError::File(_))));
    assert!(load(&path).unwrap_err().to_string().starts_with("the file cannot be read: "));
    assert!(matches!(load(&directory), Err(LoadError::File(_))));
    for (bytes, words) in [
        (&b"Game: trench\nSouth: \xff\n"[..], "line 2: this is not UTF-8 text"),
        (b"", "line 1: the header Game is missing"),
        (&vec![b'\n'; 5 << 20], "line 1: the file is too large"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = load(&path).unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
    }
}
