//! Finds and kills all processes of a program.
//!
//! Every program starts with a mark that its children inherit and that survives a new session, exec and an empty environment: its
//! limit on real-time CPU (`RLIMIT_RTTIME`), which does not affect ordinary programs, set to a unique number. Orphans become
//! children of this process, so finding them is cheap.

use std::fs;
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getpid, kill_process_group, pidfd_open,
    pidfd_send_signal, prlimit, set_child_subreaper, waitid,
};

/// How many rounds of killing to try. A program that starts processes faster than they can be killed needs a limit on them.
const MAX_KILL_ROUNDS: usize = 50;

/// The mark of all processes of one program: a unique number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FamilyMark(u64);

/// A mark is `FIRST`, plus the id of the tournament's process times `COUNT`, plus a counter.
const FIRST: u64 = 9_000_000_000_000_000_000;
const COUNT: u64 = 1_000_000_000;

impl FamilyMark {
    /// A new mark.
    pub(super) fn new() -> FamilyMark {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        FamilyMark(FamilyMark::first() + NUMBER.fetch_add(1, Relaxed) % COUNT)
    }

    fn first() -> u64 {
        FIRST + u64::from(std::process::id()) * COUNT
    }

    /// The digits with which all marks of this process begin.
    pub(super) fn prefix() -> String {
        (FamilyMark::first() / COUNT).to_string()
    }

    /// Marks a process that has no children yet.
    pub(super) fn put(self, process: Pid) -> rustix::io::Result<()> {
        prlimit(Some(process), Resource::Rttime, Rlimit { current: Some(self.0), maximum: Some(self.0) }).map(drop)
    }

    /// The mark of a process, if it is alive and has one.
    fn of(process: Pid) -> Option<FamilyMark> {
        let limits = read(&format!("/proc/{}/limits", process.as_raw_nonzero()));
        let line = limits.lines().find_map(|line| line.strip_prefix("Max realtime timeout"))?;
        line.split_whitespace().next()?.parse().ok().filter(|&number| number >= FIRST).map(FamilyMark)
    }
}

/// Makes this process the parent of orphans. If that fails, they are only found more slowly.
pub(super) fn adopt_orphans() {
    static ADOPT: Once = Once::new();
    ADOPT.call_once(|| {
        let _ = set_child_subreaper(Some(getpid()));
    });
}

/// The state of a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProcessStat {
    pub(super) state: u8,
    parent: i32,
    group: i32,
    pub(super) threads: u64,
    /// Resident pages.
    resident: u64,
}

impl ProcessStat {
    /// Resident bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.resident * rustix::param::page_size() as u64
    }

    /// The state of a process; `None` if it is gone.
    pub(super) fn at(process: Pid) -> Option<ProcessStat> {
        ProcessStat::parse(&read(&format!("/proc/{}/stat", process.as_raw_nonzero())))
    }

    /// Parses a line of `/proc/PID/stat`. The name of the program, in parentheses, may contain anything.
    fn parse(line: &str) -> Option<ProcessStat> {
        let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |place: usize| fields.get(place - 3)?.parse::<i64>().ok();
        Some(ProcessStat {
            state: fields.first()?.bytes().next()?,
            parent: number(4)? as i32,
            group: number(5)? as i32,
            threads: number(20)?.max(0) as u64,
            resident: number(24)?.max(0) as u64,
        })
    }
}

/// A program's process, all its descendants, and its orphans.
pub(super) fn family(leader: Pid, mark: Option<FamilyMark>) -> Vec<Pid> {
    let mut found = vec![leader];
    if let Some(mark) = mark {
        let others = children(getpid()).into_iter().filter(|&child| child != leader);
        found.extend(others.filter(|&child| FamilyMark::of(child) == Some(mark)));
    }
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
pub(super) fn all_processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| parse_pid(entry.file_name().to_str()?))
}

fn parse_pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

/// Kills those of these processes that still have the mark.
pub(super) fn end_these(processes: &[Pid], mark: FamilyMark) {
    for &process in processes {
        if let Ok(handle) = pidfd_open(process, PidfdFlags::empty())
            && FamilyMark::of(process) == Some(mark)
        {
            let _ = pidfd_send_signal(handle, Signal::KILL);
        }
    }
}

/// Kills a program that was not reaped yet, with its process group, its descendants and all processes with its mark.
pub(super) fn end_all(leader: Pid, mark: FamilyMark) {
    let mut ended = Vec::new();
    for _ in 0..MAX_KILL_ROUNDS {
        let _ = kill_process_group(leader, Signal::KILL);
        let descends: Vec<Pid> = family(leader, None).into_iter().skip(1).collect();
        let marked = all_processes().filter(|&process| FamilyMark::of(process) == Some(mark));
        let found: Vec<Pid> =
            marked.chain(descends).filter(|&process| process != leader && is_alive(process)).collect();
        if found.is_empty() {
            break;
        }
        for process in found {
            end(process, mark, leader);
            ended.push(process);
        }
    }
    reap(leader, &ended);
}

fn is_alive(process: Pid) -> bool {
    ProcessStat::at(process).is_some_and(|stat| !matches!(stat.state, b'Z' | b'X'))
}

/// Kills one of them.
fn end(process: Pid, mark: FamilyMark, leader: Pid) {
    // The handle keeps the process id from being reused between check and kill.
    let Ok(handle) = pidfd_open(process, PidfdFlags::empty()) else { return };
    if FamilyMark::of(process) == Some(mark) || family(leader, None).contains(&process) {
        let _ = pidfd_send_signal(handle, Signal::KILL);
    }
}

/// Reaps the killed orphans.
fn reap(leader: Pid, ended: &[Pid]) {
    let own = getpid().as_raw_nonzero().get();
    for _ in 0..100 {
        let mut waiting = false;
        for child in children(getpid()).into_iter().filter(|&child| child != leader) {
            let Some(stat) = ProcessStat::at(child) else { continue };
            let ours = stat.group == leader.as_raw_nonzero().get() || ended.contains(&child);
            if stat.parent == own && ours {
                let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
                waiting |= !matches!(waitid(WaitId::Pid(child), options), Ok(Some(_)));
            }
        }
        if !waiting {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// A small file of `/proc`; empty if it is gone.
pub(super) fn read(path: &str) -> String {
    use std::io::Read;
    let mut bytes = Vec::new();
    if let Ok(file) = fs::File::open(Path::new(path)) {
        let _ = file.take(1 << 20).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_programs_may_hold_anything() {
        let line = "12 (a) b (c)) S 7 12 12 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 3 0 100 8192 45 0";
        let stat = ProcessStat::parse(line).unwrap();
        assert_eq!((stat.state, stat.parent, stat.group, stat.threads, stat.resident), (b'S', 7, 12, 3, 45));
        assert!(ProcessStat::parse("").is_none());
    }

    #[test]
    fn marks_differ_and_name_their_process() {
        let marks: Vec<FamilyMark> = (0..3).map(|_| FamilyMark::new()).collect();
        assert!(marks[0] != marks[1] && marks[1] != marks[2]);
        assert!(marks.iter().all(|mark| mark.0.to_string().starts_with(&FamilyMark::prefix())));
        assert_eq!(FamilyMark::of(getpid()), None);
    }
}
