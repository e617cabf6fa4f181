//! Locks on files that the kernel gives back however a process dies.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use same_file::Handle;

/// What came of asking for a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// It is ours until the file is closed.
    Ours,
    /// Somebody else has it.
    Elsewhere,
}

/// Asks for the lock of an open file, for itself alone or together with others.
pub(crate) fn lock_file(file: &File, alone: bool) -> io::Result<Lock> {
    match if alone { file.try_lock() } else { file.try_lock_shared() } {
        Ok(()) => Ok(Lock::Ours),
        Err(TryLockError::WouldBlock) => Ok(Lock::Elsewhere),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Interrupted => Ok(Lock::Elsewhere),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether an open file is the one that has this path now.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let open = file.try_clone().and_then(Handle::from_file);
    matches!((open, Handle::from_path(path)), (Ok(open), Ok(there)) if open == there)
}
