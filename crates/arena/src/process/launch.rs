//! Starting a program: its own process group, limits and sandbox in force before its first instruction.
//!
//! No code runs between fork and exec, so nothing here is `unsafe`:
//! - Limits belong to a process and can be set from outside. The program is started behind a gate, a shell that waits for one line before
//!   it becomes the program, and the line comes when the limits are set.
//! - A sandbox belongs to a thread and is inherited. The program is started by a thread that first locks itself in, and
//!   ends afterwards.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, OutputModes, tcgetattr, tcsetattr};

use crate::competitor::{Bounds, Program};

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
}

/// Waits for a line and becomes the program.
const GATE: &str = r#"read -r gate && exec "$@""#;

/// Starts a program with this environment variable added. The error is a sentence.
pub(crate) fn launch(program: &Program, bounds: &Bounds, line: Line, mark: (&str, &str)) -> Result<Launched, String> {
    let (name, arguments) = program.command.split_first().ok_or("the command is empty")?;
    let limits = limits(bounds);
    let mut command = if limits.is_empty() {
        let mut command = Command::new(name);
        command.args(arguments);
        command
    } else {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", GATE, "sh"]).args(&program.command);
        command
    };
    if let Some(folder) = &program.folder {
        command.current_dir(folder);
    }
    command.env(mark.0, mark.1).process_group(0);
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
    let spawned = match bounds.sandbox {
        true => spawn_locked_in(&mut command, program.folder.as_deref())?,
        false => command.spawn(),
    };
    // The command holds their end of the terminal: as long as it is open here, its end is never seen.
    drop(command);
    let child = spawned.map_err(|error| format!("{name} cannot be started: {error}"))?;
    let launched = connect(child, terminal).map_err(|error| format!("no way to talk to {name}: {error}"))?;
    open_gate(launched, &limits).map_err(|error| format!("its limits cannot be set: {error}"))
}

/// The limits that are asked for.
fn limits(bounds: &Bounds) -> Vec<(Resource, u64)> {
    let mebi = |size: Option<u64>| size.map(|size| size.saturating_mul(1 << 20));
    let all = [
        (Resource::As, mebi(bounds.memory)),
        (Resource::Cpu, bounds.processor),
        (Resource::Fsize, mebi(bounds.file)),
        (Resource::Nproc, bounds.processes),
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
    Ok(Launched { child, input, output, errors })
}

fn open_gate(mut launched: Launched, limits: &[(Resource, u64)]) -> io::Result<Launched> {
    if limits.is_empty() {
        return Ok(launched);
    }
    let set = || {
        let pid = Pid::from_child(&launched.child);
        for &(resource, most) in limits {
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

/// Starts the command from a thread that may write only in the folder, and nowhere if there is none.
fn spawn_locked_in(command: &mut Command, folder: Option<&Path>) -> Result<io::Result<Child>, String> {
    std::thread::scope(|scope| {
        let locked = scope.spawn(|| lock_in(folder).map(|()| command.spawn()));
        locked.join().unwrap_or_else(|_| Err("the sandbox failed".to_owned()))
    })
}

/// Takes from this thread, and whatever it starts, the right to write outside a folder. Reading is not touched.
#[cfg(target_os = "linux")]
fn lock_in(folder: Option<&Path>) -> Result<(), String> {
    use landlock::{
        ABI, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope,
    };
    // Without the third version, files outside could be emptied.
    let writing = AccessFs::from_write(ABI::V3);
    let rule = |path: &Path, access| PathFd::new(path).map(|path| PathBeneath::new(path, access));
    let lock = || -> Result<_, Box<dyn std::error::Error>> {
        let mut ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(writing)?
            // Where the kernel knows how, it cannot send signals to anybody else either.
            .set_compatibility(CompatLevel::BestEffort)
            .scope(Scope::Signal)?
            .set_compatibility(CompatLevel::HardRequirement)
            .create()?
            .add_rule(rule(Path::new("/dev/null"), AccessFs::WriteFile.into())?)?;
        if let Some(folder) = folder {
            ruleset = ruleset.add_rule(rule(folder, writing)?)?;
        }
        Ok(ruleset.restrict_self()?)
    };
    lock().map(drop).map_err(|error| format!("there is no sandbox (landlock of Linux 6.2 or later is needed): {error}"))
}

#[cfg(not(target_os = "linux"))]
fn lock_in(_: Option<&Path>) -> Result<(), String> {
    Err("there is no sandbox (landlock of Linux 6.2 or later is needed)".to_owned())
}

/// Reads a whole small file of `/proc`, which may vanish at any moment.
pub(crate) fn read_quietly(path: &Path) -> Vec<u8> {
    use std::io::Read;
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(1 << 20).read_to_end(&mut bytes);
    }
    bytes
}
