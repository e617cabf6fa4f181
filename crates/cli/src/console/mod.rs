//! The console game: `skirmish play`, and what the menu leads to.

mod engine;
mod input;
mod look;
mod messages;
mod obey;
mod session;
mod setup;
mod talk;
#[cfg(test)]
mod tests;

pub use look::{Colour, Look, colours_unwanted, is_simple};
pub use setup::{Beginning, kept, options, recorded, run, talk};
pub use talk::Talk;
