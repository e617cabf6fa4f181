//! Runs the program in a pseudo-terminal and reads its screen.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rexpect::process::{PtyProcess, Signal, WaitStatus};
use rustix::termios::{LocalModes, OutputModes, Winsize, tcgetattr, tcsetwinsize};
use vt100::{MouseProtocolMode, Parser};

/// Longer than anything takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(40);

/// The keys as terminals send them.
pub const UP: &str = "\u{1b}[A";
pub const DOWN: &str = "\u{1b}[B";
pub const RIGHT: &str = "\u{1b}[C";
pub const LEFT: &str = "\u{1b}[D";
pub const ENTER: &str = "\r";
pub const TAB: &str = "\t";
pub const ESC: &str = "\u{1b}";

/// A running program and what its terminal shows.
pub struct Screen {
    process: PtyProcess,
    keyboard: File,
    parser: Arc<Mutex<Parser>>,
    /// The number of bytes written so far.
    written: Arc<AtomicUsize>,
}

impl Screen {
    /// Starts a program on a terminal of this size.
    pub fn start(program: Command, (columns, rows): (u16, u16)) -> Screen {
        // Set the size before the program reads it.
        let mut command = Command::new("sh");
        command.args(["-c", &format!("stty cols {columns} rows {rows} && exec \"$0\" \"$@\"")]);
        command.arg(program.get_program()).args(program.get_args());
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let process = PtyProcess::new(command).unwrap();
        let keyboard = process.get_file_handle().unwrap();
        let parser = Arc::new(Mutex::new(new_parser(columns, rows)));
        let written: Arc<AtomicUsize> = Arc::default();
        let (mut output, to, count) = (process.get_file_handle().unwrap(), parser.clone(), written.clone());
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails once the program has closed the terminal.
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                to.lock().unwrap().process(&bytes[..length]);
                count.fetch_add(length, Relaxed);
            }
        });
        Screen { process, keyboard, parser, written }
    }

    /// The lines of the screen.
    pub fn lines(&self) -> Vec<String> {
        let parser = self.parser.lock().unwrap();
        let (_, columns) = parser.screen().size();
        parser.screen().rows(0, columns.get()).map(|line| line.trim_end().to_owned()).collect()
    }

    pub fn text(&self) -> String {
        self.lines().join("\n")
    }

    /// Waits until the screen satisfies a condition.
    #[track_caller]
    pub fn wait_for(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + TIMEOUT;
        loop {
            let (whole, text) = (self.is_whole(), self.text());
            // Nothing was drawn between the two.
            if whole && holds(&text) && self.is_whole() && self.text() == text {
                return text;
            }
            assert!(Instant::now() < until, "waited in vain for {what}:\n{text}");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Whether drawing is complete: the cursor is back in the input line, or hidden.
    fn is_whole(&self) -> bool {
        let parser = self.parser.lock().unwrap();
        let screen = parser.screen();
        let (row, _) = screen.cursor_position();
        !screen.alternate_screen() || screen.hide_cursor() || row + 2 == screen.size().0.get()
    }

    /// Waits for a text.
    #[track_caller]
    pub fn see(&self, text: &str) -> String {
        self.wait_for(text, |screen| screen.contains(text))
    }

    pub fn send(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Clicks at a column and a row, counted from 0.
    pub fn click(&mut self, (column, row): (usize, usize)) {
        self.send(&format!("\u{1b}[<0;{0};{1}M\u{1b}[<0;{0};{1}m", column + 1, row + 1));
    }

    /// Clicks on the first occurrence of a text.
    #[track_caller]
    pub fn click_on(&mut self, text: &str) {
        self.see(text);
        let at = self.find(text).unwrap();
        self.click(at);
    }

    /// The column and row of the first occurrence of a text.
    pub fn find(&self, text: &str) -> Option<(usize, usize)> {
        let found = |(row, line): (usize, &String)| Some((line[..line.find(text)?].chars().count(), row));
        self.lines().iter().enumerate().find_map(found)
    }

    /// Resizes the terminal.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.lock().unwrap().set_size(rows.try_into().unwrap(), columns.try_into().unwrap());
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.keyboard, size).unwrap();
    }

    /// The number of bytes written so far.
    pub fn written(&self) -> usize {
        self.written.load(Relaxed)
    }

    /// Sends a signal to the program.
    pub fn signal(&mut self, signal: Signal) {
        self.process.signal(signal).unwrap();
    }

    /// Continues a suspended program and waits for an effect. It may have been about to stop, so it is told repeatedly.
    #[track_caller]
    pub fn resume(&mut self, what: &str, holds: impl Fn(&Screen) -> bool) {
        let until = Instant::now() + TIMEOUT;
        while !holds(self) {
            assert!(Instant::now() < until, "waited in vain for {what}:\n{}", self.text());
            self.signal(Signal::SIGCONT);
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the program exits. Returns its exit status.
    #[track_caller]
    pub fn leaves(&mut self) -> i32 {
        let until = Instant::now() + TIMEOUT;
        loop {
            match self.process.status() {
                Some(WaitStatus::StillAlive) => {}
                Some(WaitStatus::Exited(_, status)) => return status,
                other => panic!("ended by {other:?}:\n{}", self.text()),
            }
            assert!(Instant::now() < until, "it does not leave:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until a signal ends the program.
    #[track_caller]
    pub fn ends_by(&mut self, signal: Signal) {
        let until = Instant::now() + TIMEOUT;
        loop {
            match self.process.status() {
                Some(WaitStatus::Signaled(_, found, _)) => return assert_eq!(found, signal),
                Some(WaitStatus::StillAlive) => {}
                other => panic!("ended by {other:?}:\n{}", self.text()),
            }
            assert!(Instant::now() < until, "it does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Whether the terminal is in raw mode.
    pub fn is_raw(&self) -> bool {
        !tcgetattr(&self.keyboard).unwrap().local_modes.contains(LocalModes::ICANON)
    }

    /// Checks that the terminal is restored: canonical mode, echo, no mouse capture, main screen.
    #[track_caller]
    pub fn is_sane(&self) {
        self.wait_for("the usual modes", |_| !self.is_raw());
        self.wait_for("the usual screen", |_| {
            let parser = self.parser.lock().unwrap();
            let screen = parser.screen();
            !screen.alternate_screen() && !screen.bracketed_paste()
        });
        let parser = self.parser.lock().unwrap();
        let screen = parser.screen();
        assert!(!screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        let modes = tcgetattr(&self.keyboard).unwrap();
        assert!(modes.local_modes.contains(LocalModes::ICANON | LocalModes::ISIG), "{modes:?}");
        assert!(modes.output_modes.contains(OutputModes::OPOST), "{modes:?}");
    }
}

fn new_parser(columns: u16, rows: u16) -> Parser {
    Parser::new(rows.try_into().unwrap(), columns.try_into().unwrap(), 0)
}
