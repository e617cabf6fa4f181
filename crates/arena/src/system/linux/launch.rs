//! Starts a program in its own process group, with limits and sandbox in force before its first instruction.
//!
//! No code runs between fork and exec, so nothing here is `unsafe`:
//! - Limits and the mark can be set from outside the process. The program is started behind a gate, a shell that waits for a
//!   line before it executes the program; the line is sent when they are set.
//! - A sandbox belongs to a thread and is inherited. The program is started by a thread that locks itself in first.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

use super::tree::FamilyMark;
use super::{sandbox, tree, usage};
use crate::competitor::{Program, ResourceLimits, Sandbox};
use crate::system::child::Streams;
use crate::system::resource_monitor::data_ceiling;
use crate::system::unix::{Launched, prepare};
use crate::system::{Channel, find_program, set_environment};

/// Waits for a line and executes the program.
const GATE: &str = r#"read -r gate && exec "$@""#;

/// Whether a process is still behind the gate.
pub(super) fn is_gate(process: Pid) -> bool {
    let command = tree::read(&format!("/proc/{}/cmdline", process.as_raw_nonzero()));
    command.split('\0').any(|word| word == GATE)
}

/// Starts a program with this mark. The error is a sentence.
pub(super) fn launch(
    program: &Program,
    limits: &ResourceLimits,
    channel: Channel,
    mark: FamilyMark,
) -> Result<Launched, String> {
    let name = program.command.first().ok_or("the command is empty")?;
    let folder = program.folder.as_deref();
    let found = find_program(name, folder)?;
    if limits.sandbox == Sandbox::Strict && !sandbox::is_readable(&found.file, folder) {
        let place = found.file.display();
        return Err(format!(
            "{name} is {place}, which a strict sandbox cannot read: only the engine's folder and the system's directories"
        ));
    }
    let mut words = sandbox::prefix(limits.sandbox).iter().copied().chain(["/bin/sh", "-c", GATE, "sh"]);
    let mut command = Command::new(words.next().unwrap_or("/bin/sh"));
    command.args(words).arg(&found.name).args(&program.command[1..]);
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    set_environment(&mut command);
    command.process_group(0);
    let terminal = prepare(&mut command, channel)?;
    let spawned = sandbox::spawn(&mut command, limits.sandbox, folder)?;
    // The command holds the program's end of the terminal; while it is open here, we never see the end.
    drop(command);
    let child = spawned.map_err(|error| format!("{name} cannot be started: {error}"))?;
    let launched = Launched::new(child, terminal).map_err(|error| format!("cannot talk to {name}: {error}"))?;
    open_gate(launched, &kernel_limits(limits), mark).map_err(|error| format!("its limits cannot be set: {error}"))
}

/// The limits that the kernel enforces. Those on memory and processes are wide: the monitor enforces them.
fn kernel_limits(limits: &ResourceLimits) -> Vec<(Resource, u64)> {
    let all = [
        (Resource::Data, limits.memory.map(data_ceiling)),
        (Resource::Cpu, limits.processor),
        (Resource::Fsize, limits.file.map(|size| size.saturating_mul(1 << 20))),
        (Resource::Nproc, limits.processes.map(usage::process_ceiling)),
    ];
    all.into_iter().filter_map(|(resource, most)| Some((resource, most?))).collect()
}

fn open_gate(mut launched: Launched, kernel_limits: &[(Resource, u64)], mark: FamilyMark) -> io::Result<Launched> {
    let set = || -> io::Result<usize> {
        let pid = launched.leader();
        mark.put(pid)?;
        for &(resource, most) in kernel_limits {
            // A limit cannot exceed our own.
            let most = getrlimit(resource).maximum.map_or(most, |own| own.min(most));
            prlimit(Some(pid), resource, Rlimit { current: Some(most), maximum: Some(most) })?;
        }
        launched.write(b"\n")
    };
    if let Err(error) = set() {
        launched.end();
        return Err(error);
    }
    Ok(launched)
}
