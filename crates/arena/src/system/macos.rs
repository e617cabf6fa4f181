//! macOS: process groups, libproc and pseudo-terminals.

mod guard;
mod tree;

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

#[cfg(feature = "postgres")]
pub(crate) use super::unix::format_host;
use super::unix::{Launched, prepare};
pub(crate) use super::unix::{join_words, split_words};
use super::watch::{Family, Usage, Watch};
use super::{Attention, Line, Stream, Wakes, find_program, set_environment};
use crate::competitor::{Bounds, Program};
use tree::Tree;

/// The bounds that this system cannot hold a program to.
pub(super) const MISSING: &[&str] = &["sandbox"];

/// Takes the limits that the kernel holds for each process, and becomes the program.
const GATE: &str = r#"[ "$1" = - ] || ulimit -t "$1"; [ "$2" = - ] || ulimit -f "$2"; shift 2; exec "$@""#;

/// A running program with all it started. Dropping it ends them.
pub(crate) struct Running {
    launched: Launched,
    tree: Arc<Mutex<Tree>>,
    /// Looks at it as long as it lives, so that whoever leaves its group is known; ends it if it uses too much.
    watch: Option<Watch>,
}

impl Running {
    /// Starts a program. The error is a sentence.
    pub(crate) fn start(program: &Program, bounds: &Bounds, line: Line) -> Result<Running, String> {
        let name = program.command.first().ok_or("the command is empty")?;
        let found = find_program(name, program.folder.as_deref())?;
        let limit = |most: Option<u64>| most.map_or_else(|| "-".to_owned(), |most| most.to_string());
        // The shell counts files in blocks of 512 bytes.
        let blocks = bounds.file.map(|size| size.saturating_mul(2048));
        let mut command = Command::new("/bin/sh");
        command.args(["-c", GATE, "sh", &limit(bounds.processor), &limit(blocks)]);
        command.arg(&found.name).args(&program.command[1..]);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        set_environment(&mut command);
        command.process_group(0);
        let terminal = prepare(&mut command, line)?;
        let child = command.spawn();
        // The command holds their end of the terminal: as long as it is open here, its end is never seen.
        drop(command);
        let child = child.map_err(|error| format!("{name} cannot be started: {error}"))?;
        let launched = Launched::new(child, terminal).map_err(|error| format!("no way to talk to {name}: {error}"))?;
        let leader = launched.leader();
        guard::add(leader);
        let tree = Arc::new(Mutex::new(Tree::new(leader)));
        // Without a limit it is watched all the same.
        let all = Bounds { processes: bounds.processes.or(Some(u64::from(u32::MAX))), ..*bounds };
        let watch = Watch::start(Processes(Arc::clone(&tree)), &all);
        Ok(Running { launched, tree, watch })
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
        // First the thread that may end it, so that nothing is ended by a number that belongs to somebody else by then.
        self.watch = None;
        self.tree.lock().unwrap_or_else(PoisonError::into_inner).end();
        guard::remove(self.launched.leader());
        self.launched.end();
    }
}

/// What a program uses, by its tree.
struct Processes(Arc<Mutex<Tree>>);

impl Family for Processes {
    fn look(&mut self) -> Usage {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).look()
    }

    fn end(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).end();
    }
}

/// What of an engine's limits holds on this system, in sentences for people.
pub fn describe_limits() -> Vec<String> {
    [
        "memory and processes: each engine's own processes, looked at every 10 ms",
        "cpu and files: each process, by the kernel",
        "sandbox: there is none on this system, only on Linux",
    ]
    .map(str::to_owned)
    .into()
}
