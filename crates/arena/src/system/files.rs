//! Locks on files that the kernel gives back however a process dies.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

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
    let operation =
        if alone { FlockOperation::NonBlockingLockExclusive } else { FlockOperation::NonBlockingLockShared };
    match flock(file, operation) {
        Ok(()) => Ok(Lock::Ours),
        Err(Errno::WOULDBLOCK | Errno::INTR) => Ok(Lock::Elsewhere),
        Err(error) => Err(error.into()),
    }
}

/// Whether an open file is the one that has this path now.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}
