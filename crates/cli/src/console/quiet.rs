//! A terminal that does not show what is typed while something else is written there.

#[cfg(unix)]
use rustix::stdio::stdin;
#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

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
