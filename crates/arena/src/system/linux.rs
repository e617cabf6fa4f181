//! Linux: `/proc`, pidfds, pseudo-terminals, landlock.

mod guard;
mod launch;
mod sandbox;
mod stdin_wait;
mod tree;
mod usage;

use rustix::process::Pid;

use super::child::{ChildProcess, Streams};
use super::resource_monitor::Family;
use super::unix::Launched;
#[cfg(feature = "postgres")]
pub(crate) use super::unix::format_host;
pub(crate) use super::unix::{join_words, split_words};
use super::{Activity, Channel, Wakes};
use crate::competitor::{Program, ResourceLimits};
use launch::launch;
use tree::FamilyMark;
use usage::Processes;

/// The limits that this system cannot hold a program to.
pub(super) const MISSING: &[&str] = &[];

/// A program that was started.
pub(super) struct Started {
    launched: Launched,
    mark: FamilyMark,
}

impl Started {
    fn leader(&self) -> Pid {
        self.launched.leader()
    }
}

impl ChildProcess for Started {
    fn start(program: &Program, limits: &ResourceLimits, channel: Channel) -> Result<Started, String> {
        tree::adopt_orphans();
        guard::watch();
        let mark = FamilyMark::new();
        Ok(Started { launched: launch(program, limits, channel, mark)?, mark })
    }

    fn streams(&self) -> &impl Streams {
        &self.launched
    }

    fn family(&self) -> impl Family + use<> {
        Processes::new(self.leader(), self.mark)
    }

    fn exit_status(&self) -> Option<String> {
        self.launched.exit_status()
    }

    fn activity(&self, known: &Wakes) -> Activity {
        stdin_wait::activity(self.leader(), self.launched.terminal(), known)
    }

    fn wakes(&self) -> Wakes {
        if self.launched.terminal().is_some() { stdin_wait::wakes(self.leader()) } else { Wakes::new() }
    }

    fn end(&mut self) {
        tree::end_all(self.leader(), self.mark);
        self.launched.end();
    }
}

/// What of an engine's limits holds on this system, in sentences for people.
pub fn describe_limits() -> Vec<String> {
    let memory = "memory and processes: each engine's own processes, looked at every 10 ms".to_owned();
    let files = "cpu and files: each process, by the kernel".to_owned();
    let root = rustix::process::geteuid().is_root();
    let ceiling = match root {
        true => "the kernel's ceiling on processes does not hold for root, under whom this runs".to_owned(),
        false => "behind them the kernel's own ceilings on data and processes".to_owned(),
    };
    vec![memory, ceiling, files, sandbox::describe()]
}
