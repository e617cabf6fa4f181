//! The console game: `skirmish play`, and what the menu leads to.

mod command;
mod engine;
mod game;
mod input;
mod look;
mod messages;
mod obey;
mod players;
mod session;
mod setup;
mod talk;
#[cfg(test)]
mod tests;

pub use look::{Colour, Look};
pub use players::Role;
pub use setup::{Beginning, kept, recorded, run, talk};
pub use talk::Talk;
