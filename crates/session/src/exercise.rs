//! What lessons and puzzles share: a board, a question, and replies to what the user types.

use skirmish_board::{Side, View};
use skirmish_games::GameId;
use skirmish_lessons::Verdict;
use skirmish_play::AnyGame;

use crate::Preferences;
use crate::players::Players;

/// A series of exercises at one of them: a lesson, or puzzles. Line mode and full screen show each in the same way.
pub trait ExerciseSession {
    /// The game.
    fn game(&self) -> GameId;

    /// Which exercise it is, such as `step 3 of 12`, and its title.
    fn heading(&self) -> (String, String);

    /// The paragraphs before the question.
    fn text(&self) -> Vec<String>;

    /// The question.
    fn question(&self) -> String;

    /// What the answer is.
    fn answer_kind(&self) -> AnswerKind;

    /// The board to show: of the exercise, after the right answer, or of what the user steps through.
    fn board(&self) -> &dyn AnyGame;

    /// The side that the user plays.
    fn side(&self) -> Side;

    /// The board to show, with the user's label on the user's side.
    fn view(&self) -> View {
        let mut view = self.board().view();
        view.frame = Players::duel(self.game(), self.side()).frame(view.frame);
        view
    }

    /// Whether nothing is asked now and Enter continues: the exercise is solved, or the user steps through a line.
    fn is_waiting(&self) -> bool;

    /// The number of wrong and illegal answers so far.
    fn failures(&self) -> u32;

    /// Whether there is a hint.
    fn has_hint(&self) -> bool;

    /// Whether `why` shows what is wrong with the last answer.
    fn has_refutation(&self) -> bool;

    /// An example of an answer.
    fn example(&self) -> String;

    /// The commands.
    fn commands(&self) -> &'static [&'static str];

    /// A paragraph that explains answers and commands.
    fn help(&self) -> String;

    /// What to do after the last exercise: a sentence, and the level to play against.
    fn farewell(&self) -> (&'static str, u8);

    /// Runs a command or grades an answer. While [`Self::is_waiting`], anything but a command continues.
    fn run_command(&mut self, line: &str) -> ExerciseReply;

    /// Notes that the exercise is solved.
    fn save_progress(&self, preferences: &mut Preferences);
}

/// What the answer to an exercise is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// Yes or no.
    YesNo,
    /// Accept or refuse.
    AcceptRefuse,
    /// A move.
    Move,
}

impl AnswerKind {
    /// The answer that a board asks for.
    pub fn on(board: &dyn AnyGame) -> AnswerKind {
        if board.accept_refuse().is_some() { AnswerKind::AcceptRefuse } else { AnswerKind::Move }
    }

    /// The prompt.
    pub fn prompt(self) -> &'static str {
        match self {
            AnswerKind::YesNo => "Yes or no? ",
            AnswerKind::AcceptRefuse => "Accept or refuse? ",
            AnswerKind::Move => "Your move: ",
        }
    }
}

/// The reply to a line.
#[derive(Debug, PartialEq, Eq)]
pub enum ExerciseReply {
    /// Nothing was typed.
    Nothing,
    /// Show this text.
    Said(String),
    /// Show the current exercise.
    Shown,
    /// Show the board and this text; the exercise goes on.
    Continued(String),
    /// The grade of an answer, and its text.
    Graded(Verdict, Vec<String>),
    /// The last exercise is done or skipped.
    Over,
    /// Show the rules.
    Rules,
    /// Show the commands.
    Help,
    /// Leave.
    Quit,
}
