//! The sandbox: landlock, and for a strict one a network of its own.

use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use crate::competitor::Sandbox;

/// Where programs and what they need are installed.
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

/// How the network is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NetworkAccess {
    /// By a network namespace, in which there is no other machine and not even this one.
    Namespace,
    /// By landlock, TCP only.
    Tcp,
    /// Not at all: the kernel knows neither.
    Open,
}

/// The words that begin a command in a network of its own.
fn unshare() -> &'static [&'static str] {
    match rustix::process::geteuid().is_root() {
        true => &["unshare", "--net", "--"],
        // Namespaces of users let everybody have one of their own.
        false => &["unshare", "--user", "--map-current-user", "--net", "--"],
    }
}

/// How the network can be cut on this system, found out by trying.
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
        NetworkAccess::Namespace => "the network is cut by a namespace",
        NetworkAccess::Tcp => "TCP is cut by landlock, the rest of the network is open",
        NetworkAccess::Open => "the network cannot be cut: strict engines do not start",
    }
}

/// What the sandbox does on this system, in a sentence.
pub(super) fn describe() -> String {
    let works = std::thread::spawn(|| lock_in(Sandbox::Writing, None).is_ok()).join().unwrap_or(false);
    match works {
        true => format!("sandbox: by landlock; with sandbox = \"strict\" {}", describe_network()),
        false => "sandbox: there is none (landlock of Linux 6.2 or later is needed)".to_owned(),
    }
}

/// The words that begin the command of a program in this sandbox.
pub(super) fn prefix(sandbox: Sandbox) -> &'static [&'static str] {
    if sandbox == Sandbox::Strict && network() == NetworkAccess::Namespace { unshare() } else { &[] }
}

/// Whether a program can be read in a strict sandbox.
pub(super) fn is_readable(program: &Path, folder: Option<&Path>) -> bool {
    let program = program.canonicalize().unwrap_or_else(|_| program.to_owned());
    let folder = folder.and_then(|folder| folder.canonicalize().ok());
    SYSTEM.iter().map(Path::new).chain(folder.as_deref()).any(|allowed| program.starts_with(allowed))
}

/// Starts the command from a thread that is locked in; the lock is inherited, and the thread ends.
pub(super) fn spawn(
    command: &mut Command,
    sandbox: Sandbox,
    folder: Option<&Path>,
) -> Result<io::Result<Child>, String> {
    if sandbox == Sandbox::Off {
        return Ok(command.spawn());
    }
    if sandbox == Sandbox::Strict && network() == NetworkAccess::Open {
        return Err(
            "there is no strict sandbox: this system can cut the network neither by a namespace nor by landlock"
                .to_owned(),
        );
    }
    std::thread::scope(|scope| {
        let locked = scope.spawn(|| lock_in(sandbox, folder).map(|()| command.spawn()));
        locked.join().unwrap_or_else(|_| Err("the sandbox failed".to_owned()))
    })
}

/// Takes from this thread, and whatever it starts, the right to write outside a folder; if it is strict, also to read outside of it
/// and the directories of the system, and to use TCP where nothing else cuts the network.
fn lock_in(sandbox: Sandbox, folder: Option<&Path>) -> Result<(), String> {
    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr,
        Scope,
    };
    let strict = sandbox == Sandbox::Strict;
    // Without the third version, files outside could be emptied.
    let (reading, writing) = (AccessFs::from_read(ABI::V3), AccessFs::from_write(ABI::V3));
    let handled = if strict { AccessFs::from_all(ABI::V3) } else { writing };
    let rule = |path: &Path, access| PathFd::new(path).map(|path| PathBeneath::new(path, access));
    let lock = || -> Result<_, Box<dyn std::error::Error>> {
        let mut ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(handled)?
            // Where the kernel knows how, it cannot send signals to anybody else either.
            .set_compatibility(CompatLevel::BestEffort)
            .scope(Scope::Signal)?
            .set_compatibility(CompatLevel::HardRequirement)
            .create()?
            .add_rule(rule(Path::new("/dev/null"), AccessFs::WriteFile.into())?)?;
        if let Some(folder) = folder {
            ruleset = ruleset.add_rule(rule(folder, handled)?)?;
        }
        if strict {
            // The program that knows the rules may be asked.
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
    lock()
        .map(drop)
        .map_err(|error| format!("there is no sandbox (landlock of Linux 6.2 or later is needed): {error}"))?;
    if strict && network() == NetworkAccess::Tcp { lock_tcp() } else { Ok(()) }
}

/// Takes from this thread, and whatever it starts, the right to use TCP.
fn lock_tcp() -> Result<(), String> {
    use landlock::{ABI, Access, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr};
    let lock = || -> Result<_, Box<dyn std::error::Error>> {
        let ruleset = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessNet::from_all(ABI::V4))?
            .create()?;
        Ok(ruleset.restrict_self()?)
    };
    lock().map(drop).map_err(|error| format!("the network cannot be cut: {error}"))
}
