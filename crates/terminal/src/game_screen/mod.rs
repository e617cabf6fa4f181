//! The game screen: state, engine requests and messages.

mod commands;
mod keys;
mod moves;
mod panel;
mod review;
mod view;

use std::collections::VecDeque;
use std::time::Duration;

use skirmish_board::{Action, ActionKind, Outcome, Piece, Side, Squares};
use skirmish_play::{AnyGame, PositionValues, Record, SaveOutcome, SaveSlot};
use skirmish_search::SearchInfo;

use crate::context::ScreenContext;
use crate::selection::Selection;
pub(crate) use commands::SCREEN_WORDS;
use review::ReviewPanel;
use skirmish_session::coach;
use skirmish_session::engine::{EngineEvent, EngineRequest, RequestId};
use skirmish_session::game::captured;
use skirmish_session::messages;
use skirmish_session::new_game::GameOptions;
use skirmish_session::players::{Players, Role};
use skirmish_session::{EngineResponse, Session};

/// How long a text stays on the board.
const FLASH_TIME: Duration = Duration::from_millis(1500);

/// Without a key for this long, the engine stops its background search.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Delays between the moves of the engine against itself, from fast to slow.
const MOVE_DELAYS: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(300),
    Duration::from_millis(1000),
    Duration::from_millis(2500),
    Duration::from_millis(6000),
];

/// The kind of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    #[default]
    Plain,
    Error,
    Success,
}

/// The evaluation, if it is shown.
struct Evaluation {
    id: RequestId,
    /// The side whose score it is.
    side: Side,
    info: Option<SearchInfo<Action>>,
}

/// What the engine does during the user's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BackgroundSearch {
    /// Nothing.
    Off,
    /// It ponders or evaluates.
    On,
    /// Stopped after [`IDLE_TIMEOUT`].
    Asleep,
}

/// A short-lived text on the board.
struct Flash {
    square: String,
    text: String,
    until: Duration,
}

/// State of a game of the engine against itself.
struct SelfPlayView {
    paused: bool,
    /// An index into [`MOVE_DELAYS`].
    speed: usize,
    /// When the next move starts.
    due: Duration,
}

/// The game screen.
pub(crate) struct GameScreen {
    session: Session,
    slot: Option<SaveSlot>,
    /// Whether the game changed since it was saved.
    unsaved: bool,
    selection: Selection,
    /// The text being typed.
    input: String,
    message: (String, Tone),
    /// The focused button.
    focus: Option<usize>,
    /// When the engine started its last move.
    thinking_since: Duration,
    hint: Option<Squares>,
    /// Lines typed during the engine's turn.
    waiting: VecDeque<String>,
    flash: Option<Flash>,
    evaluation: Option<Evaluation>,
    /// The position shown instead of the current one.
    viewed_ply: Option<usize>,
    review: Option<ReviewPanel>,
    /// What is proven about the legal actions of the current position, if it is shown.
    values: Option<PositionValues>,
    watch: SelfPlayView,
    background: BackgroundSearch,
    /// When the last key was pressed.
    active: Duration,
    /// Whether Ctrl-C was the last key.
    leaving: bool,
    /// The captured pieces.
    captured: Vec<Piece>,
}

impl GameScreen {
    /// A screen for a game. Without a slot, a new one is used.
    pub(crate) fn new(
        record: Record,
        players: Players,
        options: GameOptions,
        slot: Option<SaveSlot>,
        context: &mut ScreenContext,
    ) -> GameScreen {
        let session = Session::new(record, players, options, context.now);
        let selection = Selection::at(session.game().current());
        let watch = SelfPlayView { paused: false, speed: 2, due: context.now };
        let begun = session.game().last_action().is_some();
        let mut screen = GameScreen {
            session,
            slot: slot.or_else(|| Some(context.saved_games.as_ref()?.new_slot())),
            // Saving marks a resumed game as the newest.
            unsaved: begun,
            selection,
            input: String::new(),
            message: Default::default(),
            focus: None,
            thinking_since: context.now,
            hint: None,
            waiting: VecDeque::new(),
            flash: None,
            evaluation: None,
            viewed_ply: None,
            review: None,
            values: None,
            watch,
            background: BackgroundSearch::Off,
            active: context.now,
            leaving: false,
            captured: Vec::new(),
        };
        if players.has_engine() {
            screen.send_options(context);
            context.ask(EngineRequest::Prepare(screen.session.game().id()));
        }
        screen.greet();
        screen.captured = captured(screen.session.game().record());
        screen.advance(context);
        screen
    }

    /// Sends the engine the options of this game.
    fn send_options(&self, context: &mut ScreenContext) {
        context.ask(EngineRequest::Options(Box::new(self.session.options().engine())));
    }

    /// The first message.
    fn greet(&mut self) {
        let sides = [Side::South, Side::North].map(|side| self.session.players().side_name(side));
        let edge = |side| if side == Side::South { "bottom" } else { "top" };
        self.message.0 = match self.session.players().person() {
            Some(side) => format!(
                "You are {}, at the {}. Move with arrows and Enter, with the mouse, or type a move.",
                self.session.players().side_name(side),
                edge(side)
            ),
            None if self.session.players().has_engine() => "Press Space to pause or resume.".to_owned(),
            None => format!("{} against {}: each moves in turn.", sides[0], sides[1]),
        };
    }

    /// The position shown.
    fn shown(&self) -> &dyn AnyGame {
        self.viewed_ply
            .and_then(|at| self.session.game().record().games().nth(at))
            .unwrap_or(self.session.game().current())
    }

    /// Whether a person is to act.
    fn is_persons_turn(&self) -> bool {
        self.session.turn() == Some(Role::Person)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = (text.into(), Tone::Plain);
    }

    fn show_error(&mut self, text: impl Into<String>) {
        self.message = (text.into(), Tone::Error);
    }

    /// How the game ended.
    fn result(&self) -> String {
        messages::result(self.session.game(), self.session.players())
    }

    /// Performs a legal action and describes it.
    fn play_action(&mut self, action: &Action, context: &mut ScreenContext) {
        let before = self.session.game().current().boxed_clone();
        let players = *self.session.players();
        let (step, proposed) = self.session.perform(action, context.now);
        let text = match (step.announcement, action.kind) {
            (Some(remark), _) => Some(remark.to_owned()),
            (None, ActionKind::Refuse) => Some("refused".to_owned()),
            (None, _) => None,
        };
        let square = action.squares.as_ref().or(proposed.as_ref()).map(|squares| squares.to.clone());
        self.flash = square.zip(text).map(|(square, text)| Flash { square, text, until: context.now + FLASH_TIME });
        let message = messages::action_message(&players, step, proposed.as_ref());
        let consequences = messages::consequences(&*before, &players, action);
        self.say(format!("{message}{consequences}"));
        self.after_change(context);
    }

    /// Updates everything that depends on the game.
    fn after_change(&mut self, context: &mut ScreenContext) {
        self.unsaved = true;
        self.watch.due = context.now + MOVE_DELAYS[self.watch.speed];
        self.selection.selected = None;
        self.hint = None;
        self.focus = None;
        self.viewed_ply = None;
        self.review = None;
        self.values = None;
        self.stop(context);
        self.captured = captured(self.session.game().record());
        if self.session.is_over() {
            let person = self.session.players().person();
            let won = person.is_some_and(|person| self.session.game().outcome() == Some(Outcome::Win(person)));
            let tone = if won { Tone::Success } else { Tone::Plain };
            self.message = (self.result(), tone);
        }
        self.advance(context);
    }

    /// Stops the engine; its later events are ignored.
    fn stop(&mut self, context: &mut ScreenContext) {
        if self.session.give_up() | (self.background == BackgroundSearch::On) {
            context.ask(EngineRequest::Stop);
        }
        self.background = BackgroundSearch::Off;
    }

    /// Starts what comes next: the engine's move, a queued line, or a background search.
    fn advance(&mut self, context: &mut ScreenContext) {
        if self.session.is_over() || self.session.is_waiting() {
            return;
        }
        if self.session.turn() == Some(Role::Engine) {
            let held = self.session.is_watched() && (self.watch.paused || context.now < self.watch.due);
            if !held {
                self.think(context);
            }
        } else if let Some(line) = self.waiting.pop_front() {
            self.submit_line(&line, context);
        } else {
            self.start_background_search(context);
        }
    }

    /// Requests the engine's move.
    fn think(&mut self, context: &mut ScreenContext) {
        if self.session.is_watched() {
            // The delay between the moves is not thinking time.
            self.session.restart_clock(context.now);
        }
        self.session.choose(&mut context.requests, context.now);
        self.thinking_since = context.now;
    }

    /// Starts an evaluation if it is shown, or else pondering.
    fn start_background_search(&mut self, context: &mut ScreenContext) {
        if self.background != BackgroundSearch::Off || !self.is_persons_turn() {
            return;
        }
        if self.evaluation.is_some() {
            let game = self.session.game().current().boxed_clone();
            let side = game.side_to_move();
            let id = context.requests.ask(|id| EngineRequest::Analyze(id, game, IDLE_TIMEOUT));
            self.evaluation = Some(Evaluation { id, side, info: None });
            self.background = BackgroundSearch::On;
        } else if let Some(request) = self.session.pondering() {
            context.ask(request);
            self.background = BackgroundSearch::On;
        }
    }

    /// Handles an event of the engine.
    pub(crate) fn on_engine_event(&mut self, event: EngineEvent, context: &mut ScreenContext) {
        let choosing = self.session.is_choosing();
        match self.session.on_engine_event(event) {
            EngineResponse::Progress(info) => {
                if let Some(evaluation) = self.evaluation.as_mut().filter(|_| choosing) {
                    *evaluation = Evaluation { id: 0, side: self.session.game().side_to_move(), info: Some(*info) };
                }
            }
            EngineResponse::Chosen(action) => self.play_action(&action, context),
            EngineResponse::Answer(text, action) => {
                self.hint = action.and_then(|action| action.squares);
                self.say(text.replace('\n', " "));
                self.advance(context);
            }
            EngineResponse::Values(values) => {
                let note = coach::values_note(self.session.game().id(), values.source);
                self.say(format!("{note} Select a piece: + wins, - loses, = draws, ? is not proven."));
                self.values = Some(*values);
                self.advance(context);
            }
            EngineResponse::Lost => {
                self.show_error("The engine crashed. Your game is saved; restart Skirmish to resume it.")
            }
            EngineResponse::Other(EngineEvent::Found(id, info)) => {
                if let Some(evaluation) = self.evaluation.as_mut().filter(|asked| asked.id == id) {
                    evaluation.info = Some(*info);
                }
            }
            EngineResponse::Other(EngineEvent::Annotated(id, annotation)) => {
                if let Some(review) = self.review.as_mut().filter(|review| review.id == id) {
                    review.add(annotation);
                }
            }
            EngineResponse::Other(EngineEvent::Reviewed(id)) => self.reviewed(id),
            EngineResponse::Other(EngineEvent::Warning(text)) => self.show_error(text),
            EngineResponse::Other(
                EngineEvent::Done(..) | EngineEvent::Coached(..) | EngineEvent::Valued(..) | EngineEvent::Lost,
            ) => {}
        }
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, context: &mut ScreenContext) {
        if self.flash.as_ref().is_some_and(|flash| flash.until <= context.now) {
            self.flash = None;
        }
        if self.background == BackgroundSearch::On && context.now.saturating_sub(self.active) >= IDLE_TIMEOUT {
            context.ask(EngineRequest::Stop);
            self.background = BackgroundSearch::Asleep;
        }
        self.advance(context);
    }

    /// The time of the next tick that is needed.
    pub(crate) fn due(&self, now: Duration) -> Option<Duration> {
        let second = (!self.session.is_over()).then(|| {
            // The clock on the screen shows seconds.
            let shown = now.saturating_sub(self.session.since());
            Duration::from_secs(shown.as_secs() + 1) + self.session.since()
        });
        let flash = self.flash.as_ref().map(|flash| flash.until);
        let watch =
            (self.session.is_watched() && !self.watch.paused && !self.session.is_choosing()).then_some(self.watch.due);
        let asleep = (self.background == BackgroundSearch::On).then(|| self.active + IDLE_TIMEOUT);
        [second, flash, watch, asleep].into_iter().flatten().min()
    }

    /// Saves the game if it changed. A failure is reported once.
    pub(crate) fn autosave(&mut self) {
        if !std::mem::take(&mut self.unsaved) || self.session.game().last_action().is_none() {
            return;
        }
        match self.slot.as_mut().map(|slot| slot.save(self.session.game().record())) {
            None | Some(Ok(SaveOutcome::Saved)) => {}
            Some(Ok(SaveOutcome::Copied)) => self.show_error(messages::OPEN_ELSEWHERE),
            Some(Err(error)) => {
                self.slot = None;
                self.show_error(messages::cannot_be_saved(&error));
            }
        }
    }

    /// Shows the game from its start, paused.
    pub(crate) fn replay(&mut self) {
        self.watch.paused = true;
        self.viewed_ply = Some(0);
        self.say("The start of the game. Left and Right step, Esc goes to the end.");
    }

    /// The record of the game.
    pub(crate) fn record(&self) -> &Record {
        self.session.game().record()
    }

    /// Stops the engine.
    pub(crate) fn close(&mut self, context: &mut ScreenContext) {
        self.stop(context);
        if self.review.is_some() {
            context.ask(EngineRequest::Stop);
        }
    }

    /// The message on quitting an unfinished game.
    pub(crate) fn exit_message(&self) -> Option<&'static str> {
        let kept = self.slot.as_ref().and_then(SaveSlot::path).is_some();
        (kept && self.session.is_begun()).then_some(messages::SAVED)
    }
}
