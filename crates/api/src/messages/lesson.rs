//! Lessons.

use serde::Serialize;
pub use skirmish_lessons::Verdict;

use super::*;

message! {
    /// A step of a lesson: a board, an explanation and a question.
    pub struct LessonStep {
        /// Its heading, a few words.
        pub title: String,
        /// The paragraphs before the question.
        pub text: Vec<String>,
        /// The question.
        pub ask: String,
        /// A hint.
        pub hint: Option<String>,
        /// The move that may be legal or not; `null` if the answer is an action.
        pub legality: Option<LegalityQuestion>,
        /// The board.
        pub board: LessonBoard,
        /// A right answer.
        pub solution: String,
    }

    /// A question whether a move is legal. The answer is yes or no.
    pub struct LegalityQuestion {
        /// The move.
        pub text: String,
        /// The squares that it names; `null` if it names none.
        pub squares: Option<Squares>,
    }

    /// A board in a lesson.
    pub struct LessonBoard {
        /// The position text.
        pub position: String,
        /// The side to move.
        pub side: Side,
        /// The result; `null` while the game goes on.
        pub outcome: Option<Outcome>,
        /// Why the game ended, a sentence, or empty.
        pub ending: String,
        /// The board.
        pub view: View,
        /// The last move; `null` at the start.
        pub last: Option<Squares>,
        /// The legal actions.
        pub legal: Vec<LegalAction>,
    }
}
