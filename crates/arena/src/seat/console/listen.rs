//! What a console program has on its screen, and what is read there.

use std::time::Instant;

use super::patterns::Patterns;
use super::{PROMPTED, SILENT};
use crate::process::{Patience, Process, Trouble};

/// How much of a screen is looked at.
const SCREEN: usize = 256 << 10;

/// What a program has said since it was told something.
#[derive(Default)]
pub(super) struct Screen {
    bytes: Vec<u8>,
    text: String,
    /// How long the text was at which moment.
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
        self.text[self.read..].trim().is_empty()
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
        self.bytes.extend(bytes);
        if self.bytes.len() > SCREEN {
            return Err(Trouble::Flood(format!("more than {} KiB in one turn", SCREEN >> 10)));
        }
        // Characters and control sequences may be cut anywhere, so all is read again.
        self.text = patterns.plain(&String::from_utf8_lossy(&self.bytes));
        self.arrivals.push((self.text.len(), Instant::now()));
        Ok(())
    }

    /// When the text up to a place was there.
    fn arrival(&self, end: usize) -> Instant {
        let found = self.arrivals.iter().find(|&&(length, _)| length >= end);
        found.or(self.arrivals.last()).map_or_else(Instant::now, |&(_, moment)| moment)
    }

    /// Listens until the program says a move and waits. A move that its entry's pattern finds is taken at once; otherwise it is the
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
            let unread = &self.text[self.read..];
            if let Some((text, end)) = patterns.own_move(unread) {
                return Ok(self.take(text, end));
            }
            let candidates = patterns.candidates(unread);
            let last = |fits: &dyn Fn(&str) -> bool| {
                let mut kinds = candidates.iter();
                kinds.find_map(|kind| kind.iter().rev().find(|(text, _)| fits(text)).cloned())
            };
            let found = if patterns.has_own_move() { None } else { last(is_legal).or_else(|| last(is_own)) };
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

    /// Listens until the program accepts or refuses. Where acceptance is silent, nothing until a moment is acceptance.
    pub(super) fn verdict(
        &mut self,
        process: &mut Process,
        patterns: &Patterns,
        silence: Option<Instant>,
        patience: Patience,
    ) -> Result<(String, Instant), Trouble> {
        let deadline = silence.filter(|_| patterns.silent).unwrap_or(patience.deadline).min(patience.deadline);
        loop {
            let found = patterns.verdict(&self.text[self.read..]);
            // The rest of the line may turn a verdict into a question.
            let whole = found.is_some_and(|(_, end)| self.text[self.read + end..].contains('\n'));
            if let Some((verdict, end)) = found.filter(|_| whole) {
                return Ok(self.take(verdict.to_owned(), end));
            }
            let until = if found.is_some() { deadline.min(Instant::now() + PROMPTED) } else { deadline };
            match (self.hear(process, patterns, Patience { deadline: until, ..patience }), found) {
                (Ok(()), _) => {}
                (Err(Trouble::Silence | Trouble::Ended(_)), Some((verdict, end))) => {
                    return Ok(self.take(verdict.to_owned(), end));
                }
                (Err(Trouble::Silence), None) if patterns.silent => {
                    let moment = self.arrivals.first().map_or_else(Instant::now, |&(_, moment)| moment);
                    return Ok(("accept".to_owned(), moment.min(deadline)));
                }
                (Err(trouble), _) => return Err(trouble),
            }
        }
    }

    /// A side that can only pass need not say so: it is enough that it waits.
    pub(super) fn pass(
        &mut self,
        process: &mut Process,
        patterns: &Patterns,
        patience: Patience,
    ) -> Result<(String, Instant), Trouble> {
        let asked = Instant::now();
        loop {
            let quiet = if patterns.is_prompt(self.tail()) { PROMPTED } else { SILENT };
            let until = patience.deadline.min(Instant::now() + quiet);
            match self.hear(process, patterns, Patience { deadline: until, ..patience }) {
                Ok(()) => {}
                Err(Trouble::Silence) => {
                    let moment = self.arrivals.first().map_or(asked, |&(_, moment)| moment);
                    return Ok(("pass".to_owned(), moment));
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// An answer that ends at a place after what was read: it is read now.
    fn take(&mut self, answer: String, end: usize) -> (String, Instant) {
        self.read += end;
        (answer, self.arrival(self.read))
    }
}
