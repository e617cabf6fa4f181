//! Platform code: terminal echo, width and colours, and the host name.

/// Whether `TERM` must be set for the full screen.
pub const NAMES_TERMINALS: bool = cfg!(unix);

/// Enables colours on terminals that need it.
pub fn prepare_terminal() {
    // All supported versions of Windows can do it. It fails harmlessly if the output is a file.
    let _ = anstyle_query::windows::enable_ansi_colors();
}

#[cfg(unix)]
pub use unix::{Quiet, columns, host_name, keep_terminal};
#[cfg(windows)]
pub use windows::{Quiet, columns, host_name, keep_terminal};

#[cfg(unix)]
mod unix {
    use std::io;
    use std::thread;

    use rustix::stdio::{stdin, stdout};
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// From now on, signals that suspend or end the program leave the terminal as it is now. While a line is edited it is in raw
    /// mode, and while the engine thinks it does not echo.
    pub fn keep_terminal() -> io::Result<()> {
        const PASTE_OFF: &[u8] = b"\x1b[?2004l";
        const PASTE_ON: &[u8] = b"\x1b[?2004h";
        let Ok(usual) = tcgetattr(stdin()) else { return Ok(()) };
        let mut signals = Signals::new([SIGTSTP, SIGQUIT, SIGTERM, SIGHUP])?;
        let run = move || {
            for signal in signals.forever() {
                let before = tcgetattr(stdin()).ok();
                let is_edited = before.as_ref().is_some_and(|modes| !modes.local_modes.contains(LocalModes::ICANON));
                // Failures are ignored: there is nowhere to report them.
                let _ = tcsetattr(stdin(), OptionalActions::Now, &usual);
                if is_edited {
                    let _ = rustix::io::write(stdout(), PASTE_OFF);
                }
                let _ = emulate_default_handler(signal);
                // Suspended, and continued.
                if let Some(before) = before {
                    let _ = tcsetattr(stdin(), OptionalActions::Now, &before);
                }
                if is_edited {
                    let _ = rustix::io::write(stdout(), PASTE_ON);
                }
            }
        };
        thread::Builder::new().name("signals".to_owned()).spawn(run)?;
        Ok(())
    }

    /// The width of the terminal; `None` if there is none or it is unknown.
    pub fn columns() -> Option<usize> {
        tcgetwinsize(stdout()).ok().map(|size| usize::from(size.ws_col)).filter(|&columns| columns > 0)
    }

    /// Turns off echo while it lives, so that keys do not disturb the live line. They are still read by the next question.
    pub struct Quiet {
        /// The original settings; `None` without a terminal.
        before: Option<Termios>,
    }

    impl Quiet {
        /// Turns off echo, if standard input is a terminal.
        pub fn new() -> Quiet {
            let before = tcgetattr(stdin()).ok();
            if let Some(mut silent) = before.clone() {
                silent.local_modes.remove(LocalModes::ECHO);
                // A failure is harmless: keys are echoed.
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

    /// The host name.
    pub fn host_name() -> String {
        rustix::system::uname().nodename().to_string_lossy().into_owned()
    }
}

#[cfg(windows)]
mod windows {
    use terminal_size::{Width, terminal_size_of};

    /// The width of the terminal; `None` if there is none.
    pub fn columns() -> Option<usize> {
        terminal_size_of(std::io::stdout()).map(|(Width(columns), _)| usize::from(columns))
    }

    /// Nothing to do: there are no such signals.
    pub fn keep_terminal() -> std::io::Result<()> {
        Ok(())
    }

    /// Nothing to do: keys are echoed only while a line is read.
    pub struct Quiet;

    impl Quiet {
        /// Does nothing.
        pub fn new() -> Quiet {
            Quiet
        }
    }

    /// The host name.
    pub fn host_name() -> String {
        std::env::var("COMPUTERNAME").unwrap_or_default()
    }
}
