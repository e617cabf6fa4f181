//! The game on the screen: whose turn it is, what the engine is asked, what is said.

mod keys;
mod moves;
mod panel;
mod review;
mod view;
mod words;

use std::collections::VecDeque;
use std::time::Duration;

use skirmish_board::{Action, ActionKind, Piece, Side, Squares};
use skirmish_play::{Decision, Level, Place, Record, Table};
use skirmish_search::SearchInfo;

use crate::engine::{News, Order, Ticket};
use crate::hand::Hand;
use crate::world::World;
use review::Review;
use skirmish_session::game::{Game, captured};
use skirmish_session::messages;
use skirmish_session::players::{Players, Role};
pub(crate) use words::SCREEN_WORDS;

/// Words on the board stay this long.
const FLASH: Duration = Duration::from_millis(1500);

/// A question to the engine besides its moves should not take longer.
const QUESTION: Duration = Duration::from_secs(2);

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

/// The engine at work on its move.
struct Thinking {
    ticket: Ticket,
    since: Duration,
}

/// Who stands better, for those who asked.
struct Evaluation {
    ticket: Ticket,
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
struct Watch {
    paused: bool,
    /// Which of [`SPEEDS`].
    speed: usize,
    /// When it goes on.
    due: Duration,
}

/// A game between two players, on the screen.
pub(crate) struct TableScreen {
    game: Game,
    players: Players,
    level: Level,
    time: Duration,
    place: Option<Place>,
    /// Whether the game has to be kept as it stands now.
    unkept: bool,
    hand: Hand,
    /// What is being typed.
    input: String,
    message: (String, Tone),
    /// The button that Enter would press.
    focus: Option<usize>,
    /// When the side to act began to think.
    since: Duration,
    thinking: Option<Thinking>,
    /// The question for a hint that the engine works on.
    asked: Option<Ticket>,
    hint: Option<Squares>,
    /// Lines typed while it was the engine's turn.
    waiting: VecDeque<String>,
    flash: Option<Flash>,
    evaluation: Option<Evaluation>,
    /// The position that is looked at instead of the last one.
    at: Option<usize>,
    review: Option<Review>,
    watch: Watch,
    along: Along,
    /// When the last key was pressed.
    active: Duration,
    /// Whether Ctrl-C was the last key.
    leaving: bool,
    legal: Vec<Action>,
    /// What has left the board.
    captured: Vec<Piece>,
}

impl TableScreen {
    /// Sits down at a game that is kept in this place, if in any.
    pub(crate) fn new(
        record: Record,
        players: Players,
        (level, time): (Level, Duration),
        place: Option<Place>,
        world: &mut World,
    ) -> TableScreen {
        let game = Game::new(record);
        let hand = Hand::at(game.table());
        let watch = Watch { paused: false, speed: 2, due: world.now };
        let begun = game.last_action().is_some();
        let mut screen = TableScreen {
            game,
            players,
            level,
            time,
            place: place.or_else(|| Some(world.shelf.as_ref()?.place())),
            // A game that was gone on with is the newest now, whether anything is played or not.
            unkept: begun,
            hand,
            input: String::new(),
            message: Default::default(),
            focus: None,
            since: world.now,
            thinking: None,
            asked: None,
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
            legal: Vec::new(),
            captured: Vec::new(),
        };
        if players.has_engine() {
            world.set_level(level);
        }
        screen.greet();
        screen.refresh();
        screen.advance(world);
        screen
    }

    /// The first words of a game.
    fn greet(&mut self) {
        let sides = [Side::South, Side::North].map(|side| self.players.side_name(side));
        let place = |side| if side == Side::South { "bottom" } else { "top" };
        self.message.0 = match self.players.person() {
            Some(side) => format!(
                "You are {}, at the {}. Move with arrows and Enter, with the mouse, or type a move.",
                self.players.side_name(side),
                place(side)
            ),
            None if self.players.has_engine() => "Space pauses, and goes on.".to_owned(),
            None => format!("{} against {}: each moves in turn.", sides[0], sides[1]),
        };
    }

    /// The position that is looked at.
    fn shown(&self) -> &dyn Table {
        self.at.and_then(|at| self.game.record().tables().nth(at)).unwrap_or(self.game.table())
    }

    /// Whether a person is to act, and sees the position as it stands.
    fn is_persons_turn(&self) -> bool {
        self.game.outcome().is_none() && self.players.role(self.game.side_to_move()) == Role::Person
    }

    fn is_watched(&self) -> bool {
        self.players.person().is_none() && self.players.has_engine()
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = (text.into(), Tone::Plain);
    }

    fn complain(&mut self, text: impl Into<String>) {
        self.message = (text.into(), Tone::Complaint);
    }

    /// How the game ended, said to who played it.
    fn result(&self) -> String {
        messages::result(&self.game, &self.players, messages::spoken(&self.game.ending(), &self.players))
    }

    /// Performs a legal action, tells of it and goes on.
    fn act(&mut self, action: &Action, world: &mut World) {
        let before = self.game.table().boxed_clone();
        let proposed = before.view().pending;
        let time = world.now.saturating_sub(self.since);
        let step = self.game.perform(action, time);
        let words = match (step.remark, action.kind) {
            (Some(remark), _) => Some(remark.to_owned()),
            (None, ActionKind::Refuse) => Some("refused".to_owned()),
            (None, _) => None,
        };
        let square = action.squares.as_ref().or(proposed.as_ref()).map(|squares| squares.to.clone());
        self.flash = square.zip(words).map(|(square, words)| Flash { square, words, until: world.now + FLASH });
        let told = messages::done(&self.players, step, proposed.as_ref());
        let consequences = messages::consequences(&*before, &self.players, action);
        self.say(format!("{told}{consequences}"));
        self.changed(world);
    }

    /// The game stands otherwise than before.
    fn changed(&mut self, world: &mut World) {
        self.unkept = true;
        self.since = world.now;
        self.watch.due = world.now + SPEEDS[self.watch.speed];
        self.hand.selected = None;
        self.hint = None;
        self.focus = None;
        self.at = None;
        self.review = None;
        self.stop(world);
        self.refresh();
        if self.game.outcome().is_some() {
            let won = self
                .players
                .person()
                .is_some_and(|person| self.game.outcome() == Some(skirmish_board::Outcome::Win(person)));
            let tone = if won { Tone::Praise } else { Tone::Plain };
            self.message = (self.result(), tone);
        }
        self.advance(world);
    }

    /// What follows from the game as it stands.
    fn refresh(&mut self) {
        self.legal = self.game.legal_actions();
        self.captured = captured(self.game.record());
    }

    /// Ends whatever the engine does. What it says of it later is not heard.
    fn stop(&mut self, world: &mut World) {
        if self.thinking.take().is_some() | self.asked.take().is_some() | (self.along == Along::On) {
            world.order(Order::Stop);
        }
        self.along = Along::Off;
    }

    /// Does whatever is to be done next: the engine's move, a line that waits, thinking along.
    fn advance(&mut self, world: &mut World) {
        if self.game.outcome().is_some() || self.thinking.is_some() || self.asked.is_some() {
            return;
        }
        if self.players.role(self.game.side_to_move()) == Role::Engine {
            let held = self.is_watched() && (self.watch.paused || world.now < self.watch.due);
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
    fn think(&mut self, world: &mut World) {
        let ticket = world.ticket();
        world.order(Order::Choose(ticket, self.game.table().boxed_clone(), self.time));
        self.thinking = Some(Thinking { ticket, since: world.now });
    }

    /// Has the engine use the person's time: to evaluate if that is wanted, or to prepare its answer. A weak level would see no
    /// more by it.
    fn think_along(&mut self, world: &mut World) {
        if self.along != Along::Off || !self.is_persons_turn() {
            return;
        }
        let table = self.game.table().boxed_clone();
        if self.evaluation.is_some() {
            let ticket = world.ticket();
            self.evaluation = Some(Evaluation { ticket, side: table.side_to_move(), finding: None });
            world.order(Order::Look(ticket, table, PATIENCE));
            self.along = Along::On;
        } else if world.preferences.ponder && self.level == Level::FULL && self.players.person().is_some() {
            world.order(Order::Ponder(table));
            self.along = Along::On;
        }
    }

    /// What the engine says.
    pub(crate) fn news(&mut self, news: News, world: &mut World) {
        match news {
            News::Found(ticket, finding) => {
                let side = self.game.side_to_move();
                if self.thinking.as_ref().is_some_and(|thinking| thinking.ticket == ticket) {
                    if let Some(evaluation) = &mut self.evaluation {
                        *evaluation = Evaluation { ticket, side, finding: Some(*finding) };
                    }
                } else if let Some(asked) = self.evaluation.as_mut().filter(|asked| asked.ticket == ticket) {
                    asked.finding = Some(*finding);
                }
            }
            News::Done(ticket, decision) => self.decided(ticket, *decision, world),
            News::Judged(ticket, judgement) => {
                if let Some(review) = self.review.as_mut().filter(|review| review.ticket == ticket) {
                    review.add(judgement);
                }
            }
            News::Reviewed(ticket) => self.reviewed(ticket),
            News::Warning(text) => self.complain(text),
            News::Lost => {
                self.thinking = None;
                self.asked = None;
                self.complain(
                    "The engine has broken down. The game is kept; start the program again to go on with it.",
                );
            }
        }
    }

    fn decided(&mut self, ticket: Ticket, decision: Decision, world: &mut World) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.ticket == ticket) {
            self.thinking = None;
            if let Some(action) = decision.action {
                self.act(&action, world);
            }
        } else if self.asked == Some(ticket) {
            self.asked = None;
            self.hint = decision.action.as_ref().and_then(|action| action.squares.clone());
            self.say(messages::hint(&decision));
            self.advance(world);
        }
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, world: &mut World) {
        if self.flash.as_ref().is_some_and(|flash| flash.until <= world.now) {
            self.flash = None;
        }
        if self.along == Along::On && world.now.saturating_sub(self.active) >= PATIENCE {
            world.order(Order::Stop);
            self.along = Along::Asleep;
        }
        self.advance(world);
    }

    /// When there will be something to do or to show without a key.
    pub(crate) fn due(&self, now: Duration) -> Option<Duration> {
        let second = self.game.outcome().is_none().then(|| {
            // The clock of the move shows seconds.
            let shown = now.saturating_sub(self.since);
            Duration::from_secs(shown.as_secs() + 1) + self.since
        });
        let flash = self.flash.as_ref().map(|flash| flash.until);
        let watch = (self.is_watched() && !self.watch.paused && self.thinking.is_none()).then_some(self.watch.due);
        let asleep = (self.along == Along::On).then(|| self.active + PATIENCE);
        [second, flash, watch, asleep].into_iter().flatten().min()
    }

    /// Keeps the game if it changed. A place that cannot be written is told once.
    pub(crate) fn keep(&mut self) {
        if !std::mem::take(&mut self.unkept) || self.game.last_action().is_none() {
            return;
        }
        if let Some(Err(error)) = self.place.as_mut().map(|place| place.keep(self.game.record())) {
            self.place = None;
            self.complain(format!("The game cannot be kept for --resume: {error}."));
        }
    }

    /// Looks at the game from its beginning, while nothing is played.
    pub(crate) fn replay(&mut self) {
        self.watch.paused = true;
        self.at = Some(0);
        self.say("The start of the game. Left and Right step, Esc leads to its end.");
    }

    /// The game as it is kept.
    pub(crate) fn record(&self) -> &Record {
        self.game.record()
    }

    /// The engine has nothing more to do here.
    pub(crate) fn close(&mut self, world: &mut World) {
        self.stop(world);
        if self.review.is_some() {
            world.order(Order::Stop);
        }
    }

    /// What a person who leaves is told.
    pub(crate) fn farewell(&self) -> Option<&'static str> {
        let kept = self.place.as_ref().and_then(Place::path).is_some();
        let begun = self.game.last_action().is_some() && self.game.outcome().is_none();
        (kept && begun).then_some("The game is kept: skirmish play --resume goes on with it.")
    }
}
