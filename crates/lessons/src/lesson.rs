//! A lesson and its steps.

use skirmish_games::GameId;
use skirmish_play::AnyGame;

use crate::board_style::BoardStyle;
use crate::condition::Condition;

/// A lesson: steps in the order in which they are taught.
#[derive(Clone)]
pub struct Lesson {
    pub(crate) game: GameId,
    pub(crate) steps: Vec<Exercise>,
}

impl Lesson {
    /// The lesson that comes with a game, for boards in letters; `None` if there is none. It teaches the game at its default size.
    pub fn of(game: GameId) -> Option<Lesson> {
        Lesson::shown(game, BoardStyle::Letters)
    }

    /// The lesson that comes with a game, in the words for a screen; `None` if there is none.
    pub fn shown(game: GameId, screen: BoardStyle) -> Option<Lesson> {
        let text = game.info().lesson?;
        let usual = GameId::parse(game.info().id).ok()?;
        // The tests of this crate read every one of them.
        Lesson::parse_for(screen, usual, text).ok()
    }

    /// The game, and the size of its boards.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The steps, at least one.
    pub fn steps(&self) -> &[Exercise] {
        &self.steps
    }
}

/// One step: a position, what is told about it, and a question.
#[derive(Clone)]
pub struct Exercise {
    /// Its heading, a few words.
    pub title: String,
    /// What is told before the question, one paragraph each.
    pub text: Vec<String>,
    /// What is asked for, a sentence.
    pub ask: String,
    /// A sentence for those who do not find the answer.
    pub hint: Option<String>,
    /// What kind of answer is expected.
    pub question: LessonQuestion,
    /// The position that it is about.
    pub(crate) board: Box<dyn AnyGame>,
    /// What answers mean, the first that fits counts.
    pub(crate) reactions: Vec<Reaction>,
    /// What happens after the right answer: actions, as the game writes them.
    pub(crate) then: Vec<String>,
    /// What is told about that.
    pub(crate) epilogue: Option<String>,
    /// The line of the text in which it begins.
    pub(crate) line: usize,
    /// Whether it goes on where the step before ended, instead of on a board of its own.
    pub(crate) continues: bool,
}

impl Exercise {
    /// The game as it stands when the step begins: board, side to act, legal actions.
    pub fn board(&self) -> &dyn AnyGame {
        &*self.board
    }
}

/// What kind of answer a step wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LessonQuestion {
    /// An action: a move, or accept or refuse where one is proposed.
    Action,
    /// Yes or no: whether this action is legal.
    IsLegal(String),
}

/// What an answer means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reaction {
    pub(crate) right: bool,
    pub(crate) condition: Condition,
    pub(crate) sentence: String,
    /// The line of the text in which it stands.
    pub(crate) line: usize,
}
