//! Lines from outside, of bounded length.

use std::io::{self, BufRead, Read};

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputLine {
    /// Its text, with whatever is not UTF-8 replaced.
    Text(String),
    /// It is longer than anything sensible; it was skipped.
    TooLong,
}

/// Reads lines none of which takes more memory than the longest allowed.
pub struct LineReader<R> {
    input: R,
    longest: usize,
}

impl<R: BufRead> LineReader<R> {
    /// Reads from an input lines of at most this many bytes.
    pub fn new(input: R, longest: usize) -> LineReader<R> {
        LineReader { input, longest }
    }

    /// The next line without its end; `None` at the end of the input.
    pub fn next_line(&mut self) -> io::Result<Option<InputLine>> {
        let mut bytes = Vec::new();
        // One more than the longest line, for its end.
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
