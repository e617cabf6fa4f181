//! Plays one game in line mode.

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

/// What to do next.
#[derive(Debug)]
pub enum NextTurn {
    /// Play the next turn, or ask again.
    Turn,
    /// Start a new game.
    New(GameId),
    /// Continue with a game from a file.
    Load(Box<Record>),
    /// Quit.
    Leave,
}

/// A session in line mode.
pub struct LineSession<'a, 'b> {
    pub(super) prompt: &'a mut Prompt<'b>,
    pub(super) session: &'a mut Session,
    /// Started when first needed.
    pub(super) engine: Option<ConsoleEngine>,
    requests: Requests,
    /// Whether the engine's game against itself is paused.
    paused: bool,
    started: Instant,
    /// Where the game is saved after every move; `None` if it is not, or after a failure.
    pub(super) slot: Option<SaveSlot>,
}

/// The update interval of the live line.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// The live line appears after this time.
const PROGRESS_DELAY: Duration = Duration::from_millis(200);

impl<'a, 'b> LineSession<'a, 'b> {
    /// A session whose clock started at `started`. An engine may be getting ready for it already. The game is saved in `slot`, if
    /// there is one.
    pub fn new(
        prompt: &'a mut Prompt<'b>,
        session: &'a mut Session,
        started: Instant,
        engine: Option<ConsoleEngine>,
        slot: Option<SaveSlot>,
    ) -> Self {
        LineSession { prompt, session, engine, requests: Requests::default(), paused: false, started, slot }
    }

    /// The time of the session's clock.
    pub(super) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Plays until the user wants something else.
    pub fn run(&mut self) -> io::Result<NextTurn> {
        self.show_board()?;
        // Saving marks a resumed game as the newest.
        if self.session.is_begun() {
            self.autosave()?;
        }
        self.say_result()?;
        if !self.session.is_over() && self.session.players().has_engine() {
            // It gets ready on its own thread.
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

    /// Announces the result if the game is over.
    pub(super) fn say_result(&mut self) -> io::Result<()> {
        if self.session.is_over() { self.prompt.say(self.result()) } else { Ok(()) }
    }

    /// Says how to resume an unfinished game. If another game follows, this one is no longer the newest and needs its path.
    fn say_how_to_resume(&mut self, leaving: &NextTurn) -> io::Result<()> {
        let path = self.slot.as_ref().and_then(SaveSlot::path).filter(|_| self.session.is_begun());
        match (path, leaving) {
            (None, _) => Ok(()),
            (Some(_), NextTurn::Leave) => self.prompt.say(messages::SAVED),
            (Some(path), _) => self.prompt.say(format!("{} {}", messages::SAVED, path.display())),
        }
    }

    /// Plays the engine's turn.
    fn engine_turn(&mut self) -> io::Result<NextTurn> {
        let now = self.now();
        self.session.choose(&mut self.requests, now);
        let EngineResponse::Chosen(action) = self.wait(self.session.options().time)? else { return Ok(NextTurn::Turn) };
        let (now, players) = (self.now(), *self.session.players());
        let (step, proposed) = self.session.perform(&action, now);
        self.prompt.say(messages::engine_action(&players, step, proposed.as_ref()))?;
        // A proposal does not change the board yet.
        self.after_action()
    }

    /// Asks the user for an action or a command.
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
        // Stop pondering.
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

    /// Performs the user's action.
    fn play_action(&mut self, action: &Action) -> io::Result<NextTurn> {
        let now = self.now();
        // Announcements such as Hi-YA! are made for both sides.
        if let Some(remark) = self.session.perform(action, now).0.announcement {
            self.prompt.say(remark)?;
        }
        self.after_action()
    }

    /// Shows the board, announces the result and saves the game.
    fn after_action(&mut self) -> io::Result<NextTurn> {
        if self.session.game().view().pending.is_none() {
            self.show_board()?;
        }
        self.say_result()?;
        // The disk may be slow: the move is on the screen first.
        self.prompt.flush()?;
        self.autosave()?;
        if !self.session.is_over() && self.prompt.was_interrupted() && self.session.is_watched() {
            self.paused = true;
        }
        Ok(NextTurn::Turn)
    }

    /// Shows the board and its notes.
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

    /// Asks the engine at full strength about the current position.
    pub(super) fn ask(&mut self, question: Question) -> io::Result<()> {
        let time = self.session.ask(question, &mut self.requests);
        let response = self.wait(time)?;
        self.prompt.was_interrupted();
        match response {
            EngineResponse::Answer(text, _) => self.prompt.say(text),
            EngineResponse::Values(values) => self.prompt.say(messages::values(self.session.game().id(), &values)),
            _ => Ok(()),
        }
    }

    /// Runs the queued requests and shows the live line. Ctrl-C stops the search; its best result so far counts.
    fn wait(&mut self, time: Duration) -> io::Result<EngineResponse> {
        let started = Instant::now();
        let name = self.session.game().id().info().player;
        self.prompt.was_interrupted();
        // Show all output before thinking.
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
                Some(response) => {
                    self.prompt.erase()?;
                    return Ok(response);
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

    /// The engine; starts it on first use.
    fn engine(&mut self) -> io::Result<&mut ConsoleEngine> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => ConsoleEngine::start(self.session.game().id(), self.session.options().engine())?,
        };
        Ok(self.engine.insert(engine))
    }
}
