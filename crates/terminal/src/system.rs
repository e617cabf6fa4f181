//! Platform differences: signals and colours.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use signal_hook::consts::{SIGINT, SIGTERM};

/// The signals that end the program.
#[cfg(unix)]
const FATAL_SIGNALS: [i32; 4] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP, signal_hook::consts::SIGQUIT];
#[cfg(not(unix))]
const FATAL_SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// Whether all terminals of the platform support many colours, whatever the environment says.
pub(crate) const SHOWS_COLOURS: bool = cfg!(windows);

/// Receives the signals that end or suspend the program.
pub(crate) struct Signals {
    fatal: Arc<AtomicUsize>,
    suspended: Arc<AtomicBool>,
}

impl Signals {
    /// Registers the handlers; from now on these signals do not end the program by themselves.
    pub(crate) fn register() -> io::Result<Signals> {
        let signals = Signals { fatal: Arc::default(), suspended: Arc::default() };
        for signal in FATAL_SIGNALS {
            signal_hook::flag::register_usize(signal, signals.fatal.clone(), signal as usize)?;
        }
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGTSTP, signals.suspended.clone())?;
        Ok(signals)
    }

    /// The fatal signal received, if any.
    pub(crate) fn received(&self) -> Option<i32> {
        Some(self.fatal.load(Relaxed) as i32).filter(|&signal| signal != 0)
    }

    /// Whether the program is to be suspended, since the last call.
    pub(crate) fn is_suspended(&self) -> bool {
        self.suspended.swap(false, Relaxed)
    }
}

/// Suspends the program until it is continued.
pub(crate) fn suspend() {
    // It fails only if there is no such signal.
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}
