//! A look every few milliseconds at what a program uses with all it started: the systems' own limits count each process alone, or
//! all of a user.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::competitor::ResourceLimits;

/// How often it is looked at.
const INTERVAL: Duration = Duration::from_millis(10);

/// How many threads a program may have for each of its processes, and at least.
const THREADS_PER_PROCESS: u64 = 16;
const MIN_THREADS: u64 = 256;

/// The threads that go with a number of processes.
pub(super) fn threads(processes: u64) -> u64 {
    processes.saturating_mul(THREADS_PER_PROCESS).max(MIN_THREADS)
}

/// A ceiling for the system itself on what one process asks for, in bytes: programs ask for much that they never touch.
#[cfg_attr(target_os = "macos", expect(dead_code, reason = "that system has no such limit"))]
pub(super) fn data_ceiling(memory: u64) -> u64 {
    memory.saturating_mul(4).saturating_add(4096).saturating_mul(1 << 20)
}

/// What a program uses at one moment, with all it started.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    pub(super) processes: u64,
    pub(super) threads: u64,
    /// Bytes that are in the machine's memory; what processes share may count for each.
    pub(super) memory: u64,
}

/// A program with all it started, looked at from outside.
pub(super) trait Family: Send + 'static {
    /// Whether it must be looked at even where nothing limits it.
    const ALWAYS_WATCHED: bool = false;

    /// What it uses.
    fn look(&mut self) -> Usage;

    /// Its memory at that moment, in bytes, with what processes share counted once, if that can be found out. This may take longer.
    fn exact_memory(&mut self, usage: &Usage) -> u64 {
        usage.memory
    }

    /// Ends it.
    fn end(&mut self);
}

/// A thread that ends a program with all it started as soon as it uses too much.
pub(super) struct ResourceMonitor {
    excess: Arc<Mutex<Option<String>>>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl ResourceMonitor {
    /// Begins to watch where a bound is one that the system does not hold for all of them together, or where it must be always.
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

    /// What it used too much of, in words, if it was ended for that.
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

/// What a family uses too much of just now, in words.
fn excess_of(family: &mut impl Family, limits: &ResourceLimits) -> Option<String> {
    let usage = family.look();
    if let Some(most) = limits.processes {
        let count = usage.processes;
        if count > most {
            return Some(format!("it was ended for having {count} processes, and {most} are allowed"));
        }
        let (count, most) = (usage.threads, threads(most));
        if count > most {
            return Some(format!("it was ended for having {count} threads, and {most} are allowed"));
        }
    }
    let most = limits.memory?;
    if usage.memory >> 20 <= most {
        return None;
    }
    let used = family.exact_memory(&usage) >> 20;
    (used > most).then(|| format!("it was ended for using {used} MiB of memory, and {most} are allowed"))
}
