//! The sandbox: landlock, and a network namespace if it is strict.

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use crate::competitor::Sandbox;

/// The system's directories, with programs and their libraries.
const SYSTEM: &[&str] = &[
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/usr",
    "/etc",
    "/opt",
    "/proc",
    "/sys",
    "/dev",
    "/nix/store",
    "/gnu/store",
    "/var/lib/alternatives",
];

/// How the network is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NetworkAccess {
    /// By a network namespace without any interface.
    Namespace,
    /// By landlock, TCP only.
    Tcp,
    /// Not at all: the kernel supports neither.
    Open,
}

/// The prefix of a command in its own network namespace.
fn unshare() -> &'static [&'static str] {
    match rustix::process::geteuid().is_root() {
        true => &["unshare", "--net", "--"],
        // A user namespace allows it without root.
        false => &["unshare", "--user", "--map-current-user", "--net", "--"],
    }
}

/// How the network can be blocked on this system; determined by trying.
pub(super) fn network() -> NetworkAccess {
    static FOUND: OnceLock<NetworkAccess> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let words = unshare();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg("true").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.status().is_ok_and(|status| status.success()) {
            return NetworkAccess::Namespace;
        }
        let tried = std::thread::spawn(|| lock_tcp().is_ok()).join().unwrap_or(false);
        if tried { NetworkAccess::Tcp } else { NetworkAccess::Open }
    })
}

/// The same in words.
fn describe_network() -> &'static str {
    match network() {
        NetworkAccess::Namespace => "the network is blocked by a namespace",
        NetworkAccess::Tcp => "TCP is blocked by landlock, the rest of the network is open",
        NetworkAccess::Open => "the network cannot be blocked: strict engines do not start",
    }
}

/// What the sandbox can do on this system, in a sentence.
pub(super) fn describe() -> String {
    let works = std::thread::spawn(|| lock_in(Sandbox::Writing, None).is_ok()).join().unwrap_or(false);
    match works {
        true => format!("sandbox: by landlock; with sandbox = \"strict\" {}", describe_network()),
        false => "sandbox: not available (it needs landlock of Linux 6.2 or later)".to_owned(),
    }
}

/// The prefix of a command in this sandbox.
pub(super) fn prefix(sandbox: Sandbox) -> &'static [&'static str] {
    if sandbox == Sandbox::Strict && network() == NetworkAccess::Namespace { unshare() } else { &[] }
}

/// Whether a program can be read in a strict sandbox.
pub(super) fn is_readable(program: &Path, folder: Option<&Path>) -> bool {
    let program = program.canonicalize().unwrap_or_else(|_| program.to_owned());
    let folder = folder.and_then(|folder| folder.canonicalize().ok());
    SYSTEM.iter().map(Path::new).chain(folder.as_deref()).any(|allowed| program.starts_with(allowed))
}

/// Starts the command from a thread with the sandbox, which the program inherits.
pub(super) fn spawn(
    command: &mut Command,
    sandbox: Sandbox,
    folder: Option<&Path>,
) -> Result<io::Result<Child>, String> {
    if sandbox == Sandbox::Off {
        return Ok(command.spawn());
    }
    if sandbox == Sandbox::Strict && network() == NetworkAccess::Open {
        return Err("no strict sandbox: this system cannot block the network by a namespace or by landlock".to_owned());
    }
    std::thread::scope(|scope| {
        let locked = scope.spawn(|| lock_in(sandbox, folder).map(|()| command.spawn()));
        locked.join().unwrap_or_else(|_| Err("the sandbox failed".to_owned()))
    })
}

/// Forbids this thread and its children to write outside a folder; if strict, also to read outside of it and the system's
/// directories, and to use TCP if nothing else blocks the network.
fn lock_in(sandbox: Sandbox, folder: Option<&Path>) -> Result<(), String> {
    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
        Scope,
    };
    let strict = sandbox == Sandbox::Strict;
    // Before version 3, files outside could be truncated.
    let (reading, writing) = (AccessFs::from_read(ABI::V3), AccessFs::from_write(ABI::V3));
    let handled = if strict { AccessFs::from_all(ABI::V3) } else { writing };
    let rule = |path: &Path, access| PathFd::new(path).map(|path| PathBeneath::new(path, access));
    let lock = || -> Result<_, Box<dyn std::error::Error>> {
        let mut ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(handled)?
            // If the kernel supports it, signals to other processes are forbidden, too.
            .set_compatibility(CompatLevel::BestEffort)
            .scope(Scope::Signal)?
            .set_compatibility(CompatLevel::HardRequirement)
            .create()?
            .add_rule(rule(Path::new("/dev/null"), AccessFs::WriteFile.into())?)?;
        if let Some(folder) = folder {
            ruleset = ruleset.add_rule(rule(folder, handled)?)?;
        }
        if strict {
            // This program may be run for its rules.
            let own = std::env::current_exe().ok();
            let readable = SYSTEM.iter().map(Path::new).filter(|path| path.exists());
            for path in readable {
                ruleset = ruleset.add_rule(rule(path, reading)?)?;
            }
            if let Some(own) = own {
                ruleset = ruleset.add_rule(rule(&own, AccessFs::ReadFile | AccessFs::Execute)?)?;
            }
        }
        Ok(ruleset.restrict_self()?)
    };
    lock().map(drop).map_err(|error| format!("no sandbox (it needs landlock of Linux 6.2 or later): {error}"))?;
    if strict && network() == NetworkAccess::Tcp { lock_tcp() } else { Ok(()) }
}

/// Forbids this thread and its children to use TCP.
fn lock_tcp() -> Result<(), String> {
    use landlock::{ABI, Access, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr};
    let lock = || -> Result<_, Box<dyn std::error::Error>> {
        let ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessNet::from_all(ABI::V4))?
            .create()?;
        Ok(ruleset.restrict_self()?)
    };
    lock().map(drop).map_err(|error| format!("the network cannot be blocked: {error}"))
}
