//! Linux: `/proc`, pidfds, pseudo-terminals, landlock.

mod guard;
mod launch;
mod sandbox;
mod tree;
mod usage;
mod waiting;

use std::io;
use std::time::Duration;

use rustix::process::Pid;

use super::unix::Launched;
#[cfg(feature = "postgres")]
pub(crate) use super::unix::format_host;
pub(crate) use super::unix::{join_words, split_words};
use super::watch::Watch;
use super::{Attention, Line, Stream, Wakes};
use crate::competitor::{Bounds, Program};
use launch::launch;
use tree::Mark;
use usage::Processes;

/// The bounds that this system cannot hold a program to.
pub(super) const MISSING: &[&str] = &[];

/// A running program with all it started. Dropping it ends them.
pub(crate) struct Running {
    launched: Launched,
    mark: Mark,
    /// Where it has limits that the kernel cannot hold for a whole tree.
    watch: Option<Watch>,
}

impl Running {
    /// Starts a program. The error is a sentence.
    pub(crate) fn start(program: &Program, bounds: &Bounds, line: Line) -> Result<Running, String> {
        tree::adopt_orphans();
        guard::watch();
        let mark = Mark::new();
        let launched = launch(program, bounds, line, mark)?;
        let watch = Watch::start(Processes::new(launched.leader(), mark), bounds);
        Ok(Running { launched, mark, watch })
    }

    /// Whether errors have a stream of their own.
    pub(crate) fn has_errors(&self) -> bool {
        self.launched.has_errors()
    }

    /// Writes some of it to the program's input; never waits.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.launched.write(bytes)
    }

    /// Reads what is there; never waits. 0 is the end.
    pub(crate) fn read(&self, stream: Stream, buffer: &mut [u8]) -> io::Result<usize> {
        self.launched.read(stream, buffer)
    }

    /// Whether something can be read from one of these streams, or written if that is wanted, within a time.
    pub(crate) fn wait(&self, streams: &[Stream], writing: bool, time: Duration) -> bool {
        self.launched.wait(streams, writing, time)
    }

    /// How it ended, in words, if it did. It stays a zombie until it is dropped: until then its number is not given to anybody
    /// else.
    pub(crate) fn exit_status(&self) -> Option<String> {
        let status = self.launched.exit_status()?;
        Some(self.watch.as_ref().and_then(Watch::excess).unwrap_or(status))
    }

    /// What it is doing, if that can be seen. `known` is what [`Running::wakes`] said before it was last told something.
    pub(crate) fn attention(&self, known: &Wakes) -> Attention {
        waiting::attention(self.leader(), self.launched.terminal(), known)
    }

    /// How often each of its threads has waited for something so far. One that has not waited anew since the program was told something
    /// has not read it yet.
    pub(crate) fn wakes(&self) -> Wakes {
        if self.launched.terminal().is_some() { waiting::wakes(self.leader()) } else { Wakes::new() }
    }

    fn leader(&self) -> Pid {
        self.launched.leader()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // First the thread that may end it, so that nothing is ended by a number that belongs to somebody else by then.
        self.watch = None;
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
