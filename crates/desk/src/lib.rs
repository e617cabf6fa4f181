//! The desk: everything that the page can ask is answered here, and it is the same whoever carries the messages.
//!
//! It has neither threads nor sockets nor a clock of its own. [`read`] makes a request of a text, and [`answer`] says what is to
//! be done about it: most are answered on the spot, a [`Study`] is searched by whoever has an engine and the time. The server
//! (`skirmish-web`) gives it threads and a socket for each tab, the worker of the page without a server (`skirmish-worker`) one
//! thread and the messages of a browser.

mod answers;
mod catalogue;
mod convert;
mod header;
mod lessons;
pub mod limits;
pub mod messages;
mod reception;
mod role;
mod sheet;
mod study;

pub use catalogue::{catalogue, hello};
pub use header::SearchHeader;
pub use reception::{Answer, answer, read};
pub use role::Role;
pub use study::{Sequel, Study};
