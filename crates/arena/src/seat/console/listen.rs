//! The output of a console program, and what is found in it.

use std::time::{Duration, Instant};

use skirmish_board::ActionKind;

use super::patterns::{Candidates, Patterns};
use crate::process::{Activity, Deadline, EngineProcess, ProcessError};

/// How long a program must be silent to count as waiting, if the system does not show it and there is no known prompt.
const SILENCE_WAIT: Duration = Duration::from_millis(300);

/// How long it must be silent after a prompt.
const PROMPT_WAIT: Duration = Duration::from_millis(15);

/// How long a program that has printed something else may take to ask who moves first.
const QUESTION_WAIT: Duration = Duration::from_millis(1500);

/// How often to check whether a program waits. It must wait twice in a row: input may be on its way.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// More output per turn is a flood.
const SCREEN_BYTES: usize = 256 << 10;

/// A longer line counts as complete.
const LINE_BYTES: usize = 16 << 10;

/// The output of a program since it was last sent something.
///
/// Complete lines are scanned only once, so that the cost does not grow with the output.
#[derive(Default)]
pub(super) struct ConsoleScreen {
    text: String,
    /// Total bytes, with control sequences.
    received: usize,
    /// Where the incomplete line begins, and its bytes: characters and control sequences may be cut anywhere.
    line: usize,
    bytes: Vec<u8>,
    /// Candidate moves in complete lines from `read` on, and how far these were scanned.
    moves: Candidates,
    looked: usize,
    /// The length of the text at each time.
    arrivals: Vec<(usize, Instant)>,
    /// How far it has been understood.
    read: usize,
}

/// An event at the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScreenEvent {
    /// More output.
    More,
    /// The program waits for a line.
    Waits,
}

/// What a program printed in its turn.
#[derive(Debug)]
pub(super) enum Said {
    /// A move, and when it arrived.
    Move(String, Instant),
    /// Nothing that was understood, and it waits for a line.
    Nothing,
}

impl ConsoleScreen {
    pub(super) fn is_empty(&self) -> bool {
        self.unread().trim().is_empty()
    }

    /// What is not understood yet. The end may change while a control sequence is incomplete.
    pub(super) fn unread(&self) -> &str {
        self.text.get(self.read..).unwrap_or_default()
    }

    /// Clears it.
    pub(super) fn clear(&mut self) {
        *self = ConsoleScreen::default();
    }

    /// The end of what is not understood yet.
    pub(super) fn tail(&self) -> &str {
        let start = self.text.len().saturating_sub(200).max(self.read);
        let start = (start..=self.text.len()).find(|&at| self.text.is_char_boundary(at)).unwrap_or(self.text.len());
        &self.text[start..]
    }

    /// Waits until the program prints more or waits for a line.
    ///
    /// If the system shows its activity, that decides: a silent program that works is not waiting. Otherwise a prompt or
    /// silence does. `starting` programs that print something and then work have [`QUESTION_WAIT`].
    pub(super) fn wait(
        &mut self,
        process: &mut EngineProcess,
        patterns: &Patterns,
        starting: bool,
        deadline: Deadline,
    ) -> Result<ScreenEvent, ProcessError> {
        let (began, mut seen) = (Instant::now(), 0);
        let quiet = match (patterns.is_prompt(self.tail()), starting) {
            (true, _) => PROMPT_WAIT,
            (false, true) => QUESTION_WAIT,
            (false, false) => SILENCE_WAIT,
        };
        loop {
            let until = deadline.at.min(Instant::now() + POLL_INTERVAL);
            match self.receive(process, patterns, Deadline { at: until, ..deadline }) {
                Ok(()) => return Ok(ScreenEvent::More),
                Err(ProcessError::Silence) if Instant::now() < deadline.at => {}
                Err(error) => return Err(error),
            }
            let silent = began.elapsed();
            let activity = process.activity();
            seen = if activity == Activity::Waits { seen + 1 } else { 0 };
            let waits = match activity {
                Activity::Waits => seen >= 2,
                Activity::Works => starting && silent >= QUESTION_WAIT && !self.is_empty(),
                Activity::Unknown => silent >= quiet && (!starting || !self.is_empty()),
            };
            if waits {
                return Ok(ScreenEvent::Waits);
            }
        }
    }

    /// Waits for more output.
    fn receive(
        &mut self,
        process: &mut EngineProcess,
        patterns: &Patterns,
        deadline: Deadline,
    ) -> Result<(), ProcessError> {
        let bytes = process.more(deadline)?;
        self.received += bytes.len();
        if self.received > SCREEN_BYTES {
            return Err(ProcessError::Flood(format!("more than {} KiB in one turn", SCREEN_BYTES >> 10)));
        }
        self.put(&bytes, patterns);
        self.arrivals.push((self.text.len(), Instant::now()));
        Ok(())
    }

    /// Adds bytes to the text.
    fn put(&mut self, bytes: &[u8], patterns: &Patterns) {
        let plain = |bytes: &[u8]| patterns.plain(&String::from_utf8_lossy(bytes));
        self.bytes.extend(bytes);
        self.text.truncate(self.line);
        let lines = self.bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let whole = if self.bytes.len() - lines > LINE_BYTES { self.bytes.len() } else { lines };
        self.text += &plain(&self.bytes[..whole]);
        self.line = self.text.len();
        self.bytes.drain(..whole);
        self.text += &plain(&self.bytes);
    }

    /// All candidate moves that were not understood yet, with their ends.
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

    /// When the text up to `end` had arrived.
    fn arrival(&self, end: usize) -> Instant {
        let found = self.arrivals.iter().find(|&&(length, _)| length >= end);
        found.or(self.arrivals.last()).map_or_else(Instant::now, |&(_, moment)| moment)
    }

    /// Waits until the program prints a move and waits. A match of its own pattern is taken at once; otherwise it is the last
    /// legal move before the program waits, or else one of its own pieces. While it is `unknown` how the program talks, an
    /// illegal move counts only in the notation of the handouts.
    pub(super) fn action(
        &mut self,
        process: &mut EngineProcess,
        patterns: &Patterns,
        is_legal: &dyn Fn(&str) -> bool,
        is_own: &dyn Fn(&str) -> bool,
        unknown: bool,
        deadline: Deadline,
    ) -> Result<Said, ProcessError> {
        loop {
            if let Some((text, end)) = patterns.own_move(self.unread()) {
                return Ok(self.take_move(text, self.read + end));
            }
            let candidates = if patterns.has_own_move() { Candidates::default() } else { self.candidates(patterns) };
            let last = |kinds: &[Vec<(String, usize)>], fits: &dyn Fn(&str) -> bool| {
                kinds.iter().find_map(|kind| kind.iter().rev().find(|(text, _)| fits(text)).cloned())
            };
            let meant = if unknown { &candidates[..1] } else { &candidates[..] };
            let found = last(&candidates, is_legal).or_else(|| last(meant, is_own));
            match (self.wait(process, patterns, false, deadline), found) {
                (Ok(ScreenEvent::More), _) => {}
                (Ok(ScreenEvent::Waits) | Err(ProcessError::Silence | ProcessError::Ended(_)), Some((text, end))) => {
                    return Ok(self.take_move(text, end));
                }
                // Nothing else will come: two squares with words between them may be a move.
                (event, None) => {
                    let far = if patterns.has_own_move() { Vec::new() } else { patterns.far_candidates(self.unread()) };
                    match (last(&[far], is_legal), event) {
                        (Some((text, end)), Ok(_) | Err(ProcessError::Silence | ProcessError::Ended(_))) => {
                            return Ok(self.take_move(text, self.read + end));
                        }
                        (_, Ok(_)) => return Ok(Said::Nothing),
                        (_, Err(error)) => return Err(error),
                    }
                }
                (Err(error), _) => return Err(error),
            }
        }
    }

    /// A legal move on the screen, if there is one.
    pub(super) fn legal_move(&mut self, patterns: &Patterns, is_legal: &dyn Fn(&str) -> bool) -> Option<String> {
        let own = patterns.own_move(self.unread()).map(|(text, _)| text);
        let candidates = if patterns.has_own_move() { Candidates::default() } else { self.candidates(patterns) };
        let all = candidates.into_iter().flatten().map(|(text, _)| text);
        own.into_iter().chain(all).find(|text| is_legal(text))
    }

    /// Waits until the program accepts or refuses. If it accepts silently, silence is acceptance. `None` if it waits for a
    /// line and has done neither.
    pub(super) fn verdict(
        &mut self,
        process: &mut EngineProcess,
        patterns: &Patterns,
        silence: Option<Instant>,
        deadline: Deadline,
    ) -> Result<Option<(ActionKind, Instant)>, ProcessError> {
        let limit = silence.filter(|_| patterns.silent).unwrap_or(deadline.at).min(deadline.at);
        loop {
            let found = patterns.verdict(self.unread());
            // The rest of the line may turn a verdict into a question.
            let whole = found.is_some_and(|(_, end)| self.unread()[end..].contains('\n'));
            if let Some((verdict, end)) = found.filter(|_| whole) {
                return Ok(Some(self.take(verdict, self.read + end)));
            }
            let until = if found.is_some() { limit.min(Instant::now() + PROMPT_WAIT) } else { limit };
            match (self.wait(process, patterns, false, Deadline { at: until, ..deadline }), found) {
                (Ok(ScreenEvent::More), _) => {}
                (
                    Ok(ScreenEvent::Waits) | Err(ProcessError::Silence | ProcessError::Ended(_)),
                    Some((verdict, end)),
                ) => {
                    return Ok(Some(self.take(verdict, self.read + end)));
                }
                (Ok(ScreenEvent::Waits) | Err(ProcessError::Silence), None) if patterns.silent => {
                    let moment = self.arrivals.first().map_or_else(Instant::now, |&(_, moment)| moment);
                    return Ok(Some((ActionKind::Accept, moment.min(limit))));
                }
                (Ok(ScreenEvent::Waits), None) => return Ok(None),
                (Err(error), _) => return Err(error),
            }
        }
    }

    /// A side that can only pass need not say so: it is enough that it waits. Returns when its output began.
    pub(super) fn pass(
        &mut self,
        process: &mut EngineProcess,
        patterns: &Patterns,
        deadline: Deadline,
    ) -> Result<Instant, ProcessError> {
        let asked = Instant::now();
        self.settle(process, patterns, deadline)?;
        Ok(self.arrivals.first().map_or(asked, |&(_, moment)| moment))
    }

    /// Reads output until the program waits.
    pub(super) fn settle(
        &mut self,
        process: &mut EngineProcess,
        patterns: &Patterns,
        deadline: Deadline,
    ) -> Result<(), ProcessError> {
        while self.wait(process, patterns, false, deadline)? == ScreenEvent::More {}
        Ok(())
    }

    fn take_move(&mut self, text: String, end: usize) -> Said {
        let (text, moment) = self.take(text, end);
        Said::Move(text, moment)
    }

    /// An answer that ends at `end`; marks everything up to there as read.
    fn take<T>(&mut self, answer: T, end: usize) -> (T, Instant) {
        (self.read, self.looked, self.moves) = (end, end, Candidates::default());
        (answer, self.arrival(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::competitor::Dialogue;
    use skirmish_board::Random;

    /// However the output is cut, the screen has the same text and moves.
    #[test]
    fn words_may_be_cut_anywhere() {
        let patterns = Patterns::new(&Dialogue::default()).unwrap();
        let said =
            "\u{1b}[2J8  R - – K\r\nI move from \u{1b}[31mC4\u{1b}[0m to B6.\r\n3  b2 B3\nMy move: c4–b6, not a1 to b2\n"
                .repeat(3);
        let mut random = Random::new(5);
        let mut whole = ConsoleScreen::default();
        whole.put(said.as_bytes(), &patterns);
        assert_eq!(whole.unread(), patterns.plain(&said));
        let moves = whole.candidates(&patterns);
        assert_eq!(moves.each_ref().map(Vec::len), [3, 9], "{moves:?}");
        for _ in 0..200 {
            let mut screen = ConsoleScreen::default();
            let mut rest = said.as_bytes();
            while !rest.is_empty() {
                let (now, later) = rest.split_at((1 + random.below(20)).min(rest.len()));
                screen.put(now, &patterns);
                if random.below(2) == 0 {
                    screen.candidates(&patterns);
                }
                rest = later;
            }
            assert_eq!(screen.unread(), whole.unread());
            assert_eq!(screen.candidates(&patterns), moves);
        }
    }

    /// What was understood is not found again.
    #[test]
    fn answers_are_taken_once() {
        let patterns = Patterns::new(&Dialogue::default()).unwrap();
        let mut screen = ConsoleScreen::default();
        screen.put(b"A1A2\nB1B2 C1C2\nD1D2", &patterns);
        let [strict, _] = screen.candidates(&patterns);
        screen.take((), strict[1].1);
        assert_eq!(screen.unread(), " C1C2\nD1D2");
        let [strict, _] = screen.candidates(&patterns);
        assert_eq!(strict.iter().map(|(text, _)| &text[..]).collect::<Vec<_>>(), ["C1C2", "D1D2"]);
    }
}
