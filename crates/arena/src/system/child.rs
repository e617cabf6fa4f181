//! A running program, the same on every system: what it promises stands here, and how a system keeps it in the system's own module.

use std::io;
use std::time::Duration;

use super::platform::Started;
use super::resource_monitor::{Family, ResourceMonitor};
use super::{Activity, Channel, Stream, Wakes};
use crate::competitor::{Program, ResourceLimits};

/// Our ends of a program's streams. None of them makes anybody wait.
pub(crate) trait Streams {
    /// Whether errors have a stream of their own.
    fn has_errors(&self) -> bool;

    /// Writes some of it to the program's input; never waits.
    fn write(&self, bytes: &[u8]) -> io::Result<usize>;

    /// Reads what is there; never waits. 0 is the end.
    fn read(&self, stream: Stream, buffer: &mut [u8]) -> io::Result<usize>;

    /// Whether something can be read from one of these streams, or written if that is wanted, within a time.
    fn wait(&self, streams: &[Stream], writing: bool, time: Duration) -> bool;
}

/// What each system gives: a program that was started, with all it starts from then on.
pub(super) trait ChildProcess: Sized {
    /// Starts a program behind the limits that the system itself holds. The error is a sentence.
    fn start(program: &Program, limits: &ResourceLimits, channel: Channel) -> Result<Self, String>;

    /// Our ends of its streams.
    fn streams(&self) -> &impl Streams;

    /// It and all it started, to be looked at.
    fn family(&self) -> impl Family + use<Self>;

    /// How it ended, in words, if it did. Until [`ChildProcess::end`] its number is not given to anybody else.
    fn exit_status(&self) -> Option<String>;

    /// What it is doing, where that can be seen.
    fn activity(&self, _known: &Wakes) -> Activity {
        Activity::Unknown
    }

    /// How often each of its threads has waited, where that can be seen.
    fn wakes(&self) -> Wakes {
        Wakes::new()
    }

    /// Ends it and all it started, and takes note of its end. Nothing else is asked of it afterwards.
    fn end(&mut self);
}

/// A running program with all it started. Dropping it ends them.
pub(crate) struct RunningProgram {
    process: Started,
    /// Where somebody must look at it: see [`ResourceMonitor::start`].
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

    /// How it ended, in words, if it did: what it used too much of, or else its status.
    pub(crate) fn exit_status(&self) -> Option<String> {
        let status = self.process.exit_status()?;
        Some(self.monitor.as_ref().and_then(ResourceMonitor::excess).unwrap_or(status))
    }

    /// What it is doing, if that can be seen. `known` is what [`RunningProgram::wakes`] said before it was last told something.
    pub(crate) fn activity(&self, known: &Wakes) -> Activity {
        self.process.activity(known)
    }

    /// How often each of its threads has waited for something so far. One that has not waited anew since the program was told something
    /// has not read it yet.
    pub(crate) fn wakes(&self) -> Wakes {
        self.process.wakes()
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        // First the thread that may end it, so that nothing is ended by a number that belongs to somebody else by then.
        self.monitor = None;
        self.process.end();
    }
}
