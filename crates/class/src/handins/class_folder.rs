//! The folder of a class: where everything is, and what is known about each student.
//!
//! - `class.toml`: the settings;
//! - `handins/STUDENT/student.json`: what is known about a student, replaced as a whole;
//! - `handins/STUDENT/VERSION/source` and `program`: what was handed in, and the same where it is built and runs;
//! - `handins/STUDENT/build.log`, `grade.json`;
//! - `league/`: the tournaments; `reports/`: a page for each student.

use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::hash::BuildHasher;
use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use skirmish_play::replace_file;

use super::names::slug;
use super::settings::{ClassSettings, FoundProtocol};

/// Why something could not be done with the folder of a class, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassError(String);

impl ClassError {
    /// An error with this sentence.
    pub fn new(sentence: impl Into<String>) -> ClassError {
        ClassError(sentence.into())
    }

    /// An error about a file.
    pub fn at(path: &Path, error: &io::Error) -> ClassError {
        ClassError(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for ClassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ClassError {}

/// The folder of a class with its settings.
#[derive(Debug)]
pub struct ClassFolder {
    /// Its absolute path.
    pub path: PathBuf,
    /// The settings as they were when it was opened.
    pub settings: ClassSettings,
}

/// What is known about a student's hand-in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StudentState {
    /// The student's name, as it is shown.
    pub name: String,
    /// The file that was handed in.
    pub file: String,
    /// The hash of what was handed in; empty before anything could be unpacked.
    pub version: String,
    /// Why the last hand-in could not be unpacked, in a sentence. An earlier version then still counts.
    pub refused: Option<String>,
    /// What was left out when it was unpacked.
    pub note: Option<String>,
    /// The build of this version.
    pub build: Option<BuildResult>,
    /// The trial of this version.
    pub trial: Option<TrialResult>,
}

/// How a program was built.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BuildResult {
    /// What it was built from: the version and the settings of builds.
    pub key: String,
    /// What was found, such as `Makefile`.
    pub kind: String,
    /// The command that runs it, in its folder; empty if there is none.
    pub command: Vec<String>,
    /// The folder below `program` in which it runs.
    pub folder: PathBuf,
    /// Why there is no program, in a sentence.
    pub error: Option<String>,
    /// Whether this machine is to blame, so that another attempt may succeed.
    pub is_machines: bool,
}

/// How a program plays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TrialResult {
    /// What was tried: the build and the settings of games.
    pub key: String,
    /// What was found out.
    pub found: FoundProtocol,
    /// Whether it plays by the rules.
    pub plays: bool,
    /// Whether it can take part in the league: it made moves that were understood.
    pub competes: bool,
    /// Its fault, in a sentence.
    pub fault: Option<String>,
    /// The dialogue of the game with the fault.
    pub dialogue: String,
}

/// Keeps other processes from changing a class at the same time.
#[derive(Debug)]
pub struct ClassLock {
    _file: File,
}

/// The settings' file.
pub const CLASS_FILE: &str = "class.toml";

impl ClassFolder {
    /// Opens the folder of a class.
    pub fn open(path: &Path) -> Result<ClassFolder, ClassError> {
        let path = path.canonicalize().map_err(|error| ClassError::at(path, &error))?;
        let file = path.join(CLASS_FILE);
        if !file.is_file() {
            return Err(ClassError::new(format!(
                "{} is not the folder of a class: it has no {CLASS_FILE}; skirmish class init makes one",
                path.display()
            )));
        }
        let settings = ClassSettings::read(&file)?;
        Ok(ClassFolder { path, settings })
    }

    /// Makes the folder of a class, if it has no settings yet.
    pub fn create(path: &Path, text: &str) -> Result<ClassFolder, ClassError> {
        fs::create_dir_all(path).map_err(|error| ClassError::at(path, &error))?;
        let file = path.join(CLASS_FILE);
        if file.exists() {
            return Err(ClassError::new(format!("{} is there already", file.display())));
        }
        replace_file(&file, text.as_bytes()).map_err(|error| ClassError::at(&file, &error))?;
        ClassFolder::open(path)
    }

    /// Locks the folder against other processes that would change it; an error if one does so now.
    pub fn lock(&self) -> Result<ClassLock, ClassError> {
        let path = self.path.join(".lock");
        let file =
            File::options().create(true).append(true).open(&path).map_err(|error| ClassError::at(&path, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(ClassLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(ClassError::new(format!(
                "another skirmish works on {}: wait until it is done",
                self.path.display()
            ))),
            Err(TryLockError::Error(error)) => Err(ClassError::at(&path, &error)),
        }
    }

    /// Everybody who has handed something in, by name.
    pub fn students(&self) -> Result<Vec<StudentState>, ClassError> {
        let folder = self.path.join("handins");
        let mut found = BTreeMap::new();
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(ClassError::at(&folder, &error)),
        };
        for entry in entries {
            let path = entry.map_err(|error| ClassError::at(&folder, &error))?.path().join("student.json");
            if let Some(student) = read_json::<StudentState>(&path)? {
                found.insert((student.name.to_lowercase(), student.name.clone()), student);
            }
        }
        Ok(found.into_values().collect())
    }

    /// What is known about a student, who may be new.
    pub fn student(&self, name: &str) -> Result<StudentState, ClassError> {
        let known = read_json(&self.folder_of(name).join("student.json"))?;
        Ok(known.unwrap_or_else(|| StudentState { name: name.to_owned(), ..StudentState::default() }))
    }

    /// What pseudonyms are made from: a number of this class that nobody else knows.
    pub fn secret(&self) -> Result<u64, ClassError> {
        let path = self.path.join("secret.json");
        if let Some(secret) = read_json(&path)? {
            return Ok(secret);
        }
        // The keys of the standard library's tables are random.
        let secret = RandomState::new().hash_one(std::process::id());
        write_json(&path, &secret)?;
        Ok(secret)
    }

    /// Saves what is known about a student, whole or not at all.
    pub fn save(&self, student: &StudentState) -> Result<(), ClassError> {
        let folder = self.folder_of(&student.name);
        fs::create_dir_all(&folder).map_err(|error| ClassError::at(&folder, &error))?;
        write_json(&folder.join("student.json"), student)
    }

    /// The folder of a student.
    pub fn folder_of(&self, name: &str) -> PathBuf {
        self.path.join("handins").join(slug(name))
    }

    /// What was handed in.
    pub fn source(&self, student: &StudentState) -> PathBuf {
        self.folder_of(&student.name).join(short(&student.version)).join("source")
    }

    /// Where it is built and runs: all that its sandbox shows of this folder.
    pub fn program(&self, student: &StudentState) -> PathBuf {
        self.folder_of(&student.name).join(short(&student.version)).join("program")
    }

    /// The output of its last build.
    pub fn build_log(&self, name: &str) -> PathBuf {
        self.folder_of(name).join("build.log")
    }
}

/// A version's name in paths.
pub fn short(version: &str) -> &str {
    version.get(..16).unwrap_or(version)
}

/// Reads a file of ours; `None` if it is not there. One that cannot be understood is an error: it was written whole.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, ClassError> {
    match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map(Some)
            .map_err(|error| ClassError::new(format!("{} is damaged or of another version: {error}", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ClassError::at(path, &error)),
    }
}

/// Writes a file of ours, whole or not at all.
pub fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), ClassError> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|error| ClassError::new(error.to_string()))?;
    text.push(b'\n');
    replace_file(path, &text).map_err(|error| ClassError::at(path, &error))
}
