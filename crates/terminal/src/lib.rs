//! The game on the whole screen of a terminal.
//!
//! The full screen is a value, [`App`]: events go in, it changes, and it can be drawn on a buffer. It knows no terminal, no
//! thread and no clock, so tests drive it as they like. [`run`] gives it all three.

mod app;
mod canvas;
mod drawing;
pub mod engine;
mod field;
mod hand;
mod help;
mod kept;
mod layout;
mod lesson;
mod menu;
mod pager;
mod screen;
mod setup;
mod system;
mod table;
mod theme;
mod world;

pub use app::{App, Beginning, Event, Exit, SMALLEST};
pub use canvas::wrap;
pub use screen::{Guard, run};
pub use theme::{Scheme, Theme};
pub use world::World;
