//! A lesson and its steps.

use skirmish_games::GameId;
use skirmish_play::AnyGame;

use crate::board_style::BoardStyle;
use crate::condition::Condition;

/// A lesson: its steps in order.
#[derive(Clone)]
pub struct Lesson {
    pub(crate) game: GameId,
    pub(crate) steps: Vec<Exercise>,
}

impl Lesson {
    /// The built-in lesson of a game, for boards in letters; `None` if there is none. It has the default size.
    pub fn of(game: GameId) -> Option<Lesson> {
        Lesson::shown(game, BoardStyle::Letters)
    }

    /// The built-in lesson of a game for a board style; `None` if there is none.
    pub fn shown(game: GameId, screen: BoardStyle) -> Option<Lesson> {
        let text = game.info().lesson?;
        let usual = GameId::parse(game.info().id).ok()?;
        // The tests of this crate parse all of them.
        Lesson::parse_for(screen, usual, text).ok()
    }

    /// The game and its size.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The steps, at least one.
    pub fn steps(&self) -> &[Exercise] {
        &self.steps
    }
}

/// A step: a position, an explanation and a question.
#[derive(Clone)]
pub struct Exercise {
    /// Its heading, a few words.
    pub title: String,
    /// The paragraphs before the question.
    pub text: Vec<String>,
    /// The question.
    pub ask: String,
    /// A hint.
    pub hint: Option<String>,
    /// The kind of answer.
    pub question: LessonQuestion,
    /// The position.
    pub(crate) board: Box<dyn AnyGame>,
    /// The reactions to answers; the first that fits counts.
    pub(crate) reactions: Vec<Reaction>,
    /// The actions after the right answer.
    pub(crate) then: Vec<String>,
    /// A comment on them.
    pub(crate) epilogue: Option<String>,
    /// The line number of its start.
    pub(crate) line: usize,
    /// Whether it continues from the end of the step before.
    pub(crate) continues: bool,
}

impl Exercise {
    /// The position at the start of the step.
    pub fn board(&self) -> &dyn AnyGame {
        &*self.board
    }
}

/// The kind of answer of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonQuestion {
    /// An action.
    Action,
    /// Yes or no: is this action legal?
    IsLegal(String),
}

/// The reaction to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reaction {
    pub(crate) right: bool,
    pub(crate) condition: Condition,
    pub(crate) sentence: String,
    /// Its line number.
    pub(crate) line: usize,
}
