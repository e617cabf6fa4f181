//! The output of a console program, and what is found in it.

use std::time::{Duration, Instant};

use skirmish_board::ActionKind;

use super::move_rule::{MoveStatus, MoveStyle, ToldMove};
use super::patterns::Patterns;
use crate::process::{Activity, Deadline, EngineProcess, ProcessError};

/// How often to check whether a program waits.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// How many checks in a row must find it waiting: input may be on its way. If it has printed nothing since it was sent a line,
/// that line probably is, and as many are needed as for silence.
const WAITING_CHECKS: u32 = 2;

/// How many checks in a row must find a program silent and its activity unknown, so that it counts as waiting. Checks are
/// counted, not time: on a busy machine a single check may come after any time.
const SILENT_CHECKS: u32 = 30;

/// How many of them after a prompt.
const PROMPT_CHECKS: u32 = 2;

/// How long a program that has the first move, and has printed something, may work before its clock runs. A program that asks
/// who moves first needs less; one that does not ask is thinking.
const QUESTION_WAIT: Duration = Duration::from_secs(5);

/// How long a verdict may be without the end of its line.
const LINE_WAIT: Duration = Duration::from_millis(15);

/// More output per turn is a flood.
const SCREEN_BYTES: usize = 256 << 10;

/// A longer line counts as complete.
const LINE_BYTES: usize = 16 << 10;

/// The output of a program since it was last sent something.
#[derive(Default)]
pub(super) struct ConsoleScreen {
    text: String,
    /// Total bytes, with control sequences.
    received: usize,
    /// Where the incomplete line begins, and its bytes: characters and control sequences may be cut anywhere.
    line: usize,
    bytes: Vec<u8>,
    /// The length of the text at each time.
    arrivals: Vec<(usize, Instant)>,
    /// How far it has been understood.
    read: usize,
    /// Whether the program waits for a line, as far as is known.
    waits: bool,
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
    /// Its squares as the program sees them, how it told them if that follows from the rule, and when they arrived.
    Move(String, Option<ToldMove>, Instant),
    /// Nothing that was understood, and it waits for a line.
    Nothing,
}

impl ConsoleScreen {
    pub(super) fn is_empty(&self) -> bool {
        self.unread().trim().is_empty()
    }

    /// Whether the program was last found waiting for a line.
    pub(super) fn waits(&self) -> bool {
        self.waits
    }

    /// What is not understood yet. The end may change while a control sequence is incomplete.
    pub(super) fn unread(&self) -> &str {
        self.text.get(self.read..).unwrap_or_default()
    }

    /// All of it.
    pub(super) fn text(&self) -> &str {
        &self.text
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
    /// If the system shows its activity, that decides: a silent program that works is not waiting. If its activity is unknown
    /// without a break, silence does. With `begins`, a program that has printed something and works for [`QUESTION_WAIT`]
    /// counts as waiting, too.
    pub(super) fn wait(
        &mut self,
        process: &mut EngineProcess,
        patterns: &Patterns,
        begins: bool,
        deadline: Deadline,
    ) -> Result<ScreenEvent, ProcessError> {
        let began = Instant::now();
        self.waits = false;
        let (mut waiting, mut unknown) = (0, 0);
        let silent = if patterns.is_prompt(self.tail()) { PROMPT_CHECKS } else { SILENT_CHECKS };
        let enough = if self.received == 0 { SILENT_CHECKS } else { WAITING_CHECKS };
        loop {
            let next = deadline.or_at(Instant::now() + POLL_INTERVAL);
            match self.receive(process, patterns, next) {
                Ok(()) => return Ok(ScreenEvent::More),
                Err(ProcessError::Silence) if Instant::now() < process.extended(deadline) => {}
                Err(error) => return Err(error),
            }
            let activity = process.activity();
            let count = |activity_is: Activity, before: u32| if activity == activity_is { before + 1 } else { 0 };
            (waiting, unknown) = (count(Activity::Waits, waiting), count(Activity::Unknown, unknown));
            let thinks = begins && activity == Activity::Works && began.elapsed() >= QUESTION_WAIT;
            self.waits = waiting >= enough || unknown >= silent;
            if self.waits || thinks && !self.is_empty() {
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

    /// When the text up to `end` had arrived.
    fn arrival(&self, end: usize) -> Instant {
        let found = self.arrivals.iter().find(|&&(length, _)| length >= end);
        found.or(self.arrivals.last()).map_or_else(Instant::now, |&(_, moment)| moment)
    }

    /// Waits until the program prints a move and waits for a line, or ends. A match of its own pattern is taken at once. A
    /// program that still computes at the deadline has not answered, whatever it printed.
    pub(super) fn action(
        &mut self,
        process: &mut EngineProcess,
        patterns: &Patterns,
        style: &MoveStyle,
        status: &dyn Fn(&str) -> MoveStatus,
        deadline: Deadline,
    ) -> Result<Said, ProcessError> {
        loop {
            if let Some((squares, end)) = patterns.own_move(self.unread()) {
                let (squares, moment) = self.take(squares, self.read + end);
                return Ok(Said::Move(squares, None, moment));
            }
            let event = self.wait(process, patterns, false, deadline);
            if event == Ok(ScreenEvent::More) {
                continue;
            }
            if let Ok(_) | Err(ProcessError::Ended(_)) = event
                && let Some(told) = patterns.told_move(self.unread(), style, status)
            {
                let (told, moment) = self.take_told(told);
                return Ok(Said::Move(told.squares.clone(), Some(told), moment));
            }
            return event.map(|_| Said::Nothing);
        }
    }

    /// A legal move on the screen, if there is one.
    pub(super) fn legal_move(&self, patterns: &Patterns, status: &dyn Fn(&str) -> MoveStatus) -> Option<String> {
        let own = patterns.own_move(self.unread()).map(|(squares, _)| squares);
        let told = || patterns.told_move(self.unread(), &MoveStyle::default(), status).map(|told| told.squares);
        own.or_else(told).filter(|squares| status(squares) == MoveStatus::Legal)
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
            let until = if found.is_some() { limit.min(Instant::now() + LINE_WAIT) } else { limit };
            match (self.wait(process, patterns, false, deadline.or_at(until)), found) {
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

    fn take_told(&mut self, told: ToldMove) -> (ToldMove, Instant) {
        let end = self.read + told.end;
        self.take(told, end)
    }

    /// An answer that ends at `end`; marks everything up to there as read.
    fn take<T>(&mut self, answer: T, end: usize) -> (T, Instant) {
        self.read = end;
        (answer, self.arrival(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::competitor::Dialogue;
    use skirmish_board::Random;

    /// However the output is cut, the screen has the same text.
    #[test]
    fn words_may_be_cut_anywhere() {
        let patterns = Patterns::new(&Dialogue::default()).unwrap();
        let said =
            "\u{1b}[2J8  R - – K\r\nI move from \u{1b}[31mC4\u{1b}[0m to B6.\r\n3  b2 B3\nMy move: c4–b6, not a1 to b2\n"
                .repeat(3);
        let mut random = Random::new(5);
        for _ in 0..200 {
            let mut screen = ConsoleScreen::default();
            let mut rest = said.as_bytes();
            while !rest.is_empty() {
                let (now, later) = rest.split_at((1 + random.below(20)).min(rest.len()));
                screen.put(now, &patterns);
                rest = later;
            }
            assert_eq!(screen.unread(), patterns.plain(&said));
        }
    }

    /// What was understood is not found again.
    #[test]
    fn answers_are_taken_once() {
        let patterns = Patterns::new(&Dialogue::default()).unwrap();
        let mut screen = ConsoleScreen::default();
        screen.put(b"I play B1B2. C1C2\nD1D2", &patterns);
        let told = patterns.told_move(screen.unread(), &MoveStyle::default(), &|_| MoveStatus::Legal).unwrap();
        assert_eq!(screen.take_told(told).0.squares, "B1B2");
        assert_eq!(screen.unread(), ". C1C2\nD1D2");
    }
}
