//! Programs at their own terminal: ConPTY.

use std::io::{self, Empty};
use std::os::windows::io::BorrowedHandle;
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::is_batch;
use super::job::Job;
use crate::system::conpty_screen::ConptyScreen;
use crate::system::nonblocking_io::PipeThreads;

/// So high that no game scrolls, so wide that no line wraps.
const SIZE: PtySize = PtySize { rows: 9000, cols: 240, pixel_width: 0, pixel_height: 0 };

/// Whether ConPTY exists: Windows has it since 2018.
pub(super) fn is_there() -> bool {
    static THERE: OnceLock<bool> = OnceLock::new();
    *THERE.get_or_init(|| {
        // The crate panics if the system lacks the functions; nothing is left half done then.
        std::panic::catch_unwind(|| native_pty_system().openpty(SIZE).is_ok()).unwrap_or(false)
    })
}

/// A process at a terminal.
pub(super) struct AtTerminal {
    child: Mutex<Box<dyn Child + Send + Sync>>,
    /// Closed on drop, which ends the thread that reads it.
    _terminal: Mutex<Box<dyn MasterPty + Send>>,
}

impl AtTerminal {
    /// Starts a command at a new terminal, and adds it to a job.
    pub(super) fn start(command: &Command, job: &Job) -> io::Result<(AtTerminal, PipeThreads)> {
        let pair = native_pty_system().openpty(SIZE).map_err(io::Error::other)?;
        let mut child = pair.slave.spawn_command(builder(command)).map_err(io::Error::other)?;
        if let Some(handle) = child.as_raw_handle() {
            // SAFETY: the handle belongs to the child, which is not dropped before the call ends.
            let taken = job.take(unsafe { BorrowedHandle::borrow_raw(handle) });
            // A process that has exited already needs no job.
            if let Err(error) = taken
                && child.try_wait().is_ok_and(|status| status.is_none())
            {
                let _ = child.clone_killer().kill();
                return Err(error);
            }
        }
        let input = pair.master.take_writer().map_err(io::Error::other)?;
        let output = pair.master.try_clone_reader().map_err(io::Error::other)?;
        let streams = PipeThreads::new(input, output, None::<Empty>, Box::new(ConptyScreen::default()));
        Ok((AtTerminal { child: Mutex::new(child), _terminal: Mutex::new(pair.master) }, streams))
    }

    /// Its exit code, if it has exited.
    pub(super) fn exit_code(&self) -> Option<u32> {
        let status = self.child.lock().unwrap_or_else(PoisonError::into_inner).try_wait().ok()??;
        Some(status.exit_code())
    }
}

/// The same command for the terminal crate.
fn builder(command: &Command) -> CommandBuilder {
    let file = std::path::Path::new(command.get_program());
    let mut builder = if is_batch(file) {
        let mut builder = CommandBuilder::new("cmd.exe");
        builder.args(["/d", "/c"]);
        builder.arg(file);
        builder
    } else {
        CommandBuilder::new(file)
    };
    builder.args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        builder.cwd(folder);
    }
    // Our environment, not what the crate reads from the registry.
    builder.env_clear();
    for (name, value) in std::env::vars_os() {
        builder.env(name, value);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => builder.env(name, value),
            None => builder.env_remove(name),
        }
    }
    builder
}
