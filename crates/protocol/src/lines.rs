//! Reads lines of bounded length.

use std::io::{self, BufRead, Read};

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// The text; invalid UTF-8 is replaced.
    Text(String),
    /// The line was too long and was skipped.
    TooLong,
}

/// Reads lines with bounded memory.
pub struct LineReader<R> {
    input: R,
    longest: usize,
}

impl<R: BufRead> LineReader<R> {
    /// Reads lines of at most `longest` bytes.
    pub fn new(input: R, longest: usize) -> LineReader<R> {
        LineReader { input, longest }
    }

    /// The next line without its line break; `None` at the end of input.
    pub fn next_line(&mut self) -> io::Result<Option<InputLine>> {
        let mut bytes = Vec::new();
        // One byte more, for the line break.
        let read = self.input.by_ref().take(self.longest as u64 + 1).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') && read > self.longest {
            self.input.skip_until(b'\n')?;
            return Ok(Some(InputLine::TooLong));
        }
        Ok(Some(InputLine::Text(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_the_rest_is_read() {
        let input = "ab\r\nabcde\nabcdefghij\nxyz";
        let mut reader = LineReader::new(input.as_bytes(), 5);
        let mut lines = Vec::new();
        while let Some(line) = reader.next_line().unwrap() {
            lines.push(line);
        }
        let text = |text: &str| InputLine::Text(text.to_owned());
        assert_eq!(lines, [text("ab"), text("abcde"), InputLine::TooLong, text("xyz")]);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        let mut reader = LineReader::new(&b"a\xffb\n"[..], 10);
        assert_eq!(reader.next_line().unwrap(), Some(InputLine::Text("a\u{fffd}b".to_owned())));
    }
}
