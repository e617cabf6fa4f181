//! Writes text and asks for lines.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use skirmish_board::quoted;

use super::input::{Input, InputEvent};
use super::style::ConsoleStyle;
use crate::system::columns;

/// Output and input of line mode.
pub struct Prompt<'a> {
    out: &'a mut dyn Write,
    input: Box<dyn Input + 'a>,
    /// Colours and symbols.
    pub style: ConsoleStyle,
    /// Set by Ctrl-C outside the prompt.
    interrupted: Arc<AtomicBool>,
    /// Whether the live line is on the screen and must be erased.
    live: bool,
    /// Whether the user has quit: nothing more is read.
    pub has_quit: bool,
}

/// Moves to the beginning of the line and erases it.
const ERASE: &str = "\r\u{1b}[K";

/// The maximum width of the live line.
const MAX_LIVE_COLUMNS: usize = 78;

impl<'a> Prompt<'a> {
    /// A prompt with this output and input.
    pub fn new(
        out: &'a mut dyn Write,
        input: Box<dyn Input + 'a>,
        style: ConsoleStyle,
        interrupted: Arc<AtomicBool>,
    ) -> Self {
        Prompt { out, input, style, interrupted, live: false, has_quit: false }
    }

    /// Writes one or more lines.
    pub fn say(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.erase()?;
        writeln!(self.out, "{}", text.as_ref())
    }

    /// Flushes the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Shows the live line, if the terminal supports it.
    pub fn show(&mut self, line: &str) -> io::Result<()> {
        if self.style.live {
            // A full row would wrap, and only its second row would be erased.
            let room = columns().map_or(MAX_LIVE_COLUMNS, |columns| columns.saturating_sub(1).min(MAX_LIVE_COLUMNS));
            let line: String = line.chars().take(room).collect();
            write!(self.out, "{ERASE}{line}")?;
            self.live = true;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Erases the live line.
    pub fn erase(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.live) {
            write!(self.out, "{ERASE}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// Whether Ctrl-C was pressed since the last call of [`Prompt::was_interrupted`].
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }

    /// Whether Ctrl-C was pressed since the last call.
    pub fn was_interrupted(&self) -> bool {
        self.interrupted.swap(false, Relaxed)
    }

    /// Asks for a line and trims it. `None` at the end of input and after Ctrl-C twice in a row.
    pub fn ask(&mut self, text: &str, words: &[String]) -> io::Result<Option<String>> {
        let mut again = false;
        // Ignore Ctrl-C from before the question.
        self.was_interrupted();
        while !self.has_quit {
            match self.entry(text, words)? {
                InputEvent::Line(line) | InputEvent::Waiting(line) => return Ok(Some(line.trim().to_owned())),
                // The second of two quick Ctrl-C arrives as a signal between two reads.
                InputEvent::Interrupted if again || self.was_interrupted() => self.has_quit = true,
                InputEvent::Interrupted => self.say("Press Ctrl-C again to quit.")?,
                InputEvent::End => {
                    self.say("End of input.")?;
                    self.has_quit = true;
                }
            }
            again = true;
        }
        Ok(None)
    }

    fn entry(&mut self, text: &str, words: &[String]) -> io::Result<InputEvent> {
        self.erase()?;
        if !self.input.prompts() {
            write!(self.out, "{text}")?;
        }
        self.out.flush()?;
        let entry = self.input.read(text, words)?;
        match &entry {
            // Echo the input, so that the answer starts on a new line.
            InputEvent::Line(line) if !self.input.is_visible() => writeln!(self.out, "{}", printable(line))?,
            InputEvent::Waiting(line) => writeln!(self.out, "{text}{}", printable(line))?,
            InputEvent::End => writeln!(self.out)?,
            _ => {}
        }
        Ok(entry)
    }
}

/// A typed line, escaped and shortened if needed.
fn printable(line: &str) -> String {
    let plain = line.chars().all(|c| c == ' ' || c.is_ascii_graphic());
    if plain && line.len() <= 80 { line.to_owned() } else { quoted(line) }
}
