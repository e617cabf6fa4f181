//! Saved games: each in its own file, so that none overwrites another.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
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
#[derive(Clone, Debug)]
pub struct SaveSlot {
    folder: PathBuf,
    path: Option<PathBuf>,
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
        SaveSlot { folder: self.folder.clone(), path: None }
    }

    /// The slot of a saved game.
    pub fn slot_of(&self, path: &Path) -> SaveSlot {
        SaveSlot { folder: self.folder.clone(), path: Some(path.to_owned()) }
    }
}

impl SaveSlot {
    /// Saves the game, replacing only its own earlier state.
    pub fn save(&mut self, record: &Record) -> io::Result<()> {
        let path = match self.path.take() {
            Some(path) => path,
            None => {
                fs::create_dir_all(&self.folder)?;
                new_file(&self.folder, &stem(record))?
            }
        };
        record_file::save(self.path.insert(path), record)
    }

    /// The file of the game, if it is saved.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
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
        let mut again = saved.slot_of(slots[1].path().unwrap());
        again.save(&game("oska:6", &["B9A8", "A1A2"])).unwrap();
        assert_eq!(load(slots[1].path().unwrap()).unwrap().steps().len(), 2);
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
