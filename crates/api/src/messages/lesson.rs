//! Lessons.

use serde::Serialize;
pub use skirmish_lessons::Verdict;

use super::*;

message! {
    /// A step of a lesson: a board, what is told about it, and a question.
    pub struct LessonStep {
        /// Its heading, a few words.
        pub title: String,
        /// What is told before the question, one paragraph each.
        pub text: Vec<String>,
        /// What is asked for, a sentence.
        pub ask: String,
        /// A sentence for those who do not find the answer.
        pub hint: Option<String>,
        /// The move whose legality is asked for; `null` where the answer is an action.
        pub legality: Option<LegalityQuestion>,
        /// The board.
        pub board: LessonBoard,
        /// An answer that is right.
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
        /// Who acts next, or would if the game were not over.
        pub side: Side,
        /// The result if the game is over.
        pub outcome: Option<Outcome>,
        /// Why the game ended, a sentence; empty while it goes on.
        pub ending: String,
        /// The board.
        pub view: View,
        /// The move that led here; `null` at the beginning.
        pub last: Option<Squares>,
        /// What may be done.
        pub legal: Vec<LegalAction>,
    }
}
