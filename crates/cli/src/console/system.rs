//! What only the system can do with a terminal: keep quiet, and tell how wide it is.

#[cfg(unix)]
use rustix::stdio::{stdin, stdout};
#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// How many characters a row of the terminal holds; `None` where there is none or it does not tell.
#[cfg(unix)]
pub fn columns() -> Option<usize> {
    tcgetwinsize(stdout()).ok().map(|size| usize::from(size.ws_col)).filter(|&columns| columns > 0)
}

/// Elsewhere a terminal is taken to be wide enough.
#[cfg(not(unix))]
pub fn columns() -> Option<usize> {
    None
}

/// As long as this lives, keys are kept for the next question but not shown: they would stand in the middle of the live line.
pub struct Quiet {
    /// How the terminal was; nothing where there is none.
    #[cfg(unix)]
    before: Option<Termios>,
}

#[cfg(unix)]
impl Quiet {
    /// Silences the terminal at the standard input, if there is one.
    pub fn new() -> Quiet {
        let before = tcgetattr(stdin()).ok();
        if let Some(mut silent) = before.clone() {
            silent.local_modes.remove(LocalModes::ECHO);
            // A terminal that goes on showing keys is no reason to stop a game.
            let _ = tcsetattr(stdin(), OptionalActions::Now, &silent);
        }
        Quiet { before }
    }
}

#[cfg(unix)]
impl Drop for Quiet {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            let _ = tcsetattr(stdin(), OptionalActions::Now, before);
        }
    }
}

#[cfg(not(unix))]
impl Quiet {
    /// Elsewhere keys are shown.
    pub fn new() -> Quiet {
        Quiet {}
    }
}
