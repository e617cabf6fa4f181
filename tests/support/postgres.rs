//! A private PostgreSQL server: started by the first test that needs it, and stopped when the test process ends, even by a crash.

// Each test file uses only a part of this.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// A server with files and socket in a temporary directory.
pub struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    /// The user that runs the server, if the tests run as root: PostgreSQL refuses to run as root.
    user: Option<(u32, u32)>,
    /// The guard cleans up as soon as this is closed, at the latest by the kernel.
    guard: Option<(ChildStdin, Child)>,
}

/// Starts a server; `None`, with a message, if SKIRMISH_WITHOUT_POSTGRES is set.
pub fn start() -> Option<Cluster> {
    const WITHOUT: &str = "SKIRMISH_WITHOUT_POSTGRES";
    if env::var_os(WITHOUT).is_some_and(|value| !value.is_empty() && value != "0") {
        eprintln!("{WITHOUT} is set: nothing is tested with PostgreSQL");
        return None;
    }
    let programs = find_programs().unwrap_or_else(|| {
        panic!(
            "PostgreSQL is missing: install Debian's package postgresql, or set {WITHOUT}=1 to go without these tests"
        )
    });
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("skirmish-postgres-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let user = unprivileged_user();
    if let Some((user, group)) = user {
        chown(&folder, Some(user), Some(group)).unwrap();
    }
    let mut cluster = Cluster { programs, folder, user, guard: None };
    cluster.watch();
    cluster.run("initdb", ["-D", &cluster.data(), "-U", "skirmish", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]);
    cluster.start();
    Some(cluster)
}

impl Cluster {
    /// The address of a new, empty database.
    pub fn new_database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.run("createdb", ["-h", &self.folder(), "-U", "skirmish", &name]);
        format!("postgres://skirmish@{}/{name}", self.folder().replace('/', "%2F"))
    }

    /// Where the server listens.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Starts the server again after [`Cluster::stop`].
    pub fn start(&self) {
        // Durability does not matter in tests, so fsync is off.
        let options = format!("-c listen_addresses= -c fsync=off -c max_connections=50 -k '{}'", self.folder());
        let log = format!("{}/log", self.folder());
        self.run("pg_ctl", ["-D", &self.data(), "-l", &log, "-o", &options, "-w", "-t", "60", "start"]);
    }

    /// Stops the server like a crash: all connections are lost at once.
    pub fn stop(&self) {
        self.run("pg_ctl", ["-D", &self.data(), "-m", "immediate", "-w", "-t", "60", "stop"]);
    }

    fn folder(&self) -> String {
        self.folder.to_str().expect("a temporary directory with a readable name").to_owned()
    }

    fn data(&self) -> String {
        format!("{}/data", self.folder())
    }

    /// One of PostgreSQL's programs, as the user of the server.
    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    #[track_caller]
    fn run<'a>(&self, program: &str, arguments: impl IntoIterator<Item = &'a str>) {
        // Use a file: the server inherits it, and a pipe would never close.
        let said = self.folder.join("said");
        let file = fs::File::create(&said).unwrap();
        let mut command = self.command(self.programs.join(program));
        command.args(arguments).stdout(file.try_clone().unwrap()).stderr(file);
        let status = command.status().unwrap();
        let read = |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
        assert!(status.success(), "{program}: {status}\n{}{}", read(&said), read(&self.folder.join("log")));
    }

    /// Starts the guard: when its input closes, it stops the server and removes the files. Signals to the tests do not reach it.
    fn watch(&mut self) {
        let script = "trap '' INT TERM HUP; cat; \"$1/pg_ctl\" -D \"$2/data\" -m immediate stop; rm -rf \"$2\"";
        let mut command = self.command("sh");
        command.args(["-c", script, "guard"]).args([&self.programs, &self.folder]);
        let mut guard = command.stdin(Stdio::piped()).process_group(0).spawn().unwrap();
        self.guard = guard.stdin.take().map(|input| (input, guard));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Some((input, mut guard)) = self.guard.take() {
            drop(input);
            let _ = guard.wait();
        }
    }
}

/// The directory of PostgreSQL's programs; Debian has one per version.
fn find_programs() -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    folders.extend(versions.map(|version| version.path().join("bin")));
    folders.into_iter().rfind(|folder| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file())
}

/// The user and group to run the server, if we are root.
fn unprivileged_user() -> Option<(u32, u32)> {
    let root = fs::metadata("/proc/self").is_ok_and(|process| std::os::unix::fs::MetadataExt::uid(&process) == 0);
    if !root {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let find = |name: &str| {
        let fields: Vec<&str> =
            users.lines().map(|line| line.split(':').collect()).find(|fields: &Vec<&str>| fields[0] == name)?;
        Some((fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?))
    };
    Some(find("postgres").or_else(|| find("nobody")).expect("an unprivileged user, as root may not run PostgreSQL"))
}
