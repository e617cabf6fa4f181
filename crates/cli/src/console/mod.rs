//! Line mode: `skirmish play` without the full screen.

mod commands;
mod engine;
mod input;
mod messages;
mod prompt;
mod session;
mod setup;
mod style;
#[cfg(test)]
mod tests;

pub use prompt::Prompt;
pub use setup::{StartWith, newest_saved, open_prompt, options, recorded, run};
pub use style::{Colour, ConsoleStyle, colours_unwanted, is_simple};
