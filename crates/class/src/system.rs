//! What depends on the operating system: whether a file can run, and whose a folder is.

use std::io;
use std::path::Path;

/// Whether a file can run.
#[cfg(unix)]
pub(crate) fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Whether a file can run.
#[cfg(not(unix))]
pub(crate) fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["exe", "bat", "cmd"].iter().any(|known| extension == *known))
}

/// Lets a file run.
#[cfg(unix)]
pub(crate) fn set_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, PermissionsExt::from_mode(0o755))
}

/// Lets a file run.
#[cfg(not(unix))]
pub(crate) fn set_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Gives a folder with all that is in it to an ordinary user, if this process is root: a sandboxed program then runs as that user.
#[cfg(unix)]
pub(crate) fn give_away(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::lchown;
    /// The user without rights.
    const NOBODY: u32 = 65534;
    if !skirmish_arena::is_root() {
        return Ok(());
    }
    lchown(folder, Some(NOBODY), Some(NOBODY))?;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => give_away(&entry.path())?,
            false => lchown(entry.path(), Some(NOBODY), Some(NOBODY))?,
        }
    }
    Ok(())
}

/// Gives a folder with all that is in it to an ordinary user.
#[cfg(not(unix))]
pub(crate) fn give_away(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes a folder with all that is in it, if it is there. A program may have made folders that not even their owner can open.
pub(crate) fn remove_all(path: &Path) -> io::Result<()> {
    let removed = match std::fs::remove_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            open_folders(path)?;
            std::fs::remove_dir_all(path)
        }
        other => other,
    };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Lets the owner of a folder read and change it and all folders in it.
#[cfg(unix)]
fn open_folders(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, PermissionsExt::from_mode(0o700))?;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            open_folders(&entry.path())?;
        }
    }
    Ok(())
}

/// Lets the owner of a folder read and change it and all folders in it.
#[cfg(not(unix))]
fn open_folders(_: &Path) -> io::Result<()> {
    Ok(())
}
