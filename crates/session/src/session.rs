//! A game in progress: what commands do to it, what is asked of the engine, and what its answers mean.

use std::time::Duration;

use skirmish_board::{Action, Side, Squares};
use skirmish_games::GameId;
use skirmish_play::{Level, Record, Step};
use skirmish_search::SearchInfo;

use crate::command::{self, SessionCommand, Word};
use crate::engine::{EngineEvent, EngineRequest, RequestId, Requests};
use crate::game::SessionGame;
use crate::messages;
use crate::new_game::{GameOptions, game_called};
use crate::players::{Players, Role};

/// A question to the engine besides its moves should not take longer.
const QUESTION_TIME: Duration = Duration::from_secs(2);

/// A game between two players. All times are those of one clock, which the front end has.
pub struct Session {
    game: SessionGame,
    players: Players,
    options: GameOptions,
    legal: Vec<Action>,
    /// When the side to act began to think.
    since: Duration,
    /// What the engine works on.
    work: Option<(RequestId, Work)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Move,
    Answer(Question),
}

/// What a person can ask the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What is best?
    Hint,
    /// Who stands better?
    Eval,
}

/// What comes of a command.
#[derive(Debug)]
pub enum CommandResult {
    /// This is the answer.
    Said(String),
    /// It cannot be done, for this reason.
    Refused(String),
    /// These are the moves that were asked for.
    Moves(Vec<Action>),
    /// The game went back or forth, in these words.
    Jumped(&'static str),
    /// A side gave up.
    Resigned,
    /// The engine plays at another level from now on: it has to be told.
    LevelSet,
    /// The engine is to be asked.
    Ask(Question),
    /// The board is to be shown.
    Board,
    /// The list of commands is to be shown.
    Help,
    /// The rules are to be shown.
    Rules,
    /// The game is to be written to a file of this name.
    Save(String),
    /// A game is to be read from a file of this name.
    Load(String),
    /// Another game is to begin.
    New(GameId),
    /// The person leaves.
    Quit,
}

/// What an event of the engine means.
#[derive(Debug)]
pub enum EngineResponse {
    /// It has looked further for its move or an answer.
    Progress(Box<SearchInfo<Action>>),
    /// It decided on this action.
    Chosen(Action),
    /// This is the answer to a question; it is about this action.
    Answer(String, Option<Action>),
    /// It has broken down.
    Lost,
    /// Nothing to this session: it belongs to a request of the front end, or to one that was given up.
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

    /// Who plays.
    pub fn players(&self) -> &Players {
        &self.players
    }

    /// How the engine plays.
    pub fn options(&self) -> &GameOptions {
        &self.options
    }

    /// What can be done now.
    pub fn legal(&self) -> &[Action] {
        &self.legal
    }

    /// When the side to act began to think.
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

    /// Whether there is something to come back to.
    pub fn is_begun(&self) -> bool {
        self.game.last_action().is_some() && !self.is_over()
    }

    /// The action that a line means, or why it means none; `None` for an empty line or a command.
    pub fn read(&self, line: &str) -> Option<Result<Action, String>> {
        match command::parse(line, &self.legal) {
            SessionCommand::Action(action) => Some(Ok(action)),
            SessionCommand::Text(text) => Some(self.game.read(&text).map_err(|error| {
                messages::second_person(&messages::complaint(&self.game, &text, error), &self.players)
            })),
            SessionCommand::Nothing | SessionCommand::Word(..) => None,
        }
    }

    /// Performs a legal action. Returns the step, and what was proposed before it.
    pub fn perform(&mut self, action: &Action, now: Duration) -> (&Step, Option<Squares>) {
        let proposed = self.game.view().pending;
        let step = self.game.perform(action, now.saturating_sub(self.since));
        self.since = now;
        self.legal = if step.game.outcome().is_some() { Vec::new() } else { step.game.legal_actions() };
        (step, proposed)
    }

    /// The side to act begins to think now.
    pub fn restart_clock(&mut self, now: Duration) {
        self.since = now;
    }

    /// The game stands otherwise than before.
    fn after_change(&mut self, now: Duration) {
        self.since = now;
        self.legal = self.game.legal_actions();
    }

    /// Does what a command asks for, as far as that needs nothing but the game.
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

    /// Whether a side's actions are decided by the person whose decisions are taken back.
    fn acts(&self) -> impl Fn(Side) -> bool + use<> {
        let person = self.players.person();
        move |side| person.is_none_or(|person| person == side)
    }

    fn jumped(&mut self, text: &'static str, now: Duration) -> CommandResult {
        self.after_change(now);
        CommandResult::Jumped(text)
    }

    /// The moves from a square, or from all whose names begin like this.
    fn moves_from(&self, square: &str) -> CommandResult {
        let square = square.to_uppercase();
        let from = |action: &Action| action.squares.as_ref().map_or(String::new(), |squares| squares.from.clone());
        // A letter alone is a column, and A1 does not mean A11 as well.
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

    /// Whether the engine works on its move.
    pub fn is_choosing(&self) -> bool {
        self.work.is_some_and(|(_, work)| work == Work::Move)
    }

    /// Whether the engine works on its move or on an answer.
    pub fn is_waiting(&self) -> bool {
        self.work.is_some()
    }

    /// Has the engine decide on its move.
    pub fn choose(&mut self, requests: &mut Requests) {
        let game = self.game.current().boxed_clone();
        let id = requests.ask(|id| EngineRequest::Choose(id, game, self.options.time));
        self.work = Some((id, Work::Move));
    }

    /// Asks the engine. Returns how long the answer may take.
    pub fn ask(&mut self, question: Question, requests: &mut Requests) -> Duration {
        let time = self.options.time.min(QUESTION_TIME);
        let game = self.game.current().boxed_clone();
        let id = requests.ask(|id| EngineRequest::Analyze(id, game, time));
        self.work = Some((id, Work::Answer(question)));
        time
    }

    /// What the engine does on the person's time, if anything. A weak level would see no more by it.
    pub fn pondering(&self) -> Option<EngineRequest> {
        let wanted = self.options.ponder && self.options.level == Level::FULL && self.players.person().is_some();
        (wanted && !self.is_over()).then(|| EngineRequest::Ponder(self.game.current().boxed_clone()))
    }

    /// Gives up what the engine works on: what it says of it later means nothing. Returns whether there was anything.
    pub fn give_up(&mut self) -> bool {
        self.work.take().is_some()
    }

    /// What an event means. An action that was chosen is still to be performed.
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
                    Work::Answer(Question::Eval) => {
                        let text = decision.info.map(|info| messages::eval(&self.players, side, &info));
                        EngineResponse::Answer(text.unwrap_or_default(), decision.action)
                    }
                }
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
