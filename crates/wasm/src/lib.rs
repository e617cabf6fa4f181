//! The desk in a browser: what `skirmish web` is to a page with a server, this is to the page without one.
//!
//! Compiled to WebAssembly it runs in Web Workers, each with one thread and one memory of its own. One is the [`Dispatcher`], to whom
//! the page talks: it answers at once and never searches. The others are [`Searcher`]s, one for the moves of the engine and one
//! for everything else, and each works on its one search until that is done. A search that should end is ended from outside: its
//! worker is thrown away, and another one made when it is needed.
//!
//! The workers carry the same texts as the server's socket. `js/engine-worker.js` is what they need of the browser.

mod dispatcher;
#[cfg(target_family = "wasm")]
mod interface;
mod searcher;

pub use dispatcher::{Dispatcher, DispatcherAction, WorkerKind};
pub use searcher::{Searcher, SearcherMessage};
