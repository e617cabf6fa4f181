//! What differs between systems when a file is written.

use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// A new file in a directory that will take the place of another. As for any other file, the user's mask decides who may read it.
#[cfg(unix)]
pub(crate) fn new_file(builder: &mut Builder<'_, '_>, directory: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(PermissionsExt::from_mode(0o666)).tempfile_in(directory)
}

/// A new file in a directory that will take the place of another. Who may read it follows from the directory.
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
