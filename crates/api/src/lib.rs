//! The API of the page: one API, two transports.
//!
//! It has no threads, sockets or clock of its own. [`read`] parses a request and [`answer`] handles it: most get a reply at once, a
//! search becomes a [`SearchJob`], which the caller runs with an engine. The server (`skirmish-web`) gives it threads and a
//! WebSocket per tab, the page without a server (`skirmish-wasm`) Web Workers.

mod analysis_lines;
mod catalogue;
mod convert;
mod dispatch;
mod engine_use;
mod header;
mod lessons;
pub mod limits;
pub mod messages;
mod microscope;
mod queries;
mod search_job;

pub use catalogue::{catalogue, hello};
pub use dispatch::{Dispatched, answer, read};
pub use engine_use::EngineUse;
pub use header::SearchHeader;
pub use search_job::{NextPosition, SearchJob};
