//! Lessons: short steps on the real board, each with a question, and what every answer means.
//!
//! A lesson is a text that names positions, goals and words ([`Lesson::parse`]; `docs/LESSONS.md` tells how to write one). What
//! is legal and what a move does is judged by the rules of the game, never by the text. There are no files, threads or clocks
//! here: a screen shows an [`Exercise`], passes what was typed or clicked to [`Exercise::grade`], and saves a [`LessonProgress`] where
//! it likes.
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
