//! Windows: job objects, pipes with threads, and ConPTY for console programs.

mod job;
mod terminal;

use std::io;
use std::os::windows::io::AsHandle;
use std::os::windows::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use super::child::{ChildProcess, StartError, Streams};
use super::nonblocking_io::{PassThrough, PipeThreads};
use super::resource_monitor::{Family, Usage};
use super::windows_args;
use super::{Channel, find_program, set_environment};
use crate::competitor::{Program, ResourceLimits};
use job::Job;
use terminal::AtTerminal;

/// The limits that this system does not support.
pub(super) const MISSING: &[&str] = &["files", "disk", "sandbox"];

/// Splits a command; a backslash is an ordinary character. `None` if a quotation mark is not closed.
pub(crate) fn split_words(text: &str) -> Option<Vec<String>> {
    windows_args::split(text)
}

/// Joins the words of a command; [`split_words`] reverses it. `None` if a word has a zero byte.
pub(crate) fn join_words(all: &[String]) -> Option<String> {
    windows_args::join(all)
}

/// The host of a server.
#[cfg(feature = "postgres")]
pub(crate) fn format_host(postgres::config::Host::Tcp(name): &postgres::config::Host) -> String {
    name.clone()
}

/// A started program. It and its children also end with this process, however that ends.
pub(super) struct Started {
    leader: Leader,
    streams: PipeThreads,
    job: Arc<Job>,
}

/// The process itself, behind pipes or at a terminal.
enum Leader {
    Piped(Mutex<Child>),
    AtTerminal(AtTerminal),
}

impl ChildProcess for Started {
    fn start(program: &Program, limits: &ResourceLimits, channel: Channel) -> Result<Started, StartError> {
        let name = program.command.first().ok_or_else(|| "the command is empty".to_owned())?;
        let found = find_program(name, program.folder.as_deref())?;
        let job = Arc::new(
            Job::new(limits).map_err(|error| StartError::Machine(format!("its limits cannot be set: {error}")))?,
        );
        let failed = |error: io::Error| format!("{name} cannot be started: {error}");
        let mut command = Command::new(&found.file);
        command.args(&program.command[1..]);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        set_environment(&mut command);
        let (leader, streams) = match channel {
            Channel::Terminal if terminal::is_there() => {
                let (leader, streams) = AtTerminal::start(&command, &job).map_err(failed)?;
                (Leader::AtTerminal(leader), streams)
            }
            _ => start_piped(command, &job).map_err(failed)?,
        };
        Ok(Started { leader, streams, job })
    }

    fn streams(&self) -> &impl Streams {
        &self.streams
    }

    fn family(&self) -> impl Family + use<> {
        Processes(Arc::clone(&self.job))
    }

    fn exit_status(&self) -> Option<String> {
        let code = match &self.leader {
            Leader::Piped(child) => {
                let status = child.lock().unwrap_or_else(PoisonError::into_inner).try_wait().ok()??;
                status.code().unwrap_or_default() as u32
            }
            Leader::AtTerminal(process) => process.exit_code()?,
        };
        Some(describe_exit(code))
    }

    fn end(&mut self) {
        self.job.end();
        if let Leader::Piped(child) = &self.leader {
            let _ = child.lock().unwrap_or_else(PoisonError::into_inner).wait();
        }
    }
}

/// How a process exited, in words. Exception codes are in hexadecimal, as documented.
fn describe_exit(code: u32) -> String {
    const FAULTS: u32 = 0xc000_0000;
    match code {
        FAULTS.. => format!("it was killed by fault {code:#x}"),
        _ => format!("it ended with status {code}"),
    }
}

/// Starts a program behind pipes, in its job before its first instruction.
fn start_piped(mut command: Command, job: &Job) -> io::Result<(Leader, PipeThreads)> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Its own group, since Ctrl-C is for the tournament; no window, which would flash up.
    command.creation_flags(job::SUSPENDED | job::OWN_GROUP | job::NO_WINDOW);
    let mut child = command.spawn()?;
    let missing = || io::Error::other("a stream is missing");
    let mut connect = || {
        job.take(child.as_handle())?;
        job::resume(child.id())?;
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;
        Ok(PipeThreads::new(input, output, Some(errors), Box::new(PassThrough)))
    };
    match connect() {
        Ok(streams) => Ok((Leader::Piped(Mutex::new(child)), streams)),
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

/// The usage of a program, by its job.
struct Processes(Arc<Job>);

impl Family for Processes {
    fn look(&mut self) -> Usage {
        let processes = self.0.processes();
        let memory = processes.iter().map(|&process| job::memory(process)).sum();
        // Threads are not counted: that needs a snapshot of the whole machine.
        Usage { processes: processes.len() as u64, threads: 0, memory }
    }

    fn end(&mut self) {
        self.0.end();
    }
}

/// Threads are not kept to cores on this system.
pub(crate) fn keep_to_cores(_: usize, _: usize) {}

/// Whether this process has all rights. Users of Windows are not asked.
pub fn is_root() -> bool {
    false
}

/// Sandboxes are refused: see [`MISSING`].
pub(super) fn check_sandbox(_: &Program, _: &ResourceLimits) -> Result<(), String> {
    Ok(())
}

/// How this system enforces an engine's limits, in sentences for the user.
pub fn describe_limits() -> Vec<String> {
    let terminal = match terminal::is_there() {
        true => "console programs: at a terminal (ConPTY)",
        false => "console programs: behind pipes, so they must flush their output (ConPTY is missing)",
    };
    [
        "memory and processes: per engine, checked every 10 ms",
        "as a backstop, the ceilings of a job object",
        "cpu: per process, by a job object",
        "files: not limited on this system",
        "sandbox: not supported on this system, only on Linux",
        terminal,
    ]
    .map(str::to_owned)
    .into()
}
