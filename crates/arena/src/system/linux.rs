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

/// The limits that this system does not support.
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

/// How this system enforces an engine's limits, in sentences for the user.
pub fn describe_limits() -> Vec<String> {
    let memory = "memory and processes: per engine, checked every 10 ms".to_owned();
    let files = "cpu and files: per process, by the kernel".to_owned();
    let root = rustix::process::geteuid().is_root();
    let ceiling = match root {
        true => "the kernel's ceiling on processes does not apply to root, the user of this process".to_owned(),
        false => "as a backstop, the kernel's ceilings on data and processes".to_owned(),
    };
    vec![memory, ceiling, files, sandbox::describe()]
}
