//! A running program with all its children: the interface that every system implements.

use std::io;
use std::time::Duration;

use super::platform::Started;
use super::resource_monitor::{Family, ResourceMonitor};
use super::{Activity, Channel, Stream, Wakes};
use crate::competitor::{Program, ResourceLimits};

/// Our ends of a program's streams, all non-blocking.
pub(crate) trait Streams {
    /// Whether standard error is a separate stream.
    fn has_errors(&self) -> bool;

    /// Writes some bytes to the program's input, without blocking.
    fn write(&self, bytes: &[u8]) -> io::Result<usize>;

    /// Reads what is available, without blocking. 0 is the end.
    fn read(&self, stream: Stream, buffer: &mut [u8]) -> io::Result<usize>;

    /// Waits until one of these streams can be read, or with `writing` the input written. False on timeout.
    fn wait(&self, streams: &[Stream], writing: bool, time: Duration) -> bool;
}

/// A started program with all its children, on one system.
pub(super) trait ChildProcess: Sized {
    /// Starts a program with the limits that the system enforces. The error is a sentence.
    fn start(program: &Program, limits: &ResourceLimits, channel: Channel) -> Result<Self, String>;

    /// Our ends of its streams.
    fn streams(&self) -> &impl Streams;

    /// It and all its children, for the resource monitor.
    fn family(&self) -> impl Family + use<Self>;

    /// How it exited, in words, if it did. Its process id is not reused before [`ChildProcess::end`].
    fn exit_status(&self) -> Option<String>;

    /// What it is doing, if the system shows it.
    fn activity(&self, _known: &Wakes) -> Activity {
        Activity::Unknown
    }

    /// How often each of its threads has waited, if the system shows it.
    fn wakes(&self) -> Wakes {
        Wakes::new()
    }

    /// Kills and reaps it and all its children. Called last.
    fn end(&mut self);
}

/// A running program with all its children. Dropping it kills them.
pub(crate) struct RunningProgram {
    process: Started,
    /// If its limits need one: see [`ResourceMonitor::start`].
    monitor: Option<ResourceMonitor>,
}

impl RunningProgram {
    /// Starts a program. The error is a sentence.
    pub(crate) fn start(
        program: &Program,
        limits: &ResourceLimits,
        channel: Channel,
    ) -> Result<RunningProgram, String> {
        let process = Started::start(program, limits, channel)?;
        let monitor = ResourceMonitor::start(process.family(), limits);
        Ok(RunningProgram { process, monitor })
    }

    /// Our ends of its streams.
    pub(crate) fn streams(&self) -> &impl Streams {
        self.process.streams()
    }

    /// How it exited, in words, if it did: the limit that it exceeded, or its status.
    pub(crate) fn exit_status(&self) -> Option<String> {
        let status = self.process.exit_status()?;
        Some(self.monitor.as_ref().and_then(ResourceMonitor::excess).unwrap_or(status))
    }

    /// What it is doing, if known. `known` is [`RunningProgram::wakes`] from before it was last sent something.
    pub(crate) fn activity(&self, known: &Wakes) -> Activity {
        self.process.activity(known)
    }

    /// How often each of its threads has waited so far. A thread that has not waited again since the program was sent something
    /// has not read it yet.
    pub(crate) fn wakes(&self) -> Wakes {
        self.process.wakes()
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        // The monitor first, so that it cannot kill a process that reuses the id.
        self.monitor = None;
        self.process.end();
    }
}
