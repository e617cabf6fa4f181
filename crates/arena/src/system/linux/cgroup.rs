//! Cgroups of version 2: where this process may make them, the kernel bounds the memory and the processes of a program together with
//! all its children.
//!
//! They need a folder of the cgroup file system that is this process's alone, such as `systemd-run --user --scope -p Delegate=yes`
//! makes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::competitor::ResourceLimits;
use crate::system::resource_monitor::threads;

/// The file by which processes join a cgroup.
const MEMBERS: &str = "cgroup.procs";

/// Processes of a sandbox besides those of its program.
const OWN_PROCESSES: u64 = 16;

/// How often, and how soon again, to remove the cgroup of processes that are ending.
const REMOVALS: u32 = 100;
const REMOVAL_PAUSE: Duration = Duration::from_millis(5);

/// The cgroup of a program. Dropping it removes it; its processes must have ended.
#[derive(Debug)]
pub(super) struct ProgramCgroup(PathBuf);

impl ProgramCgroup {
    /// A cgroup with these limits; `None` where [`why_none`] says why, or if it cannot be made now.
    pub(super) fn new(limits: &ResourceLimits) -> Option<ProgramCgroup> {
        let parent = delegated().as_ref().ok()?;
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Relaxed);
        ProgramCgroup::at(parent.join(format!("program-{}-{number}", std::process::id())), limits).ok()
    }

    fn at(folder: PathBuf, limits: &ResourceLimits) -> io::Result<ProgramCgroup> {
        fs::create_dir(&folder)?;
        let cgroup = ProgramCgroup(folder);
        if let Some(most) = limits.memory {
            cgroup.set("memory.max", most.saturating_mul(1 << 20))?;
            cgroup.set("memory.oom.group", 1)?;
            // There is no such file without swap.
            let _ = cgroup.set("memory.swap.max", 0);
        }
        if let Some(most) = limits.processes {
            cgroup.set("pids.max", threads(most) + OWN_PROCESSES)?;
        }
        Ok(cgroup)
    }

    fn set(&self, name: &str, value: u64) -> io::Result<()> {
        fs::write(self.0.join(name), value.to_string())
    }

    /// Where a process writes 0 to join it.
    pub(super) fn members(&self) -> PathBuf {
        self.0.join(MEMBERS)
    }

    /// Whether the kernel has ended its program for its memory.
    pub(super) fn is_out_of_memory(&self) -> bool {
        let events = fs::read_to_string(self.0.join("memory.events")).unwrap_or_default();
        events.lines().filter_map(|line| line.strip_prefix("oom_kill ")).any(|count| count != "0")
    }
}

impl Drop for ProgramCgroup {
    fn drop(&mut self) {
        for _ in 0..REMOVALS {
            if fs::remove_dir(&self.0).is_ok() || !self.0.exists() {
                return;
            }
            thread::sleep(REMOVAL_PAUSE);
        }
    }
}

/// Why programs get no cgroups here, in a few words; `None` if they get some.
pub(super) fn why_none() -> Option<&'static str> {
    delegated().as_ref().err().copied()
}

/// The folder in which this process makes cgroups.
fn delegated() -> &'static Result<PathBuf, &'static str> {
    static FOUND: OnceLock<Result<PathBuf, &'static str>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let own = own_cgroup(
            &fs::read_to_string("/proc/self/cgroup").unwrap_or_default(),
            &fs::read_to_string("/proc/self/mountinfo").unwrap_or_default(),
        );
        let own = own.ok_or("no cgroup v2")?;
        divide(&own, std::process::id()).map(|()| own)
    })
}

/// Makes a cgroup the parent of others: then it may have no processes itself, so this process, its only one, gets its own.
fn divide(folder: &Path, process: u32) -> Result<(), &'static str> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let controllers = read("cgroup.controllers");
    if !["memory", "pids"].iter().all(|wanted| controllers.split_whitespace().any(|found| found == *wanted)) {
        return Err("no cgroup v2 for memory and processes");
    }
    let process = process.to_string();
    if read(MEMBERS).split_whitespace().ne([process.as_str()]) {
        return Err("no cgroup v2 of its own");
    }
    let leaf = folder.join(format!("arena-{process}"));
    let divided = fs::create_dir(&leaf)
        .and_then(|()| fs::write(leaf.join(MEMBERS), &process))
        .and_then(|()| fs::write(folder.join("cgroup.subtree_control"), "+memory +pids"));
    divided.map_err(|_| {
        let _ = fs::write(folder.join(MEMBERS), &process);
        let _ = fs::remove_dir(&leaf);
        "no cgroup v2 that it may divide"
    })
}

/// The folder of this process's cgroup of version 2, from `/proc/self/cgroup` and `/proc/self/mountinfo`.
fn own_cgroup(cgroups: &str, mounts: &str) -> Option<PathBuf> {
    let path = cgroups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mount = |line: &str| {
        let (before, after) = line.split_once(" - ")?;
        let fields: Vec<&str> = before.split(' ').collect();
        let inside = Path::new(path).strip_prefix(fields.get(3)?).ok()?;
        (after.split(' ').next() == Some("cgroup2")).then(|| Path::new(fields[4]).join(inside))
    };
    mounts.lines().find_map(mount)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_a_cgroup_is_found() {
        let mounts = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n";
        let own = |cgroups: &str, mounts: &str| own_cgroup(cgroups, mounts).map(|path| path.display().to_string());
        let scope = "/user.slice/user-1000.slice/run-7.scope";
        assert_eq!(own(&format!("0::{scope}\n"), mounts), Some(format!("/sys/fs/cgroup{scope}")));
        assert_eq!(own("0::/\n", mounts).as_deref(), Some("/sys/fs/cgroup/"));
        // A container sees its own part only.
        let part = "30 23 0:26 /docker/7 /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
        assert_eq!(own("0::/docker/7/a\n", part).as_deref(), Some("/sys/fs/cgroup/a"));
        assert_eq!(own("0::/elsewhere\n", part), None);
        assert_eq!(own("4:memory:/\n", mounts), None);
        assert_eq!(own("0::/\n", "30 23 0:26 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n"), None);
    }

    /// A folder stands for the cgroup file system.
    #[test]
    fn only_a_cgroup_of_ones_own_is_divided() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let write = |name: &str, text: &str| fs::write(path.join(name), text).unwrap();
        assert_eq!(divide(path, 7), Err("no cgroup v2 for memory and processes"));
        write("cgroup.controllers", "cpu memory pids\n");
        write(MEMBERS, "6\n7\n");
        assert_eq!(divide(path, 7), Err("no cgroup v2 of its own"));
        write(MEMBERS, "7\n");
        assert_eq!(divide(path, 7), Ok(()));
        let read = |name: &str| fs::read_to_string(path.join(name)).unwrap();
        assert_eq!((&read("arena-7/cgroup.procs")[..], &read("cgroup.subtree_control")[..]), ("7", "+memory +pids"));
        let limits = ResourceLimits { memory: Some(300), processes: Some(40), ..ResourceLimits::default() };
        let cgroup = ProgramCgroup::at(path.join("program"), &limits).unwrap();
        assert_eq!((&read("program/memory.max")[..], &read("program/pids.max")[..]), ("314572800", "656"));
        assert!(!cgroup.is_out_of_memory());
        write("program/memory.events", "low 0\noom 1\noom_kill 1\noom_group_kill 1\n");
        assert!(cgroup.is_out_of_memory());
        // Its files would go with it on the real file system.
        fs::remove_dir_all(cgroup.members().parent().unwrap()).unwrap();
    }

    #[test]
    fn the_kernel_bounds_memory_and_processes() {
        match delegated() {
            Err(why) => println!("Cgroups of version 2 cannot be tested here: {why}."),
            Ok(_) => {
                let limits = ResourceLimits { memory: Some(50), processes: Some(1), ..ResourceLimits::default() };
                let cgroup = ProgramCgroup::new(&limits).unwrap();
                let script = "echo 0 >\"$0\"; exec python3 -c 'x = bytearray(b\"x\") * (200 << 20)'";
                let status = std::process::Command::new("sh").args(["-c", script]).arg(cgroup.members()).status();
                assert!(!status.unwrap().success() && cgroup.is_out_of_memory());
                let folder = cgroup.0.clone();
                drop(cgroup);
                assert!(!folder.exists());
            }
        }
    }
}
