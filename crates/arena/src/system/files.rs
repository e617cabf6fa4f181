//! File locks that the kernel releases however a process dies.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use same_file::Handle;

/// The result of trying to lock a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// Locked until the file is closed.
    Ours,
    /// Locked by another process.
    Elsewhere,
}

/// Tries to lock an open file, exclusively (`alone`) or shared.
pub(crate) fn lock_file(file: &File, alone: bool) -> io::Result<Lock> {
    match if alone { file.try_lock() } else { file.try_lock_shared() } {
        Ok(()) => Ok(Lock::Ours),
        Err(TryLockError::WouldBlock) => Ok(Lock::Elsewhere),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Interrupted => Ok(Lock::Elsewhere),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The number of the file at this path, which no other file has while it exists. It is not opened: closing a file ends the locks that the
/// process has on it. Always the same where the system does not number files.
pub(crate) fn file_number(path: &Path) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata(path).ok().map(|data| (data.dev(), data.ino()))
    }
    #[cfg(not(unix))]
    {
        path.exists().then_some((0, 0))
    }
}

/// Whether this path still refers to the open file.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let open = file.try_clone().and_then(Handle::from_file);
    matches!((open, Handle::from_path(path)), (Ok(open), Ok(there)) if open == there)
}
