//! What depends on the operating system: programs started behind limits and a sandbox, their terminals, what they use, what
//! they wait for, and how they end with all they started. Nothing else in this crate calls the system by its own names.
//!
//! Each system has a module with the same items, above all `Started`, on which [`RunningProgram`] rests; what they have in common is beside
//! them. Where a system cannot give something, a sentence of [`check_limits`] says so before the first game.

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

// Tested everywhere, needed where pipes cannot be asked whether something is there.
#[cfg(any(windows, test))]
mod conpty_screen;
#[cfg(any(windows, test))]
mod nonblocking_io;
#[cfg(any(windows, test))]
mod windows_args;

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
compile_error!("the arena runs programs on Linux, macOS and Windows only");

use std::collections::HashMap;
use std::process::Command;

#[cfg(target_os = "linux")]
use linux as platform;
#[cfg(target_os = "macos")]
use macos as platform;
#[cfg(windows)]
use windows as platform;

use crate::competitor::{ResourceLimits, Sandbox};
pub(crate) use child::{RunningProgram, Streams};
pub(crate) use files::{Lock, is_at, lock_file};
pub use platform::describe_limits;
#[cfg(feature = "postgres")]
pub(crate) use platform::format_host;
pub(crate) use platform::{join_words, split_words};
pub(crate) use programs::find_program;

/// The name of whoever runs this, where the driver of PostgreSQL does not find it out by itself.
#[cfg(feature = "postgres")]
pub(crate) fn user_name() -> Option<String> {
    if cfg!(target_os = "macos") { std::env::var("USER").ok() } else { None }
}

/// A stream of a program that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// What it says.
    Output,
    /// Its error stream, which programs at a terminal do not have apart.
    Errors,
}

/// What a program talks through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Channel {
    /// Pipes, for programs that talk to programs.
    Pipes,
    /// A terminal, for programs that talk to people: many of them say nothing into a pipe before they end.
    Terminal,
}

/// What a program is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activity {
    /// A thread waits for a line at the terminal, and no other runs.
    Waits,
    /// No thread waits for a line.
    Works,
    /// That cannot be told.
    Unknown,
}

/// How often each thread of a program has waited for something, by its number; empty where that cannot be told.
pub(crate) type Wakes = HashMap<String, u64>;

/// The word of a plan for each bound that somebody may set and a system may not have.
fn set_limits(limits: &ResourceLimits) -> impl Iterator<Item = &'static str> {
    let ResourceLimits { memory, processor, file, processes, sandbox } = *limits;
    let set = [
        ("memory", memory.is_some()),
        ("cpu", processor.is_some()),
        ("files", file.is_some()),
        ("processes", processes.is_some()),
        ("sandbox", sandbox != Sandbox::Off),
    ];
    set.into_iter().filter_map(|(word, set)| set.then_some(word))
}

/// Whether this system can hold a program to its limits. The error is the word of the first that it cannot, and a sentence.
pub(crate) fn check_limits(limits: &ResourceLimits) -> Result<(), (&'static str, String)> {
    match set_limits(limits).find(|word| platform::MISSING.contains(word)) {
        None => Ok(()),
        Some(word @ "sandbox") => Err((word, "there is no sandbox on this system, only on Linux".to_owned())),
        Some(word) => Err((word, format!("{word} cannot be limited on this system"))),
    }
}

/// Programs see our environment without the way to a database, and learn where the program is that knows the rules.
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
            sandbox: Sandbox::Writing,
        };
        assert_eq!(set_limits(&all).collect::<Vec<_>>(), ["memory", "cpu", "files", "processes", "sandbox"]);
        let found = check_limits(&all).err().map(|(word, _)| word);
        assert_eq!(found, platform::MISSING.first().copied());
    }
}
