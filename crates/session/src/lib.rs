//! What all front ends share: a game that a person plays.
//!
//! A [`Session`] combines the commands ([`command`]), a game with undo and redo ([`game`]), its [`players`], and the requests to
//! the [`engine`]. [`new_game`] sets up a game, [`messages`] are the texts, [`review`] annotates a finished game, and
//! [`Preferences`] are stored between runs. Line mode, full screen and page use these.
//!
//! There are no threads, files or clocks here: front ends provide them, so this crate also runs in a browser.

pub mod coach;
pub mod command;
pub mod engine;
mod exercise;
pub mod game;
mod lesson;
pub mod messages;
pub mod new_game;
pub mod players;
mod preferences;
mod puzzle;
pub mod review;
mod session;

pub use exercise::{AnswerKind, ExerciseReply, ExerciseSession};
pub use lesson::LessonSession;
pub use preferences::Preferences;
pub use puzzle::{PuzzleProgress, PuzzleSession};
pub use session::{CommandResult, EngineResponse, Question, Session};
