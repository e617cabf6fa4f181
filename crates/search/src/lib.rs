//! One engine for all games: iterative deepening, principal variation search, a shared transposition table, and pruning with
//! parameters that each game tunes by self-play.
//!
//! The search names no game. It does not assume that sides alternate, and it has one rule beyond minimax: where moves are proposed
//! and may be refused, a turn is worth its second-best move. There is no repetition code: in these games no position recurs, so
//! scores in the table stay valid from move to move.

mod abdada;
mod alpha_beta;
mod clock;
mod engine;
mod eval_cache;
mod history;
mod ideas;
mod iterate;
mod limits;
mod lines;
mod memory;
mod move_picker;
pub mod network;
mod node;
mod params;
mod proofs;
mod quiescence;
mod recorded_tree;
mod recorder;
mod reductions;
pub mod reference;
mod report;
mod run;
mod second_best;
mod system;
mod thread;
pub mod transposition;
mod tree_builder;
mod tree_recorder;
mod window;

pub use clock::Instant;
#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use engine::{Engine, RecordOptions, SearchQuery, SearchSettings};
pub use ideas::{Idea, IdeaSet};
pub use limits::Limits;
pub use memory::has_room_for;
pub use network::Network;
pub use recorded_tree::{NodeFate, RecordedNode, RecordedTree, RootSearch, SearchCounts, TableHit};
pub use recorder::{NodeEnd, NodeMark, NodeType, SearchKind, SkipReason};
pub use report::SearchInfo;
pub use tree_builder::TreeBuilder;
