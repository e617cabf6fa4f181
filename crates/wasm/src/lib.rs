//! The API in a browser: what `skirmish web` is for a page with a server, for a page without one.
//!
//! Compiled to WebAssembly it runs in Web Workers, each with one thread and its own memory. The [`Dispatcher`] receives the
//! requests of the page, replies at once and never searches. Two [`Searcher`]s, one for the engine's moves and one for
//! everything else, each run one blocking search at a time. To stop a search, its worker is terminated; the next search
//! starts a new one.
//!
//! The messages are those of the server's WebSocket. `js/engine-worker.js` connects the workers with the browser.

mod dispatcher;
#[cfg(target_family = "wasm")]
mod interface;
mod searcher;

pub use dispatcher::{Dispatcher, DispatcherAction, WorkerKind};
pub use searcher::{Searcher, SearcherMessage};
