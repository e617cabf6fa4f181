//! Platform differences: signals and colours.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use signal_hook::consts::{SIGINT, SIGTERM};

/// The signals that end the program.
#[cfg(unix)]
const FATAL_SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const FATAL_SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Whether all terminals of the platform support many colours, whatever the environment says.
pub(crate) const SHOWS_COLOURS: bool = cfg!(windows);

/// Receives the signals that end the program.
pub(crate) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Registers the handlers; from now on these signals do not end the program by themselves.
    pub(crate) fn register() -> io::Result<Signals> {
        let received: Arc<AtomicUsize> = Arc::default();
        for signal in FATAL_SIGNALS {
            signal_hook::flag::register_usize(signal, received.clone(), signal as usize)?;
        }
        Ok(Signals(received))
    }

    /// The signal received, if any.
    pub(crate) fn received(&self) -> Option<i32> {
        Some(self.0.load(Relaxed) as i32).filter(|&signal| signal != 0)
    }
}
