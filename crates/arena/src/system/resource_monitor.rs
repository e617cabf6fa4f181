//! Checks every few milliseconds what a program and its children use: the systems' own limits are per process or per user.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::competitor::ResourceLimits;

/// How often usage is checked.
const INTERVAL: Duration = Duration::from_millis(10);

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

    /// Kills it.
    fn end(&mut self);
}

/// A thread that kills a program and its children when it exceeds a limit.
pub(super) struct ResourceMonitor {
    excess: Arc<Mutex<Option<String>>>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ResourceMonitor {
    /// Starts watching, if a limit needs it or [`Family::ALWAYS_WATCHED`].
    pub(super) fn start<F: Family>(mut family: F, limits: &ResourceLimits) -> Option<ResourceMonitor> {
        let limits = *limits;
        if limits.memory.is_none() && limits.processes.is_none() && !F::ALWAYS_WATCHED {
            return None;
        }
        let (excess, over) = (Arc::new(Mutex::new(None)), Arc::new(AtomicBool::new(false)));
        let thread = thread::spawn({
            let (excess, over) = (Arc::clone(&excess), Arc::clone(&over));
            move || {
                while !over.load(Relaxed) {
                    if let Some(sentence) = excess_of(&mut family, &limits) {
                        *excess.lock().unwrap_or_else(PoisonError::into_inner) = Some(sentence);
                        return family.end();
                    }
                    thread::sleep(INTERVAL);
                }
            }
        });
        Some(ResourceMonitor { excess, over, thread: Some(thread) })
    }

    /// The exceeded limit, in words, if it was killed for that.
    pub(super) fn excess(&self) -> Option<String> {
        self.excess.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for ResourceMonitor {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
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
