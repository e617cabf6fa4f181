//! Record files, written atomically, and the directories of the program.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::{env, fmt};

use directories::ProjectDirs;
use skirmish_board::LineError;

use crate::{Record, system};

/// Why a record could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// The file cannot be read.
    File(io::Error),
    /// Its content is not a record.
    Record(LineError),
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
const MAX_BYTES: u64 = 4 << 20;

/// Reads the record in a file.
pub fn load(path: &Path) -> Result<Record, LoadError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(LoadError::File)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(LoadError::File)?;
    let error = |line, sentence: String| LoadError::Record(LineError { line, sentence });
    if bytes.len() as u64 > MAX_BYTES {
        return Err(error(1, format!("the file is too large for a record, expected at most {MAX_BYTES} bytes")));
    }
    let text = std::str::from_utf8(&bytes).map_err(|not_text| {
        let line = 1 + bytes[..not_text.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        error(line, "this is not UTF-8 text, expected plain text".to_owned())
    })?;
    Record::parse(text).map_err(LoadError::Record)
}

/// Writes a record to a file, replacing it atomically: a reader finds the old text or the new one, even if the program is killed. The
/// directory must exist.
pub fn save(path: &Path, record: &Record) -> io::Result<()> {
    replace_file(path, record.format().as_bytes())
}

/// Writes a file whole or not at all: after a crash, or on a full disk, what was there is still there. A link keeps pointing where it
/// does; a device or a pipe is written to. The directory must exist.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = match fs::metadata(path) {
        Ok(found) if !found.is_file() => return File::options().write(true).open(path)?.write_all(bytes),
        Ok(_) => fs::canonicalize(path)?,
        Err(_) => path.to_owned(),
    };
    let path = &target;
    let mut temporary = tempfile::Builder::new();
    temporary.prefix(".skirmish-").suffix(".tmp");
    // A rename is atomic only within one directory.
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut file = system::new_file(&mut temporary, directory.unwrap_or(Path::new(".")))?;
    file.write_all(bytes)?;
    // Otherwise the rename could reach the disk before the text does.
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Saves a text under this name in the directory of saved games. Does nothing for a user without one.
pub fn save_text(name: &str, text: &str) -> io::Result<()> {
    let Some(path) = STATE.path(name) else { return Ok(()) };
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    replace_file(&path, text.as_bytes())
}

/// The text that [`save_text`] saved under this name; `None` if there is none or it cannot be read.
pub fn saved_text(name: &str) -> Option<String> {
    let mut text = String::new();
    File::open(STATE.path(name)?).ok()?.take(MAX_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

/// A directory of the program.
pub(crate) struct Directory {
    /// The environment variable that names it.
    own: &'static str,
    /// Its default on this system.
    usual: fn(&ProjectDirs) -> PathBuf,
    /// Where version 0.1.0 had it on every system: an environment variable, and a directory in the home directory.
    earlier: (&'static str, &'static str),
}

/// State: saved games and preferences.
pub(crate) const STATE: Directory = Directory {
    own: "SKIRMISH_STATE",
    usual: |user| user.state_dir().unwrap_or(user.data_local_dir()).to_owned(),
    earlier: ("XDG_STATE_HOME", ".local/state"),
};

/// Cache: what can be computed again.
pub(crate) const CACHE: Directory = Directory {
    own: "SKIRMISH_CACHE",
    usual: |user| user.cache_dir().to_owned(),
    earlier: ("XDG_CACHE_HOME", ".cache"),
};

/// The name of the program's directories.
const NAME: &str = "skirmish";

impl Directory {
    /// Where a file of this name is written.
    pub(crate) fn path(&self, name: &str) -> Option<PathBuf> {
        Some(self.named().or_else(|| self.usual())?.join(name))
    }

    /// Where a file of this name is found.
    pub(crate) fn find(&self, name: &str) -> Option<PathBuf> {
        let earlier = || self.earlier().filter(|_| self.named().is_none()).map(|directory| directory.join(name));
        self.path(name).filter(|path| path.exists()).or_else(|| earlier().filter(|path| path.exists()))
    }

    /// Its default.
    pub(crate) fn usual(&self) -> Option<PathBuf> {
        Some((self.usual)(&ProjectDirs::from("", "", NAME)?))
    }

    fn named(&self) -> Option<PathBuf> {
        env::var_os(self.own).filter(|value| !value.is_empty()).map(PathBuf::from)
    }

    pub(crate) fn earlier(&self) -> Option<PathBuf> {
        let (variable, at_home) = self.earlier;
        let named = env::var_os(variable).map(PathBuf::from);
        let at_home = env::home_dir().map(|home| home.join(at_home));
        // A relative path would mean another directory wherever the program is started.
        named.into_iter().chain(at_home).find(|path| path.is_absolute()).map(|path| path.join(NAME))
    }
}
