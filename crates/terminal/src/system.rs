//! What differs from system to system: the signals that end the program, and what terminals can show.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use signal_hook::consts::{SIGINT, SIGTERM};

/// The signals that end the program.
#[cfg(unix)]
const FATAL_SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const FATAL_SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Whether every terminal of the system shows many colours, whatever its variables say.
pub(crate) const SHOWS_COLOURS: bool = cfg!(windows);

/// Hears the signals that end the program.
pub(crate) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Begins to hear them; from now on they do not end it by themselves.
    pub(crate) fn register() -> io::Result<Signals> {
        let received: Arc<AtomicUsize> = Arc::default();
        for signal in FATAL_SIGNALS {
            signal_hook::flag::register_usize(signal, received.clone(), signal as usize)?;
        }
        Ok(Signals(received))
    }

    /// The signal that came, if one did.
    pub(crate) fn received(&self) -> Option<i32> {
        Some(self.0.load(Relaxed) as i32).filter(|&signal| signal != 0)
    }
}
