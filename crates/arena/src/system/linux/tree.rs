//! The processes of a program.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, pidfd_send_signal};

/// How many rounds of signals to try. A program that starts processes faster needs a limit on them.
const MAX_ROUNDS: usize = 50;

/// So many looks in a row must find all processes stopped.
const CALM_LOOKS: usize = 2;

/// Programs in so many rounds of signals have new processes only if each starts the next and ends.
const MAX_GROWING: usize = 40;

/// No more is read of a file of `/proc`.
pub(super) const MAX_READ: usize = 4 << 20;

/// How long the end of a namespace may take.
const END_TIME: Duration = Duration::from_secs(10);

/// A program's processes: how to find, stop and end them.
#[derive(Clone, Debug)]
pub(super) enum Kin {
    /// All processes of a PID namespace. Its first process, bubblewrap's, adopts orphans and ends with all others.
    Namespace {
        /// That process.
        first: Pid,
        /// A handle of it, which no other process gets.
        handle: Arc<OwnedFd>,
    },
    /// A process, its descendants, and the rest of its session. What left both is not found.
    Session(Pid),
}

impl Kin {
    /// The processes in the namespace below a process that has set it up, this many levels below this one's. `None` if it is gone.
    pub(super) fn in_namespace(leader: Pid, levels: usize) -> Option<Kin> {
        let mut waiting = vec![leader];
        while let Some(process) = waiting.pop() {
            if is_first(process, levels) {
                let handle = pidfd_open(process, PidfdFlags::empty()).ok()?;
                return Some(Kin::Namespace { first: process, handle: Arc::new(handle) });
            }
            waiting.extend(children(process));
        }
        None
    }

    /// The processes of a session, by its first.
    pub(super) fn in_session(leader: Pid) -> Kin {
        Kin::Session(leader)
    }

    /// Whether they have a namespace.
    pub(super) fn has_namespace(&self) -> bool {
        matches!(self, Kin::Namespace { .. })
    }

    /// Whether the program itself, the first that bubblewrap's process has started, has ended. False if that is not known.
    pub(super) fn has_ended(&self) -> bool {
        let Kin::Namespace { first, .. } = self else { return false };
        let is_main = |process: &Pid| namespace_ids(*process).last().is_some_and(|id| id == "2");
        let runs = |process: Pid| ProcessStat::at(process).is_some_and(|stat| !matches!(stat.state, b'Z' | b'X'));
        !children(*first).into_iter().filter(is_main).any(runs)
    }

    /// A directory that shows the files that they see; `None` if they see everything.
    pub(super) fn root(&self) -> Option<String> {
        match self {
            Kin::Namespace { first, .. } => Some(format!("/proc/{}/root", first.as_raw_nonzero())),
            Kin::Session(_) => None,
        }
    }

    /// All of them that are known without a look at the whole machine.
    pub(super) fn members(&self) -> Vec<Pid> {
        match self {
            Kin::Namespace { first, .. } => {
                let mut found = descendants(*first);
                found.remove(0);
                found
            }
            Kin::Session(leader) => descendants(*leader),
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> Vec<Pid> {
        let mut found = self.members();
        if let Kin::Session(leader) = self {
            let session = leader.as_raw_nonzero().get();
            let others =
                all_processes().filter(|&process| ProcessStat::at(process).is_some_and(|stat| stat.session == session));
            for process in others {
                if !found.contains(&process) {
                    found.push(process);
                }
            }
        }
        found
    }

    /// Stops all of them, or lets them continue. False if they start others faster than these can be stopped.
    pub(super) fn set_paused(&self, paused: bool) -> bool {
        let (signal, ready): (_, fn(u8) -> bool) = match paused {
            true => (Signal::STOP, |state| matches!(state, b'T' | b't' | b'Z' | b'X')),
            false => (Signal::CONT, |_| true),
        };
        let mut sent: Vec<Pid> = Vec::new();
        let (mut calm, mut growing) = (0, 0);
        for _ in 0..MAX_ROUNDS {
            // New ones may have been started, and one of them may have let another continue. One look may miss one.
            let open: Vec<Pid> = self
                .members()
                .into_iter()
                .filter(|process| {
                    !sent.contains(process) || ProcessStat::at(*process).is_some_and(|stat| !ready(stat.state))
                })
                .collect();
            calm = if open.is_empty() { calm + 1 } else { 0 };
            if calm == CALM_LOOKS {
                break;
            }
            // One that was signalled starts no more, even if it has not stopped yet.
            growing += usize::from(open.iter().any(|process| !sent.contains(process)));
            for process in open {
                self.signal(process, signal);
                sent.push(process);
            }
        }
        !paused || growing <= MAX_GROWING
    }

    /// Sends a signal to one of them.
    fn signal(&self, process: Pid, signal: Signal) {
        // The handle keeps the process id from being reused between check and signal.
        if let Ok(handle) = pidfd_open(process, PidfdFlags::empty())
            && self.contains(process)
        {
            let _ = pidfd_send_signal(handle, signal);
        }
    }

    fn contains(&self, process: Pid) -> bool {
        match self {
            Kin::Namespace { first, .. } => namespace(process).is_some_and(|own| namespace(*first) == Some(own)),
            Kin::Session(_) => self.all().contains(&process),
        }
    }

    /// Kills all of them and waits until they are gone.
    pub(super) fn end(&self) {
        match self {
            Kin::Namespace { handle, .. } => {
                let _ = pidfd_send_signal(handle.as_fd(), Signal::KILL);
                let time = Timespec { tv_sec: END_TIME.as_secs() as i64, tv_nsec: 0 };
                let _ = poll(&mut [PollFd::new(&**handle, PollFlags::IN)], Some(&time));
            }
            Kin::Session(leader) => {
                let deadline = Instant::now() + END_TIME;
                for _ in 0..MAX_ROUNDS {
                    let _ = kill_process_group(*leader, Signal::KILL);
                    let alive = |process: &Pid| {
                        ProcessStat::at(*process).is_some_and(|stat| !matches!(stat.state, b'Z' | b'X'))
                    };
                    let found: Vec<Pid> = self.all().into_iter().filter(alive).collect();
                    if found.is_empty() || Instant::now() > deadline {
                        return;
                    }
                    for process in found {
                        self.signal(process, Signal::KILL);
                    }
                }
            }
        }
    }
}

/// The PID namespace of a process.
fn namespace(process: Pid) -> Option<std::path::PathBuf> {
    fs::read_link(format!("/proc/{}/ns/pid", process.as_raw_nonzero())).ok()
}

/// Whether a process is the first of a PID namespace this many levels below this one's.
fn is_first(process: Pid, levels: usize) -> bool {
    let ids = namespace_ids(process);
    ids.len() == 1 + levels && ids.last().is_some_and(|id| id == "1")
}

/// The ids of a process in its PID namespaces, the outermost first.
fn namespace_ids(process: Pid) -> Vec<String> {
    let status = read(&format!("/proc/{}/status", process.as_raw_nonzero()));
    let ids = status.lines().find_map(|line| line.strip_prefix("NSpid:")).unwrap_or_default();
    ids.split_whitespace().map(str::to_owned).collect()
}

/// The state of a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessStat {
    pub(super) state: u8,
    session: i32,
    pub(super) threads: u64,
    /// Resident pages.
    resident: u64,
}

impl ProcessStat {
    /// Resident bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.resident * rustix::param::page_size() as u64
    }

    /// The state of a process; `None` if it is gone. If its first thread has ended before others, the state of one of these.
    pub(super) fn at(process: Pid) -> Option<ProcessStat> {
        ProcessStat::with_folder(process).map(|(stat, _)| stat)
    }

    /// The same, with the folder of `/proc` that shows what the process has: without its first thread, that of another.
    fn with_folder(process: Pid) -> Option<(ProcessStat, String)> {
        let folder = format!("/proc/{}", process.as_raw_nonzero());
        let at = |folder: String| Some((ProcessStat::parse(&read(&format!("{folder}/stat")))?, folder));
        let first = at(folder.clone())?;
        if first.0.state != b'Z' || first.0.threads < 2 {
            return Some(first);
        }
        let threads = fs::read_dir(format!("{folder}/task")).ok()?.flatten();
        let mut threads = threads.filter_map(|thread| at(thread.path().to_string_lossy().into_owned()));
        Some(threads.find(|(stat, _)| stat.state != b'Z').unwrap_or(first))
    }

    /// Parses a line of `/proc/PID/stat`. The name of the program, in parentheses, may contain anything.
    pub(super) fn parse(line: &str) -> Option<ProcessStat> {
        let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |place: usize| fields.get(place - 3)?.parse::<i64>().ok();
        Some(ProcessStat {
            state: fields.first()?.bytes().next()?,
            session: number(6)? as i32,
            threads: number(20)?.max(0) as u64,
            resident: number(24)?.max(0) as u64,
        })
    }
}

/// The folder of `/proc` with what a process has.
pub(super) fn folder_of(process: Pid) -> String {
    let found = ProcessStat::with_folder(process);
    found.map_or_else(|| format!("/proc/{}", process.as_raw_nonzero()), |(_, folder)| folder)
}

/// A process and all its descendants.
fn descendants(process: Pid) -> Vec<Pid> {
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        next += 1;
        for child in children(process) {
            if !found.contains(&child) {
                found.push(child);
            }
        }
    }
    found
}

/// The children of a process, collected from its threads.
fn children(process: Pid) -> Vec<Pid> {
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", process.as_raw_nonzero())) else { return Vec::new() };
    let lists = threads.flatten().map(|thread| read(&thread.path().join("children").to_string_lossy()));
    lists.flat_map(|list| list.split_whitespace().filter_map(parse_pid).collect::<Vec<_>>()).collect()
}

/// All processes on this machine.
fn all_processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| parse_pid(entry.file_name().to_str()?))
}

fn parse_pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

/// A small file of `/proc`; empty if it is gone.
pub(super) fn read(path: &str) -> String {
    use std::io::Read;
    let mut bytes = Vec::new();
    if let Ok(file) = fs::File::open(Path::new(path)) {
        let _ = file.take(MAX_READ as u64).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_programs_may_hold_anything() {
        let line = "12 (a) b (c)) S 7 12 11 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 3 0 100 8192 45 0";
        let stat = ProcessStat::parse(line).unwrap();
        assert_eq!((stat.state, stat.session, stat.threads, stat.resident), (b'S', 11, 3, 45));
        assert!(ProcessStat::parse("").is_none());
    }
}
