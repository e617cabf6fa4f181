//! Line mode: `skirmish play` without the full screen.

mod commands;
mod engine;
mod friend;
mod friend_link;
#[cfg(feature = "web")]
mod friend_room;
mod input;
mod messages;
mod prompt;
mod session;
mod setup;
mod style;
#[cfg(test)]
mod tests;

pub use friend::run as play_with_friend;
pub use prompt::Prompt;
pub use setup::{StartWith, newest_saved, open_prompt, options, recorded, run};
pub use style::{Colour, ConsoleStyle, colours_unwanted, is_simple};
