//! A game as a person plays it: what every front end has in common.
//!
//! What can be typed ([`command`]), a game with undo and redo ([`game`]), who plays ([`players`]), how a game begins and what its
//! record says of that ([`new_game`]), what is said about it ([`messages`]), its [`review`], and what is remembered of
//! you ([`Memory`]). Line
//! mode, full screen and page are made of these.
//!
//! All of it is values: there are no threads, files or clocks here. Front ends give them, so it works in a browser too.

pub mod command;
pub mod game;
mod memory;
pub mod messages;
pub mod new_game;
pub mod players;
pub mod review;

pub use memory::Memory;
