//! One engine for all games: iterative deepening, alpha-beta with a principal variation, a shared table, and parameters that each
//! game allows as far as self-play has shown them to gain.
//!
//! The search names no game. It asks who moves instead of assuming that sides alternate, and it knows one thing beyond ordinary
//! minimax: where moves are proposed and may be refused, a turn is worth its second-best move. There is no repetition
//! code, because nothing recurs in these games, and so table values stay true from move to move.

mod abdada;
mod alpha_beta;
mod clock;
mod engine;
mod eval_cache;
mod history;
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
mod reductions;
pub mod reference;
mod report;
mod run;
mod second_best;
mod system;
mod thread;
pub mod transposition;
mod window;

#[cfg(target_family = "wasm")]
pub use clock::set_clock;
pub use engine::{Engine, SearchQuery, SearchSettings};
pub use limits::Limits;
pub use memory::has_room_for;
pub use network::Network;
pub use report::SearchInfo;
