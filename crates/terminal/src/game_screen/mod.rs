//! The game on the screen: whose turn it is, what the engine is asked, what is said.

mod commands;
mod keys;
mod moves;
mod panel;
mod review;
mod view;

use std::collections::VecDeque;
use std::time::Duration;

use skirmish_board::{Action, ActionKind, Outcome, Piece, Side, Squares};
use skirmish_play::{AnyGame, Record, SaveSlot};
use skirmish_search::SearchInfo;

use crate::context::ScreenContext;
use crate::selection::Selection;
pub(crate) use commands::SCREEN_WORDS;
use review::ReviewPanel;
use skirmish_session::engine::{EngineEvent, EngineRequest, RequestId};
use skirmish_session::game::captured;
use skirmish_session::messages;
use skirmish_session::new_game::GameOptions;
use skirmish_session::players::{Players, Role};
use skirmish_session::{EngineResponse, Session};

/// Words on the board stay this long.
const FLASH: Duration = Duration::from_millis(1500);

/// Without a key for so long, nobody is there: the engine stops thinking along.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the engine waits between the moves of a game against itself, from fast to slow.
const SPEEDS: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(300),
    Duration::from_millis(1000),
    Duration::from_millis(2500),
    Duration::from_millis(6000),
];

/// How a message is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    #[default]
    Plain,
    Complaint,
    Praise,
}

/// Who stands better, for those who asked.
struct Evaluation {
    id: RequestId,
    /// Whose view the finding has.
    side: Side,
    finding: Option<SearchInfo<Action>>,
}

/// What the engine does on the person's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Along {
    /// Nothing.
    Off,
    /// It thinks along, or evaluates.
    On,
    /// It has stopped, since nobody has pressed a key for a while.
    Asleep,
}

/// Words on the board for a moment.
struct Flash {
    square: String,
    words: String,
    until: Duration,
}

/// A game that the engine plays against itself.
struct SelfPlayView {
    paused: bool,
    /// Which of [`SPEEDS`].
    speed: usize,
    /// When it goes on.
    due: Duration,
}

/// A game between two players, on the screen.
pub(crate) struct GameScreen {
    session: Session,
    place: Option<SaveSlot>,
    /// Whether the game has to be kept as it stands now.
    unkept: bool,
    hand: Selection,
    /// What is being typed.
    input: String,
    message: (String, Tone),
    /// The button that Enter would press.
    focus: Option<usize>,
    /// When the engine began to think about its last move.
    thinking_since: Duration,
    hint: Option<Squares>,
    /// Lines typed while it was the engine's turn.
    waiting: VecDeque<String>,
    flash: Option<Flash>,
    evaluation: Option<Evaluation>,
    /// The position that is looked at instead of the last one.
    at: Option<usize>,
    review: Option<ReviewPanel>,
    watch: SelfPlayView,
    along: Along,
    /// When the last key was pressed.
    active: Duration,
    /// Whether Ctrl-C was the last key.
    leaving: bool,
    /// What has left the board.
    captured: Vec<Piece>,
}

impl GameScreen {
    /// Sits down at a game that is kept in this place, if in any.
    pub(crate) fn new(
        record: Record,
        players: Players,
        options: GameOptions,
        place: Option<SaveSlot>,
        world: &mut ScreenContext,
    ) -> GameScreen {
        let session = Session::new(record, players, options, world.now);
        let hand = Selection::at(session.game().table());
        let watch = SelfPlayView { paused: false, speed: 2, due: world.now };
        let begun = session.game().last_action().is_some();
        let mut screen = GameScreen {
            session,
            place: place.or_else(|| Some(world.shelf.as_ref()?.new_slot())),
            // A game that was gone on with is the newest now, whether anything is played or not.
            unkept: begun,
            hand,
            input: String::new(),
            message: Default::default(),
            focus: None,
            thinking_since: world.now,
            hint: None,
            waiting: VecDeque::new(),
            flash: None,
            evaluation: None,
            at: None,
            review: None,
            watch,
            along: Along::Off,
            active: world.now,
            leaving: false,
            captured: Vec::new(),
        };
        if players.has_engine() {
            screen.tell_options(world);
        }
        screen.greet();
        screen.captured = captured(screen.session.game().record());
        screen.advance(world);
        screen
    }

    /// Has the engine play at the level of this game.
    fn tell_options(&self, world: &mut ScreenContext) {
        world.ask(EngineRequest::Options(Box::new(self.session.options().engine())));
    }

    /// The first words of a game.
    fn greet(&mut self) {
        let sides = [Side::South, Side::North].map(|side| self.session.players().side_name(side));
        let place = |side| if side == Side::South { "bottom" } else { "top" };
        self.message.0 = match self.session.players().person() {
            Some(side) => format!(
                "You are {}, at the {}. Move with arrows and Enter, with the mouse, or type a move.",
                self.session.players().side_name(side),
                place(side)
            ),
            None if self.session.players().has_engine() => "Press Space to pause or resume.".to_owned(),
            None => format!("{} against {}: each moves in turn.", sides[0], sides[1]),
        };
    }

    /// The position that is looked at.
    fn shown(&self) -> &dyn AnyGame {
        self.at.and_then(|at| self.session.game().record().games().nth(at)).unwrap_or(self.session.game().table())
    }

    /// Whether a person is to act, and sees the position as it stands.
    fn is_persons_turn(&self) -> bool {
        self.session.turn() == Some(Role::Person)
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = (text.into(), Tone::Plain);
    }

    fn complain(&mut self, text: impl Into<String>) {
        self.message = (text.into(), Tone::Complaint);
    }

    /// How the game ended, said to who played it.
    fn result(&self) -> String {
        messages::result(self.session.game(), self.session.players())
    }

    /// Performs a legal action, tells of it and goes on.
    fn play_action(&mut self, action: &Action, world: &mut ScreenContext) {
        let before = self.session.game().table().boxed_clone();
        let players = *self.session.players();
        let (step, proposed) = self.session.perform(action, world.now);
        let words = match (step.announcement, action.kind) {
            (Some(remark), _) => Some(remark.to_owned()),
            (None, ActionKind::Refuse) => Some("refused".to_owned()),
            (None, _) => None,
        };
        let square = action.squares.as_ref().or(proposed.as_ref()).map(|squares| squares.to.clone());
        self.flash = square.zip(words).map(|(square, words)| Flash { square, words, until: world.now + FLASH });
        let told = messages::done(&players, step, proposed.as_ref());
        let consequences = messages::consequences(&*before, &players, action);
        self.say(format!("{told}{consequences}"));
        self.after_change(world);
    }

    /// The game stands otherwise than before.
    fn after_change(&mut self, world: &mut ScreenContext) {
        self.unkept = true;
        self.watch.due = world.now + SPEEDS[self.watch.speed];
        self.hand.selected = None;
        self.hint = None;
        self.focus = None;
        self.at = None;
        self.review = None;
        self.stop(world);
        self.captured = captured(self.session.game().record());
        if self.session.is_over() {
            let person = self.session.players().person();
            let won = person.is_some_and(|person| self.session.game().outcome() == Some(Outcome::Win(person)));
            let tone = if won { Tone::Praise } else { Tone::Plain };
            self.message = (self.result(), tone);
        }
        self.advance(world);
    }

    /// Ends whatever the engine does. What it says of it later is not heard.
    fn stop(&mut self, world: &mut ScreenContext) {
        if self.session.give_up() | (self.along == Along::On) {
            world.ask(EngineRequest::Stop);
        }
        self.along = Along::Off;
    }

    /// Does whatever is to be done next: the engine's move, a line that waits, thinking along.
    fn advance(&mut self, world: &mut ScreenContext) {
        if self.session.is_over() || self.session.is_waiting() {
            return;
        }
        if self.session.turn() == Some(Role::Engine) {
            let held = self.session.is_watched() && (self.watch.paused || world.now < self.watch.due);
            if !held {
                self.think(world);
            }
        } else if let Some(line) = self.waiting.pop_front() {
            self.submit_line(&line, world);
        } else {
            self.think_along(world);
        }
    }

    /// Has the engine decide.
    fn think(&mut self, world: &mut ScreenContext) {
        self.session.choose(&mut world.requests);
        self.thinking_since = world.now;
    }

    /// Has the engine use the person's time: to evaluate if that is wanted, or to prepare its answer. A weak level would see no
    /// more by it.
    fn think_along(&mut self, world: &mut ScreenContext) {
        if self.along != Along::Off || !self.is_persons_turn() {
            return;
        }
        if self.evaluation.is_some() {
            let table = self.session.game().table().boxed_clone();
            let side = table.side_to_move();
            let id = world.requests.ask(|id| EngineRequest::Analyze(id, table, PATIENCE));
            self.evaluation = Some(Evaluation { id, side, finding: None });
            self.along = Along::On;
        } else if let Some(request) = self.session.pondering() {
            world.ask(request);
            self.along = Along::On;
        }
    }

    /// What the engine says.
    pub(crate) fn hear(&mut self, event: EngineEvent, world: &mut ScreenContext) {
        let choosing = self.session.is_choosing();
        match self.session.hear(event) {
            EngineResponse::Progress(info) => {
                if let Some(evaluation) = self.evaluation.as_mut().filter(|_| choosing) {
                    *evaluation = Evaluation { id: 0, side: self.session.game().side_to_move(), finding: Some(*info) };
                }
            }
            EngineResponse::Chosen(action) => self.play_action(&action, world),
            EngineResponse::Answer(text, action) => {
                self.hint = action.and_then(|action| action.squares);
                self.say(text);
                self.advance(world);
            }
            EngineResponse::Lost => {
                self.complain("The engine crashed. Your game is saved; restart Skirmish to resume it.")
            }
            EngineResponse::Other(EngineEvent::Found(id, info)) => {
                if let Some(evaluation) = self.evaluation.as_mut().filter(|asked| asked.id == id) {
                    evaluation.finding = Some(*info);
                }
            }
            EngineResponse::Other(EngineEvent::Annotated(id, annotation)) => {
                if let Some(review) = self.review.as_mut().filter(|review| review.id == id) {
                    review.add(annotation);
                }
            }
            EngineResponse::Other(EngineEvent::Reviewed(id)) => self.reviewed(id),
            EngineResponse::Other(EngineEvent::Warning(text)) => self.complain(text),
            EngineResponse::Other(EngineEvent::Done(..) | EngineEvent::Lost) => {}
        }
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, world: &mut ScreenContext) {
        if self.flash.as_ref().is_some_and(|flash| flash.until <= world.now) {
            self.flash = None;
        }
        if self.along == Along::On && world.now.saturating_sub(self.active) >= PATIENCE {
            world.ask(EngineRequest::Stop);
            self.along = Along::Asleep;
        }
        self.advance(world);
    }

    /// When there will be something to do or to show without a key.
    pub(crate) fn due(&self, now: Duration) -> Option<Duration> {
        let second = (!self.session.is_over()).then(|| {
            // The clock of the move shows seconds.
            let shown = now.saturating_sub(self.session.since());
            Duration::from_secs(shown.as_secs() + 1) + self.session.since()
        });
        let flash = self.flash.as_ref().map(|flash| flash.until);
        let watch =
            (self.session.is_watched() && !self.watch.paused && !self.session.is_choosing()).then_some(self.watch.due);
        let asleep = (self.along == Along::On).then(|| self.active + PATIENCE);
        [second, flash, watch, asleep].into_iter().flatten().min()
    }

    /// Keeps the game if it changed. A place that cannot be written is told once.
    pub(crate) fn keep(&mut self) {
        if !std::mem::take(&mut self.unkept) || self.session.game().last_action().is_none() {
            return;
        }
        if let Some(Err(error)) = self.place.as_mut().map(|place| place.save(self.session.game().record())) {
            self.place = None;
            self.complain(messages::cannot_be_saved(&error));
        }
    }

    /// Looks at the game from its beginning, while nothing is played.
    pub(crate) fn replay(&mut self) {
        self.watch.paused = true;
        self.at = Some(0);
        self.say("The start of the game. Left and Right step, Esc goes to the end.");
    }

    /// The game as it is kept.
    pub(crate) fn record(&self) -> &Record {
        self.session.game().record()
    }

    /// The engine has nothing more to do here.
    pub(crate) fn close(&mut self, world: &mut ScreenContext) {
        self.stop(world);
        if self.review.is_some() {
            world.ask(EngineRequest::Stop);
        }
    }

    /// What a person who leaves is told.
    pub(crate) fn farewell(&self) -> Option<&'static str> {
        let kept = self.place.as_ref().and_then(SaveSlot::path).is_some();
        (kept && self.session.is_begun()).then_some(messages::SAVED)
    }
}
