//! macOS: process groups, libproc and pseudo-terminals.

mod guard;
mod tree;

use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use super::child::{ChildProcess, StartError, Streams};
use super::resource_monitor::{Family, Usage};
#[cfg(feature = "postgres")]
pub(crate) use super::unix::format_host;
use super::unix::{Launched, prepare};
pub(crate) use super::unix::{join_words, split_words};
use super::{Channel, find_program, set_environment};
use crate::competitor::{Program, ResourceLimits};
use tree::Tree;

/// The limits that this system does not support.
pub(super) const MISSING: &[&str] = &["disk", "sandbox"];

/// Sets the kernel's limits per process, and executes the program.
const GATE: &str = r#"[ "$1" = - ] || ulimit -t "$1"; [ "$2" = - ] || ulimit -f "$2"; shift 2; exec "$@""#;

/// A program that was started.
pub(super) struct Started {
    launched: Launched,
    tree: Arc<Mutex<Tree>>,
}

impl ChildProcess for Started {
    fn start(program: &Program, limits: &ResourceLimits, channel: Channel) -> Result<Started, StartError> {
        let name = program.command.first().ok_or_else(|| "the command is empty".to_owned())?;
        let found = find_program(name, program.folder.as_deref())?;
        let limit = |most: Option<u64>| most.map_or_else(|| "-".to_owned(), |most| most.to_string());
        // The shell counts files in blocks of 512 bytes.
        let blocks = limits.file.map(|size| size.saturating_mul(2048));
        let mut command = Command::new("/bin/sh");
        command.args(["-c", GATE, "sh", &limit(limits.processor), &limit(blocks)]);
        command.arg(&found.name).args(&program.command[1..]);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        set_environment(&mut command);
        command.process_group(0);
        let terminal = prepare(&mut command, channel)?;
        let child = command.spawn();
        // The command holds the program's end of the terminal; while it is open here, we never see the end.
        drop(command);
        let child = child.map_err(|error| format!("{name} cannot be started: {error}"))?;
        let launched = Launched::new(child, terminal)
            .map_err(|error| StartError::Machine(format!("cannot talk to {name}: {error}")))?;
        let leader = launched.leader();
        guard::add(leader);
        let tree = Arc::new(Mutex::new(Tree::new(leader)));
        Ok(Started { launched, tree })
    }

    fn streams(&self) -> &impl Streams {
        &self.launched
    }

    fn family(&self) -> impl Family + use<> {
        Processes(Arc::clone(&self.tree))
    }

    fn exit_status(&self) -> Option<String> {
        self.launched.exit_status()
    }

    fn end(&mut self) {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner).end();
        guard::remove(self.launched.leader());
        self.launched.end();
    }
}

/// The usage of a program, by its process tree.
struct Processes(Arc<Mutex<Tree>>);

impl Family for Processes {
    // A process that leaves the group is known only if it was seen before.
    const ALWAYS_WATCHED: bool = true;

    fn look(&mut self) -> Usage {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).look()
    }

    fn end(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).end();
    }
}

/// Threads are not kept to cores on this system.
pub(crate) fn keep_to_cores(_: usize, _: usize) {}

/// Whether this process has all rights.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Sandboxes are refused: see [`MISSING`].
pub(super) fn check_sandbox(_: &Program, _: &ResourceLimits) -> Result<(), String> {
    Ok(())
}

/// How this system enforces an engine's limits, in sentences for the user.
pub fn describe_limits() -> Vec<String> {
    [
        "memory and processes: per engine, checked every 10 ms",
        "cpu and files: per process, by the kernel",
        "sandbox: not supported on this system, only on Linux",
    ]
    .map(str::to_owned)
    .into()
}
