//! The full-screen terminal interface.
//!
//! [`App`] is a state machine that handles events and draws to a buffer. It has no terminal, thread or clock, so tests can drive
//! it; [`run`] provides all three.

mod app;
mod canvas;
mod context;
mod drawing;
pub mod engine;
mod exercise;
mod game_screen;
mod help;
mod layout;
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
