//! What depends on the operating system: programs started behind limits and a sandbox, their terminals, what they use, what
//! they wait for, and how they end with all they started. Nothing else in this crate calls the system by its own names.
//!
//! Everything is Linux's: `/proc`, pidfds, pseudo-terminals, landlock. Where a part is missing, the functions here say so.

mod files;
mod guard;
mod launch;
mod sandbox;
mod tree;
mod usage;
mod waiting;

use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::competitor::{Bounds, Program};
pub(crate) use files::{Lock, is_at, lock_file};
use launch::{Launched, launch};
pub(crate) use launch::{Line, find_program};
use tree::Mark;
use usage::Watch;
pub(crate) use waiting::{Attention, Wakes};

/// A stream of a program that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// What it says.
    Output,
    /// Its error stream, which programs at a terminal do not have apart.
    Errors,
}

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
        let watch = Watch::start(Pid::from_child(&launched.child), mark, bounds);
        Ok(Running { launched, mark, watch })
    }

    fn stream(&self, stream: Stream) -> Option<&OwnedFd> {
        match stream {
            Stream::Output => Some(&self.launched.output),
            Stream::Errors => self.launched.errors.as_ref(),
        }
    }

    /// Whether errors have a stream of their own.
    pub(crate) fn has_errors(&self) -> bool {
        self.launched.errors.is_some()
    }

    /// Writes some of it to the program's input; never waits.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(&self.launched.input, bytes)?)
    }

    /// Reads what is there; never waits. 0 is the end.
    pub(crate) fn read(&self, stream: Stream, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(stream) = self.stream(stream) else { return Ok(0) };
        Ok(rustix::io::read(stream, buffer)?)
    }

    /// Whether something can be read from one of these streams, or written if that is wanted, within a time.
    pub(crate) fn wait(&self, streams: &[Stream], writing: bool, time: Duration) -> bool {
        let open = streams.iter().filter_map(|&stream| self.stream(stream));
        let mut waiting: Vec<PollFd> = open.map(|stream| PollFd::new(stream, PollFlags::IN)).collect();
        if writing {
            waiting.push(PollFd::new(&self.launched.input, PollFlags::OUT));
        }
        let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() };
        poll(&mut waiting, Some(&time)).is_ok_and(|ready| ready > 0)
    }

    /// How it ended, in words, if it did. It stays a zombie until it is dropped: until then its number is not given to anybody
    /// else.
    pub(crate) fn exit_status(&self) -> Option<String> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let status = waitid(WaitId::Pid(self.leader()), options).ok()??;
        if let Some(excess) = self.watch.as_ref().and_then(Watch::excess) {
            return Some(excess);
        }
        Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("it ended with status {code}"),
            (None, Some(signal)) => format!("it was killed by signal {signal}"),
            (None, None) => "it ended".to_owned(),
        })
    }

    /// What it is doing, if that can be seen. `known` is what [`Running::wakes`] said before it was last told something.
    pub(crate) fn attention(&self, known: &Wakes) -> Attention {
        waiting::attention(self.leader(), self.launched.terminal.as_deref(), known)
    }

    /// How often each of its threads has waited for something so far. One that has not waited anew since the program was told something
    /// has not read it yet.
    pub(crate) fn wakes(&self) -> Wakes {
        if self.launched.terminal.is_some() { waiting::wakes(self.leader()) } else { Wakes::new() }
    }

    fn leader(&self) -> Pid {
        Pid::from_child(&self.launched.child)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // First the thread that may end it, so that nothing is ended by a number that belongs to somebody else by then.
        self.watch = None;
        tree::end_all(self.leader(), self.mark);
        let _ = self.launched.child.kill();
        let _ = self.launched.child.wait();
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
