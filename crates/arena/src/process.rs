//! Starts, talks to and ends engine processes, with bounds on time and output.
//!
//! Output is read only while a seat waits for it. A program that floods its output at other times fills its pipe and
//! blocks; output during its turn is counted.

mod core_clock;
mod transcript;

use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::competitor::{Program, ResourceLimits};
pub(crate) use crate::system::StartError;
pub(crate) use crate::system::{Activity, Channel};
use crate::system::{RunningProgram, Stream, Streams, Wakes};
use core_clock::CoreClock;
pub(crate) use core_clock::Spent;
pub use transcript::{Observer, Speaker};
use transcript::{Tail, Transcript};

/// More output per turn is a flood, on either stream.
const MAX_OUTPUT_BYTES: usize = 4 << 20;

/// A longer line is a flood.
const MAX_LINE_BYTES: usize = 64 << 10;

/// How much output is returned at once, at most.
const READ_BYTES: usize = 64 << 10;

/// How much of the end of standard error is stored.
const STDERR_TAIL_BYTES: usize = 4 << 10;

/// How often a wait checks the stop flag.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// How long a line may be on its way through a terminal.
const DELIVERY_TIME: Duration = Duration::from_millis(200);

/// How long to wait for the last output of a program that has exited.
const FINAL_OUTPUT_WAIT: Duration = Duration::from_millis(200);

/// How long the exit status of a program that has ended may take: several processes hand it on.
const STATUS_WAIT: Duration = Duration::from_secs(30);

/// A running program. Dropping it kills it and all its children.
pub(crate) struct EngineProcess {
    running: RunningProgram,
    /// Whether it may think while its opponent is to move.
    ponders: bool,
    /// Whether it is stopped because it is not to move.
    paused: bool,
    /// How often its threads had waited when it was last sent something.
    wakes: Wakes,
    /// When it was asked, and the times of its threads since then.
    asked: Instant,
    clock: CoreClock,
    /// Output that no caller has seen yet.
    unread: Vec<u8>,
    /// Bytes received since it was last sent something, from its output and its error stream.
    received: [usize; 2],
    open: [bool; 2],
    stderr: Tail,
    transcript: Transcript,
}

/// Why a program did not do what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProcessError {
    /// It exited or closed its output; how, in words.
    Ended(String),
    /// It printed nothing in time.
    Silence,
    /// It printed too much; what exactly.
    Flood(String),
    /// The tournament was stopped.
    Stopped,
}

/// Which time in which others had the cores is added to a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Excuse {
    Nothing,
    /// That of the thread that did most.
    Move,
    /// That of all threads together.
    Start,
}

/// Until when to wait, and the flag that ends every wait.
#[derive(Clone, Copy)]
pub(crate) struct Deadline<'a> {
    pub(crate) at: Instant,
    excuse: Excuse,
    pub(crate) stop: &'a AtomicBool,
}

impl<'a> Deadline<'a> {
    /// The end of the time that a program has.
    pub(crate) fn of_program(at: Instant, stop: &'a AtomicBool) -> Deadline<'a> {
        Deadline { at, excuse: Excuse::Move, stop }
    }

    /// The end of the time in which a program must start.
    pub(crate) fn of_start(at: Instant, stop: &'a AtomicBool) -> Deadline<'a> {
        Deadline { at, excuse: Excuse::Start, stop }
    }

    /// This one, or an earlier moment.
    pub(crate) fn or_at(self, at: Instant) -> Deadline<'a> {
        if at < self.at { Deadline { at, excuse: Excuse::Nothing, ..self } } else { self }
    }
}

impl EngineProcess {
    /// Starts a program.
    pub(crate) fn start(
        program: &Program,
        limits: &ResourceLimits,
        channel: Channel,
        observer: Option<&Observer>,
    ) -> Result<EngineProcess, StartError> {
        let running = RunningProgram::start(program, limits, channel)?;
        Ok(EngineProcess {
            open: [true, running.streams().has_errors()],
            running,
            ponders: limits.ponder,
            paused: false,
            wakes: Wakes::new(),
            asked: Instant::now(),
            clock: CoreClock::new(),
            unread: Vec::new(),
            received: [0; 2],
            stderr: Tail::new(STDERR_TAIL_BYTES),
            transcript: Transcript::new(observer.cloned()),
        })
    }

    /// The program is asked now: its time runs.
    pub(crate) fn start_clock(&mut self) {
        self.asked = Instant::now();
        self.clock.start(self.running.core_times());
    }

    /// How it spent the time from [`EngineProcess::start_clock`], or its start, to an answer.
    pub(crate) fn spent(&mut self, taken: Duration, answered: Instant) -> Spent {
        self.clock.look(self.running.core_times());
        self.clock.spent(taken, answered)
    }

    /// The processor time of all its threads since it was asked, if known.
    pub(crate) fn processor(&self) -> Option<Duration> {
        self.clock.spent(self.asked.elapsed(), Instant::now()).processor
    }

    /// A deadline, later by the time in which others had the cores if that is excused.
    pub(crate) fn extended(&mut self, deadline: Deadline) -> Instant {
        if deadline.excuse == Excuse::Nothing || Instant::now() < deadline.at {
            return deadline.at;
        }
        self.look(false);
        deadline.at
            + match deadline.excuse {
                Excuse::Nothing => Duration::ZERO,
                Excuse::Move => self.clock.excused(self.asked.elapsed()),
                Excuse::Start => self.clock.excused_at_start(),
            }
    }

    /// Looks at its threads now and then.
    fn look(&mut self, has_output: bool) {
        if self.clock.is_due(has_output) {
            self.clock.look(self.running.core_times());
        }
    }

    /// Begins a new transcript, and its time.
    pub(crate) fn begin(&mut self) {
        self.transcript.restart();
        self.start_clock();
    }

    /// The end of its error stream; at a terminal, of all its output.
    pub(crate) fn stderr(&self) -> String {
        self.stderr.text()
    }

    /// The dialogue since [`EngineProcess::begin`].
    pub(crate) fn transcript(&self) -> String {
        self.transcript.text()
    }

    /// Adds its command line to the transcript.
    pub(crate) fn note_call(&mut self, command: &[String]) {
        self.transcript.note(Speaker::Sent, &command.join(" "));
    }

    /// Adds how its last output was understood to the transcript.
    pub(crate) fn note_understood(&mut self, how: &str) {
        self.transcript.note(Speaker::Understood, how);
    }

    /// Whether [`EngineProcess::rest`] stops it.
    pub(crate) fn is_stopped_at_rest(&self) -> bool {
        !self.ponders && RunningProgram::CAN_PAUSE
    }

    /// Stops it until it is sent something or its output is awaited, unless it may ponder or the system cannot do that.
    pub(crate) fn rest(&mut self) {
        if self.is_stopped_at_rest() && !self.paused {
            self.running.set_paused(true);
            self.paused = true;
        }
    }

    /// Lets it continue. What it is sent must be there by then: a stopped thread that continues and finds nothing waits for
    /// input once more, which would look as if it had read.
    fn wake(&mut self) {
        if std::mem::take(&mut self.paused) {
            self.running.set_paused(false);
        }
    }

    /// Sends whole lines and resets the count of its output.
    pub(crate) fn send(&mut self, text: &str, deadline: Deadline) -> Result<(), ProcessError> {
        self.transcript.note(Speaker::Sent, text);
        self.received = [0; 2];
        self.wakes = self.running.wakes();
        let before = if self.paused { self.running.streams().readable() } else { None };
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match self.running.streams().write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait_and_read(true, deadline)?,
                Err(_) => return Err(self.ended()),
            }
        }
        if before.is_some() {
            self.wait_for_delivery(before);
        }
        self.wake();
        Ok(())
    }

    /// Waits until a stopped program has more to read at its terminal than before: the kernel takes a moment.
    fn wait_for_delivery(&self, before: Option<u64>) {
        let start = Instant::now();
        while self.paused && self.running.streams().readable() == before && start.elapsed() < DELIVERY_TIME {
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    /// Its next line of output.
    pub(crate) fn line(&mut self, deadline: Deadline) -> Result<String, ProcessError> {
        let mut looked = 0;
        loop {
            if let Some(end) = self.unread[looked..].iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=looked + end).collect();
                return Ok(self.note(&line));
            }
            looked = self.unread.len();
            if looked > MAX_LINE_BYTES {
                let line = std::mem::take(&mut self.unread);
                self.note(&line);
                return Err(ProcessError::Flood(format!("a line of more than {MAX_LINE_BYTES} bytes")));
            }
            if !self.open[0] {
                if looked == 0 {
                    return Err(self.ended());
                }
                let line = std::mem::take(&mut self.unread);
                return Ok(self.note(&line));
            }
            self.wait_and_read(false, deadline)?;
        }
    }

    /// Waits for output and returns it as it comes; lines may be cut anywhere. The end of the output is an error only
    /// after everything was read.
    pub(crate) fn more(&mut self, deadline: Deadline) -> Result<Vec<u8>, ProcessError> {
        while self.unread.is_empty() {
            if !self.open[0] {
                return Err(self.ended());
            }
            self.wait_and_read(false, deadline)?;
        }
        // Terminals deliver small pieces, and the caller scans its screen for each: collect what there is.
        while self.unread.len() < READ_BYTES && self.open[0] && self.wait(false, Duration::ZERO) {
            self.read()?;
        }
        let bytes = std::mem::take(&mut self.unread);
        self.note(&bytes);
        Ok(bytes)
    }

    fn note(&mut self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes).trim_end_matches(['\n', '\r']).to_owned();
        self.transcript.note(Speaker::Received, &text);
        text
    }

    /// Waits until something can be read, or with `writing` written, and reads it.
    fn wait_and_read(&mut self, writing: bool, deadline: Deadline) -> Result<(), ProcessError> {
        self.wake();
        loop {
            if deadline.stop.load(Relaxed) {
                return Err(ProcessError::Stopped);
            }
            let left = self.extended(deadline).saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ProcessError::Silence);
            }
            let ready = self.wait(writing, left.min(STOP_CHECK_INTERVAL));
            self.look(ready);
            // Checked after the wait, so that its last output can be read.
            let gone = !ready && self.exit_status().is_some();
            if ready || gone {
                self.read()?;
                // Its children may hold its output open.
                self.open[0] &= !gone;
                return Ok(());
            }
        }
    }

    /// Whether a stream becomes ready within a time.
    fn wait(&self, writing: bool, time: Duration) -> bool {
        let streams = [Stream::Output, Stream::Errors].into_iter().zip(self.open);
        let open: Vec<Stream> = streams.filter_map(|(stream, open)| open.then_some(stream)).collect();
        self.running.streams().wait(&open, writing, time)
    }

    /// Whether it waits for input, if the system shows that.
    pub(crate) fn activity(&self) -> Activity {
        self.running.activity(&self.wakes)
    }

    /// Reads what is available, up to a limit.
    fn read(&mut self) -> Result<(), ProcessError> {
        let mut buffer = [0; 32 << 10];
        for (index, stream) in [Stream::Output, Stream::Errors].into_iter().enumerate() {
            if !self.open[index] {
                continue;
            }
            match self.running.streams().read(stream, &mut buffer) {
                Ok(count @ 1..) => {
                    self.received[index] += count;
                    if index == 0 {
                        self.unread.extend(&buffer[..count]);
                    }
                    // A terminal has one stream for both.
                    if index == 1 || !self.running.streams().has_errors() {
                        self.stderr.extend(&buffer[..count]);
                    }
                }
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                // A terminal reports its closed end as an error.
                Ok(0) | Err(_) => self.open[index] = false,
            }
        }
        match self.received.iter().position(|&bytes| bytes > MAX_OUTPUT_BYTES) {
            None => Ok(()),
            Some(0) => Err(ProcessError::Flood(format!("more than {} MiB of output", MAX_OUTPUT_BYTES >> 20))),
            Some(_) => Err(ProcessError::Flood(format!("more than {} MiB of error output", MAX_OUTPUT_BYTES >> 20))),
        }
    }

    /// How it exited, after reading its last output.
    fn ended(&mut self) -> ProcessError {
        let start = Instant::now();
        loop {
            let _ = self.read();
            let status = self.exit_status();
            let is_ending = status.is_none() && self.running.has_ended();
            let waited = start.elapsed() >= if is_ending { STATUS_WAIT } else { FINAL_OUTPUT_WAIT };
            // Its children may hold the streams open forever.
            if waited || (status.is_some() && !self.open[1]) {
                return ProcessError::Ended(
                    status.unwrap_or_else(|| "it closed its output and went on running".to_owned()),
                );
            }
            let streams_open = self.open[1];
            self.wait(false, Duration::from_millis(5));
            if !streams_open {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }

    fn exit_status(&self) -> Option<String> {
        self.running.exit_status()
    }

    /// Whether it has exited or closed its output.
    pub(crate) fn is_over(&mut self) -> bool {
        self.exit_status().is_some() || !self.open[0]
    }

    /// Sends a last line and waits a little for the process to exit. Dropping it kills it in any case.
    pub(crate) fn dismiss(&mut self, last_line: &str, time: Duration) {
        let never = AtomicBool::new(false);
        let deadline = Deadline { at: Instant::now() + time, excuse: Excuse::Nothing, stop: &never };
        if self.send(last_line, deadline).is_err() {
            return;
        }
        while self.exit_status().is_none() && self.open[0] && self.wait_and_read(false, deadline).is_ok() {
            self.unread.clear();
        }
        // Its output closes slightly before it exits.
        while self.exit_status().is_none() && Instant::now() < deadline.at {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
