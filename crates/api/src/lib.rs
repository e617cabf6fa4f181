//! The desk: everything that the page can ask is answered here, and it is the same whoever carries the messages.
//!
//! It has neither threads nor sockets nor a clock of its own. [`read`] makes a request of a text, and [`answer`] says what is to
//! be done about it: most are answered on the spot, a [`SearchJob`] is searched by whoever has an engine and the time. The server
//! (`skirmish-web`) gives it threads and a socket for each tab, the worker of the page without a server (`skirmish-wasm`) one
//! thread and the messages of a browser.

mod analysis_lines;
mod catalogue;
mod convert;
mod dispatch;
mod engine_use;
mod header;
mod lessons;
pub mod limits;
pub mod messages;
mod queries;
mod search_job;

pub use catalogue::{catalogue, hello};
pub use dispatch::{Dispatched, answer, read};
pub use engine_use::EngineUse;
pub use header::SearchHeader;
pub use search_job::{NextPosition, SearchJob};
