//! Starts a program in its namespaces, with limits in force before its first instruction.
//!
//! No code runs between fork and exec: other programs set everything up, each executing the next.
//! A shell moves the program's streams to descriptors 3 to 5, so that bubblewrap's own processes do not hold them open; `bwrap`
//! makes the namespaces, `prlimit` sets the limits inside (outside, they would count the user's other processes), and a second
//! shell gives the streams back and says that everything worked.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Error, PipeReader, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::chown;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel as connect};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{PidfdFlags, pidfd_open};

use super::bubblewrap::{self, CommandWords, SandboxView};
use super::cgroup::ProgramCgroup;
use super::tree::Kin;
use super::{filter, weak};
use crate::competitor::{Program, ResourceLimits, Sandbox};
use crate::system::child::StartError;
use crate::system::programs::ProgramFile;
use crate::system::resource_monitor::{data_ceiling, threads};
use crate::system::unix::{Launched, prepare};
use crate::system::{Channel, find_program, set_environment};

/// Runs the rest with the program's streams on 3 to 5, the filter on 6, and `$1` for messages; in a cgroup, if `$3` is the file by
/// which to join it.
const OUTER: &str = r#"exec 3<&0 4>&1 5>&2 6<"$2" 2>"$1" </dev/null >/dev/null; [ -z "$3" ] || echo 0 >"$3" || exit; shift 3; exec "$@""#;

/// Says that everything worked, and runs the rest with the program's streams.
const INNER: &str = r#"echo ready >&2; exec <&3 >&4 2>&5 3<&- 4>&- 5>&- 6<&-; exec "$@""#;

/// The message of [`INNER`].
const READY: &[u8] = b"ready\n";

/// The descriptor of the filter in [`OUTER`].
const FILTER: u8 = 6;

/// How long setting up may take.
const SET_UP_TIME: Duration = Duration::from_secs(120);

/// Open files of a sandboxed program: they can hide memory and deleted files.
const OPEN_FILES: u64 = 1024;

/// The user without rights, who owns the folder in which root tries the sandbox.
const NOBODY: u32 = 65534;

/// What to do where a sandbox cannot be set up.
const WAY_OUT: &str = "where bubblewrap cannot run, only sandbox = \"weak\" is possible, which keeps no secrets";

/// A program that was started, its processes, and what must be kept as long as it runs.
pub(super) struct Begun {
    pub(super) launched: Launched,
    pub(super) kin: Kin,
    /// Its cgroup, if it has one.
    pub(super) cgroup: Option<ProgramCgroup>,
    /// Ends the thread that started it: `--die-with-parent` means this thread.
    pub(super) _thread: Sender<()>,
}

/// Starts a program.
pub(super) fn launch(program: &Program, limits: &ResourceLimits, channel: Channel) -> Result<Begun, StartError> {
    begin(program, limits, channel, false)
}

/// Starts a program, or instead of it only `true`, with all that the program would get.
fn begin(program: &Program, limits: &ResourceLimits, channel: Channel, only_try: bool) -> Result<Begun, StartError> {
    let name = program.command.first().ok_or_else(|| "the command is empty".to_owned())?;
    let folder = program.folder.as_deref();
    let found = find_program(name, folder)?;
    match limits.sandbox {
        Sandbox::Full => in_sandbox(program, &found, limits, channel, only_try),
        Sandbox::Off if own_processes_work() => {
            let mut words = bubblewrap::own_processes(folder);
            words.add(["/bin/sh", "-c", INNER, "sh"]);
            let rest = limited(limits, &[]);
            words.0.extend(rest.0);
            words.add([&found.name]).add(&program.command[1..]);
            let mut command = shell(OUTER);
            set_environment(&mut command);
            let is_counted = limits.memory.is_some() || limits.processes.is_some();
            let cgroup = is_counted.then(|| ProgramCgroup::new(limits)).flatten();
            set_up(name, command, words, Surroundings { filter: None, folder, cgroup, levels: 1 }, channel)
        }
        Sandbox::Off | Sandbox::Weak if only_try => {
            in_session(&trial(folder), &find_program("true", None)?, limits, channel)
        }
        Sandbox::Off | Sandbox::Weak => in_session(program, &found, limits, channel),
    }
}

/// Starts a program in the sandbox.
fn in_sandbox(
    program: &Program,
    found: &ProgramFile,
    limits: &ResourceLimits,
    channel: Channel,
    only_try: bool,
) -> Result<Begun, StartError> {
    let machine = StartError::Machine;
    let folder = program.folder.as_deref().ok_or_else(|| "a sandbox needs a folder".to_owned())?;
    if folder.is_symlink() {
        return Err(machine(format!("{} is a symbolic link; a sandbox needs the folder itself", folder.display())));
    }
    let owner = bubblewrap::owner(folder).map_err(machine)?;
    // What a program's own folder holds may be a link to anything.
    let is_outside = !found.name.contains('/') || Path::new(&found.name).is_absolute();
    let file = found.file.as_path();
    let view =
        SandboxView::new(folder, is_outside.then_some(file).filter(|file| !file.starts_with(folder)), limits.network);
    let mut words = CommandWords::default();
    if let Some(owner) = owner {
        words.0.extend(view.become_user(owner).0);
    }
    words.0.extend(view.enter(FILTER).0);
    words.add(["/bin/sh", "-c", INNER, "sh"]);
    words.0.extend(limited(limits, &sandbox_limits(limits)).0);
    let first = if found.name.contains('/') { OsStr::new(&found.name) } else { file.as_os_str() };
    match only_try {
        true => words.add(["true"]),
        false => words.add([first]).add(&program.command[1..]),
    };
    let cgroup = ProgramCgroup::new(limits);
    let filter = filter::filter(limits.network, cgroup.is_some() && limits.memory.is_some()).map_err(machine)?;
    let mut command = shell(OUTER);
    command.env_clear().env("PATH", view.search_path()).env("HOME", folder).env("TMPDIR", "/tmp");
    for name in ["LANG", "TZ"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    if let Some(own) = bubblewrap::own_program() {
        command.env("SKIRMISH", own);
    }
    let levels = 1 + usize::from(owner.is_some());
    let surroundings = Surroundings { filter: Some(filter), folder: Some(folder), cgroup, levels };
    set_up(&program.command[0], command, words, surroundings, channel).map_err(|error| match error {
        StartError::Machine(why) => machine(format!("{why}; {WAY_OUT}")),
        error => error,
    })
}

/// The limits that only make sense in a sandbox: `prlimit` counts the processes of its user namespace, all with their threads.
fn sandbox_limits(limits: &ResourceLimits) -> Vec<(&'static str, u64)> {
    /// The first process of the namespace, and the two shells.
    const OWN: u64 = 4;
    let processes = limits.processes.map(|most| ("nproc", threads(most) + OWN));
    let file = limits.disk.map(|most| ("fsize", most.saturating_mul(1 << 20)));
    // A smaller limit of each file comes later, and replaces this.
    [Some(("nofile", OPEN_FILES)), Some(("core", 0)), processes, file].into_iter().flatten().collect()
}

/// The words that set the kernel's limits for what follows. That on memory is wide: the monitor enforces it.
fn limited(limits: &ResourceLimits, more: &[(&'static str, u64)]) -> CommandWords {
    let all = [
        ("data", limits.memory.map(data_ceiling)),
        ("cpu", limits.processor),
        ("fsize", limits.file.map(|size| size.saturating_mul(1 << 20))),
    ];
    let mut words = CommandWords::default();
    let set: Vec<(&str, u64)> =
        more.iter().copied().chain(all.into_iter().filter_map(|(name, most)| Some((name, most?)))).collect();
    if !set.is_empty() {
        words.add(["prlimit"]);
        words.add(set.into_iter().map(|(name, most)| format!("--{name}={}", most.min(i64::MAX as u64))));
        words.add(["--"]);
    }
    words
}

fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script, "sh"]);
    command
}

/// What a command gets besides its words.
struct Surroundings<'a> {
    filter: Option<Vec<u8>>,
    folder: Option<&'a Path>,
    cgroup: Option<ProgramCgroup>,
    /// How many PID namespaces it is below this process.
    levels: usize,
}

/// Runs [`OUTER`] with these words, and waits until everything is set up.
fn set_up(
    name: &str,
    mut command: Command,
    words: CommandWords,
    surroundings: Surroundings<'_>,
    channel: Channel,
) -> Result<Begun, StartError> {
    let Surroundings { filter, folder, cgroup, levels } = surroundings;
    let machine = |why: String| StartError::Machine(why);
    let io = |error: std::io::Error| machine(format!("the sandbox cannot be set up: {error}"));
    if find_program("bwrap", None).is_err() {
        return Err(machine("bubblewrap is missing (Debian's package bubblewrap)".to_owned()));
    }
    let (messages, theirs) = std::io::pipe().map_err(io)?;
    let filter = filter.map(|bytes| file_in_memory(&bytes)).transpose().map_err(io)?;
    let path = |descriptor: BorrowedFd<'_>| format!("/proc/{}/fd/{}", std::process::id(), descriptor.as_raw_fd());
    let filter_path = filter.as_ref().map_or_else(|| "/dev/null".to_owned(), |filter| path(filter.as_fd()));
    let members = cgroup.as_ref().map(ProgramCgroup::members).unwrap_or_default();
    command.arg(path(theirs.as_fd())).arg(filter_path).arg(members).args(&words.0);
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    let terminal = prepare(&mut command, channel)?;
    let (child, thread) = spawn(command, None).map_err(machine)?;
    let child = child.map_err(|error| machine(format!("{name} cannot be started: {error}")))?;
    let mut launched =
        Launched::new(child, terminal).map_err(|error| machine(format!("cannot talk to {name}: {error}")))?;
    let found = wait_until_ready(&launched, messages).and_then(|()| find_kin(&launched, levels));
    match found {
        Ok(kin) => Ok(Begun { launched, kin, cgroup, _thread: thread }),
        Err(why) => {
            launched.end();
            Err(machine(format!("the sandbox cannot be set up: {why}")))
        }
    }
}

/// The processes of a program that runs. If it has ended already, with all others of its namespace, there are none.
fn find_kin(launched: &Launched, levels: usize) -> Result<Kin, String> {
    let deadline = Instant::now() + SET_UP_TIME;
    loop {
        if let Some(kin) = Kin::in_namespace(launched.leader(), levels) {
            return Ok(kin);
        }
        if launched.exit_status().is_some() {
            return Ok(Kin::in_session(launched.leader()));
        }
        if Instant::now() > deadline {
            return Err("its first process is not found".to_owned());
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Waits for [`READY`]; the error is what came instead.
fn wait_until_ready(launched: &Launched, mut messages: PipeReader) -> Result<(), String> {
    let words = |error: rustix::io::Errno| error.to_string();
    let leader = pidfd_open(launched.leader(), PidfdFlags::empty()).map_err(words)?;
    let deadline = Instant::now() + SET_UP_TIME;
    let mut text = Vec::new();
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(format!("it took longer than {} s", SET_UP_TIME.as_secs()));
        }
        let time = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        let mut waiting = [PollFd::new(&messages, PollFlags::IN), PollFd::new(&leader, PollFlags::IN)];
        let _ = poll(&mut waiting, Some(&time));
        let [has_message, has_ended] = [0, 1].map(|place| !waiting[place].revents().is_empty());
        if has_message {
            let mut buffer = [0; 4096];
            let count = messages.read(&mut buffer).unwrap_or(0);
            text.extend(&buffer[..count]);
            if text.ends_with(READY) {
                return Ok(());
            }
        } else if has_ended {
            let text = String::from_utf8_lossy(&text).trim().replace('\n', "; ");
            let status = launched.exit_status().unwrap_or_default();
            return Err(if text.is_empty() { status } else { text });
        }
    }
}

/// A file in memory with these bytes.
fn file_in_memory(bytes: &[u8]) -> std::io::Result<OwnedFd> {
    let mut file = File::from(memfd_create("filter", MemfdFlags::CLOEXEC)?);
    file.write_all(bytes)?;
    Ok(file.into())
}

/// Starts a program without namespaces, in its own session. Its first process ends with this one.
fn in_session(
    program: &Program,
    found: &ProgramFile,
    limits: &ResourceLimits,
    channel: Channel,
) -> Result<Begun, StartError> {
    let name = &program.command[0];
    let folder = program.folder.as_deref();
    let mut words = CommandWords::default();
    words.add(["setpriv", "--pdeathsig=KILL"]);
    words.0.extend(limited(limits, &[]).0);
    words.add([&found.name]).add(&program.command[1..]);
    let mut command = Command::new("setsid");
    command.args(&words.0);
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    set_environment(&mut command);
    let terminal = prepare(&mut command, channel)?;
    let lock = (limits.sandbox == Sandbox::Weak).then_some(folder);
    let (child, thread) = spawn(command, lock).map_err(StartError::Machine)?;
    let child = child.map_err(|error| StartError::Machine(format!("{name} cannot be started: {error}")))?;
    let launched = Launched::new(child, terminal)
        .map_err(|error| StartError::Machine(format!("cannot talk to {name}: {error}")))?;
    let kin = Kin::in_session(launched.leader());
    Ok(Begun { launched, kin, cgroup: None, _thread: thread })
}

type Spawned = (std::io::Result<Child>, Sender<()>);

/// Starts a command from a thread of its own, which ends when the sender is dropped. With `lock`, the thread locks itself and
/// the command into this folder first.
fn spawn(mut command: Command, lock: Option<Option<&Path>>) -> Result<Spawned, String> {
    let (result, started) = connect();
    let (keep, kept): (Sender<()>, Receiver<()>) = connect();
    let lock = lock.map(|folder| folder.map(Path::to_owned));
    let run = move || {
        let locked = lock.map_or(Ok(()), |folder| weak::lock_in(folder.as_deref()));
        let _ = result.send(locked.and_then(|()| keep_descriptors().map(|()| command.spawn())));
        // The command holds the program's end of the terminal; while it is open here, we never see the end.
        drop(command);
        let _ = kept.recv();
    };
    thread::Builder::new().spawn(run).map_err(|error| format!("no thread: {error}"))?;
    let child = started.recv().map_err(|_| "the thread that starts programs failed".to_owned())??;
    Ok((child, keep))
}

/// Keeps from the programs that start later what this process has open: it may have inherited directories and terminals that are
/// not closed by themselves. Their own streams are copies.
fn keep_descriptors() -> Result<(), String> {
    const FIRST: libc::c_uint = 3;
    // SAFETY: the call has no pointers, and neither closes a descriptor nor changes one for this process: it only sets a flag by
    // which exec closes them.
    let result = unsafe { libc::syscall(libc::SYS_close_range, FIRST, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    match result {
        0 => Ok(()),
        _ => Err(format!("no way to keep open files from programs (it needs Linux 5.11): {}", Error::last_os_error())),
    }
}

/// Whether programs can have their own processes here; determined by trying.
fn own_processes_work() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let mut words = bubblewrap::own_processes(None);
        words.add(["/bin/sh", "-c", INNER, "sh", "true"]);
        let surroundings = Surroundings { filter: None, folder: None, cgroup: None, levels: 1 };
        set_up("true", shell(OUTER), words, surroundings, Channel::Pipes).map(end).is_ok()
    })
}

/// Ends what was only tried.
fn end(mut begun: Begun) {
    begun.kin.end();
    begun.launched.end();
}

/// A program that does nothing.
fn trial(folder: Option<&Path>) -> Program {
    Program { command: vec!["true".to_owned()], folder: folder.map(Path::to_owned) }
}

/// Tries the sandbox of a program exactly as it is started: in its folder, with its limits and its interpreter.
pub(super) fn try_for(program: &Program, limits: &ResourceLimits) -> Result<(), StartError> {
    begin(program, limits, Channel::Pipes, true).map(end)
}

/// Tries a sandbox in a new folder. The error says why it does not work here.
pub(super) fn try_anywhere(sandbox: Sandbox) -> Result<(), String> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = format!("skirmish-sandbox-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
    let folder = std::env::temp_dir().join(name);
    let make = || {
        fs::create_dir(&folder)?;
        if rustix::process::geteuid().is_root() { chown(&folder, Some(NOBODY), Some(NOBODY)) } else { Ok(()) }
    };
    let limits = ResourceLimits { sandbox, ..ResourceLimits::default() }.in_force();
    let tried = make()
        .map_err(|error| format!("{}: {error}", folder.display()))
        .and_then(|()| try_for(&trial(Some(&folder)), &limits).map_err(|error| error.to_string()));
    let _ = fs::remove_dir(&folder);
    tried
}
