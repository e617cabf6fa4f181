//! Linux: namespaces by bubblewrap, `/proc`, pidfds, pseudo-terminals, landlock.

mod bubblewrap;
mod cgroup;
mod filter;
mod interpreters;
mod launch;
mod schedstat;
mod stdin_wait;
mod tree;
mod usage;
mod weak;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::child::{ChildProcess, StartError, Streams};
use super::resource_monitor::Family;
#[cfg(feature = "postgres")]
pub(crate) use super::unix::format_host;
pub(crate) use super::unix::{join_words, split_words};
use super::{Activity, Channel, CoreTimes, Wakes};
use crate::competitor::{Program, ResourceLimits, Sandbox};
use launch::{Begun, launch};
use usage::Processes;

/// The limits that this system does not support.
pub(super) const MISSING: &[&str] = &[];

/// A program that was started.
pub(super) struct Started {
    begun: Begun,
    folder: Option<PathBuf>,
    limits: ResourceLimits,
    /// Whether it was killed because it could not be stopped.
    is_restless: AtomicBool,
}

impl ChildProcess for Started {
    const CAN_PAUSE: bool = true;

    fn start(program: &Program, limits: &ResourceLimits, channel: Channel) -> Result<Started, StartError> {
        let begun = launch(program, limits, channel)?;
        let (folder, limits) = (program.folder.clone(), *limits);
        Ok(Started { begun, folder, limits, is_restless: AtomicBool::new(false) })
    }

    fn streams(&self) -> &impl Streams {
        &self.begun.launched
    }

    fn family(&self) -> impl Family + use<> {
        Processes::new(self.begun.kin.clone(), self.folder.as_deref(), &self.limits)
    }

    fn exit_status(&self) -> Option<String> {
        let status = self.begun.launched.exit_status()?;
        if self.is_restless.load(Relaxed) {
            return Some("it was killed for starting processes without end while it was not to move".to_owned());
        }
        if let (Some(cgroup), Some(most)) = (&self.begun.cgroup, self.limits.memory)
            && cgroup.is_out_of_memory()
        {
            return Some(format!("it was killed for using more than {most} MiB of memory; {most} are allowed"));
        }
        // Bubblewrap ends with the status of the program, or 128 and the number of its signal.
        let number = status.strip_prefix("it ended with status ").and_then(|number| number.parse::<u32>().ok());
        Some(match number {
            Some(number @ 129..=192) if self.begun.kin.has_namespace() => format!("{status} (signal {})", number - 128),
            _ => status,
        })
    }

    fn has_ended(&self) -> bool {
        self.begun.kin.has_ended() || self.begun.launched.exit_status().is_some()
    }

    fn activity(&self, known: &Wakes) -> Activity {
        stdin_wait::activity(&self.begun.kin, self.begun.launched.terminal(), known)
    }

    fn wakes(&self) -> Wakes {
        if self.begun.launched.terminal().is_some() { stdin_wait::wakes(&self.begun.kin) } else { Wakes::new() }
    }

    fn core_times(&self) -> CoreTimes {
        schedstat::core_times(self.begun.kin.members())
    }

    fn set_paused(&self, paused: bool) {
        if !self.begun.kin.set_paused(paused) && self.begun.kin.has_namespace() {
            self.is_restless.store(true, Relaxed);
            self.begun.kin.end();
        }
    }

    fn end(&mut self) {
        self.begun.kin.end();
        self.begun.launched.end();
    }
}

/// Keeps this thread, and what it starts, to its share of the processor cores that it may use. Nothing changes if there are
/// too few for all.
pub(crate) fn keep_to_cores(share: usize, shares: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(all) = sched_getaffinity(None) else { return };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| all.is_set(core)).collect();
    let each = cores.len() / shares.max(1);
    let mut own = CpuSet::new();
    cores.iter().skip(share * each).take(each).for_each(|&core| own.set(core));
    if each > 0 {
        let _ = sched_setaffinity(None, &own);
    }
}

/// Whether this process has all rights.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// How this system enforces an engine's limits, in sentences for the user.
pub fn describe_limits() -> Vec<String> {
    let by_kernel = match cgroup::why_none() {
        None => "by a cgroup, and ".to_owned(),
        Some(_) => String::new(),
    };
    let why = cgroup::why_none().map_or(String::new(), |why| format!(" ({why})"));
    let memory = format!("memory and processes: per engine, {by_kernel}checked every 10 ms{why}; disk: every 100 ms");
    let files = "cpu and files: per process, by the kernel".to_owned();
    vec![memory, files, describe_sandbox()]
}

/// What the sandbox does here, in a sentence.
fn describe_sandbox() -> String {
    match launch::try_anywhere(Sandbox::Full) {
        Ok(()) => "sandbox: by bubblewrap: namespaces and a filter of system calls".to_owned(),
        Err(why) if launch::try_anywhere(Sandbox::Weak).is_ok() => {
            format!("sandbox: not available: {why}; the weak one is, by landlock")
        }
        Err(why) => format!("sandbox: not available: {why}"),
    }
}

/// Tries the sandbox of an engine, as the engine is started. The error is a sentence with the way out.
pub(super) fn check_sandbox(program: &Program, limits: &ResourceLimits) -> Result<(), String> {
    if limits.sandbox == Sandbox::Off {
        return Ok(());
    }
    match launch::try_for(program, limits) {
        Err(StartError::Machine(why)) => Err(why),
        // What is wrong with the program, the program loses by.
        Ok(()) | Err(StartError::Program(_)) => Ok(()),
    }
}
