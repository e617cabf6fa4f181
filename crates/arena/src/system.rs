//! Everything that depends on the operating system: starting programs with limits and a sandbox, their terminals, resource usage,
//! and ending them with all their children.
//!
//! Each system has a module with the same items, above all `Started`, which [`RunningProgram`] wraps. If a system does not
//! support a limit, [`check_limits`] reports it before the first game.

mod child;
mod files;
mod programs;
mod resource_monitor;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
mod unix;

// For Windows, where pipes cannot be polled; tested everywhere.
#[cfg(any(windows, test))]
mod conpty_screen;
#[cfg(any(windows, test))]
mod nonblocking_io;
#[cfg(any(windows, test))]
mod windows_args;

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
compile_error!("the arena runs programs on Linux, macOS and Windows only");

use std::collections::HashMap;
use std::fs;
use std::process::Command;
use std::time::Duration;

#[cfg(target_os = "linux")]
use linux as platform;
#[cfg(target_os = "macos")]
use macos as platform;
#[cfg(windows)]
use windows as platform;

use crate::competitor::{Program, ResourceLimits, Sandbox};
pub(crate) use child::{RunningProgram, StartError, Streams};
pub(crate) use files::{Lock, file_number, is_at, lock_file};
#[cfg(feature = "postgres")]
pub(crate) use platform::format_host;
pub(crate) use platform::keep_to_cores;
pub use platform::{describe_limits, is_root};
pub(crate) use platform::{join_words, split_words};
pub(crate) use programs::{find_program, symbolic_link};

/// The name of the user, where the PostgreSQL driver does not find it.
#[cfg(feature = "postgres")]
pub(crate) fn user_name() -> Option<String> {
    if cfg!(target_os = "macos") { std::env::var("USER").ok() } else { None }
}

/// An output stream of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Standard output.
    Output,
    /// Standard error; at a terminal it is part of the output.
    Errors,
}

/// How to talk to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    /// Pipes, for programs that speak a protocol.
    Pipes,
    /// A terminal, for console programs: many of them do not flush their output into a pipe.
    Terminal,
}

/// What a program is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activity {
    /// A thread waits for a line at the terminal, and no other runs.
    Waits,
    /// No thread waits for a line.
    Works,
    /// Unknown.
    Unknown,
}

/// How often each thread of a program has waited, by thread id; empty if unknown.
pub(crate) type Wakes = HashMap<String, u64>;

/// The times of each thread of a program, by thread id; empty if unknown.
pub(crate) type CoreTimes = HashMap<String, ThreadTimes>;

/// How long a thread had a core, and waited for one although it could run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ThreadTimes {
    pub(crate) used: Duration,
    pub(crate) waited: Duration,
    /// It asked for less than its share: then it is no fault of others that it waits.
    pub(crate) yields: bool,
}

/// The names of the limits that are set.
fn set_limits(limits: &ResourceLimits) -> impl Iterator<Item = &'static str> {
    let ResourceLimits { memory, processor, file, disk, processes, sandbox, network: _, ponder: _, affinity: _ } =
        *limits;
    let set = [
        ("memory", memory.is_some()),
        ("cpu", processor.is_some()),
        ("files", file.is_some()),
        ("disk", disk.is_some()),
        ("processes", processes.is_some()),
        ("sandbox", sandbox != Sandbox::Off),
    ];
    set.into_iter().filter_map(|(word, set)| set.then_some(word))
}

/// Whether this system supports these limits. The error is the name of the first that it does not, and a sentence.
pub(crate) fn check_limits(limits: &ResourceLimits) -> Result<(), (&'static str, String)> {
    match set_limits(limits).find(|word| platform::MISSING.contains(word)) {
        None => Ok(()),
        Some(word @ "sandbox") => Err((word, "not supported on this system, only on Linux".to_owned())),
        Some(word) => Err((word, "not supported on this system".to_owned())),
    }
}

/// Tries the sandbox of an engine, as the engine is started. The error is a sentence with the way out.
pub(crate) fn check_sandbox(program: &Program, limits: &ResourceLimits) -> Result<(), String> {
    platform::check_sandbox(program, &limits.in_force())
}

/// For how long this thread could have run so far and had no processor; nothing where the system does not show it.
pub(crate) fn waited_for_processor() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split_whitespace().nth(1).and_then(|time| time.parse().ok()).unwrap_or(0))
}

/// Removes database addresses from the environment, and sets `SKIRMISH` to the path of this program.
fn set_environment(command: &mut Command) {
    for (name, value) in std::env::vars_os() {
        let value = value.to_string_lossy();
        let is_address = ["postgres://", "postgresql://"].iter().any(|scheme| value.contains(scheme));
        if is_address || name.to_string_lossy().starts_with("PG") {
            command.env_remove(name);
        }
    }
    if std::env::var_os("SKIRMISH").is_none()
        && let Ok(own) = std::env::current_exe()
    {
        command.env("SKIRMISH", own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_that_cannot_hold_a_bound_says_which() {
        assert_eq!(check_limits(&ResourceLimits::default()), Ok(()));
        let all = ResourceLimits {
            memory: Some(1),
            processor: Some(1),
            file: Some(1),
            processes: Some(1),
            sandbox: Sandbox::Full,
            disk: Some(1),
            ..ResourceLimits::default()
        };
        assert_eq!(set_limits(&all).collect::<Vec<_>>(), ["memory", "cpu", "files", "disk", "processes", "sandbox"]);
        let found = check_limits(&all).err().map(|(word, _)| word);
        assert_eq!(found, platform::MISSING.first().copied());
    }
}
