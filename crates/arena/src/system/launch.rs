//! Starting a program: its own process group, limits and sandbox in force before its first instruction.
//!
//! No code runs between fork and exec, so nothing here is `unsafe`:
//! - Limits and the mark belong to a process and can be set from outside. The program is started behind a gate, a shell that waits for
//!   one line before it becomes the program, and the line comes when they are set.
//! - A sandbox belongs to a thread and is inherited. The program is started by a thread that first locks itself in, and
//!   ends afterwards.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rustix::fs::{Access, OFlags, access, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, OutputModes, tcgetattr, tcsetattr};

use super::tree::Mark;
use super::{sandbox, tree, usage};
use crate::competitor::{Bounds, Program, Sandbox};

/// What a program talks through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Pipes, for programs that talk to programs.
    Pipes,
    /// A terminal, for programs that talk to people: many of them say nothing into a pipe before they end.
    Terminal,
}

/// A program just started, and our ends of its streams, none of which blocks.
pub(crate) struct Launched {
    pub(crate) child: Child,
    pub(crate) input: OwnedFd,
    pub(crate) output: OwnedFd,
    /// `None` where a terminal shows everything.
    pub(crate) errors: Option<OwnedFd>,
    /// The path of its terminal.
    pub(crate) terminal: Option<String>,
}

/// Waits for a line and becomes the program.
const GATE: &str = r#"read -r gate && exec "$@""#;

/// Whether a process is still behind the gate.
pub(super) fn is_gate(process: Pid) -> bool {
    let command = tree::read(&format!("/proc/{}/cmdline", process.as_raw_nonzero()));
    command.split('\0').any(|word| word == GATE)
}

/// The file of a program that is named as in a shell: with a path from the folder it runs in, or found in `PATH`. The error says why
/// it cannot run.
pub(crate) fn find_program(name: &str, folder: Option<&Path>) -> Result<PathBuf, String> {
    let complain = |why: &str| format!("{name} cannot be started: {why}");
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(complain(&format!("there is no folder {}", folder.display())));
    }
    let can_run = |path: &Path| path.is_file() && access(path, Access::EXEC_OK).is_ok();
    if name.contains('/') {
        let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        return match (path.exists(), can_run(&path)) {
            (_, true) => Ok(path),
            (true, false) => Err(complain("it is no program (perhaps chmod +x makes it one)")),
            (false, false) => Err(complain("there is no such file")),
        };
    }
    let places = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&places).map(|place| place.join(name)).find(|path| can_run(path));
    found.ok_or_else(|| complain("there is no program of this name (one in its folder is called ./NAME)"))
}

/// Starts a program with this mark. The error is a sentence.
pub(super) fn launch(program: &Program, bounds: &Bounds, line: Line, mark: Mark) -> Result<Launched, String> {
    let name = program.command.first().ok_or("the command is empty")?;
    let folder = program.folder.as_deref();
    let file = find_program(name, folder)?;
    if bounds.sandbox == Sandbox::Strict && !sandbox::is_readable(&file, folder) {
        let place = file.display();
        return Err(format!(
            "{name} is {place}, which a program in a strict sandbox cannot read: it sees its folder and the system"
        ));
    }
    let mut words = sandbox::prefix(bounds.sandbox).iter().copied().chain(["/bin/sh", "-c", GATE, "sh"]);
    let mut command = Command::new(words.next().unwrap_or("/bin/sh"));
    command.args(words).args(&program.command);
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    set_environment(&mut command);
    command.process_group(0);
    let terminal = match line {
        Line::Pipes => {
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            None
        }
        Line::Terminal => {
            let open = || -> io::Result<(OwnedFd, [OwnedFd; 3])> {
                let (ours, theirs) = open_terminal()?;
                let copies = [theirs.try_clone()?, theirs.try_clone()?];
                let [output, errors] = copies;
                Ok((ours, [theirs, output, errors]))
            };
            let (ours, theirs) = open().map_err(|error| format!("there is no terminal for it: {error}"))?;
            let [input, output, errors] = theirs;
            command.stdin(input).stdout(output).stderr(errors).env("TERM", "dumb");
            Some(ours)
        }
    };
    let spawned = sandbox::spawn(&mut command, bounds.sandbox, folder)?;
    // The command holds their end of the terminal: as long as it is open here, its end is never seen.
    drop(command);
    let child = spawned.map_err(|error| format!("{name} cannot be started: {error}"))?;
    let launched = connect(child, terminal).map_err(|error| format!("no way to talk to {name}: {error}"))?;
    open_gate(launched, &limits(bounds), mark).map_err(|error| format!("its limits cannot be set: {error}"))
}

/// Programs see our environment without the way to a database, and learn where the program is that knows the rules.
fn set_environment(command: &mut Command) {
    for (name, value) in std::env::vars_os() {
        let value = value.to_string_lossy();
        let is_address = ["postgres://", "postgresql://"].iter().any(|scheme| value.contains(scheme));
        if is_address || name.to_string_lossy().starts_with("PG") {
            command.env_remove(name);
        }
    }
    if std::env::var_os("SKIRMISH").is_none()
        && let Ok(own) = std::env::current_exe()
    {
        command.env("SKIRMISH", own);
    }
}

/// The limits that the kernel holds. Those on memory and processes are wide: what a program has of these is watched.
fn limits(bounds: &Bounds) -> Vec<(Resource, u64)> {
    let all = [
        (Resource::Data, bounds.memory.map(usage::data_ceiling)),
        (Resource::Cpu, bounds.processor),
        (Resource::Fsize, bounds.file.map(|size| size.saturating_mul(1 << 20))),
        (Resource::Nproc, bounds.processes.map(usage::process_ceiling)),
    ];
    all.into_iter().filter_map(|(resource, most)| Some((resource, most?))).collect()
}

/// A terminal that passes everything on as it is: no echo, no changed line ends. Our end and theirs.
fn open_terminal() -> io::Result<(OwnedFd, OwnedFd)> {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let ours = openpt(flags)?;
    grantpt(&ours)?;
    unlockpt(&ours)?;
    let theirs = ioctl_tiocgptpeer(&ours, flags)?;
    let mut modes = tcgetattr(&theirs)?;
    modes.local_modes.remove(LocalModes::ECHO | LocalModes::ECHOE | LocalModes::ECHOK | LocalModes::ECHONL);
    modes.output_modes.remove(OutputModes::OPOST);
    tcsetattr(&theirs, OptionalActions::Now, &modes)?;
    Ok((ours, theirs))
}

fn connect(mut child: Child, terminal: Option<OwnedFd>) -> io::Result<Launched> {
    let missing = || io::Error::other("a stream is missing");
    let path = terminal.as_ref().and_then(|ours| ptsname(ours, Vec::new()).ok()?.into_string().ok());
    let (input, output, errors) = match terminal {
        Some(ours) => (ours.try_clone()?, ours, None),
        None => {
            let input: OwnedFd = child.stdin.take().ok_or_else(missing)?.into();
            let output: OwnedFd = child.stdout.take().ok_or_else(missing)?.into();
            let errors: OwnedFd = child.stderr.take().ok_or_else(missing)?.into();
            (input, output, Some(errors))
        }
    };
    for stream in [&input, &output].into_iter().chain(&errors) {
        fcntl_setfl(stream, fcntl_getfl(stream)? | OFlags::NONBLOCK)?;
    }
    Ok(Launched { child, input, output, errors, terminal: path })
}

fn open_gate(mut launched: Launched, limits: &[(Resource, u64)], mark: Mark) -> io::Result<Launched> {
    let set = || {
        let pid = Pid::from_child(&launched.child);
        mark.put(pid)?;
        for &(resource, most) in limits {
            // What this process may not have itself it cannot give.
            let most = getrlimit(resource).maximum.map_or(most, |own| own.min(most));
            prlimit(Some(pid), resource, Rlimit { current: Some(most), maximum: Some(most) })?;
        }
        rustix::io::write(&launched.input, b"\n")
    };
    if let Err(error) = set() {
        let _ = launched.child.kill();
        let _ = launched.child.wait();
        return Err(error.into());
    }
    Ok(launched)
}
