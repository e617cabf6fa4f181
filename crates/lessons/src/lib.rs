//! Lessons: short steps on a board, each with a question and reactions to the answers.
//!
//! A lesson is a text of positions, goals and sentences ([`Lesson::parse`]; `docs/LESSONS.md` explains how to write one). The rules
//! of the game decide what is legal and what a move does. The crate has no files, threads or clocks: the caller shows an
//! [`Exercise`], passes the answer to [`Exercise::grade`] and saves a [`LessonProgress`].
//!
//! ```
//! use skirmish_games::GameId;
//! use skirmish_lessons::{Lesson, Verdict};
//!
//! let lesson = Lesson::of(GameId::parse("refusal")?).expect("a game with a lesson");
//! let step = &lesson.steps()[0];
//! assert_eq!(step.grade(&step.solution()).verdict, Verdict::Right);
//! # Ok::<(), skirmish_board::TextError>(())
//! ```

mod board_style;
mod check;
mod condition;
mod grade;
mod lesson;
mod lookahead;
mod parse;
mod progress;

pub use board_style::BoardStyle;
pub use grade::{Grade, Verdict};
pub use lesson::{Exercise, Lesson, LessonQuestion};
pub use progress::LessonProgress;
