//! The games in a browser: a server for this machine or a classroom, and the page that it serves.
//!
//! The page owns the game and knows no rules; the server knows the rules and is stateless. They exchange the
//! [messages](skirmish_api::messages) of the API over one WebSocket per tab. This crate has the sockets, the scheduling of
//! searches, and the limits of each tab.

mod assets;
mod connection;
mod control;
mod endpoint;
mod engine_pool;
mod guard;
mod limits;
mod listener;
mod outbox;
mod response;
mod rooms;
mod scheduler;
mod search;
mod server;
mod site;
mod state;
mod system;
mod write_deadline;

pub use assets::Asset;
pub use endpoint::{Endpoint, PORT};
pub use hyper::HeaderMap;
pub use hyper::body::Bytes;
pub use response::{Response, ResponseBody, events};
pub use scheduler::Load;
pub use server::{Server, ServerOptions, ServerProbe, serve};
pub use site::{Interruption, Site, serve_site, until_interrupted};
