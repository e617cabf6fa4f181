//! Long computations: they release the interpreter's lock, end on Ctrl-C and before the interpreter exits.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;
use pyo3::types::PyCFunction;

/// Raised when the interpreter exits. A thread without its lock must not come back after that.
static EXITING: AtomicBool = AtomicBool::new(false);

/// Computations that run without the interpreter's lock.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// The stop flags of searches.
static SEARCHES: Mutex<Vec<Weak<AtomicBool>>> = Mutex::new(Vec::new());

/// How often a waiting thread looks for Ctrl-C.
pub const POLL: Duration = Duration::from_millis(20);

/// How long the exit waits for computations, which end within milliseconds.
const LONGEST_EXIT: Duration = Duration::from_secs(10);

/// A stop flag that is raised when the interpreter exits.
pub fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(EXITING.load(SeqCst)));
    let mut searches = SEARCHES.lock().unwrap_or_else(PoisonError::into_inner);
    searches.retain(|search| search.strong_count() > 0);
    searches.push(Arc::downgrade(&stop));
    stop
}

/// Counts a computation while it lives.
struct Running;

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, SeqCst);
    }
}

/// Runs a computation without the interpreter's lock.
pub fn without_lock<T: Send>(py: Python<'_>, compute: impl FnOnce() -> T + Send) -> PyResult<T> {
    // The thread that exits holds the lock when it raises EXITING, as this one does now: no computation begins afterwards.
    if is_exiting() {
        // It ends a thread without a message.
        return Err(PySystemExit::new_err("the interpreter is exiting"));
    }
    RUNNING.fetch_add(1, SeqCst);
    let running = Running;
    let result = py.detach(compute);
    drop(running);
    Ok(result)
}

/// Whether the interpreter exits, so that computations should end.
pub fn is_exiting() -> bool {
    EXITING.load(SeqCst)
}

/// Ends all computations when the interpreter exits, and waits for their threads.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let at_exit = PyCFunction::new_closure(py, None, None, |arguments, _| {
        EXITING.store(true, SeqCst);
        for stop in SEARCHES.lock().unwrap_or_else(PoisonError::into_inner).iter().filter_map(Weak::upgrade) {
            stop.store(true, SeqCst);
        }
        let end = Instant::now() + LONGEST_EXIT;
        while RUNNING.load(SeqCst) > 0 && Instant::now() < end {
            arguments.py().detach(|| std::thread::sleep(Duration::from_millis(1)));
        }
    })?;
    py.import("atexit")?.call_method1("register", (at_exit,))?;
    Ok(())
}
