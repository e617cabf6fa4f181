//! A game in progress: runs commands, creates requests to the engine and handles its events.

use std::time::Duration;

use skirmish_board::{Action, Side, Squares};
use skirmish_games::GameId;
use skirmish_play::{Level, PositionValues, Record, Step};
use skirmish_search::SearchInfo;

use crate::coach::Coach;
use crate::command::{self, SessionCommand, Word};
use crate::engine::{EngineEvent, EngineRequest, RequestId, Requests};
use crate::game::SessionGame;
use crate::messages;
use crate::new_game::{GameOptions, game_called};
use crate::players::{Players, Role};

/// The time limit of `hint` and `eval`.
const QUESTION_TIME: Duration = Duration::from_secs(2);

/// A game between two players. All times are on the front end's clock.
pub struct Session {
    game: SessionGame,
    players: Players,
    options: GameOptions,
    legal: Vec<Action>,
    /// When the current turn began.
    since: Duration,
    /// The engine's current request.
    work: Option<(RequestId, Work)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Move,
    Answer(Question),
}

/// A question to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The best action.
    Hint,
    /// The evaluation.
    Eval,
    /// What is certain about the action after so many others, or about the position at the end.
    Coach(usize),
    /// What is proven about all legal actions.
    Values,
}

/// The result of a command: what the front end has to do.
#[derive(Debug)]
pub enum CommandResult {
    /// Show this text.
    Said(String),
    /// Show why the command is not possible.
    Refused(String),
    /// Show these moves.
    Moves(Vec<Action>),
    /// The position changed by undo or redo; show this text.
    Jumped(&'static str),
    /// A side resigned.
    Resigned,
    /// The level changed: send the options to the engine.
    LevelSet,
    /// Ask the engine.
    Ask(Question),
    /// Show the board.
    Board,
    /// Show the list of commands.
    Help,
    /// Show the rules.
    Rules,
    /// Save the game to this file.
    Save(String),
    /// Load a game from this file.
    Load(String),
    /// Start a new game.
    New(GameId),
    /// Quit.
    Quit,
}

/// What an engine event means for this session.
#[derive(Debug)]
pub enum EngineResponse {
    /// Progress of a move or an answer.
    Progress(Box<SearchInfo<Action>>),
    /// The engine chose this action.
    Chosen(Action),
    /// The answer to a question, and its action.
    Answer(String, Option<Action>),
    /// What is proven about the legal actions.
    Values(Box<PositionValues>),
    /// The engine crashed.
    Lost,
    /// An event of another request: the front end's own, or a cancelled one.
    Other(EngineEvent),
}

impl Session {
    /// A session at the end of a record.
    pub fn new(record: Record, players: Players, options: GameOptions, now: Duration) -> Session {
        let game = SessionGame::new(record);
        let legal = game.legal_actions();
        Session { game, players, options, legal, since: now, work: None }
    }

    /// The game.
    pub fn game(&self) -> &SessionGame {
        &self.game
    }

    /// The players.
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// The options of the game.
    pub fn options(&self) -> &GameOptions {
        &self.options
    }

    /// The legal actions.
    pub fn legal(&self) -> &[Action] {
        &self.legal
    }

    /// When the current turn began.
    pub fn since(&self) -> Duration {
        self.since
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Who is to act; `None` once the game is over.
    pub fn turn(&self) -> Option<Role> {
        (!self.is_over()).then(|| self.players.role(self.game.side_to_move()))
    }

    /// Whether the engine plays against itself.
    pub fn is_watched(&self) -> bool {
        self.players.person().is_none() && self.players.has_engine()
    }

    /// Whether the game has begun and is unfinished.
    pub fn is_begun(&self) -> bool {
        self.game.last_action().is_some() && !self.is_over()
    }

    /// Parses a line as an action; the error is a message for the user. `None` for an empty line or a command.
    pub fn read(&self, line: &str) -> Option<Result<Action, String>> {
        match command::parse(line, &self.legal) {
            SessionCommand::Action(action) => Some(Ok(action)),
            SessionCommand::Text(text) => Some(self.game.read(&text).map_err(|error| {
                messages::second_person(&messages::complaint(&self.game, &text, error), &self.players)
            })),
            SessionCommand::Nothing | SessionCommand::Word(..) => None,
        }
    }

    /// Performs a legal action. Returns the step and the proposal before it, if there was one.
    pub fn perform(&mut self, action: &Action, now: Duration) -> (&Step, Option<Squares>) {
        let proposed = self.game.view().pending;
        let step = self.game.perform(action, now.saturating_sub(self.since));
        self.since = now;
        self.legal = if step.game.outcome().is_some() { Vec::new() } else { step.game.legal_actions() };
        (step, proposed)
    }

    /// Restarts the clock of the current turn.
    pub fn restart_clock(&mut self, now: Duration) {
        self.since = now;
    }

    /// Updates the clock and the legal actions after a change of the game.
    fn after_change(&mut self, now: Duration) {
        self.since = now;
        self.legal = self.game.legal_actions();
    }

    /// Runs a command. The result says what the front end has to do.
    pub fn run_command(&mut self, word: Word, argument: Option<&str>, now: Duration) -> CommandResult {
        match word {
            Word::Help => CommandResult::Help,
            Word::Rules => CommandResult::Rules,
            Word::Board => CommandResult::Board,
            Word::Quit => CommandResult::Quit,
            Word::Moves => self.moves_from(argument.unwrap_or_default()),
            Word::Hint if self.is_over() => over(),
            Word::Hint if self.is_choosing() => refused("The engine is thinking about its own move."),
            Word::Hint => CommandResult::Ask(Question::Hint),
            Word::Eval => CommandResult::Ask(Question::Eval),
            Word::Coach | Word::Values if self.is_choosing() => refused("The engine is thinking about its own move."),
            Word::Coach => {
                self.coached_ply(argument).map_or_else(refused, |ply| CommandResult::Ask(Question::Coach(ply)))
            }
            Word::Values if self.is_over() => over(),
            Word::Values => CommandResult::Ask(Question::Values),
            Word::Undo => match self.game.undo(self.acts()) {
                None => refused("There is nothing to take back."),
                Some(_) => self.jumped("Taken back.", now),
            },
            Word::Redo => match self.game.redo(self.acts()) {
                0 => refused("There is nothing to play again."),
                _ => self.jumped("Played again.", now),
            },
            Word::Level => match argument.map(Level::parse) {
                None => CommandResult::Said(messages::level(self.options.level)),
                Some(Err(error)) => refused(error.to_string()),
                Some(Ok(level)) => {
                    self.options.level = level;
                    self.game.set_level(level);
                    CommandResult::LevelSet
                }
            },
            Word::Save => match argument {
                Some(name) => CommandResult::Save(name.to_owned()),
                None => refused("Save to which file? Type save and its name, such as save game.txt."),
            },
            Word::Load => match argument {
                Some(name) => CommandResult::Load(name.to_owned()),
                None => refused("Load which file? Type load and its name, such as load game.txt."),
            },
            Word::New => match argument.map_or(Ok(self.game.id()), game_called) {
                Ok(game) => CommandResult::New(game),
                Err(error) => refused(error.to_string()),
            },
            Word::Resign if self.is_over() => over(),
            Word::Resign => {
                self.game.resign(self.players.person().unwrap_or(self.game.side_to_move()));
                self.after_change(now);
                CommandResult::Resigned
            }
        }
    }

    /// The number of actions before the one that the coach is asked about: by default the user's last one.
    fn coached_ply(&self, argument: Option<&str>) -> Result<usize, String> {
        let steps = self.game.record().steps();
        match argument {
            Some("now") => Ok(steps.len()),
            Some(number) => match number.parse().ok().filter(|number| (1..=steps.len()).contains(number)) {
                Some(number) => Ok(number - 1),
                None => Err(format!(
                    "Coach about which action? Type coach and its number, 1 to {}, or coach now.",
                    steps.len()
                )),
            },
            None => Ok(steps.iter().rposition(|step| self.acts()(step.side)).unwrap_or(steps.len())),
        }
    }

    /// Whether undo and redo stop at a side: the user's, or both if the engine plays neither or both.
    fn acts(&self) -> impl Fn(Side) -> bool + use<> {
        let person = self.players.person();
        move |side| person.is_none_or(|person| person == side)
    }

    fn jumped(&mut self, text: &'static str, now: Duration) -> CommandResult {
        self.after_change(now);
        CommandResult::Jumped(text)
    }

    /// The moves from a square, or from all squares that start with this text.
    fn moves_from(&self, square: &str) -> CommandResult {
        let square = square.to_uppercase();
        let from = |action: &Action| action.squares.as_ref().map_or(String::new(), |squares| squares.from.clone());
        // A letter alone is a column; A1 does not include A11.
        let view = self.game.view();
        let is_square = view.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.square == square);
        let is_meant = |action: &&Action| {
            if is_square { from(action) == square } else { from(action).starts_with(&square) }
        };
        let found: Vec<Action> = self.legal.iter().filter(is_meant).cloned().collect();
        match found.is_empty() {
            true if square.is_empty() => refused("There are no legal moves."),
            true => refused(format!("There are no legal moves from {}.", skirmish_board::quoted(&square))),
            false => CommandResult::Moves(found),
        }
    }

    /// Whether the engine is choosing its move.
    pub fn is_choosing(&self) -> bool {
        self.work.is_some_and(|(_, work)| work == Work::Move)
    }

    /// Whether the engine is choosing its move or answering a question.
    pub fn is_waiting(&self) -> bool {
        self.work.is_some()
    }

    /// Requests the engine's move, within what is left of the time since the turn began.
    pub fn choose(&mut self, requests: &mut Requests, now: Duration) {
        let game = self.game.current().boxed_clone();
        let left = self.options.time.saturating_sub(now.saturating_sub(self.since));
        let id = requests.ask(|id| EngineRequest::Choose(id, game, left));
        self.work = Some((id, Work::Move));
    }

    /// Requests an answer. Returns its time limit.
    pub fn ask(&mut self, question: Question, requests: &mut Requests) -> Duration {
        let time = self.options.time.min(QUESTION_TIME);
        let game = self.game.current().boxed_clone();
        let id = requests.ask(|id| match question {
            Question::Hint | Question::Eval => EngineRequest::Analyze(id, game, time),
            Question::Coach(ply) => {
                EngineRequest::Coach(id, Box::new(Coach::new(self.game.record(), ply, self.players.person())))
            }
            Question::Values => EngineRequest::Values(id, game),
        });
        self.work = Some((id, Work::Answer(question)));
        time
    }

    /// The request to ponder, if the engine should. Weak levels do not ponder: they would not play better.
    pub fn pondering(&self) -> Option<EngineRequest> {
        let wanted = self.options.ponder && self.options.level == Level::FULL && self.players.person().is_some();
        (wanted && !self.is_over()).then(|| EngineRequest::Ponder(self.game.current().boxed_clone()))
    }

    /// Cancels the current request; its later events are ignored. Returns whether there was one.
    pub fn give_up(&mut self) -> bool {
        self.work.take().is_some()
    }

    /// Handles an event. A chosen action is not performed yet.
    pub fn on_engine_event(&mut self, event: EngineEvent) -> EngineResponse {
        match (event, self.work) {
            (EngineEvent::Lost, _) => {
                self.work = None;
                EngineResponse::Lost
            }
            (EngineEvent::Found(id, info), Some((ours, _))) if id == ours => EngineResponse::Progress(info),
            (EngineEvent::Done(id, decision), Some((ours, work))) if id == ours => {
                self.work = None;
                let side = self.game.side_to_move();
                match work {
                    Work::Move => decision.action.map_or(EngineResponse::Lost, EngineResponse::Chosen),
                    Work::Answer(Question::Hint) => EngineResponse::Answer(messages::hint(&decision), decision.action),
                    Work::Answer(_) => {
                        let text = decision.info.map(|info| messages::eval(&self.players, side, &info));
                        EngineResponse::Answer(text.unwrap_or_default(), decision.action)
                    }
                }
            }
            (EngineEvent::Coached(id, sentences), Some((ours, _))) if id == ours => {
                self.work = None;
                EngineResponse::Answer(messages::coached(&sentences), None)
            }
            (EngineEvent::Valued(id, values), Some((ours, _))) if id == ours => {
                self.work = None;
                EngineResponse::Values(values)
            }
            (event, _) => EngineResponse::Other(event),
        }
    }
}

fn refused(reason: impl Into<String>) -> CommandResult {
    CommandResult::Refused(reason.into())
}

fn over() -> CommandResult {
    refused("The game is over.")
}
