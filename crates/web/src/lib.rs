//! The games in a browser: a server for this machine, or for a classroom, and the page that it serves.
//!
//! The page owns its game and knows no rules; the server knows the rules and keeps no game. They talk on one WebSocket per
//! tab, in the [`messages`] of this crate.

mod answers;
mod assets;
mod catalogue;
mod connection;
mod control;
mod convert;
mod guard;
mod limits;
mod listener;
pub mod messages;
mod minds;
mod review;
mod searchers;
mod server;
mod state;
mod study;
mod tray;

pub use catalogue::catalogue;
pub use searchers::Business;
pub use server::{Options, PORT, Server, Watch, serve};
