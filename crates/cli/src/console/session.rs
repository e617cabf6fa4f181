//! A game from the first board to the last word: what is said, and what is asked.

use std::io;
use std::time::{Duration, Instant};

use skirmish_board::{Action, ActionKind};
use skirmish_games::GameId;
use skirmish_play::{Record, SaveSlot};
use skirmish_session::command::{self, SessionCommand};
use skirmish_session::engine::{EngineEvent, Requests};
use skirmish_session::players::Role;
use skirmish_session::{EngineResponse, Question, Session};

use super::engine::ConsoleEngine;
use super::messages;
use super::prompt::Prompt;
use crate::system::Quiet;

/// What comes next.
#[derive(Debug)]
pub enum NextTurn {
    /// The next turn, or the same question again.
    Turn,
    /// A new game.
    New(GameId),
    /// A game from a file.
    Load(Box<Record>),
    /// Nothing.
    Leave,
}

/// A session, line by line.
pub struct LineSession<'a, 'b> {
    pub(super) prompt: &'a mut Prompt<'b>,
    pub(super) session: &'a mut Session,
    /// Started when first needed.
    pub(super) engine: Option<ConsoleEngine>,
    requests: Requests,
    /// Whether the person watching wants to say something.
    paused: bool,
    started: Instant,
    /// Where the game is kept after every move; `None` if it is not, or if that has failed, which is told once.
    pub(super) slot: Option<SaveSlot>,
}

/// How often the waiting person is told how far the engine is.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// Shorter thoughts are not worth a line.
const PROGRESS_DELAY: Duration = Duration::from_millis(200);

impl<'a, 'b> LineSession<'a, 'b> {
    /// Sits down at a game that began its clock just now and is kept in this place, if in any.
    pub fn new(prompt: &'a mut Prompt<'b>, session: &'a mut Session, slot: Option<SaveSlot>) -> Self {
        let (requests, started) = (Requests::default(), Instant::now());
        LineSession { prompt, session, engine: None, requests, paused: false, started, slot }
    }

    /// The time of the session's clock.
    pub(super) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Plays until the person wants something else.
    pub fn run(&mut self) -> io::Result<NextTurn> {
        self.show_board()?;
        // A game that was gone on with is the newest now, whether anything is played or not.
        if self.session.is_begun() {
            self.autosave()?;
        }
        self.say_result()?;
        if !self.session.is_over() && self.session.players().has_engine() {
            // Its memory takes a moment to get, which is better spent now than at its first move.
            self.engine()?;
        }
        loop {
            let next = match self.session.turn() {
                Some(Role::Engine) if !self.paused => self.engine_turn()?,
                None if self.session.is_watched() => NextTurn::Leave,
                _ => self.person_turn()?,
            };
            if !matches!(next, NextTurn::Turn) {
                self.say_how_to_resume(&next)?;
                return Ok(next);
            }
        }
    }

    /// How the game ended.
    pub(super) fn result(&self) -> String {
        messages::result(self.session.game(), self.session.players())
    }

    /// Says how the game ended, if it did.
    pub(super) fn say_result(&mut self) -> io::Result<()> {
        if self.session.is_over() { self.prompt.say(self.result()) } else { Ok(()) }
    }

    /// A person who leaves a game can come back to it, unless it has not begun or is over. After another game it is no longer
    /// the newest, so that it has to be named.
    fn say_how_to_resume(&mut self, leaving: &NextTurn) -> io::Result<()> {
        let path = self.slot.as_ref().and_then(SaveSlot::path).filter(|_| self.session.is_begun());
        match (path, leaving) {
            (None, _) => Ok(()),
            (Some(_), NextTurn::Leave) => self.prompt.say(messages::SAVED),
            (Some(path), _) => self.prompt.say(format!("{} {}", messages::SAVED, path.display())),
        }
    }

    /// The engine decides, says what it does, and does it.
    fn engine_turn(&mut self) -> io::Result<NextTurn> {
        self.session.choose(&mut self.requests);
        let EngineResponse::Chosen(action) = self.wait(self.session.options().time)? else { return Ok(NextTurn::Turn) };
        let (now, players) = (self.now(), *self.session.players());
        let (step, proposed) = self.session.perform(&action, now);
        self.prompt.say(messages::engine_action(&players, step, proposed.as_ref()))?;
        // The other side has its say first: a move that is only proposed has not changed anything.
        self.after_action()
    }

    /// A person is asked until something is decided.
    fn person_turn(&mut self) -> io::Result<NextTurn> {
        let legal = self.session.legal().to_vec();
        let text = match self.paused {
            true => messages::PAUSED.to_owned(),
            false => messages::prompt(self.session.game(), self.session.players(), &legal),
        };
        if let Some(request) = self.session.pondering() {
            self.engine()?.ask(request);
        }
        let line = self.prompt.ask(&text, &command::vocabulary(&legal))?;
        // Whatever was typed, the engine must be free to answer.
        if let Some(engine) = &self.engine {
            engine.stop();
        }
        let Some(line) = line else {
            return Ok(NextTurn::Leave);
        };
        match command::parse(&line, &legal) {
            SessionCommand::Nothing if self.paused => {
                self.paused = false;
                self.session.restart_clock(self.started.elapsed());
                Ok(NextTurn::Turn)
            }
            SessionCommand::Nothing => match &legal[..] {
                [only] if only.kind == ActionKind::Pass => self.play_action(only),
                _ => Ok(NextTurn::Turn),
            },
            SessionCommand::Word(word, argument) => self.run_command(word, argument.as_deref()),
            SessionCommand::Action(_) | SessionCommand::Text(_) if self.paused => {
                self.prompt.say("The engine plays both sides: press Enter to continue, or type help.")?;
                Ok(NextTurn::Turn)
            }
            SessionCommand::Action(_) | SessionCommand::Text(_) => match self.session.read(&line) {
                Some(Ok(action)) => self.play_action(&action),
                Some(Err(complaint)) => self.prompt.say(complaint).map(|()| NextTurn::Turn),
                None => Ok(NextTurn::Turn),
            },
        }
    }

    /// Performs an action of a person.
    fn play_action(&mut self, action: &Action) -> io::Result<NextTurn> {
        let now = self.now();
        // What is announced is announced whoever does it.
        if let Some(remark) = self.session.perform(action, now).0.announcement {
            self.prompt.say(remark)?;
        }
        self.after_action()
    }

    /// Shows what an action has done, and the end of the game if it was one.
    fn after_action(&mut self) -> io::Result<NextTurn> {
        self.autosave()?;
        if self.session.game().view().pending.is_none() {
            self.show_board()?;
        }
        self.say_result()?;
        if !self.session.is_over() && self.prompt.was_interrupted() && self.session.is_watched() {
            self.paused = true;
        }
        Ok(NextTurn::Turn)
    }

    /// Draws the board and says what it does not show.
    pub(super) fn show_board(&mut self) -> io::Result<()> {
        let mut view = self.session.game().view();
        view.frame = self.session.players().frame(view.frame);
        let board = self.prompt.style.board(&view, self.session.game().last_move());
        self.prompt.say(format!("\n{board}"))?;
        // The prompt or the engine's announcement says that a side must pass.
        let notes = if self.session.legal().iter().any(|action| action.kind == ActionKind::Pass) {
            &[]
        } else {
            &view.notes[..]
        };
        let players = *self.session.players();
        notes.iter().try_for_each(|note| self.prompt.say(messages::second_person(note, &players)))
    }

    /// Asks the engine, at full strength, about this position.
    pub(super) fn ask(&mut self, question: Question) -> io::Result<()> {
        let time = self.session.ask(question, &mut self.requests);
        let heard = self.wait(time)?;
        self.prompt.was_interrupted();
        match heard {
            EngineResponse::Answer(text, _) => self.prompt.say(text),
            _ => Ok(()),
        }
    }

    /// Lets the engine do what it was asked for, and the person watch. Ctrl-C ends it with the best so far.
    fn wait(&mut self, time: Duration) -> io::Result<EngineResponse> {
        let started = Instant::now();
        let name = self.session.game().id().info().player;
        self.prompt.was_interrupted();
        // What led here is seen before the thinking begins.
        self.prompt.flush()?;
        let _quiet = self.prompt.style.live.then(Quiet::new);
        for request in self.requests.take() {
            self.engine()?.ask(request);
        }
        let (mut last, mut shown) = (None, started);
        loop {
            let event = self.engine()?.event(PROGRESS_INTERVAL)?;
            match event.map(|event| self.session.on_engine_event(event)) {
                Some(EngineResponse::Lost) => return Err(io::Error::other("the engine crashed")),
                Some(EngineResponse::Progress(info)) => last = Some(info),
                Some(EngineResponse::Other(EngineEvent::Warning(warning))) => self.prompt.say(warning)?,
                Some(EngineResponse::Other(_)) | None => {}
                Some(heard) => {
                    self.prompt.erase()?;
                    return Ok(heard);
                }
            }
            if self.prompt.is_interrupted() {
                self.engine()?.stop();
            }
            if started.elapsed() > PROGRESS_DELAY && shown.elapsed() > PROGRESS_INTERVAL {
                shown = Instant::now();
                let left = time.saturating_sub(started.elapsed());
                self.prompt.show(&messages::thinking(name, last.as_deref(), left))?;
            }
        }
    }

    /// The engine, started if it was not.
    fn engine(&mut self) -> io::Result<&mut ConsoleEngine> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => ConsoleEngine::start(self.session.game().id(), self.session.options().engine())?,
        };
        Ok(self.engine.insert(engine))
    }
}
