//! The games in a browser: a server for this machine or a classroom, and the page that it serves.
//!
//! The page owns the game and knows no rules; the server knows the rules and is stateless. They exchange the
//! [messages](skirmish_api::messages) of the API over one WebSocket per tab. This crate has the sockets, the scheduling of
//! searches, and the limits of each tab.

mod assets;
mod connection;
mod control;
mod engine_pool;
mod guard;
mod limits;
mod listener;
mod outbox;
mod scheduler;
mod search;
mod server;
mod state;
mod system;

pub use scheduler::Load;
pub use server::{PORT, Server, ServerOptions, ServerProbe, serve};
