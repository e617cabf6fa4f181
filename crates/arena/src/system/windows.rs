//! Windows: job objects, pipes behind threads, and ConPTY for programs that talk to people.

mod job;
mod terminal;

use std::io;
use std::os::windows::io::AsHandle;
use std::os::windows::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::pumps::{Plain, Pumps};
use super::watch::{Family, Usage, Watch};
use super::words;
use super::{Attention, Line, Stream, Wakes, find_program, set_environment};
use crate::competitor::{Bounds, Program};
use job::Job;
use terminal::AtTerminal;

/// The bounds that this system cannot hold a program to.
pub(super) const MISSING: &[&str] = &["files", "sandbox"];

/// The words of a command, in which backslashes stand for themselves. `None` if a quotation mark is open.
pub(crate) fn split_words(text: &str) -> Option<Vec<String>> {
    words::split(text)
}

/// The words of a command as one text, which [`split_words`] takes apart again. `None` if a word holds a zero byte.
pub(crate) fn join_words(all: &[String]) -> Option<String> {
    words::join(all)
}

/// Where a server is: a machine.
#[cfg(feature = "postgres")]
pub(crate) fn format_host(postgres::config::Host::Tcp(name): &postgres::config::Host) -> String {
    name.clone()
}

/// A running program with all it started. Dropping it ends them; so does the end of this process, however it comes.
pub(crate) struct Running {
    process: Process,
    pumps: Pumps,
    job: Arc<Job>,
    /// Where it has limits that the system does not name when it holds them.
    watch: Option<Watch>,
}

/// The process itself, started in one of two ways.
enum Process {
    Piped(Mutex<Child>),
    AtTerminal(AtTerminal),
}

impl Running {
    /// Starts a program. The error is a sentence.
    pub(crate) fn start(program: &Program, bounds: &Bounds, line: Line) -> Result<Running, String> {
        let name = program.command.first().ok_or("the command is empty")?;
        let found = find_program(name, program.folder.as_deref())?;
        let job = Arc::new(Job::new(bounds).map_err(|error| format!("its limits cannot be set: {error}"))?);
        let failed = |error: io::Error| format!("{name} cannot be started: {error}");
        let mut command = Command::new(&found.file);
        command.args(&program.command[1..]);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        set_environment(&mut command);
        let (process, pumps) = match line {
            Line::Terminal if terminal::is_there() => {
                let (process, pumps) = AtTerminal::start(&command, &job).map_err(failed)?;
                (Process::AtTerminal(process), pumps)
            }
            _ => start_piped(command, &job).map_err(failed)?,
        };
        let watch = Watch::start(Processes(Arc::clone(&job)), bounds);
        Ok(Running { process, pumps, job, watch })
    }

    /// Whether errors have a stream of their own.
    pub(crate) fn has_errors(&self) -> bool {
        matches!(self.process, Process::Piped(_))
    }

    /// Writes some of it to the program's input; never waits.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.pumps.write(bytes)
    }

    /// Reads what is there; never waits. 0 is the end.
    pub(crate) fn read(&self, stream: Stream, buffer: &mut [u8]) -> io::Result<usize> {
        self.pumps.read(stream, buffer)
    }

    /// Whether something can be read from one of these streams, or written if that is wanted, within a time.
    pub(crate) fn wait(&self, streams: &[Stream], writing: bool, time: Duration) -> bool {
        self.pumps.wait(streams, writing, time)
    }

    /// How it ended, in words, if it did.
    pub(crate) fn exit_status(&self) -> Option<String> {
        let code = match &self.process {
            Process::Piped(child) => {
                let status = child.lock().unwrap_or_else(PoisonError::into_inner).try_wait().ok()??;
                status.code().unwrap_or_default() as u32
            }
            Process::AtTerminal(process) => process.exit_code()?,
        };
        Some(self.watch.as_ref().and_then(Watch::excess).unwrap_or_else(|| exit_words(code)))
    }

    /// What it is doing cannot be seen here.
    pub(crate) fn attention(&self, _: &Wakes) -> Attention {
        Attention::Unknown
    }

    /// How often its threads have waited cannot be seen here.
    pub(crate) fn wakes(&self) -> Wakes {
        Wakes::new()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.watch = None;
        self.job.end();
        if let Process::Piped(child) = &self.process {
            let _ = child.lock().unwrap_or_else(PoisonError::into_inner).wait();
        }
    }
}

/// How a process ended, in words. Faults have numbers of their own, which are written as people look them up.
fn exit_words(code: u32) -> String {
    const FAULTS: u32 = 0xc000_0000;
    match code {
        FAULTS.. => format!("it was killed by fault {code:#x}"),
        _ => format!("it ended with status {code}"),
    }
}

/// Starts a program behind pipes; it is in its job before its first instruction.
fn start_piped(mut command: Command, job: &Job) -> io::Result<(Process, Pumps)> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own: Ctrl-C is meant for the tournament. No window: it would flash up.
    command.creation_flags(job::SUSPENDED | job::OWN_GROUP | job::NO_WINDOW);
    let mut child = command.spawn()?;
    let missing = || io::Error::other("a stream is missing");
    let mut connect = || {
        job.take(child.as_handle())?;
        job::resume(child.id())?;
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        Ok(Pumps::new(input, output, Some(errors), Box::new(Plain)))
    };
    match connect() {
        Ok(pumps) => Ok((Process::Piped(Mutex::new(child)), pumps)),
        Err(error) => {
            let _ = child.kill();
            let _ = child.wait();
            Err(error)
        }
    }
}

/// Whether a file is run by the command interpreter.
fn is_batch(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ["bat", "cmd"].iter().any(|batch| ending.eq_ignore_ascii_case(batch)))
}

/// What a program uses, by its job.
struct Processes(Arc<Job>);

impl Family for Processes {
    fn look(&mut self) -> Usage {
        let processes = self.0.processes();
        let memory = processes.iter().map(|&process| job::memory(process)).sum();
        // Threads are not counted: nothing here counts those of one process without a look at all of the machine.
        Usage { processes: processes.len() as u64, threads: 0, memory }
    }

    fn end(&mut self) {
        self.0.end();
    }
}

/// What of an engine's limits holds on this system, in sentences for people.
pub fn describe_limits() -> Vec<String> {
    let terminal = match terminal::is_there() {
        true => "console programs: at a terminal (ConPTY)",
        false => "console programs: behind pipes, so they must flush what they say (there is no ConPTY)",
    };
    [
        "memory and processes: each engine's own processes, looked at every 10 ms",
        "behind them the ceilings of a job object",
        "cpu: each process, by a job object",
        "files: not limited on this system",
        "sandbox: there is none on this system, only on Linux",
        terminal,
    ]
    .map(str::to_owned)
    .into()
}
