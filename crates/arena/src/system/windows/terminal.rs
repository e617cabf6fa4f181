//! Programs at a terminal of their own: ConPTY.

use std::io::{self, Empty};
use std::os::windows::io::BorrowedHandle;
use std::process::Command;
use std::sync::{Mutex, OnceLock, PoisonError};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::is_batch;
use super::job::Job;
use crate::system::conpty_screen::ConptyScreen;
use crate::system::nonblocking_io::PipeThreads;

/// So high that no game scrolls it, so wide that no line is broken.
const SIZE: PtySize = PtySize { rows: 9000, cols: 240, pixel_width: 0, pixel_height: 0 };

/// Whether there are such terminals: Windows has them since 2018.
pub(super) fn is_there() -> bool {
    static THERE: OnceLock<bool> = OnceLock::new();
    *THERE.get_or_init(|| {
        // The crate panics where the system lacks the functions; nothing is left half done then.
        std::panic::catch_unwind(|| native_pty_system().openpty(SIZE).is_ok()).unwrap_or(false)
    })
}

/// A process at a terminal.
pub(super) struct AtTerminal {
    child: Mutex<Box<dyn Child + Send + Sync>>,
    /// Closed when it is dropped, which ends the last of what reads there.
    _terminal: Mutex<Box<dyn MasterPty + Send>>,
}

impl AtTerminal {
    /// Starts a command at a new terminal and takes it into a job.
    pub(super) fn start(command: &Command, job: &Job) -> io::Result<(AtTerminal, PipeThreads)> {
        let pair = native_pty_system().openpty(SIZE).map_err(io::Error::other)?;
        let mut child = pair.slave.spawn_command(builder(command)).map_err(io::Error::other)?;
        if let Some(handle) = child.as_raw_handle() {
            // SAFETY: the handle is the child's, who is not dropped before the call ends.
            let taken = job.take(unsafe { BorrowedHandle::borrow_raw(handle) });
            // One that has ended already needs no job.
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

    /// The number with which it ended, if it did.
    pub(super) fn exit_code(&self) -> Option<u32> {
        let status = self.child.lock().unwrap_or_else(PoisonError::into_inner).try_wait().ok()??;
        Some(status.exit_code())
    }
}

/// The same command in the words of the crate that knows terminals.
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
    // Our environment, and not what the crate finds in the registry.
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
