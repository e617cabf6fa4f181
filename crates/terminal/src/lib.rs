//! The game on the whole screen of a terminal.
//!
//! The full screen is a value, [`App`]: events go in, it changes, and it can be drawn on a buffer. It knows no terminal, no
//! thread and no clock, so tests drive it as they like. [`run`] gives it all three.

mod app;
mod canvas;
mod context;
mod drawing;
pub mod engine;
mod game_screen;
mod help;
mod layout;
mod lesson;
mod menu;
mod pager;
mod saved_games;
mod screen;
mod selection;
mod setup;
mod system;
mod text_input;
mod theme;

pub use app::{App, AppEvent, Exit, MIN_SIZE, StartScreen};
pub use canvas::wrap;
pub use context::ScreenContext;
pub use screen::{TerminalGuard, run};
pub use theme::{Scheme, Theme};
