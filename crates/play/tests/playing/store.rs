//! Records in files.

use std::fs;
use std::path::Path;
use std::thread;

use skirmish_play::{LoadError, Record, load, save};
use tempfile::tempdir;

use crate::start;

fn record(actions: usize) -> Record {
    let mut record = Record::new(start("trench"));
    for _ in 0..actions {
        let action = record.game().legal_actions().swap_remove(0);
        record.perform(&action, None);
    }
    record
}

fn names(directory: &Path) -> Vec<String> {
    fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_saved_record_is_loaded_and_replaced() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("game.txt");
    for actions in [0, 5, 2] {
        save(&path, &record(actions)).unwrap();
        assert_eq!(load(&path).unwrap(), record(actions));
        assert_eq!(names(directory.path()), ["game.txt"]);
    }
}

#[cfg(unix)]
#[test]
fn a_saved_record_may_be_read_by_whoever_may_read_other_files() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempdir().unwrap();
    let mode = |name: &str| fs::metadata(directory.path().join(name)).unwrap().permissions().mode();
    fs::File::create(directory.path().join("other")).unwrap();
    save(&directory.path().join("game.txt"), &record(1)).unwrap();
    assert_eq!(mode("game.txt"), mode("other"));
}

#[test]
fn a_save_that_fails_leaves_everything_as_it_was() {
    let directory = tempdir().unwrap();
    fs::create_dir(directory.path().join("taken")).unwrap();
    assert!(save(&directory.path().join("taken"), &record(1)).is_err());
    assert!(save(&directory.path().join("missing/game.txt"), &record(1)).is_err());
    assert!(save(Path::new("/"), &record(1)).is_err());
    assert_eq!(names(directory.path()), ["taken"]);
}

#[test]
fn a_reader_never_sees_half_a_record() {
    let directory = tempdir().unwrap();
    let path = &directory.path().join("game.txt");
    save(path, &record(0)).unwrap();
    thread::scope(|scope| {
        for actions in [3, 12] {
            scope.spawn(move || (0..30).for_each(|_| save(path, &record(actions)).unwrap()));
        }
        for _ in 0..200 {
            assert!([0, 3, 12].contains(&load(path).unwrap().steps().len()));
        }
    });
    assert_eq!(names(directory.path()), ["game.txt"]);
}

#[test]
fn what_is_no_record_is_explained() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("game.txt");
    assert!(matches!(load(&path), Err(LoadError::File(_))));
    assert!(load(&path).unwrap_err().to_string().starts_with("the file cannot be read: "));
    assert!(matches!(load(directory.path()), Err(LoadError::File(_))));
    for (bytes, words) in [
        (&b"Game: trench\nSouth: \xff\n"[..], "line 2: this is not UTF-8 text"),
        (b"", "line 1: there is no line \"Game: ...\" before it"),
        (&vec![b'\n'; 5 << 20], "line 1: the file is too large"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = load(&path).unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
    }
}
