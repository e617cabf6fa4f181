//! Programs written for a person at the terminal, as they are: the seat is the person.
//!
//! The program gets a terminal and starts anew for every game, at the start position, which is all it knows. It sits on one side, on top
//! unless the plan says otherwise; if it has the other, it plays the same game on the turned board.

mod listen;
mod patterns;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use skirmish_board::{Action, ActionKind, Side, Squares};
use skirmish_games::GameId;
use skirmish_play::Table;

use super::turning::Turning;
use super::{Failure, START_UP, Seat, Turn};
use crate::competitor::{Competitor, Dialogue, Program};
use crate::game::{Fault, Timed};
use crate::process::{Line, Patience, Process, Trouble};
use listen::Screen;
use patterns::Patterns;

/// The seat of a console program.
pub(super) struct Console {
    competitor: Competitor,
    program: Program,
    game: GameId,
    /// How it talks, or why that makes no sense.
    patterns: Result<Patterns, String>,
    turning: Turning,
    /// Whether its board is turned in this game.
    turned: bool,
    process: Option<Process>,
    /// What it has said since it was last told something, up to what was understood.
    screen: Screen,
    /// How many actions of the game it knows.
    told: usize,
    /// What to answer about who moves first, if it has asked and was not answered yet.
    unanswered: Option<String>,
}

/// How long a program must be silent to count as waiting, if it shows no known prompt.
const SILENT: Duration = Duration::from_millis(250);

/// How long it must be silent after a prompt.
const PROMPTED: Duration = Duration::from_millis(15);

/// How long to wait for a program to take note of something that it does not answer.
const NOTED: Duration = Duration::from_millis(1000);

/// How long a program that has said something else may take to ask who moves first.
const QUESTION: Duration = Duration::from_millis(1500);

/// What the program is expected to say.
enum Expected {
    Move,
    /// Whether it accepts or refuses, with the actions for it.
    Verdict([Action; 2]),
    /// Nothing: this is all that it can do.
    Pass(Action),
}

impl Expected {
    fn at(table: &dyn Table) -> Expected {
        if let Some(answers) = table.answers() {
            return Expected::Verdict(answers);
        }
        let mut actions = table.legal_actions();
        match actions.pop_if(|action| action.kind == ActionKind::Pass) {
            Some(pass) if actions.is_empty() => Expected::Pass(pass),
            _ => Expected::Move,
        }
    }
}

impl Console {
    pub(super) fn new(competitor: &Competitor, program: &Program, dialogue: &Dialogue, game: GameId) -> Console {
        Console {
            competitor: competitor.clone(),
            program: program.clone(),
            game,
            patterns: Patterns::new(dialogue),
            turning: Turning::new(game),
            turned: false,
            process: None,
            screen: Screen::default(),
            told: 0,
            unanswered: None,
        }
    }

    /// Starts the program and waits for its question who moves first. If it has the first move it is answered when its
    /// time runs.
    fn start_up(&mut self, begins: bool) -> Result<(), Failure> {
        let patterns = self.patterns.as_ref().map_err(|sentence| Failure::new(Fault::Start, sentence, None))?;
        let process = match Process::start(&self.program, &self.competitor.bounds, Line::Terminal) {
            Ok(process) => self.process.insert(process),
            Err(sentence) => return Err(Failure::new(Fault::Start, sentence, None)),
        };
        self.screen = Screen::default();
        let never = AtomicBool::new(false);
        let deadline = Instant::now() + START_UP;
        loop {
            if let Some(question) = patterns.question(self.screen.text()) {
                let answer = patterns.answer(question, begins);
                self.unanswered = Some(answer);
                break;
            }
            // Not every program asks: one that has said something and then waits does not.
            let patience = if self.screen.is_empty() { deadline } else { deadline.min(Instant::now() + QUESTION) };
            match self.screen.hear(process, patterns, Patience { deadline: patience, stop: &never }) {
                Ok(()) => {}
                Err(Trouble::Silence) if !self.screen.is_empty() => break,
                Err(trouble) => {
                    let process = self.process.take();
                    return Err(Failure::start(&trouble, process.as_ref()));
                }
            }
        }
        Ok(())
    }

    /// Types a line, and forgets what was on the screen.
    fn type_line(&mut self, line: &str, patience: Patience) -> Result<(), Trouble> {
        let Some(process) = &mut self.process else { return Err(Trouble::Ended("it is gone".to_owned())) };
        self.screen.clear();
        process.tell(&format!("{line}\n"), patience)
    }

    /// Waits until the program has taken note of something.
    fn settle(&mut self, patience: Patience) -> Result<(), Trouble> {
        let (Some(process), Ok(patterns)) = (&mut self.process, &self.patterns) else { return Ok(()) };
        let deadline = patience.deadline.min(Instant::now() + NOTED);
        loop {
            let quiet = if patterns.is_prompt(self.screen.tail()) { PROMPTED } else { SILENT };
            let until = deadline.min(Instant::now() + quiet);
            match self.screen.hear(process, patterns, Patience { deadline: until, ..patience }) {
                Ok(()) => {}
                Err(Trouble::Silence) => return Ok(()),
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// The lines that the program has not been told yet.
    fn news(&mut self, turn: &Turn) -> Vec<String> {
        let mut lines: Vec<String> = self.unanswered.take().into_iter().collect();
        let Ok(patterns) = &self.patterns else { return lines };
        for action in turn.actions.get(self.told..).unwrap_or_default() {
            let squares = action.squares.as_ref().map(|squares| self.as_seen(squares));
            lines.push(patterns.line(action.kind, squares.as_ref()));
        }
        self.told = turn.actions.len() + 1;
        lines
    }

    /// Tells the program what happened and listens to its answer. The time runs from the last word it is told.
    fn ask(&mut self, turn: &Turn, asked: &mut Instant) -> Result<(String, Instant), Trouble> {
        let mut lines = self.news(turn).into_iter().peekable();
        while let Some(line) = lines.next() {
            *asked = Instant::now();
            let patience = Patience { deadline: turn.budget.hangs(*asked), stop: turn.stop };
            self.type_line(&line, patience)?;
            if lines.peek().is_some() {
                self.settle(patience)?;
            }
        }
        let patience = Patience { deadline: turn.budget.hangs(*asked), stop: turn.stop };
        self.listen(&Expected::at(turn.table), turn, patience)
    }

    fn listen(&mut self, expected: &Expected, turn: &Turn, patience: Patience) -> Result<(String, Instant), Trouble> {
        let (turning, turned) = (&self.turning, self.turned);
        let (Some(process), Ok(patterns)) = (&mut self.process, &self.patterns) else {
            return Err(Trouble::Ended("it is gone".to_owned()));
        };
        match expected {
            Expected::Verdict([accept, refuse]) => {
                let silence = turn.budget.time.map(|time| Instant::now() + time + turn.budget.margin);
                let (verdict, moment) = self.screen.verdict(process, patterns, silence, patience)?;
                let action = if verdict == accept.kind { accept } else { refuse };
                Ok((action.text.clone(), moment))
            }
            Expected::Pass(pass) => {
                let moment = self.screen.pass(process, patterns, patience)?;
                Ok((pass.text.clone(), moment))
            }
            Expected::Move => {
                let table = turn.table;
                // What it says, on the board as it is.
                let real = |text: &str| {
                    let said = table.named_squares(text)?;
                    Some(if turned { turning.squares(&said) } else { said })
                };
                let is_legal = |text: &str| real(text).is_some_and(|squares| is_legal(table, &squares));
                let is_own = |text: &str| real(text).is_some_and(|squares| is_own(table, &squares, turn.side));
                let (text, moment) = self.screen.action(process, patterns, &is_legal, &is_own, patience)?;
                Ok((real(&text).map_or(text, |squares| squares.to_string()), moment))
            }
        }
    }

    /// Squares as the program sees them.
    fn as_seen(&self, squares: &Squares) -> Squares {
        if self.turned { self.turning.squares(squares) } else { squares.clone() }
    }
}

fn is_legal(table: &dyn Table, squares: &Squares) -> bool {
    table.legal_actions().iter().any(|action| action.squares.as_ref() == Some(squares))
}

/// Whether a move between these squares is one of this side, legal or not; the one that was just refused is not meant.
fn is_own(table: &dyn Table, squares: &Squares, side: Side) -> bool {
    let view = table.view();
    view.pending.as_ref() != Some(squares) && view.piece(&squares.from).is_some_and(|piece| piece.side == side)
}

impl Seat for Console {
    fn set_seed(&mut self, _: u64) {}

    fn begin(&mut self, start: &str, side: Side) -> Result<(), Failure> {
        self.process = None;
        (self.told, self.unanswered) = (0, None);
        let mut table = skirmish_play::open(self.game);
        let standard = table.position();
        // Either side may begin.
        let known = |text: &str| self.game.info().setup.with_side(text, side);
        if table.set_position(start).is_err() || known(start) != known(&standard) {
            let sentence = "A program for a person at the terminal begins at the start of the game only.";
            return Err(self.failure(Fault::Start, sentence.to_owned()));
        }
        let believes = self.patterns.as_ref().map_or(Some(Side::North), |patterns| patterns.believes);
        self.turned = believes.is_some_and(|believes| believes != side);
        let begins = table.side_to_move() == side;
        self.start_up(begins)?;
        if let Some(answer) = self.unanswered.take_if(|_| !begins) {
            let never = AtomicBool::new(false);
            let patience = Patience { deadline: Instant::now() + START_UP, stop: &never };
            let answered = self.type_line(&answer, patience).and_then(|()| self.settle(patience));
            answered.map_err(|trouble| Failure::start(&trouble, self.process.take().as_ref()))?;
        }
        Ok(())
    }

    fn act(&mut self, turn: &Turn) -> Result<Timed, Failure> {
        let mut asked = Instant::now();
        match self.ask(turn, &mut asked) {
            Ok((text, moment)) => {
                let taken = moment.saturating_duration_since(asked);
                turn.budget.timed(text, taken).map_err(|(fault, detail)| self.failure(fault, detail))
            }
            Err(Trouble::Silence) if !self.screen.is_empty() => {
                let detail = "What it said holds no move, and it did not go on.".to_owned();
                Err(self.failure(Fault::Garbage, detail))
            }
            Err(trouble) => Err(Failure::turn(&trouble, &turn.budget, self.process.as_ref())),
        }
    }

    fn failure(&mut self, fault: Fault, detail: String) -> Failure {
        Failure::new(fault, detail, self.process.as_ref())
    }

    fn end(&mut self) {
        // There is no word for it that every program knows.
        self.process = None;
    }
}
