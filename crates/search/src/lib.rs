//! One engine for all games: iterative deepening, alpha-beta with a principal variation, a shared table, and shortcuts that each
//! game allows as far as self-play has shown them to gain.
//!
//! The search names no game. It asks who moves instead of assuming that sides alternate, and it knows one thing beyond ordinary
//! minimax: where moves are proposed and may be refused, a turn is worth its second-best move. There is no repetition
//! code, because nothing recurs in these games, and so table values stay true from move to move.

mod alpha_beta;
mod busy;
mod engine;
mod history;
mod iterate;
mod limits;
mod lines;
mod memory;
mod moment;
pub mod network;
mod node;
mod opinions;
mod order;
mod params;
pub mod plain;
mod proofs;
mod quiescence;
mod reductions;
mod report;
mod run;
mod second_best;
mod system;
pub mod table;
mod thread;
mod window;

pub use engine::{Engine, Query, Settings};
pub use limits::Limits;
pub use memory::has_room_for;
#[cfg(target_family = "wasm")]
pub use moment::set_clock;
pub use network::Network;
pub use report::SearchInfo;
