//! A running program with all its children: the interface that every system implements.

use std::time::Duration;
use std::{fmt, io};

use super::platform::Started;
use super::resource_monitor::{Family, ResourceMonitor};
use super::{Activity, Channel, CoreTimes, Stream, Wakes};
use crate::competitor::{Program, ResourceLimits};

/// Why a program was not started, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StartError {
    /// It cannot run: that is its own fault.
    Program(String),
    /// Its sandbox, terminal or limits could not be set up: that is ours.
    Machine(String),
}

impl From<String> for StartError {
    fn from(sentence: String) -> StartError {
        StartError::Program(sentence)
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (StartError::Program(sentence) | StartError::Machine(sentence)) = self;
        f.write_str(sentence)
    }
}

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

    /// The bytes at its terminal that it can read; `None` without a terminal, or if unknown.
    fn readable(&self) -> Option<u64> {
        None
    }
}

/// A started program with all its children, on one system.
pub(super) trait ChildProcess: Sized {
    /// Whether [`ChildProcess::set_paused`] does anything.
    const CAN_PAUSE: bool = false;

    /// Starts a program with the limits that the system enforces.
    fn start(program: &Program, limits: &ResourceLimits, channel: Channel) -> Result<Self, StartError>;

    /// Our ends of its streams.
    fn streams(&self) -> &impl Streams;

    /// It and all its children, for the resource monitor.
    fn family(&self) -> impl Family + use<Self>;

    /// How it exited, in words, if it did. Its process id is not reused before [`ChildProcess::end`].
    fn exit_status(&self) -> Option<String>;

    /// Whether it is known to have ended, although its exit status may come later.
    fn has_ended(&self) -> bool {
        self.exit_status().is_some()
    }

    /// What it is doing, if the system shows it.
    fn activity(&self, _known: &Wakes) -> Activity {
        Activity::Unknown
    }

    /// How often each of its threads has waited, if the system shows it.
    fn wakes(&self) -> Wakes {
        Wakes::new()
    }

    /// The times of each of its threads, if the system shows them.
    fn core_times(&self) -> CoreTimes {
        CoreTimes::new()
    }

    /// Stops all its processes, or lets them continue, if the system can do that.
    fn set_paused(&self, _paused: bool) {}

    /// Kills and reaps it and all its children. Called last.
    fn end(&mut self);
}

/// A running program with all its children. Dropping it kills them.
pub(crate) struct RunningProgram {
    process: Started,
    /// `None` while it is dropped.
    monitor: Option<ResourceMonitor>,
}

impl RunningProgram {
    /// Whether [`RunningProgram::set_paused`] does anything on this system.
    pub(crate) const CAN_PAUSE: bool = Started::CAN_PAUSE;

    /// Starts a program.
    pub(crate) fn start(
        program: &Program,
        limits: &ResourceLimits,
        channel: Channel,
    ) -> Result<RunningProgram, StartError> {
        let limits = limits.in_force();
        let process = Started::start(program, &limits, channel)?;
        let monitor = ResourceMonitor::start(|| process.family(), &limits);
        let monitor = Some(monitor);
        Ok(RunningProgram { process, monitor })
    }

    /// Our ends of its streams.
    pub(crate) fn streams(&self) -> &impl Streams {
        self.process.streams()
    }

    /// How it exited, in words, if it did: the limit that it exceeded, for which it may still be ending, or its status.
    pub(crate) fn exit_status(&self) -> Option<String> {
        self.monitor.as_ref().and_then(ResourceMonitor::excess).or_else(|| self.process.exit_status())
    }

    /// Whether it is known to have ended, although [`RunningProgram::exit_status`] may come later.
    pub(crate) fn has_ended(&self) -> bool {
        self.process.has_ended()
    }

    /// What it is doing, if known. `known` is [`RunningProgram::wakes`] from before it was last sent something.
    pub(crate) fn activity(&self, known: &Wakes) -> Activity {
        self.process.activity(known)
    }

    /// The times of each of its threads so far; empty if unknown.
    pub(crate) fn core_times(&self) -> CoreTimes {
        self.process.core_times()
    }

    /// Stops it while it is not to move, or lets it continue.
    pub(crate) fn set_paused(&self, paused: bool) {
        self.process.set_paused(paused);
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
