//! Reads lines: with editing and history from a terminal, or plainly from a pipe.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rustyline::Editor;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, ConditionalEventHandler, Context, Event, EventContext, EventHandler, Helper, KeyEvent, RepeatCount,
};
use skirmish_play::files;

/// The result of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputEvent {
    /// A line without its line break.
    Line(String),
    /// A line pasted together with an earlier one, and not echoed yet.
    Waiting(String),
    /// Ctrl-C was pressed.
    Interrupted,
    /// The end of input.
    End,
}

/// A source of lines.
pub trait Input {
    /// Waits for a line. `words` are for completion.
    fn read(&mut self, text: &str, words: &[String]) -> io::Result<InputEvent>;

    /// Whether [`Input::read`] writes the prompt itself.
    fn prompts(&self) -> bool;

    /// Whether input is echoed, so that it need not be repeated in the output.
    fn is_visible(&self) -> bool;
}

/// The rest of a longer line is discarded.
const MAX_LINE_BYTES: u64 = 4096;

/// Lines from a pipe or a file.
pub struct PipedInput<R> {
    reader: R,
    visible: bool,
}

impl<R: BufRead> PipedInput<R> {
    /// Reads from `reader`. `visible`: whether input is echoed.
    pub fn new(reader: R, visible: bool) -> PipedInput<R> {
        PipedInput { reader, visible }
    }
}

impl<R: BufRead> Input for PipedInput<R> {
    fn read(&mut self, _prompt: &str, _words: &[String]) -> io::Result<InputEvent> {
        let mut line = Vec::new();
        if self.reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(InputEvent::End);
        }
        if line.pop_if(|last| *last == b'\n').is_none() && line.len() as u64 == MAX_LINE_BYTES {
            self.reader.skip_until(b'\n')?;
        }
        line.pop_if(|last| *last == b'\r');
        Ok(InputEvent::Line(String::from_utf8_lossy(&line).into_owned()))
    }

    fn prompts(&self) -> bool {
        false
    }

    fn is_visible(&self) -> bool {
        self.visible
    }
}

/// Lines from a terminal.
pub struct Terminal {
    editor: Editor<Words, MemHistory>,
    /// The remaining lines of a paste.
    pasted: VecDeque<String>,
    /// Set by Ctrl-C.
    cancelled: Arc<AtomicBool>,
}

/// Ends the line and marks it as cancelled. (The editor's own handling of Ctrl-C is an error that drops the input after it.)
struct Cancel(Arc<AtomicBool>);

impl ConditionalEventHandler for Cancel {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        self.0.store(true, Relaxed);
        Some(Cmd::AcceptLine)
    }
}

impl Terminal {
    /// Raw mode is on only while a line is read.
    pub fn new() -> io::Result<Terminal> {
        let config = rustyline::Config::builder().auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new()).map_err(io_error)?;
        editor.set_helper(Some(Words::default()));
        let cancelled: Arc<AtomicBool> = Arc::default();
        let cancel = EventHandler::Conditional(Box::new(Cancel(cancelled.clone())));
        editor.bind_sequence(KeyEvent::ctrl('C'), cancel);
        Ok(Terminal { editor, pasted: VecDeque::new(), cancelled })
    }
}

impl Input for Terminal {
    fn read(&mut self, text: &str, words: &[String]) -> io::Result<InputEvent> {
        if let Some(line) = self.pasted.pop_front() {
            return Ok(InputEvent::Waiting(line));
        }
        if let Some(helper) = self.editor.helper_mut() {
            helper.0 = words.to_vec();
        }
        match self.editor.readline(text) {
            Ok(_) if self.cancelled.swap(false, Relaxed) => Ok(InputEvent::Interrupted),
            Ok(text) => {
                let mut lines = text.trim_end().lines().map(str::to_owned);
                let first = lines.next().unwrap_or_default();
                self.pasted.extend(lines);
                Ok(InputEvent::Line(first))
            }
            Err(ReadlineError::Interrupted) => Ok(InputEvent::Interrupted),
            Err(ReadlineError::Eof) => Ok(InputEvent::End),
            Err(error) => Err(io_error(error)),
        }
    }

    fn prompts(&self) -> bool {
        true
    }

    fn is_visible(&self) -> bool {
        true
    }
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// Completes commands and moves.
#[derive(Default)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, files::complete(line.get(..cursor).unwrap_or(line), &self.0)))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_kinds_are_read_from_a_pipe() {
        let mut text = b"a1b2\r\n\n\xff\xfe\n".to_vec();
        text.extend([b'x'; 10_000]);
        text.extend(b"\nlast");
        let mut input = PipedInput::new(&*text, false);
        let mut lines = Vec::new();
        while let InputEvent::Line(line) = input.read("", &[]).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines[..3], ["a1b2", "", "\u{fffd}\u{fffd}"]);
        assert_eq!(lines[3].len() as u64, MAX_LINE_BYTES);
        assert_eq!(lines[4..], ["last"]);
        assert_eq!(input.read("", &[]).unwrap(), InputEvent::End);
    }
}
