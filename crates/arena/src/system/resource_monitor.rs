//! Checks every few milliseconds what a program and its children use: the systems' own limits are per process or per user.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::competitor::ResourceLimits;

/// How often usage is checked.
const INTERVAL: Duration = Duration::from_millis(10);

/// How often the size of a program's folder is checked at most; four times longer than that took, if it took long.
const DISK_INTERVAL: Duration = Duration::from_millis(100);

/// The allowed threads per process, and in total at least.
const THREADS_PER_PROCESS: u64 = 16;
const MIN_THREADS: u64 = 256;

/// The allowed threads for a number of processes.
pub(super) fn threads(processes: u64) -> u64 {
    processes.saturating_mul(THREADS_PER_PROCESS).max(MIN_THREADS)
}

/// The kernel's ceiling on the memory that one process allocates, in bytes: wide, since programs allocate more than they use.
#[cfg_attr(target_os = "macos", expect(dead_code, reason = "that system has no such limit"))]
pub(super) fn data_ceiling(memory: u64) -> u64 {
    memory.saturating_mul(4).saturating_add(4096).saturating_mul(1 << 20)
}

/// What a program and its children use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    pub(super) processes: u64,
    pub(super) threads: u64,
    /// Resident bytes; shared memory may count once per process.
    pub(super) memory: u64,
}

/// A program with all its children, seen from outside.
pub(super) trait Family: Send + 'static {
    /// Whether to watch it even without limits.
    const ALWAYS_WATCHED: bool = false;

    /// Measures its usage.
    fn look(&mut self) -> Usage;

    /// Its memory in bytes, with shared memory counted once if possible. This may take longer.
    fn exact_memory(&mut self, usage: &Usage) -> u64 {
        usage.memory
    }

    /// The bytes in its folder, and in deleted files that it still has open. This may take long.
    fn disk(&mut self) -> u64 {
        0
    }

    /// Kills it.
    fn end(&mut self);
}

/// Threads that kill a program and its children when it exceeds a limit.
pub(super) struct ResourceMonitor {
    excess: Arc<Mutex<Option<String>>>,
    over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl ResourceMonitor {
    /// Starts watching, if a limit needs it or [`Family::ALWAYS_WATCHED`].
    pub(super) fn start<F: Family>(family: impl Fn() -> F, limits: &ResourceLimits) -> ResourceMonitor {
        let limits = *limits;
        let (excess, over) = (Arc::new(Mutex::new(None)), Arc::new(AtomicBool::new(false)));
        let mut monitor = ResourceMonitor { excess, over, threads: Vec::new() };
        if limits.memory.is_some() || limits.processes.is_some() || F::ALWAYS_WATCHED {
            monitor.watch(family(), move |family| (excess_of(family, &limits), INTERVAL));
        }
        if let Some(most) = limits.disk {
            monitor.watch(family(), move |family| {
                let begun = Instant::now();
                let size = family.disk() >> 20;
                let sentence = format!("it was killed for filling its folder with {size} MiB; {most} are allowed");
                ((size > most).then_some(sentence), DISK_INTERVAL.max(4 * begun.elapsed()))
            });
        }
        monitor
    }

    /// Starts a thread that looks again and again, for an excess and how long to wait then.
    fn watch<F: Family>(
        &mut self,
        mut family: F,
        look: impl Fn(&mut F) -> (Option<String>, Duration) + Send + 'static,
    ) {
        let (excess, over) = (Arc::clone(&self.excess), Arc::clone(&self.over));
        self.threads.push(thread::spawn(move || {
            while !over.load(Relaxed) {
                let (found, pause) = look(&mut family);
                if let Some(sentence) = found {
                    *excess.lock().unwrap_or_else(PoisonError::into_inner) = Some(sentence);
                    return family.end();
                }
                thread::park_timeout(pause);
            }
        }));
    }

    /// The exceeded limit, in words, if it was killed for that.
    pub(super) fn excess(&self) -> Option<String> {
        self.excess.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for ResourceMonitor {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
        for thread in self.threads.drain(..) {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// The limit that is exceeded now, in words.
fn excess_of(family: &mut impl Family, limits: &ResourceLimits) -> Option<String> {
    let usage = family.look();
    if let Some(most) = limits.processes {
        let count = usage.processes;
        if count > most {
            return Some(format!("it was killed for having {count} processes; {most} are allowed"));
        }
        let (count, most) = (usage.threads, threads(most));
        if count > most {
            return Some(format!("it was killed for having {count} threads; {most} are allowed"));
        }
    }
    let most = limits.memory?;
    if usage.memory >> 20 <= most {
        return None;
    }
    let used = family.exact_memory(&usage) >> 20;
    (used > most).then(|| format!("it was killed for using {used} MiB of memory; {most} are allowed"))
}
