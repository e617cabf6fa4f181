//! What differs from system to system: the signals that end the program, and what terminals can show.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use signal_hook::consts::{SIGINT, SIGTERM};

/// The signals that end the program.
#[cfg(unix)]
const ENDING: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const ENDING: [i32; 2] = [SIGINT, SIGTERM];

/// Whether every terminal of the system shows many colours, whatever its variables say.
pub(crate) const SHOWS_COLOURS: bool = cfg!(windows);

/// Hears the signals that end the program.
pub(crate) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Begins to hear them; from now on they do not end it by themselves.
    pub(crate) fn hear() -> io::Result<Signals> {
        let heard: Arc<AtomicUsize> = Arc::default();
        for signal in ENDING {
            signal_hook::flag::register_usize(signal, heard.clone(), signal as usize)?;
        }
        Ok(Signals(heard))
    }

    /// The signal that came, if one did.
    pub(crate) fn heard(&self) -> Option<i32> {
        Some(self.0.load(Relaxed) as i32).filter(|&signal| signal != 0)
    }
}
