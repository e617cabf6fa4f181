//! The games in a browser: a server for this machine, or for a classroom, and the page that it serves.
//!
//! The page owns its game and knows no rules; the server knows the rules and keeps no game. They talk on one WebSocket per
//! tab, in the [messages](skirmish_api::messages) of the desk, which has the answers. What is here is around it: the socket, the
//! threads that search, and who gets how much of the machine.

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
