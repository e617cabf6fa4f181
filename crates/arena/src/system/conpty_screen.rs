//! Turns the output of ConPTY, Windows' pseudo-terminal, back into lines of text. ConPTY sends a painted screen instead of the
//! program's bytes: cursor movements, colours, and the echo of what was typed.

use super::nonblocking_io::Filter;

/// Decodes a painted screen. Terminals are opened so high that they never scroll.
#[derive(Default)]
pub(super) struct ConptyScreen {
    /// An incomplete control sequence.
    sequence: Vec<u8>,
    /// The cursor, and the end of the text: row and column from 0.
    at: (usize, usize),
    text: (usize, usize),
    /// Typed lines whose echo has not come yet.
    typed: Vec<u8>,
    /// How much of the first of them has been echoed.
    shown: usize,
}

/// Longer control sequences are invalid.
const MAX_SEQUENCE_BYTES: usize = 4 << 10;

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

impl ConptyScreen {
    fn feed(&mut self, byte: u8, output: &mut Vec<u8>, answer: &mut Vec<u8>) {
        if !self.sequence.is_empty() {
            self.sequence.push(byte);
            if self.is_whole() || self.sequence.len() > MAX_SEQUENCE_BYTES {
                let sequence = std::mem::take(&mut self.sequence);
                self.apply(&sequence, answer);
            }
            return;
        }
        match byte {
            ESCAPE => self.sequence.push(byte),
            b'\n' => self.at = (self.at.0 + 1, self.at.1),
            b'\r' => self.at.1 = 0,
            0x08 => self.at.1 = self.at.1.saturating_sub(1),
            0..0x20 | 0x7f => {}
            _ => {
                self.catch_up(output);
                self.put(byte, output);
                // Continuation bytes of a character take no column.
                if byte & 0xc0 != 0x80 {
                    self.at.1 += 1;
                    self.text.1 += 1;
                }
            }
        }
    }

    /// Writes the line ends and blanks between the last text and the cursor. What is painted further up is a new line.
    fn catch_up(&mut self, output: &mut Vec<u8>) {
        if self.at.0 < self.text.0 || self.at.0 == self.text.0 && self.at.1 < self.text.1 {
            self.put(b'\n', output);
            self.text = (self.at.0, 0);
        }
        while self.text.0 < self.at.0 {
            self.put(b'\n', output);
            self.text = (self.text.0 + 1, 0);
        }
        while self.text.1 < self.at.1 {
            self.put(b' ', output);
            self.text.1 += 1;
        }
    }

    /// Outputs a byte, unless it is part of an echo.
    fn put(&mut self, byte: u8, output: &mut Vec<u8>) {
        loop {
            if self.typed.get(self.shown) == Some(&byte) {
                self.shown += 1;
                if byte == b'\n' {
                    self.typed.drain(..self.shown);
                    self.shown = 0;
                    // The line end also ends the prompt before the echo.
                    output.push(byte);
                }
                return;
            }
            if self.shown == 0 {
                output.push(byte);
                return;
            }
            // It only began like the typed line: output its first byte and check the rest again.
            let begun: Vec<u8> = self.typed[..self.shown].to_vec();
            self.shown = 0;
            output.push(begun[0]);
            for &byte in &begun[1..] {
                self.put(byte, output);
            }
        }
    }

    fn is_whole(&self) -> bool {
        let last = *self.sequence.last().unwrap_or(&0);
        match self.sequence.get(1) {
            None => false,
            Some(b'[') => self.sequence.len() > 2 && (0x40..=0x7e).contains(&last),
            Some(b']' | b'P' | b'X' | b'^' | b'_') => last == BELL || self.sequence.ends_with(&[ESCAPE, b'\\']),
            Some(b'(' | b')' | b'#') => self.sequence.len() > 2,
            Some(_) => true,
        }
    }

    /// Applies a control sequence that moves the cursor.
    fn apply(&mut self, sequence: &[u8], answer: &mut Vec<u8>) {
        let Some(([ESCAPE, b'['], rest)) = sequence.split_first_chunk::<2>().map(|(head, rest)| (*head, rest)) else {
            return;
        };
        let Some((&kind, numbers)) = rest.split_last() else { return };
        let numbers = String::from_utf8_lossy(numbers).into_owned();
        let mut numbers = numbers.split(';').map(|number| number.parse::<usize>().ok().filter(|&number| number > 0));
        let mut next = || numbers.next().flatten().unwrap_or(1);
        match kind {
            b'H' | b'f' => self.at = (next() - 1, next() - 1),
            b'A' => self.at.0 = self.at.0.saturating_sub(next()),
            b'B' => self.at.0 += next(),
            b'C' => self.at.1 += next(),
            b'D' => self.at.1 = self.at.1.saturating_sub(next()),
            b'G' => self.at.1 = next() - 1,
            b'd' => self.at.0 = next() - 1,
            // It asks for the cursor position and waits for the reply.
            b'n' if sequence == b"\x1b[6n" => {
                answer.extend(format!("\x1b[{};{}R", self.at.0 + 1, self.at.1 + 1).into_bytes());
            }
            _ => {}
        }
    }
}

impl Filter for ConptyScreen {
    fn decode_output(&mut self, bytes: &[u8]) -> (Vec<u8>, Vec<u8>) {
        let (mut said, mut answer) = (Vec::new(), Vec::new());
        for &byte in bytes {
            self.feed(byte, &mut said, &mut answer);
        }
        // A finished line is complete even if nothing is painted below it yet.
        if self.sequence.is_empty() && self.at.0 > self.text.0 && self.at.1 == 0 {
            self.catch_up(&mut said);
        }
        (said, answer)
    }

    fn encode_input(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.typed.extend(bytes);
        // The Enter key.
        bytes.iter().map(|&byte| if byte == b'\n' { b'\r' } else { byte }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(terminal: &mut ConptyScreen, text: &str) -> String {
        String::from_utf8(terminal.decode_output(text.as_bytes()).0).unwrap()
    }

    #[test]
    fn places_become_lines_and_blanks() {
        let mut terminal = ConptyScreen::default();
        let screen = "\x1b[?9001h\x1b[2J\x1b[m\x1b[H\x1b]0;title\x07\x1b[?25hWelcome\r\n\x1b[4;3Hboard\x1b[5Cend\r\n";
        assert_eq!(said(&mut terminal, screen), "Welcome\n\n\n  board     end\n");
    }

    #[test]
    fn sequences_may_be_cut_anywhere_and_letters_may_have_many_bytes() {
        let screen = "\x1b[2;1Hmöve \x1b[31mA1A2\x1b[0m\r\nnäxt";
        let whole = said(&mut ConptyScreen::default(), screen);
        assert_eq!(whole, "\nmöve A1A2\nnäxt");
        let mut terminal = ConptyScreen::default();
        let parts: Vec<u8> = screen.bytes().flat_map(|byte| terminal.decode_output(&[byte]).0).collect();
        assert_eq!(String::from_utf8(parts).unwrap(), whole);
    }

    #[test]
    fn the_question_for_the_place_is_answered() {
        let mut terminal = ConptyScreen::default();
        assert_eq!(terminal.decode_output(b"\x1b[6n").1, b"\x1b[1;1R");
        assert_eq!(terminal.decode_output(b"ab\x1b[6n").1, b"\x1b[1;3R");
    }

    #[test]
    fn what_was_typed_was_not_said() {
        let mut terminal = ConptyScreen::default();
        assert_eq!(said(&mut terminal, "Your move? "), "Your move? ");
        assert_eq!(terminal.encode_input(b"C4B6\n"), b"C4B6\r");
        assert_eq!(said(&mut terminal, "C4B6\r\nI play E5E4\r\n"), "\nI play E5E4\n");
        // Output that begins like the typed line is not lost.
        terminal.encode_input(b"E4E3\n");
        assert_eq!(said(&mut terminal, "E4 is mine. EE4\r\nE4E3\r\nok"), "E4 is mine. EE4\n\nok");
    }
}
