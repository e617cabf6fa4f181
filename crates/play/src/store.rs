//! Records in files. A file is written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fmt, process};

use crate::{Record, RecordError};

/// Why a file is not a record.
#[derive(Debug)]
pub enum LoadError {
    /// The file cannot be read.
    File(io::Error),
    /// What is in it is not a record.
    Record(RecordError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::File(error) => write!(f, "the file cannot be read: {error}"),
            LoadError::Record(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

/// Far more than the longest game takes.
const LARGEST: u64 = 4 << 20;

/// Reads the record in a file.
pub fn load(path: &Path) -> Result<Record, LoadError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(LoadError::File)?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(LoadError::File)?;
    let error = |line, sentence: String| LoadError::Record(RecordError { line, sentence });
    if bytes.len() as u64 > LARGEST {
        return Err(error(1, format!("the file is too large for a record, expected at most {LARGEST} bytes")));
    }
    let text = std::str::from_utf8(&bytes).map_err(|not_text| {
        let line = 1 + bytes[..not_text.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        error(line, "this is not UTF-8 text, expected plain letters and signs".to_owned())
    })?;
    Record::parse(text).map_err(LoadError::Record)
}

/// Writes a record to a file, in place of what was there. Whoever reads the file finds the old text or the new one and never
/// a part, even if the program is killed meanwhile. The directory must be there.
pub fn save(path: &Path, record: &Record) -> io::Result<()> {
    replace_file(path, record.format().as_bytes())
}

/// Writes a file as a whole or not at all.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name =
        path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this is not a file name"))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    // No other save, of this program or another, writes to the same temporary file.
    temporary.push(format!(".{}.{}.tmp", process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    let temporary = path.with_file_name(temporary);
    let written = write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    // Otherwise the new name could reach the disk before the text does.
    file.sync_all()
}

/// Writes a record to [`autosave_path`], making its directory if need be. Does nothing where there is no such place.
pub fn autosave(record: &Record) -> io::Result<()> {
    let Some(path) = autosave_path() else { return Ok(()) };
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    save(&path, record)
}

/// Where the game in progress is kept, so that it can be resumed: `autosave.txt` in the directory that `SKIRMISH_STATE` names,
/// or in `skirmish` within the user's directory for state (`XDG_STATE_HOME`, usually `~/.local/state`). `None` for a user without a
/// home.
pub fn autosave_path() -> Option<PathBuf> {
    directory("SKIRMISH_STATE", "XDG_STATE_HOME", ".local/state").map(|directory| directory.join("autosave.txt"))
}

/// A directory of our own: what one variable names, or `skirmish` in what a second names, or in a usual place at home.
pub(crate) fn directory(own: &str, common: &str, at_home: &str) -> Option<PathBuf> {
    let named = |variable| env::var_os(variable).map(PathBuf::from);
    choose_directory(named(own), named(common), env::home_dir().map(|home| home.join(at_home)))
}

fn choose_directory(own: Option<PathBuf>, common: Option<PathBuf>, at_home: Option<PathBuf>) -> Option<PathBuf> {
    let own = own.filter(|path| !path.as_os_str().is_empty());
    // Only an absolute path counts: a relative one would mean another place in every directory.
    let shared = common.into_iter().chain(at_home).find(|path| path.is_absolute());
    own.or_else(|| shared.map(|path| path.join("skirmish")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_is_kept_where_the_user_wants_it() {
        let find = |own: Option<&str>, state: Option<&str>, home: Option<&str>| {
            choose_directory(own.map(PathBuf::from), state.map(PathBuf::from), home.map(PathBuf::from))
        };
        let path = |text: &str| Some(PathBuf::from(text));
        assert_eq!(find(Some("x"), Some("/state"), Some("/home")), path("x"));
        assert_eq!(find(Some(""), Some("/state"), Some("/home")), path("/state/skirmish"));
        assert_eq!(find(None, Some("relative"), Some("/home/.cache")), path("/home/.cache/skirmish"));
        assert_eq!(find(None, Some(""), Some("")), None);
        assert_eq!(find(None, None, None), None);
    }
}
