//! The dialogue with a program, of bounded size.

use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use crate::standings::is_hidden;

/// How much of the beginning and the end of a dialogue is stored.
const HEAD_BYTES: usize = 8 << 10;
const TAIL_BYTES: usize = 24 << 10;

/// Longer lines are cut.
const LINE_CHARS: usize = 400;

/// Who wrote a line of a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The arena, to the program.
    Sent,
    /// The program.
    Received,
    /// The arena, to the user: how it understood the program.
    Understood,
}

impl Speaker {
    /// The marker before a line.
    pub const fn sign(self) -> char {
        match self {
            Speaker::Sent => '>',
            Speaker::Received => '<',
            Speaker::Understood => '=',
        }
    }
}

/// Receives every line of a dialogue as it happens.
pub type Observer = Arc<dyn Fn(Speaker, &str) + Send + Sync>;

/// A dialogue with a program: its lines with the seconds since it began. The middle of a long one is left out.
pub(crate) struct Transcript {
    observer: Option<Observer>,
    began: Instant,
    head: String,
    tail: VecDeque<String>,
    tail_length: usize,
    left_out: usize,
}

impl Transcript {
    pub(crate) fn new(observer: Option<Observer>) -> Transcript {
        let (head, tail) = (String::new(), VecDeque::new());
        Transcript { observer, began: Instant::now(), head, tail, tail_length: 0, left_out: 0 }
    }

    /// Clears it.
    pub(crate) fn restart(&mut self) {
        *self = Transcript::new(self.observer.take());
    }

    /// Adds lines.
    pub(crate) fn note(&mut self, speaker: Speaker, text: &str) {
        let time = self.began.elapsed().as_secs_f64();
        for line in text.lines() {
            let mut shown: String = line.chars().take(LINE_CHARS).map(|c| if is_hidden(c) { '·' } else { c }).collect();
            if shown.len() < line.len() && line.chars().nth(LINE_CHARS).is_some() {
                shown.push('…');
            }
            if let Some(observer) = &self.observer {
                observer(speaker, &shown);
            }
            self.push(format!("{time:9.3} {} {shown}\n", speaker.sign()));
        }
    }

    fn push(&mut self, line: String) {
        if self.tail.is_empty() && self.left_out == 0 && self.head.len() + line.len() <= HEAD_BYTES {
            self.head += &line;
            return;
        }
        self.tail_length += line.len();
        self.tail.push_back(line);
        while self.tail_length > TAIL_BYTES
            && let Some(first) = self.tail.pop_front()
        {
            self.tail_length -= first.len();
            self.left_out += 1;
        }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = self.head.clone();
        if self.left_out > 0 {
            let _ = writeln!(text, "          … {} lines left out …", self.left_out);
        }
        text.extend(self.tail.iter().map(String::as_str));
        text
    }
}

/// The end of a stream.
pub(crate) struct Tail {
    bytes: VecDeque<u8>,
    limit: usize,
}

impl Tail {
    pub(crate) fn new(limit: usize) -> Tail {
        Tail { bytes: VecDeque::new(), limit }
    }

    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        let shown = &bytes[bytes.len().saturating_sub(self.limit)..];
        let surplus = (self.bytes.len() + shown.len()).saturating_sub(self.limit);
        self.bytes.drain(..surplus);
        self.bytes.extend(shown);
    }

    pub(crate) fn text(&self) -> String {
        let bytes: Vec<u8> = self.bytes.iter().copied().collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_dialogue_keeps_its_ends() {
        let mut transcript = Transcript::new(None);
        for number in 0..100_000 {
            transcript.note(Speaker::Sent, &format!("position {number}"));
            transcript.note(Speaker::Received, "bestmove");
        }
        let text = transcript.text();
        assert!(text.len() < HEAD_BYTES + TAIL_BYTES + 100, "{}", text.len());
        assert!(text.contains("> position 0\n") && text.contains("> position 99999\n"), "{text}");
        assert!(text.contains("lines left out"), "{text}");
    }

    #[test]
    fn lines_are_cut_and_harmless() {
        let mut transcript = Transcript::new(None);
        transcript.note(Speaker::Received, &"x".repeat(1_000_000));
        transcript.note(Speaker::Received, "\u{1b}[31mred\r\u{202e}der");
        assert!(transcript.text().len() < 1000);
        assert!(transcript.text().ends_with("< ·[31mred··der\n"), "{}", transcript.text());
    }

    #[test]
    fn a_tail_is_the_end() {
        let mut tail = Tail::new(5);
        tail.extend(b"abc");
        tail.extend(b"defg");
        assert_eq!(tail.text(), "cdefg");
        tail.extend(b"0123456789");
        assert_eq!(tail.text(), "56789");
    }
}
