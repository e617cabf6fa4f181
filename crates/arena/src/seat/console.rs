//! Seats of console programs, written for a person at a terminal: the seat plays the person.
//!
//! The program gets a terminal and is restarted for every game, always from the start position. It plays one side of its board,
//! the top unless the plan says otherwise; if it has the other side, it plays the same game on the flipped board.

mod interview;
mod listen;
mod move_rule;
mod patterns;
mod question;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use skirmish_board::{Action, ActionKind, Side, Squares, quoted};
use skirmish_games::GameId;
use skirmish_play::AnyGame;

use super::board_symmetry::BoardSymmetry;
use super::{Failure, START_TIMEOUT, Seat, Turn};
use crate::competitor::{Competitor, Dialogue, Program};
use crate::game::{Fault, TimedMove};
use crate::process::{Activity, Channel, Deadline, EngineProcess, Observer, ProcessError};
use crate::standings::one_line;
use listen::{ConsoleScreen, Said, ScreenEvent};
use move_rule::{MoveStatus, MoveStyle};
use patterns::Patterns;

pub use interview::{EntryReaction, Exchange, Interview};
pub(crate) use patterns::{asks_order, check_dialogue};

/// The seat of a console program.
pub(super) struct Console {
    competitor: Competitor,
    program: Program,
    game: GameId,
    /// How it talks, or why the dialogue settings are invalid.
    patterns: Result<Patterns, String>,
    symmetry: BoardSymmetry,
    /// Whether its board is flipped in this game.
    flipped: bool,
    process: Option<EngineProcess>,
    /// Its output since it was last sent something.
    screen: ConsoleScreen,
    /// How many actions of the game it was sent.
    sent: usize,
    /// The pending answer to its question who moves first.
    unanswered: Option<String>,
    /// Whether it has asked that question.
    asked: bool,
    /// How it tells its moves in this game. Until one was understood, a misunderstanding may be the arena's fault.
    style: MoveStyle,
    observer: Option<Observer>,
    /// The whole dialogue of this game, if somebody wants it.
    exchanges: Option<Vec<Exchange>>,
}

/// Why there is no answer.
enum Obstacle {
    Process(ProcessError),
    /// It waits for a line, but printed nothing that was expected. The sentence says what.
    Misunderstood(String),
}

impl From<ProcessError> for Obstacle {
    fn from(error: ProcessError) -> Obstacle {
        Obstacle::Process(error)
    }
}

/// How long to wait for a program to read a line that it does not answer.
const SETTLE_TIMEOUT: Duration = Duration::from_millis(1000);

/// The maximum number of questions per turn.
const MAX_QUESTIONS: usize = 30;

/// What the program is expected to print.
enum Expected {
    Move,
    /// That it accepts or refuses, with these actions.
    Verdict([Action; 2]),
    /// Nothing: it can only pass.
    Pass(Action),
}

impl Expected {
    fn at(game: &dyn AnyGame) -> Expected {
        if let Some(answers) = game.accept_refuse() {
            return Expected::Verdict(answers);
        }
        let mut actions = game.legal_actions();
        match actions.pop_if(|action| action.kind == ActionKind::Pass) {
            Some(pass) if actions.is_empty() => Expected::Pass(pass),
            _ => Expected::Move,
        }
    }
}

impl Console {
    pub(super) fn new(
        competitor: &Competitor,
        program: &Program,
        dialogue: &Dialogue,
        game: GameId,
        observer: Option<&Observer>,
    ) -> Console {
        Console {
            competitor: competitor.clone(),
            program: program.clone(),
            game,
            patterns: Patterns::new(dialogue),
            symmetry: BoardSymmetry::new(game),
            flipped: false,
            process: None,
            screen: ConsoleScreen::default(),
            sent: 0,
            unanswered: None,
            asked: false,
            style: MoveStyle::default(),
            observer: observer.cloned(),
            exchanges: None,
        }
    }

    /// Starts the program and answers its questions up to the one who moves first. If it has the first move, that question is
    /// answered when its clock runs.
    fn start_up(&mut self, begins: bool) -> Result<(), Failure> {
        if let Err(sentence) = &self.patterns {
            return Err(Failure::new(Fault::Start, sentence, None));
        }
        match EngineProcess::start(&self.program, &self.competitor.limits, Channel::Terminal, self.observer.as_ref()) {
            Ok(process) => self.process = Some(process),
            Err(error) => return Err(Failure::unstarted(error)),
        }
        self.screen = ConsoleScreen::default();
        let never = AtomicBool::new(false);
        let deadline = Deadline::of_start(Instant::now() + START_TIMEOUT, &never);
        self.answer_start_questions(begins, deadline).map_err(|error| {
            let awaited = match self.screen.is_empty() {
                true => "it printed nothing, and does not wait for a line".to_owned(),
                false => format!("it printed “{}”, but does not wait for a line", self.last_lines()),
            };
            let process = self.process.take();
            Failure::start(&error, &awaited, process.as_ref())
        })
    }

    /// Reads its output up to the question who moves first, or until it waits for something else.
    fn answer_start_questions(&mut self, begins: bool, deadline: Deadline) -> Result<(), ProcessError> {
        for _ in 0..MAX_QUESTIONS {
            let (Some(process), Ok(patterns)) = (&mut self.process, &self.patterns) else { return Ok(()) };
            while self.screen.wait(process, patterns, begins, deadline)? == ScreenEvent::More {}
            if self.answer_order(begins) {
                let Some(answer) = self.unanswered.take_if(|_| !begins) else { return Ok(()) };
                self.type_line(&answer, deadline)?;
            } else if !self.answer_other(deadline)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether the program asks who moves first; stores the answer.
    fn answer_order(&mut self, begins: bool) -> bool {
        let (Some(process), Ok(patterns), false) = (&mut self.process, &self.patterns, self.asked) else {
            return false;
        };
        let Some(question) = patterns.question(self.screen.unread()) else { return false };
        let answer = patterns.answer(question, begins);
        let order = if begins { "first" } else { "second" };
        process.note_understood(&format!("it asks who moves first; {} lets it move {order}", quoted(&answer)));
        (self.unanswered, self.asked) = (Some(answer), true);
        true
    }

    /// Answers another question, if the answer is known.
    fn answer_other(&mut self, deadline: Deadline) -> Result<bool, ProcessError> {
        let (Some(process), Ok(patterns)) = (&mut self.process, &self.patterns) else { return Ok(false) };
        let Some(answer) = patterns.other_answer(self.screen.unread()) else { return Ok(false) };
        process.note_understood(&format!("it asks another question; answer: {}", quoted(&answer)));
        self.type_line(&answer, deadline)?;
        Ok(true)
    }

    /// Types a line and clears the screen.
    fn type_line(&mut self, line: &str, deadline: Deadline) -> Result<(), ProcessError> {
        self.note_screen();
        if let Some(exchanges) = &mut self.exchanges {
            exchanges.push(Exchange { typed: Some(line.to_owned()), printed: String::new() });
        }
        let Some(process) = &mut self.process else { return Err(ProcessError::Ended("it is gone".to_owned())) };
        self.screen.clear();
        process.send(&format!("{line}\n"), deadline)
    }

    /// Adds what it has printed to the last exchange.
    fn note_screen(&mut self) {
        if let Some(last) = self.exchanges.as_mut().and_then(|exchanges| exchanges.last_mut()) {
            self.screen.text().clone_into(&mut last.printed);
        }
    }

    /// Waits until the program has read its input.
    fn settle(&mut self, deadline: Deadline) -> Result<(), ProcessError> {
        let (Some(process), Ok(patterns)) = (&mut self.process, &self.patterns) else { return Ok(()) };
        match self.screen.settle(process, patterns, deadline.or_at(Instant::now() + SETTLE_TIMEOUT)) {
            Err(ProcessError::Silence) => Ok(()),
            settled => settled,
        }
    }

    /// The lines that were not sent to the program yet.
    fn unsent_lines(&mut self, turn: &Turn) -> Vec<String> {
        let mut lines: Vec<String> = self.unanswered.take().into_iter().collect();
        let Ok(patterns) = &self.patterns else { return lines };
        for action in turn.actions.get(self.sent..).unwrap_or_default() {
            let squares = action.squares.as_ref().map(|squares| self.as_program_sees(squares));
            lines.push(patterns.line(action.kind, squares.as_ref()));
        }
        self.sent = turn.actions.len() + 1;
        lines
    }

    /// Sends the program what happened and reads its answer. The clock runs from the last line sent.
    fn ask(&mut self, turn: &Turn, asked: &mut Instant) -> Result<(String, Instant), Obstacle> {
        let mut lines = self.unsent_lines(turn).into_iter().peekable();
        while let Some(line) = lines.next() {
            *asked = Instant::now();
            let deadline = Deadline::of_program(turn.budget.hangs(*asked), turn.stop);
            if let Some(process) = &mut self.process {
                process.start_clock();
            }
            self.type_line(&line, deadline)?;
            if lines.peek().is_some() {
                self.settle(deadline)?;
            }
        }
        let deadline = Deadline::of_program(turn.budget.hangs(*asked), turn.stop);
        let expected = Expected::at(turn.game);
        for _ in 0..MAX_QUESTIONS {
            if let Some((text, moment)) = self.listen(&expected, turn, deadline)? {
                return Ok((text, moment));
            }
            // It waits for something unexpected.
            if turn.actions.is_empty() && self.answer_order(true) {
                let answer = self.unanswered.take().unwrap_or_default();
                self.type_line(&answer, deadline)?;
            } else if !self.answer_other(deadline)? {
                break;
            }
        }
        Err(Obstacle::Misunderstood(self.misunderstanding(&expected, turn)))
    }

    /// The sentence about what was expected and what came.
    fn misunderstanding(&self, expected: &Expected, turn: &Turn) -> String {
        let example = turn.game.legal_actions().first().map_or(String::new(), |action| match &action.squares {
            Some(squares) => self.as_program_sees(squares).to_string(),
            None => action.text.clone(),
        });
        let wanted = match expected {
            Expected::Move => format!("its move, such as {example}"),
            Expected::Verdict(_) => "that it accepts or refuses".to_owned(),
            Expected::Pass(_) => "nothing".to_owned(),
        };
        let last = self.last_lines();
        match last.is_empty() {
            true => format!("It waits for a line and has printed nothing; expected {wanted}."),
            false => format!("It waits for a line after printing “{last}”; expected {wanted}."),
        }
    }

    /// The last lines on the screen.
    fn last_lines(&self) -> String {
        const MAX_CHARS: usize = 200;
        let last: Vec<&str> = self.screen.unread().trim().lines().rev().take(3).map(str::trim_end).collect();
        let text = one_line(&last.into_iter().rev().collect::<Vec<_>>().join(" / "));
        let surplus = text.chars().count().saturating_sub(MAX_CHARS);
        text.chars().skip(surplus).collect()
    }

    /// Waits for what is expected. `None` if the program waits for a line without it.
    fn listen(
        &mut self,
        expected: &Expected,
        turn: &Turn,
        deadline: Deadline,
    ) -> Result<Option<(String, Instant)>, ProcessError> {
        let (symmetry, flipped) = (&self.symmetry, self.flipped);
        let (Some(process), Ok(patterns)) = (&mut self.process, &self.patterns) else {
            return Err(ProcessError::Ended("it is gone".to_owned()));
        };
        match expected {
            Expected::Verdict([accept, refuse]) => {
                let silence = turn.budget.time.map(|time| Instant::now() + time + turn.budget.margin);
                let Some((verdict, moment)) = self.screen.verdict(process, patterns, silence, deadline)? else {
                    return Ok(None);
                };
                let action = if verdict == accept.kind { accept } else { refuse };
                process.note_understood(&format!("its answer: {}", action.text));
                Ok(Some((action.text.clone(), moment)))
            }
            Expected::Pass(pass) => {
                let moment = self.screen.pass(process, patterns, deadline)?;
                process.note_understood("it can only pass and waits for a line");
                Ok(Some((pass.text.clone(), moment)))
            }
            Expected::Move => {
                let real = |text: &str| real_squares(turn.game, symmetry, flipped, text);
                let status = |text: &str| real(text).map_or(MoveStatus::Other, |squares| status(turn, &squares));
                let said = self.screen.action(process, patterns, &self.style, &status, deadline)?;
                let Said::Move(text, told, moment) = said else { return Ok(None) };
                let legal = status(&text) == MoveStatus::Legal;
                let action = real(&text).map_or(text.clone(), |squares| squares.to_string());
                let seen =
                    if flipped && legal { format!(" (it sees the board flipped: {text})") } else { String::new() };
                process.note_understood(&match legal {
                    true => format!("its move: {action}{seen}"),
                    false => format!("its move, which is illegal: {action}{seen}"),
                });
                if legal {
                    self.style.learn(told.as_ref());
                }
                Ok(Some((action, moment)))
            }
        }
    }

    /// The move of a program that should move second but moved first.
    fn early_move(&mut self, start: &str, side: Side) -> Option<String> {
        let mut game = skirmish_play::new_game(self.game);
        game.set_position(&self.game.info().setup.with_side(start, side)).ok()?;
        let (symmetry, flipped) = (&self.symmetry, self.flipped);
        let status = |text: &str| match real_squares(&*game, symmetry, flipped, text) {
            Some(squares) if is_legal(&*game, &squares) => MoveStatus::Legal,
            _ => MoveStatus::Other,
        };
        self.screen.legal_move(self.patterns.as_ref().ok()?, &status)
    }

    /// Whether it has printed something and waits for a line.
    fn is_idle(&self) -> bool {
        let waits = self.process.as_ref().is_some_and(|process| process.activity() == Activity::Waits);
        waits && !self.screen.is_empty()
    }

    /// Squares as the program sees them.
    fn as_program_sees(&self, squares: &Squares) -> Squares {
        if self.flipped { self.symmetry.squares(squares) } else { squares.clone() }
    }
}

/// The squares that the program names, on the real board.
fn real_squares(game: &dyn AnyGame, symmetry: &BoardSymmetry, flipped: bool, text: &str) -> Option<Squares> {
    let said = game.named_squares(text)?;
    Some(if flipped { symmetry.squares(&said) } else { said })
}

fn is_legal(game: &dyn AnyGame, squares: &Squares) -> bool {
    game.legal_actions().iter().any(|action| action.squares.as_ref() == Some(squares))
}

/// What the position says about a move that the program may have meant.
fn status(turn: &Turn, squares: &Squares) -> MoveStatus {
    let view = turn.game.view();
    let is_same = |action: &Action| action.squares.as_ref() == Some(squares);
    if is_legal(turn.game, squares) {
        MoveStatus::Legal
    } else if turn.actions.iter().any(is_same) {
        MoveStatus::Past
    } else if view.piece(&squares.from).is_some_and(|piece| piece.side == turn.side) {
        MoveStatus::Own
    } else {
        MoveStatus::Other
    }
}

impl Seat for Console {
    fn set_seed(&mut self, _: u64) {}

    fn begin(&mut self, start: &str, side: Side) -> Result<(), Failure> {
        self.process = None;
        (self.sent, self.unanswered, self.asked, self.style) = (0, None, false, MoveStyle::default());
        let mut game = skirmish_play::new_game(self.game);
        let standard = game.position();
        // The side to move does not matter.
        let known = |text: &str| self.game.info().setup.with_side(text, side);
        if game.set_position(start).is_err() || known(start) != known(&standard) {
            let sentence = "A console program can play only from the start position.";
            return Err(self.failure(Fault::Start, sentence.to_owned()));
        }
        let believes = self.patterns.as_ref().map_or(Some(Side::North), |patterns| patterns.believes);
        self.flipped = believes.is_some_and(|believes| believes != side);
        let begins = game.side_to_move() == side;
        self.start_up(begins)?;
        if !begins && let Some(text) = self.early_move(start, side) {
            let answered = if self.asked { "the answer to its question" } else { "the order of play" };
            let detail = format!("It moved first ({text}) but should move second: {answered} was not understood.");
            return Err(self.failure(Fault::NotUnderstood, detail));
        }
        let wants_move = |patterns: &Patterns| patterns.wants_move(self.screen.unread());
        if !begins && !self.asked && !self.patterns.as_ref().is_ok_and(wants_move) {
            let detail = format!(
                "It waits for a line after printing “{}”; expected its question who moves first, or a prompt for a move.",
                self.last_lines()
            );
            return Err(self.failure(Fault::NotUnderstood, detail));
        }
        Ok(())
    }

    fn act(&mut self, turn: &Turn) -> Result<TimedMove, Failure> {
        let mut asked = Instant::now();
        if let Some(process) = &mut self.process {
            process.start_clock();
        }
        // Until its first understood move this may be the arena's fault. Afterwards gibberish loses.
        let misread = if self.style.is_known() { Fault::Garbage } else { Fault::NotUnderstood };
        match self.ask(turn, &mut asked) {
            Ok((text, moment)) => {
                let taken = moment.saturating_duration_since(asked);
                let spent = self.process.as_mut().map_or(taken.into(), |process| process.spent(taken, moment));
                turn.budget.timed(text, spent).map_err(|(fault, detail)| self.failure(fault, detail))
            }
            Err(Obstacle::Misunderstood(detail)) => Err(self.failure(misread, detail)),
            Err(Obstacle::Process(ProcessError::Silence)) if self.is_idle() => {
                let detail = "It printed no move and did not continue.".to_owned();
                Err(self.failure(misread, detail))
            }
            Err(Obstacle::Process(error)) => Err(Failure::turn(&error, &turn.budget, self.process.as_ref())),
        }
    }

    fn rest(&mut self) {
        // What it has still to print would look like its next answer.
        if !self.screen.waits() && self.process.as_ref().is_some_and(EngineProcess::is_stopped_at_rest) {
            let never = AtomicBool::new(false);
            let _ = self.settle(Deadline::of_program(Instant::now() + SETTLE_TIMEOUT, &never));
        }
        if let Some(process) = &mut self.process {
            process.rest();
        }
    }

    fn failure(&mut self, fault: Fault, detail: String) -> Failure {
        Failure::new(fault, detail, self.process.as_ref())
    }

    fn end(&mut self) {
        // No command to quit works for every program.
        self.process = None;
    }
}
