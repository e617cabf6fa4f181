//! The one process that plays the tournament in a file.
//!
//! A lock file next to the tournament is locked as long as that process lives. The kernel gives the lock back however
//! the process dies, so the next process that gets it knows that nobody plays: there is nothing to wait for and nothing
//! to clean up. That is also why claims need not be written down: they live and die with the owner.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use std::{process, thread};

use super::StoreError;
use super::claims::Claims;
use crate::system::{self, Lock};

/// The right to play the tournament in a file, shared by all stores of this process that have it open.
#[derive(Debug)]
pub struct Ownership {
    lock_path: PathBuf,
    /// Locked until it is closed.
    _lock: File,
    claims: Mutex<Claims>,
}

/// What this process owns. The kernel's lock is the process's, not a store's.
static OWNED: Mutex<BTreeMap<PathBuf, Weak<Ownership>>> = Mutex::new(BTreeMap::new());

impl Ownership {
    /// The ownership of a file, if this process has it.
    pub fn present(path: &Path) -> Option<Arc<Ownership>> {
        let path = fs::canonicalize(path).ok()?;
        OWNED.lock().unwrap_or_else(PoisonError::into_inner).get(&path)?.upgrade()
    }

    /// Makes this process the owner of an existing file, unless it is already. Fails if another process is.
    pub fn take(path: &Path) -> Result<Arc<Ownership>, StoreError> {
        let canonical = fs::canonicalize(path).map_err(|error| cannot_open(path, &error))?;
        let mut owned = OWNED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(present) = owned.get(&canonical).and_then(Weak::upgrade) {
            return Ok(present);
        }
        let lock_path = lock_path(&canonical);
        let lock = lock_file(path, &lock_path)?;
        let ownership = Arc::new(Ownership { lock_path, _lock: lock, claims: Mutex::default() });
        owned.retain(|_, other| other.strong_count() > 0);
        owned.insert(canonical, Arc::downgrade(&ownership));
        Ok(ownership)
    }

    /// Whether another process is the owner.
    pub fn is_elsewhere(path: &Path) -> bool {
        let lock = fs::canonicalize(path).and_then(|path| File::open(lock_path(&path)));
        // A process that wants to play at this very moment tries again a little later.
        lock.and_then(|lock| system::lock_file(&lock, false)).is_ok_and(|lock| lock == Lock::Elsewhere)
    }

    /// Who plays what.
    pub fn claims(&self) -> MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Ownership {
    fn drop(&mut self) {
        // Nobody else can own the file before it is closed, just after this. If it cannot be removed, it does no harm.
        let _ = fs::remove_file(&self.lock_path);
    }
}

fn lock_path(path: &Path) -> PathBuf {
    let mut lock_path = OsString::from(path);
    lock_path.push("-lock");
    PathBuf::from(lock_path)
}

/// How long a process that was just killed may take to go. A child that it was starting has the lock until it is started.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

fn lock_file(path: &Path, lock_path: &Path) -> Result<File, StoreError> {
    let start = Instant::now();
    loop {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(lock_path);
        let mut file = file.map_err(|error| cannot_open(lock_path, &error))?;
        match system::lock_file(&file, true) {
            Ok(Lock::Ours) if system::is_at(&file, lock_path) => {
                // Only for the message below: the lock counts, not what is written.
                let _ = file.set_len(0).and_then(|()| write!(file, "{}", process::id()));
                return Ok(file);
            }
            // Its owner removed it between the two steps.
            Ok(Lock::Ours) => {}
            Ok(Lock::Elsewhere) if start.elapsed() < LOCK_TIMEOUT => {
                thread::sleep(Duration::from_millis(10));
            }
            Ok(Lock::Elsewhere) => {
                let mut owner = String::new();
                let _ = file.take(20).read_to_string(&mut owner);
                return Err(StoreError(format!(
                    "{} is being played by another process{}; several processes can play one tournament in PostgreSQL only",
                    path.display(),
                    owner.parse().map_or(String::new(), |number: u32| format!(" ({number})")),
                )));
            }
            Err(error) => return Err(cannot_open(lock_path, &error)),
        }
    }
}

fn cannot_open(path: &Path, error: &io::Error) -> StoreError {
    StoreError(format!("{} cannot be opened: {error}", path.display()))
}
