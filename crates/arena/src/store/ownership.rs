//! Ownership: only one process plays the tournament in a file.
//!
//! The owner holds the lock of a file next to the tournament. The kernel releases it however the process dies, so the next
//! owner knows that no other process plays: there is nothing to wait for or to clean up. For the same reason claims are not
//! stored.

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
    /// Held until it is closed.
    _lock: File,
    claims: Mutex<Claims>,
}

/// The files that this process owns. The lock belongs to the process, not to a store.
static OWNED: Mutex<BTreeMap<PathBuf, Weak<Ownership>>> = Mutex::new(BTreeMap::new());

impl Ownership {
    /// The ownership of a file, if this process owns it.
    pub fn present(path: &Path) -> Option<Arc<Ownership>> {
        let path = fs::canonicalize(path).ok()?;
        OWNED.lock().unwrap_or_else(PoisonError::into_inner).get(&path)?.upgrade()
    }

    /// Makes this process the owner of an existing file. Fails if another process is.
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
        // A process that tries to lock it at this moment tries again.
        lock.and_then(|lock| system::lock_file(&lock, false)).is_ok_and(|lock| lock == Lock::Elsewhere)
    }

    /// The claims on its pairs.
    pub fn claims(&self) -> MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Ownership {
    fn drop(&mut self) {
        // No other process can own it before it is closed, after this. A leftover file does no harm.
        let _ = fs::remove_file(&self.lock_path);
    }
}

fn lock_path(path: &Path) -> PathBuf {
    let mut lock_path = OsString::from(path);
    lock_path.push("-lock");
    PathBuf::from(lock_path)
}

/// How long a killed process may take to release the lock. A child that it was starting holds it until exec.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

fn lock_file(path: &Path, lock_path: &Path) -> Result<File, StoreError> {
    let start = Instant::now();
    loop {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(lock_path);
        let mut file = file.map_err(|error| cannot_open(lock_path, &error))?;
        match system::lock_file(&file, true) {
            Ok(Lock::Ours) if system::is_at(&file, lock_path) => {
                // Only for the message below.
                let _ = file.set_len(0).and_then(|()| write!(file, "{}", process::id()));
                return Ok(file);
            }
            // Its owner removed it in between.
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
