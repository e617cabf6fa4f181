//! Creating temporary files, which differs between systems.

use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// A temporary file in a directory, with the permissions that the user's umask gives.
#[cfg(unix)]
pub(crate) fn new_file(builder: &mut Builder<'_, '_>, directory: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(PermissionsExt::from_mode(0o666)).tempfile_in(directory)
}

/// A temporary file in a directory, with the permissions of the directory.
#[cfg(not(unix))]
pub(crate) fn new_file(builder: &mut Builder<'_, '_>, directory: &Path) -> io::Result<NamedTempFile> {
    builder.tempfile_in(directory)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use crate::record_file::{CACHE, STATE};

    #[test]
    fn what_version_0_1_0_kept_is_where_it_was() {
        for directory in [STATE, CACHE] {
            assert_eq!(directory.earlier(), directory.usual());
        }
    }
}
