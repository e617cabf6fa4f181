//! What differs between systems: temporary files, and how long threads wait for a core.

use std::cell::Cell;
use std::io;
use std::path::Path;
use std::time::Duration;

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

/// How long this thread waits for a core when it could run, on average: since the last call, or since its start if it has hardly run
/// since.
pub(crate) fn wait_for_core() -> Duration {
    const ENOUGH_SLICES: u64 = 8;
    thread_local!(static BEFORE: Cell<[u64; 2]> = const { Cell::new([0; 2]) });
    let Some(now) = waited() else { return Duration::ZERO };
    let before = BEFORE.replace(now);
    let since = [0, 1].map(|index| now[index].saturating_sub(before[index]));
    let [nanos, slices] = if since[1] >= ENOUGH_SLICES { since } else { now };
    Duration::from_nanos(nanos / slices.max(1))
}

/// The nanoseconds that this thread has waited for a core, and how often it got one. `None` where the system does not say.
#[cfg(target_os = "linux")]
fn waited() -> Option<[u64; 2]> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let mut numbers = text.split_whitespace().skip(1).map(str::parse);
    Some([numbers.next()?.ok()?, numbers.next()?.ok()?])
}

#[cfg(not(target_os = "linux"))]
fn waited() -> Option<[u64; 2]> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::{Duration, Instant};

    use super::{wait_for_core, waited};
    use crate::record_file::{CACHE, STATE};

    #[test]
    fn waits_for_a_core_are_known_and_shorter_than_the_time() {
        let start = Instant::now();
        let [nanos, slices] = waited().unwrap();
        assert!(slices > 0);
        while start.elapsed() < Duration::from_millis(20) {}
        let [later, more] = waited().unwrap();
        assert!(later >= nanos && more >= slices);
        assert!(Duration::from_nanos(later - nanos) <= start.elapsed());
        wait_for_core();
    }

    #[test]
    fn what_version_0_1_0_kept_is_where_it_was() {
        for directory in [STATE, CACHE] {
            assert_eq!(directory.earlier(), directory.usual());
        }
    }
}
