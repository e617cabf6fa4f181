//! Traces of searches: what a program that searches a game tree writes about it, line by line (`docs/TRACES.md`).
//!
//! [`TraceReader`] and [`TraceWriter`] read and write them. [`TraceCheck`] holds a trace to the truth: are the moves legal and
//! all there, do the values follow from those below them, did the window allow each cut-off? [`Specimen`]s are traces of faulty
//! engines, for readers to find the mistake. No file, thread or clock: the caller has the bytes. Whatever they are, an error is
//! a sentence with a line number, and memory is bounded.

mod bug;
mod check;
mod explain;
mod follow;
mod interval;
mod judge;
mod knowledge;
mod line;
mod node;
mod reader;
mod report;
mod sources;
mod tree;
mod zoo;

pub use bug::Bug;
pub use check::{TraceCheck, check_trace};
pub use line::{
    EnterLine, LeaveLine, MAX_VALUE, SkipLine, TableAnswer, TraceBound, TraceHeader, TraceLine, TracePasses, TraceView,
    TraceWriter,
};
pub use reader::{MAX_LINE_BYTES, TraceError, TraceReader};
pub use report::{CheckReport, Mistake};
pub use tree::TraceTree;
pub use zoo::Specimen;
