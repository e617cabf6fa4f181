//! What a console program has on its screen, and what is read there.

use std::time::Instant;

use skirmish_board::ActionKind;

use super::patterns::{Candidates, Patterns};
use super::{PROMPTED, SILENT};
use crate::process::{Patience, Process, Trouble};

/// How much of a screen is looked at.
const SCREEN: usize = 256 << 10;

/// A longer line is taken for whole before its end.
const LINE: usize = 16 << 10;

/// What a program has said since it was told something.
///
/// Whole lines are looked at once: a program that says much would otherwise take more and more time to be heard.
#[derive(Default)]
pub(super) struct Screen {
    text: String,
    /// Bytes in all, with what is no text.
    said: usize,
    /// Where the line begins that is not whole yet, and its bytes: characters and control sequences may be cut anywhere.
    line: usize,
    bytes: Vec<u8>,
    /// What looks like a move in whole lines from `read` on, and up to where these were looked at.
    moves: Candidates,
    looked: usize,
    /// How long the text was, and when.
    arrivals: Vec<(usize, Instant)>,
    /// Up to where it has been understood.
    read: usize,
    /// Whether it does not show its prompts, or not in a way that is known.
    unprompted: bool,
}

impl Screen {
    /// What is on it.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn is_empty(&self) -> bool {
        self.unread().trim().is_empty()
    }

    /// What is not understood yet. The end of the text may change while a control sequence is not whole.
    fn unread(&self) -> &str {
        self.text.get(self.read..).unwrap_or_default()
    }

    /// Forgets what is on it.
    pub(super) fn clear(&mut self) {
        *self = Screen { unprompted: self.unprompted, ..Screen::default() };
    }

    /// The end of what is not understood yet.
    pub(super) fn tail(&self) -> &str {
        let start = self.text.len().saturating_sub(200).max(self.read);
        let start = (start..=self.text.len()).find(|&at| self.text.is_char_boundary(at)).unwrap_or(self.text.len());
        &self.text[start..]
    }

    /// Waits for more.
    pub(super) fn hear(
        &mut self,
        process: &mut Process,
        patterns: &Patterns,
        patience: Patience,
    ) -> Result<(), Trouble> {
        let bytes = process.more(patience)?;
        self.said += bytes.len();
        if self.said > SCREEN {
            return Err(Trouble::Flood(format!("more than {} KiB in one turn", SCREEN >> 10)));
        }
        self.put(&bytes, patterns);
        self.arrivals.push((self.text.len(), Instant::now()));
        Ok(())
    }

    /// Adds to the text what the bytes say.
    fn put(&mut self, bytes: &[u8], patterns: &Patterns) {
        let plain = |bytes: &[u8]| patterns.plain(&String::from_utf8_lossy(bytes));
        self.bytes.extend(bytes);
        self.text.truncate(self.line);
        let lines = self.bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let whole = if self.bytes.len() - lines > LINE { self.bytes.len() } else { lines };
        self.text += &plain(&self.bytes[..whole]);
        self.line = self.text.len();
        self.bytes.drain(..whole);
        self.text += &plain(&self.bytes);
    }

    /// Everything that looks like a move and was not understood yet, and where it ends.
    fn candidates(&mut self, patterns: &Patterns) -> Candidates {
        let find = |from: usize, to: usize| {
            patterns
                .candidates(self.text.get(from..to).unwrap_or_default())
                .map(|kind| kind.into_iter().map(move |(text, end)| (text, from + end)))
        };
        let line = self.line.max(self.looked);
        for (known, found) in self.moves.iter_mut().zip(find(self.looked, line)) {
            known.extend(found);
        }
        self.looked = line;
        let mut all = self.moves.clone();
        for (known, found) in all.iter_mut().zip(find(line, self.text.len())) {
            known.extend(found);
        }
        all
    }

    /// The moment when the text up to a place had arrived.
    fn arrival(&self, end: usize) -> Instant {
        let found = self.arrivals.iter().find(|&&(length, _)| length >= end);
        found.or(self.arrivals.last()).map_or_else(Instant::now, |&(_, moment)| moment)
    }

    /// Listens until the program says a move and waits. A move that its own pattern finds is taken at once; otherwise it is the
    /// last legal one before the program waits, or one of its own pieces if none is legal.
    pub(super) fn action(
        &mut self,
        process: &mut Process,
        patterns: &Patterns,
        is_legal: &dyn Fn(&str) -> bool,
        is_own: &dyn Fn(&str) -> bool,
        patience: Patience,
    ) -> Result<(String, Instant), Trouble> {
        loop {
            if let Some((text, end)) = patterns.own_move(self.unread()) {
                return Ok(self.take(text, self.read + end));
            }
            let candidates = if patterns.has_own_move() { Candidates::default() } else { self.candidates(patterns) };
            let last = |fits: &dyn Fn(&str) -> bool| {
                let mut kinds = candidates.iter();
                kinds.find_map(|kind| kind.iter().rev().find(|(text, _)| fits(text)).cloned())
            };
            let found = last(is_legal).or_else(|| last(is_own));
            let prompted = patterns.is_prompt(self.tail());
            let quiet = match (&found, prompted) {
                (None, _) => patience.deadline,
                (Some(_), true) => Instant::now() + PROMPTED,
                // A program that shows prompts is not done before it shows one.
                (Some(_), false) if !self.unprompted => patience.deadline,
                (Some(_), false) => Instant::now() + SILENT,
            };
            let heard = self.hear(process, patterns, Patience { deadline: quiet.min(patience.deadline), ..patience });
            match (heard, found) {
                (Ok(()), _) => {}
                (Err(Trouble::Silence | Trouble::Ended(_)), Some((text, end))) => {
                    self.unprompted |= !prompted;
                    return Ok(self.take(text, end));
                }
                (Err(trouble), _) => return Err(trouble),
            }
        }
    }

    /// Listens until the program accepts or refuses. Where acceptance is silent, saying nothing for a while is
    /// acceptance.
    pub(super) fn verdict(
        &mut self,
        process: &mut Process,
        patterns: &Patterns,
        silence: Option<Instant>,
        patience: Patience,
    ) -> Result<(ActionKind, Instant), Trouble> {
        let deadline = silence.filter(|_| patterns.silent).unwrap_or(patience.deadline).min(patience.deadline);
        loop {
            let found = patterns.verdict(self.unread());
            // The rest of the line may turn a verdict into a question.
            let whole = found.is_some_and(|(_, end)| self.unread()[end..].contains('\n'));
            if let Some((verdict, end)) = found.filter(|_| whole) {
                return Ok(self.take(verdict, self.read + end));
            }
            let until = if found.is_some() { deadline.min(Instant::now() + PROMPTED) } else { deadline };
            match (self.hear(process, patterns, Patience { deadline: until, ..patience }), found) {
                (Ok(()), _) => {}
                (Err(Trouble::Silence | Trouble::Ended(_)), Some((verdict, end))) => {
                    return Ok(self.take(verdict, self.read + end));
                }
                (Err(Trouble::Silence), None) if patterns.silent => {
                    let moment = self.arrivals.first().map_or_else(Instant::now, |&(_, moment)| moment);
                    return Ok((ActionKind::Accept, moment.min(deadline)));
                }
                (Err(trouble), _) => return Err(trouble),
            }
        }
    }

    /// A side that can only pass need not say so: it is enough that it waits. The moment of its first word since.
    pub(super) fn pass(
        &mut self,
        process: &mut Process,
        patterns: &Patterns,
        patience: Patience,
    ) -> Result<Instant, Trouble> {
        let asked = Instant::now();
        loop {
            let quiet = if patterns.is_prompt(self.tail()) { PROMPTED } else { SILENT };
            let until = patience.deadline.min(Instant::now() + quiet);
            match self.hear(process, patterns, Patience { deadline: until, ..patience }) {
                Ok(()) => {}
                Err(Trouble::Silence) => {
                    return Ok(self.arrivals.first().map_or(asked, |&(_, moment)| moment));
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// An answer that ends at a place: everything up to there is read now.
    fn take<T>(&mut self, answer: T, end: usize) -> (T, Instant) {
        (self.read, self.looked, self.moves) = (end, end, Candidates::default());
        (answer, self.arrival(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::competitor::Dialogue;
    use crate::random::Random;

    /// However its words are cut, the screen shows what it would show at once, and finds the same moves on it.
    #[test]
    fn words_may_be_cut_anywhere() {
        let patterns = Patterns::new(&Dialogue::default()).unwrap();
        let said =
            "\u{1b}[2J8  R - – K\r\nI move from \u{1b}[31mC4\u{1b}[0m to B6.\r\n3  b2 B3\nMy move: c4–b6, not a1 to b2\n"
                .repeat(3);
        let mut random = Random::new(5);
        let mut whole = Screen::default();
        whole.put(said.as_bytes(), &patterns);
        assert_eq!(whole.text(), patterns.plain(&said));
        let moves = whole.candidates(&patterns);
        assert_eq!(moves.each_ref().map(Vec::len), [3, 9], "{moves:?}");
        for _ in 0..200 {
            let mut screen = Screen::default();
            let mut rest = said.as_bytes();
            while !rest.is_empty() {
                let (now, later) = rest.split_at((1 + random.below(20)).min(rest.len()));
                screen.put(now, &patterns);
                if random.below(2) == 0 {
                    screen.candidates(&patterns);
                }
                rest = later;
            }
            assert_eq!(screen.text(), whole.text());
            assert_eq!(screen.candidates(&patterns), moves);
        }
    }

    /// What was understood is not found again.
    #[test]
    fn answers_are_taken_once() {
        let patterns = Patterns::new(&Dialogue::default()).unwrap();
        let mut screen = Screen::default();
        screen.put(b"A1A2\nB1B2 C1C2\nD1D2", &patterns);
        let [strict, _] = screen.candidates(&patterns);
        screen.take((), strict[1].1);
        assert_eq!(screen.unread(), " C1C2\nD1D2");
        let [strict, _] = screen.candidates(&patterns);
        assert_eq!(strict.iter().map(|(text, _)| &text[..]).collect::<Vec<_>>(), ["C1C2", "D1D2"]);
    }
}
