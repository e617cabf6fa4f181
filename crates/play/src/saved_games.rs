//! Saved games: each in its own file, so that none overwrites another.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::record_file::{self, LoadError, STATE};
use crate::{Record, load};

/// Version 0.1.0 saved one game, under this name.
const OLD_AUTOSAVE: &str = "autosave.txt";

/// The directory of the games.
const FOLDER: &str = "games";

/// The extension of the files.
const EXTENSION: &str = "txt";

/// A user's saved games: files in `games` within the directory that `SKIRMISH_STATE` names, or within `skirmish` in the user's state
/// directory (on Linux `XDG_STATE_HOME`, usually `~/.local/state`).
#[derive(Clone, Debug)]
pub struct SavedGames {
    folder: PathBuf,
    /// Whether to include the game of version 0.1.0.
    earlier: bool,
}

/// A saved game.
#[derive(Debug)]
pub struct SavedGame {
    /// Its file.
    pub path: PathBuf,
    /// When it was last saved.
    pub changed: SystemTime,
    /// The game, or why its file cannot be read.
    pub record: Result<Record, LoadError>,
}

/// Where one game is saved. It has no file until it is saved for the first time.
///
/// From then on the file is this slot's alone: a slot of the same file in another program is told so by [`SaveOutcome::Copied`], and
/// leaves the file as it is.
#[derive(Debug)]
pub struct SaveSlot {
    folder: PathBuf,
    path: Option<PathBuf>,
    /// When the file was last changed, as far as this slot knows; `None` if it does not exist yet.
    changed: Option<SystemTime>,
    lock: Option<SlotLock>,
}

/// Where a game went when it was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    /// To its own file.
    Saved,
    /// To a new file: its old one is open in another program, or was changed by one.
    Copied,
}

impl SavedGames {
    /// The user's saved games; `None` without a home directory.
    pub fn open() -> Option<SavedGames> {
        STATE.path(FOLDER).map(|folder| SavedGames { folder, earlier: true })
    }

    /// Saved games in another directory.
    pub fn at(folder: PathBuf) -> SavedGames {
        SavedGames { folder, earlier: false }
    }

    /// All saved games, the latest first, and the one that version 0.1.0 left.
    pub fn games(&self) -> Vec<SavedGame> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten().map(|file| file.path());
        let ours = files.filter(|path| path.extension() == Some(OsStr::new(EXTENSION)));
        let mut games: Vec<SavedGame> =
            ours.chain(self.earlier.then(|| STATE.find(OLD_AUTOSAVE)).flatten()).filter_map(saved_game).collect();
        games.sort_by(|one, other| (other.changed, &other.path).cmp(&(one.changed, &one.path)));
        games
    }

    /// A slot for a game that is not saved yet.
    pub fn new_slot(&self) -> SaveSlot {
        SaveSlot { folder: self.folder.clone(), path: None, changed: None, lock: None }
    }

    /// The slot of a saved game.
    pub fn slot_of(&self, game: &SavedGame) -> SaveSlot {
        SaveSlot { folder: self.folder.clone(), path: Some(game.path.clone()), changed: Some(game.changed), lock: None }
    }
}

impl SaveSlot {
    /// Saves the game, replacing only its own earlier state. After [`SaveOutcome::Copied`] it has a new file of its own.
    pub fn save(&mut self, record: &Record) -> io::Result<SaveOutcome> {
        let mut outcome = SaveOutcome::Saved;
        let ours = self.path.take().filter(|path| {
            let is_free = self.lock.is_some() || {
                self.lock = SlotLock::take(path);
                self.lock.is_some()
            };
            // A file that is gone is written again.
            let is_known = changed(path).is_none_or(|changed| Some(changed) == self.changed);
            if !(is_free && is_known) {
                outcome = SaveOutcome::Copied;
            }
            is_free && is_known
        });
        let path = match ours {
            Some(path) => path,
            None => {
                fs::create_dir_all(&self.folder)?;
                let path = new_file(&self.folder, &stem(record))?;
                self.lock = SlotLock::take(&path);
                path
            }
        };
        let path = self.path.insert(path);
        record_file::save(path, record)?;
        self.changed = changed(path);
        Ok(outcome)
    }

    /// The file of the game, if it is saved.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

/// When a file was last changed; `None` if it does not exist.
fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// Keeps other programs from saving to a game's file while this one has it open. The system releases it when the program ends, however
/// that happens.
#[derive(Debug)]
struct SlotLock {
    /// The locked file, and its path; `None` where files cannot be locked.
    file: Option<(File, PathBuf)>,
}

impl SlotLock {
    /// The lock of a game's file; `None` if another program has it.
    fn take(path: &Path) -> Option<SlotLock> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // The file itself is replaced whenever the game is saved.
        let beside = path.with_file_name(format!(".{name}.lock"));
        loop {
            let Ok(file) = OpenOptions::new().write(true).create(true).truncate(false).open(&beside) else {
                return Some(SlotLock { file: None });
            };
            match file.try_lock() {
                // Its last owner may have removed it in the meantime.
                Ok(()) if !beside.exists() => {}
                Ok(()) => return Some(SlotLock { file: Some((file, beside)) }),
                Err(TryLockError::WouldBlock) => return None,
                Err(TryLockError::Error(_)) => return Some(SlotLock { file: None }),
            }
        }
    }
}

impl Drop for SlotLock {
    fn drop(&mut self) {
        if let Some((_, path)) = &self.file {
            // Left behind, it does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

/// The game in a file; `None` if the file is empty, as after a crash.
fn saved_game(path: PathBuf) -> Option<SavedGame> {
    let metadata = fs::metadata(&path).ok().filter(|metadata| metadata.len() > 0)?;
    let changed = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    let record = load(&path);
    Some(SavedGame { path, changed, record })
}

/// The name of a game's file without a number: its game and, if valid, its date.
fn stem(record: &Record) -> String {
    let game = record.game_id().to_string().replace(':', "-");
    let is_date = |date: &&str| date.len() == 10 && date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    record.header("Date").filter(is_date).map_or(game.clone(), |date| format!("{game}-{date}"))
}

/// Creates a new file, with a number in its name if the name is taken.
fn new_file(folder: &Path, stem: &str) -> io::Result<PathBuf> {
    for number in 1.. {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        let path = folder.join(format!("{stem}{number}.{EXTENSION}"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("no file name is left for the game"))
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;

    use super::*;
    use crate::new_game;

    fn game(name: &str, actions: &[&str]) -> Record {
        let mut record = Record::new(new_game(GameId::parse(name).unwrap()));
        record.set_header("Date", "2026-11-17");
        for action in actions {
            record.play(action, None).unwrap();
        }
        record
    }

    #[test]
    fn every_game_has_a_file_of_its_own_and_keeps_it() {
        let folder = tempfile::tempdir().unwrap();
        let saved = SavedGames::at(folder.path().join(FOLDER));
        let mut slots = [saved.new_slot(), saved.new_slot(), saved.new_slot()];
        assert_eq!(slots[0].path(), None);
        slots[0].save(&game("oska:6", &["A9A8"])).unwrap();
        slots[1].save(&game("oska:6", &["B9A8"])).unwrap();
        slots[2].save(&game("hiya", &["A3B4"])).unwrap();
        slots[0].save(&game("oska:6", &["A9A8", "A1A2"])).unwrap();
        let names: Vec<String> =
            slots.iter().map(|slot| slot.path().unwrap().file_name().unwrap().to_string_lossy().into()).collect();
        assert_eq!(names, ["oska-6-2026-11-17.txt", "oska-6-2026-11-17-2.txt", "hiya-2026-11-17.txt"]);
        assert_eq!(load(slots[0].path().unwrap()).unwrap().steps().len(), 2);
        assert_eq!(load(slots[1].path().unwrap()).unwrap().steps().len(), 1);
        // A slot that is opened again is the same slot.
        let path = slots[1].path().unwrap().to_owned();
        drop(slots);
        let mut again = saved.slot_of(&saved_game(path.clone()).unwrap());
        assert_eq!(again.save(&game("oska:6", &["B9A8", "A1A2"])).unwrap(), SaveOutcome::Saved);
        assert_eq!(load(&path).unwrap().steps().len(), 2);
        drop(again);
        let left = fs::read_dir(folder.path().join(FOLDER)).unwrap().count();
        assert_eq!(left, 3, "three games, and no locks");
    }

    #[test]
    fn a_game_that_is_open_elsewhere_is_copied_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let saved = SavedGames::at(folder.path().to_owned());
        saved.new_slot().save(&game("trench", &["A3B4"])).unwrap();
        let resumed = || saved.slot_of(&saved.games().remove(0));
        let (mut first, mut second) = (resumed(), resumed());
        let old = game("trench", &["A3B4"]);
        assert_eq!(first.save(&old).unwrap(), SaveOutcome::Saved);
        assert_eq!(second.save(&old).unwrap(), SaveOutcome::Copied);
        assert_eq!(first.save(&game("trench", &["A3B4", "G5F4"])).unwrap(), SaveOutcome::Saved);
        assert_eq!(second.save(&game("trench", &["A3B4", "F5E4", "B4C5"])).unwrap(), SaveOutcome::Saved);
        let steps = |slot: &SaveSlot| load(slot.path().unwrap()).unwrap().steps().len();
        assert_eq!((steps(&first), steps(&second)), (2, 3));

        // A list of games may be older than the moves that another program made before it ended.
        drop((first, second));
        let mut late = resumed();
        let mut earlier = resumed();
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert_eq!(earlier.save(&game("trench", &["A3B4", "G5F4", "B4C5"])).unwrap(), SaveOutcome::Saved);
        let path = earlier.path().unwrap().to_owned();
        drop(earlier);
        assert_eq!(late.save(&old).unwrap(), SaveOutcome::Copied);
        assert_eq!(load(&path).unwrap().steps().len(), 3);

        // A file that was deleted is written again.
        fs::remove_file(late.path().unwrap()).unwrap();
        assert_eq!(late.save(&old).unwrap(), SaveOutcome::Saved);
    }

    #[test]
    fn damaged_files_are_told_and_empty_ones_passed_over() {
        let folder = tempfile::tempdir().unwrap();
        let saved = SavedGames::at(folder.path().to_owned());
        fs::write(folder.path().join("damaged.txt"), "Game: nothing\n").unwrap();
        fs::write(folder.path().join("empty.txt"), "").unwrap();
        fs::write(folder.path().join("other.md"), "notes").unwrap();
        let found: Vec<_> = saved.games().into_iter().filter(|game| game.path.starts_with(folder.path())).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].record.is_err());
    }
}
