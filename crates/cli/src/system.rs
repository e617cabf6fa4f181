//! What only the system can do: keep a terminal quiet, tell how wide it is and let it show colours, and tell the name of the machine.

/// Whether a terminal that can show more than lines has a name in the variable `TERM`.
pub const NAMES_TERMINALS: bool = cfg!(unix);

/// Makes the terminal understand colours, where that must be asked for.
pub fn prepare_terminal() {
    // Every Windows on which this runs can do it. Where output goes to a file there is nothing to ask for.
    let _ = anstyle_query::windows::enable_ansi_colors();
}

#[cfg(unix)]
pub use unix::{Quiet, columns, host_name};
#[cfg(windows)]
pub use windows::{Quiet, columns, host_name};

#[cfg(unix)]
mod unix {
    use rustix::stdio::{stdin, stdout};
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

    /// How many characters a row of the terminal holds; `None` where there is none or it does not tell.
    pub fn columns() -> Option<usize> {
        tcgetwinsize(stdout()).ok().map(|size| usize::from(size.ws_col)).filter(|&columns| columns > 0)
    }

    /// As long as this lives, keys are kept for the next question but not shown: they would stand in the middle of the live line.
    pub struct Quiet {
        /// How the terminal was; nothing where there is none.
        before: Option<Termios>,
    }

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

    impl Drop for Quiet {
        fn drop(&mut self) {
            if let Some(before) = &self.before {
                let _ = tcsetattr(stdin(), OptionalActions::Now, before);
            }
        }
    }

    /// The name of this machine.
    pub fn host_name() -> String {
        rustix::system::uname().nodename().to_string_lossy().into_owned()
    }
}

#[cfg(windows)]
mod windows {
    use terminal_size::{Width, terminal_size_of};

    /// How many characters a row of the terminal holds; `None` where there is none.
    pub fn columns() -> Option<usize> {
        terminal_size_of(std::io::stdout()).map(|(Width(columns), _)| usize::from(columns))
    }

    /// Keys are shown there only while a line is read, so that there is nothing to do.
    pub struct Quiet;

    impl Quiet {
        /// Does nothing.
        pub fn new() -> Quiet {
            Quiet
        }
    }

    /// The name of this machine.
    pub fn host_name() -> String {
        std::env::var("COMPUTERNAME").unwrap_or_default()
    }
}
