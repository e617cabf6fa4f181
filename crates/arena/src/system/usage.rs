//! What the processes of a program use together, looked at from outside: the kernel's own limits count each process alone, or all
//! of a user.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::process::{Pid, getuid};

use super::tree::{self, Look, Mark};
use crate::competitor::Bounds;

/// How often it is looked at.
const INTERVAL: Duration = Duration::from_millis(10);

/// How many threads a program may have for each of its processes, and at least.
const THREADS: u64 = 16;
const LEAST_THREADS: u64 = 256;

/// How far the kernel's ceiling on the processes of a user is above what there is and what one program may have.
const MARGIN: u64 = 1024;

/// The threads that go with a number of processes.
fn threads(processes: u64) -> u64 {
    processes.saturating_mul(THREADS).max(LEAST_THREADS)
}

/// The kernel's ceiling on the processes of the user of this process: those there are, and a wide margin.
pub(super) fn process_ceiling(processes: u64) -> u64 {
    let own = getuid().as_raw();
    let count = |process: Pid| {
        use std::os::unix::fs::MetadataExt;
        let folder = std::fs::metadata(format!("/proc/{}", process.as_raw_nonzero())).ok()?;
        (folder.uid() == own).then(|| Look::at(process).map_or(1, |look| look.threads))
    };
    let there: u64 = tree::everybody().filter_map(count).sum();
    there.saturating_add(threads(processes)).saturating_add(MARGIN)
}

/// The kernel's ceiling on the data of one process, in bytes: programs ask for much that they never touch.
pub(super) fn data_ceiling(memory: u64) -> u64 {
    memory.saturating_mul(4).saturating_add(4096).saturating_mul(1 << 20)
}

/// A thread that ends a program with all it started as soon as it uses too much.
pub(super) struct Watch {
    excess: Arc<Mutex<Option<String>>>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Begins to watch, if there is something to watch.
    pub(super) fn start(leader: Pid, mark: Mark, bounds: &Bounds) -> Option<Watch> {
        let bounds = *bounds;
        if bounds.memory.is_none() && bounds.processes.is_none() {
            return None;
        }
        let (excess, over) = (Arc::new(Mutex::new(None)), Arc::new(AtomicBool::new(false)));
        let thread = thread::spawn({
            let (excess, over) = (Arc::clone(&excess), Arc::clone(&over));
            move || {
                while !over.load(Relaxed) {
                    let family = tree::family(leader, Some(mark));
                    if let Some(sentence) = excess_of(&family, &bounds) {
                        *excess.lock().unwrap_or_else(PoisonError::into_inner) = Some(sentence);
                        // First those that are known, which is quick.
                        tree::end_these(&family, mark);
                        tree::end_all(leader, mark);
                        return;
                    }
                    thread::sleep(INTERVAL);
                }
            }
        });
        Some(Watch { excess, over, thread: Some(thread) })
    }

    /// What it used too much of, in words, if it was ended for that.
    pub(super) fn excess(&self) -> Option<String> {
        self.excess.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// What these processes use too much of just now, in words.
fn excess_of(family: &[Pid], bounds: &Bounds) -> Option<String> {
    let looks: Vec<(Pid, Look)> = family.iter().filter_map(|&process| Some((process, Look::at(process)?))).collect();
    let alive = || looks.iter().filter(|(_, look)| look.state != b'Z');
    if let Some(most) = bounds.processes {
        let count = alive().count() as u64;
        if count > most {
            return Some(format!("it was ended for having {count} processes, and {most} are allowed"));
        }
        let (count, most) = (alive().map(|(_, look)| look.threads).sum::<u64>(), threads(most));
        if count > most {
            return Some(format!("it was ended for having {count} threads, and {most} are allowed"));
        }
    }
    let most = bounds.memory?;
    let page = rustix::param::page_size() as u64;
    let mebi = |bytes: u64| bytes >> 20;
    if mebi(alive().map(|(_, look)| look.resident * page).sum()) <= most {
        return None;
    }
    // What they share was counted for each. Now it counts once, which takes longer to find out.
    let used = mebi(alive().map(|&(process, look)| share(process).unwrap_or(look.resident * page)).sum());
    (used > most).then(|| format!("it was ended for using {used} MiB of memory, and {most} are allowed"))
}

/// The memory of a process with its part of what it shares with others, in bytes.
fn share(process: Pid) -> Option<u64> {
    let text = tree::read(&format!("/proc/{}/smaps_rollup", process.as_raw_nonzero()));
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}
