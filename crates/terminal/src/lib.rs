//! The game in a terminal.
//!
//! What any screen of characters needs: the words that can be typed ([`command`]), a game with undo and redo ([`game`]), who
//! plays ([`players`], [`seating`]) and how it is told ([`sentences`]). The line mode of the program is made of them, too.
//!
//! The full screen is a value, [`App`]: events go in, it changes, and it can be drawn on a buffer. It knows no terminal, no
//! thread and no clock, so tests drive it as they like. [`run`] gives it all three.

mod app;
mod canvas;
pub mod command;
mod drawing;
pub mod engine;
mod field;
pub mod files;
pub mod game;
mod hand;
mod help;
mod kept;
mod layout;
mod lesson;
mod memory;
mod menu;
mod pager;
pub mod players;
mod screen;
pub mod seating;
pub mod sentences;
mod setup;
mod spoken;
mod system;
mod table;
mod theme;
mod twist;
mod world;

pub use app::{App, Beginning, Event, Exit, SMALLEST};
pub use canvas::wrap;
pub use memory::Memory;
pub use screen::{Guard, run};
pub use theme::{Scheme, Theme};
pub use world::{Preferences, World};
