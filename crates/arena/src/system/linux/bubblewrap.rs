//! Commands of `bwrap` (bubblewrap): a program in its own namespaces, with nothing but what it needs.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::interpreters::{installations, is_system};

/// The size of each file system in memory that a sandboxed program can write to.
const MEMORY_FILES_BYTES: u64 = 64 << 20;

/// What programs need of `/etc`; nothing with secrets.
const SETTINGS: &[&str] = &[
    "alternatives",
    "ca-certificates",
    "crypto-policies",
    "fonts",
    "group",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "maven/logging",
    "maven/m2.conf",
    "mono",
    "nsswitch.conf",
    "passwd",
    "perl",
    "pki/ca-trust",
    "ssl/certs",
    "ssl/openssl.cnf",
    "terminfo",
];

/// What they need besides for the network.
const NETWORK_SETTINGS: &[&str] = &["gai.conf", "host.conf", "hosts", "resolv.conf", "services"];

/// A user and a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner {
    pub(super) user: u32,
    pub(super) group: u32,
}

/// The words of a command.
#[derive(Clone, Debug, Default)]
pub(super) struct CommandWords(pub(super) Vec<OsString>);

impl CommandWords {
    pub(super) fn add(&mut self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut CommandWords {
        self.0.extend(words.into_iter().map(|word| word.as_ref().to_owned()));
        self
    }
}

/// What a sandboxed program sees of the machine's files.
pub(super) struct SandboxView {
    /// Its folder, which it may write to.
    folder: PathBuf,
    /// What it may only read, besides the system's directories.
    others: Vec<PathBuf>,
    network: bool,
}

impl SandboxView {
    /// The view of a program in a folder. `program` is its file, if it was found in `PATH` or by an absolute path.
    pub(super) fn new(folder: &Path, program: Option<&Path>, network: bool) -> SandboxView {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let own = own_program().filter(|own| !is_system(own));
        let inside = |path: &PathBuf| !path.starts_with(&folder) && !folder.starts_with(path);
        let needed = program.into_iter().flat_map(installations).chain(own);
        let others = needed.filter(inside).collect();
        SandboxView { folder, others, network }
    }

    /// The arguments that make this view in an empty root.
    fn words(&self) -> CommandWords {
        let mut words = CommandWords::default();
        let settings: Vec<PathBuf> = settings(self.network).collect();
        // Without this, some parents would be private to root.
        let shown = self.others.iter().chain(&settings).chain([&self.folder]);
        let parents = shown.flat_map(|path| path.ancestors().skip(1)).filter(|parent| !is_system(parent));
        let parents: BTreeSet<&Path> = parents.filter(|parent| parent.parent().is_some()).collect();
        for parent in parents {
            words.add(["--perms", "0755", "--dir"]).add([parent]);
        }
        words.add(["--ro-bind", "/usr", "/usr"]);
        for place in ["/bin", "/sbin", "/lib", "/lib32", "/lib64"] {
            match fs::read_link(place) {
                Ok(target) => drop(words.add(["--symlink"]).add([target.as_path(), Path::new(place)])),
                Err(_) => drop(words.add(["--ro-bind-try", place, place])),
            }
        }
        for store in ["/nix/store", "/gnu/store"] {
            words.add(["--ro-bind-try", store, store]);
        }
        for path in &settings {
            words.add(["--ro-bind-try"]).add([path, path]);
        }
        for path in &self.others {
            words.add(["--ro-bind"]).add([path, path]);
        }
        words.add(["--bind"]).add([&self.folder, &self.folder]);
        words
    }

    /// Where its commands are looked up: the parts of this process's `PATH` that it sees.
    pub(super) fn search_path(&self) -> OsString {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let sees = |place: &PathBuf| {
            is_system(place) || self.others.iter().any(|other| place.starts_with(other) && other.is_dir())
        };
        let seen = std::env::split_paths(&path).filter(sees);
        let usual = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
        std::env::join_paths(seen.chain(usual)).unwrap_or_default()
    }

    /// The command that makes this view the whole world of what follows. The filter is on descriptor `filter`.
    pub(super) fn enter(&self, filter: u8) -> CommandWords {
        let size = MEMORY_FILES_BYTES.to_string();
        let mut words = CommandWords::default();
        words.add([
            "bwrap",
            "--unshare-user",
            "--unshare-pid",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
        ]);
        if !self.network {
            words.add(["--unshare-net"]);
        }
        words.add(["--disable-userns", "--new-session", "--die-with-parent", "--hostname", "sandbox"]);
        words.add(["--seccomp", &filter.to_string()]);
        // Before the view, which may be below it.
        words.add(["--size", &size, "--perms", "1777", "--tmpfs", "/tmp"]);
        words.0.extend(self.words().0);
        words.add(["--proc", "/proc", "--dev", "/dev", "--size", &size, "--perms", "1777", "--tmpfs", "/dev/shm"]);
        words.add(["--remount-ro", "/dev", "--remount-ro", "/", "--chdir"]).add([&self.folder]).add(["--"]);
        words
    }

    /// The command by which root becomes another user, who sees only this view.
    ///
    /// In a PID namespace: a process may not tell one of another user that its parent has died, but a namespace ends with its first
    /// process, which is still root's.
    pub(super) fn become_user(&self, owner: Owner) -> CommandWords {
        let mut words = CommandWords::default();
        words.add(["bwrap", "--unshare-pid", "--die-with-parent"]);
        words.add(["--dev-bind", "/dev", "/dev", "--bind", "/proc", "/proc"]);
        words.add(["--perms", "0755", "--dir", "/tmp"]);
        words.0.extend(self.words().0);
        words.add(["--remount-ro", "/", "--", "setpriv"]);
        words.add([format!("--reuid={}", owner.user), format!("--regid={}", owner.group)]);
        words.add(["--clear-groups", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--"]);
        words
    }
}

/// The command that gives a program its own processes and leaves it everything else.
pub(super) fn own_processes(folder: Option<&Path>) -> CommandWords {
    let mut words = CommandWords::default();
    words.add(["bwrap", "--unshare-pid", "--new-session", "--die-with-parent", "--dev-bind", "/", "/"]);
    if rustix::process::geteuid().is_root() {
        words.add(["--cap-add", "ALL"]);
    }
    words.add(["--proc", "/proc"]);
    if let Some(folder) = folder.and_then(|folder| std::path::absolute(folder).ok()) {
        words.add(["--chdir"]).add([folder]);
    }
    words.add(["--"]);
    words
}

/// Existing files of `/etc` that a sandbox shows.
fn settings(network: bool) -> impl Iterator<Item = PathBuf> {
    // Java and Python keep settings of each version.
    let versions = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        ["java", "python"].iter().any(|start| name.starts_with(start))
    });
    let more = if network { NETWORK_SETTINGS } else { &[] };
    let named = SETTINGS.iter().chain(more).map(|name| Path::new("/etc").join(name));
    named.chain(versions).filter(|path| path.exists())
}

/// This program, which engines may run for its rules.
pub(super) fn own_program() -> Option<PathBuf> {
    std::env::var_os("SKIRMISH")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| std::env::current_exe().ok())
}

/// The user that a sandboxed program becomes if this process is root: the owner of its folder. The error is a sentence.
pub(super) fn owner(folder: &Path) -> Result<Option<Owner>, String> {
    if !rustix::process::geteuid().is_root() {
        return Ok(None);
    }
    let shown = folder.display();
    let data = fs::metadata(folder).map_err(|error| format!("{shown}: {error}"))?;
    if data.uid() == 0 {
        return Err(format!(
            "the arena runs as root, and a sandboxed program runs as the owner of its folder, but {shown} belongs to root: \
             give it to an ordinary user (chown -R USER {shown}), or run the arena as one"
        ));
    }
    Ok(Some(Owner { user: data.uid(), group: data.gid() }))
}
