//! A game as a person plays it: what every front end has in common.
//!
//! A [`Session`] is a game in progress: what can be typed ([`command`]), a game with undo and redo ([`game`]), who plays
//! ([`players`]), what the [`engine`] is asked and answers. Besides: how a game begins and what its record says of that
//! ([`new_game`]), what is said about it ([`messages`]), its [`review`], and what is remembered of you ([`Preferences`]). Line mode,
//! full screen and page are made of these.
//!
//! All of it is values: there are no threads, files or clocks here. Front ends give them, so it works in a browser too.

pub mod command;
pub mod engine;
pub mod game;
mod lesson;
pub mod messages;
pub mod new_game;
pub mod players;
mod preferences;
pub mod review;
mod session;

pub use lesson::{LessonReply, LessonSession, WORDS as LESSON_WORDS};
pub use preferences::Preferences;
pub use session::{CommandResult, EngineResponse, Question, Session};
