//! Ending programs with all they started.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, pidfd_send_signal};

use super::launch::read_quietly;

/// The environment variable by which the processes that a program started are found.
pub(crate) const MARK: &str = "SKIRMISH_SEAT";

/// How often processes are looked for before those that are still there are left alone. A program that starts new ones
/// faster than they can be ended needs a limit on processes.
const ROUNDS: usize = 50;

/// The beginning of the marks of all programs that this process starts.
pub(crate) fn prefix() -> &'static str {
    static PREFIX: OnceLock<String> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        format!("{}-{time:x}", std::process::id())
    })
}

/// A mark that no other program was started with.
pub(crate) fn new_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", prefix(), COUNT.fetch_add(1, Relaxed))
}

/// Ends the process group of a program that was not waited for yet, and then whatever left the group but still carries the mark.
/// Only a process that left the group and cleared its environment escapes.
pub(crate) fn end_all(leader: Pid, mark: &str) {
    let _ = kill_process_group(leader, Signal::KILL);
    let needle = format!("{MARK}={mark}");
    for _ in 0..ROUNDS {
        if end_marked(needle.as_bytes()) == 0 {
            break;
        }
    }
}

/// Ends all processes with this in their environment and returns how many there were. What has ended already has no environment.
fn end_marked(needle: &[u8]) -> usize {
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    numbers.filter_map(Pid::from_raw).filter(|&process| end_if_marked(process, needle).is_some()).count()
}

fn end_if_marked(process: Pid, needle: &[u8]) -> Option<()> {
    // Held while its environment is read, so that the number cannot become another process in between.
    let handle = pidfd_open(process, PidfdFlags::empty()).ok()?;
    let path = format!("/proc/{}/environ", process.as_raw_nonzero());
    let environment = read_quietly(Path::new(&path));
    environment.split(|&byte| byte == 0).find(|&variable| variable == needle)?;
    pidfd_send_signal(handle, Signal::KILL).ok()
}
