//! What Linux and macOS share: non-blocking streams, pseudo-terminals, and exit statuses.

use std::io;
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, OutputModes, tcgetattr, tcsetattr};

use super::child::{StartError, Streams};
use super::{Channel, Stream};

/// Splits a command as a shell does. `None` if a quotation mark is not closed.
pub(crate) fn split_words(text: &str) -> Option<Vec<String>> {
    shlex::split(text)
}

/// Joins the words of a command; [`split_words`] reverses it. `None` if a word has a zero byte.
pub(crate) fn join_words(words: &[String]) -> Option<String> {
    shlex::try_join(words.iter().map(String::as_str)).ok()
}

/// The host of a server, or the path of its socket.
#[cfg(feature = "postgres")]
pub(crate) fn format_host(host: &postgres::config::Host) -> String {
    match host {
        postgres::config::Host::Tcp(name) => name.clone(),
        postgres::config::Host::Unix(path) => path.display().to_string(),
    }
}

/// A started program, and our non-blocking ends of its streams.
pub(super) struct Launched {
    child: Child,
    input: OwnedFd,
    output: OwnedFd,
    /// `None` at a terminal.
    errors: Option<OwnedFd>,
    /// The path of its terminal.
    terminal: Option<String>,
}

/// Sets the streams of a command. Returns our end of its terminal, if it has one.
pub(super) fn prepare(command: &mut Command, channel: Channel) -> Result<Option<OwnedFd>, StartError> {
    match channel {
        Channel::Pipes => {
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            Ok(None)
        }
        Channel::Terminal => {
            let open = || -> io::Result<(OwnedFd, [OwnedFd; 3])> {
                let (ours, theirs) = open_terminal()?;
                let copies = [theirs.try_clone()?, theirs.try_clone()?];
                let [output, errors] = copies;
                Ok((ours, [theirs, output, errors]))
            };
            let (ours, theirs) =
                open().map_err(|error| StartError::Machine(format!("cannot open a terminal: {error}")))?;
            let [input, output, errors] = theirs;
            command.stdin(input).stdout(output).stderr(errors).env("TERM", "dumb");
            Ok(Some(ours))
        }
    }
}

/// A terminal without echo and conversion of line ends. Returns our end and the program's.
fn open_terminal() -> io::Result<(OwnedFd, OwnedFd)> {
    let ours = open_ours()?;
    grantpt(&ours)?;
    unlockpt(&ours)?;
    let theirs = open_theirs(&ours)?;
    let mut modes = tcgetattr(&theirs)?;
    modes.local_modes.remove(LocalModes::ECHO | LocalModes::ECHOE | LocalModes::ECHOK | LocalModes::ECHONL);
    modes.output_modes.remove(OutputModes::OPOST);
    tcsetattr(&theirs, OptionalActions::Now, &modes)?;
    Ok((ours, theirs))
}

#[cfg(target_os = "linux")]
fn open_ours() -> io::Result<OwnedFd> {
    Ok(openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?)
}

#[cfg(target_os = "linux")]
fn open_theirs(ours: &OwnedFd) -> io::Result<OwnedFd> {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    Ok(rustix::pty::ioctl_tiocgptpeer(ours, flags)?)
}

/// On other systems close-on-exec is set in a second step. A program that starts in between keeps it open for longer.
#[cfg(not(target_os = "linux"))]
fn open_ours() -> io::Result<OwnedFd> {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    rustix::io::fcntl_setfd(&ours, rustix::io::FdFlags::CLOEXEC)?;
    Ok(ours)
}

#[cfg(not(target_os = "linux"))]
fn open_theirs(ours: &OwnedFd) -> io::Result<OwnedFd> {
    let path = ptsname(ours, Vec::new())?;
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(rustix::fs::open(path.as_c_str(), flags, rustix::fs::Mode::empty())?)
}

impl Launched {
    /// Takes a child whose streams [`prepare`] has set.
    pub(super) fn new(mut child: Child, terminal: Option<OwnedFd>) -> io::Result<Launched> {
        let missing = || io::Error::other("a stream is missing");
        let path = terminal.as_ref().and_then(|ours| ptsname(ours, Vec::new()).ok()?.into_string().ok());
        let (input, output, errors) = match terminal {
            Some(ours) => (ours.try_clone()?, ours, None),
            None => {
                let input: OwnedFd = child.stdin.take().ok_or_else(missing)?.into();
                let output: OwnedFd = child.stdout.take().ok_or_else(missing)?.into();
                let errors: OwnedFd = child.stderr.take().ok_or_else(missing)?.into();
                (input, output, Some(errors))
            }
        };
        for stream in [&input, &output].into_iter().chain(&errors) {
            fcntl_setfl(stream, fcntl_getfl(stream)? | OFlags::NONBLOCK)?;
        }
        Ok(Launched { child, input, output, errors, terminal: path })
    }

    pub(super) fn leader(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux shows who waits at a terminal"))]
    pub(super) fn terminal(&self) -> Option<&str> {
        self.terminal.as_deref()
    }

    fn stream(&self, stream: Stream) -> Option<&OwnedFd> {
        match stream {
            Stream::Output => Some(&self.output),
            Stream::Errors => self.errors.as_ref(),
        }
    }

    /// How the process exited, in words, if it did. Does not reap it.
    pub(super) fn exit_status(&self) -> Option<String> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let status = waitid(WaitId::Pid(self.leader()), options).ok()??;
        Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("it ended with status {code}"),
            (None, Some(signal)) => format!("it was killed by signal {signal}"),
            (None, None) => "it ended".to_owned(),
        })
    }

    /// Kills and reaps the process itself.
    pub(super) fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Streams for Launched {
    fn has_errors(&self) -> bool {
        self.errors.is_some()
    }

    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(&self.input, bytes)?)
    }

    fn read(&self, stream: Stream, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(stream) = self.stream(stream) else { return Ok(0) };
        Ok(rustix::io::read(stream, buffer)?)
    }

    fn wait(&self, streams: &[Stream], writing: bool, time: Duration) -> bool {
        let open = streams.iter().filter_map(|&stream| self.stream(stream));
        let mut waiting: Vec<PollFd> = open.map(|stream| PollFd::new(stream, PollFlags::IN)).collect();
        if writing {
            waiting.push(PollFd::new(&self.input, PollFlags::OUT));
        }
        let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() };
        poll(&mut waiting, Some(&time)).is_ok_and(|ready| ready > 0)
    }

    // Other systems do not stop programs.
    #[cfg(target_os = "linux")]
    fn readable(&self) -> Option<u64> {
        self.terminal.as_ref()?;
        rustix::io::ioctl_fionread(open_theirs(&self.input).ok()?).ok()
    }
}
