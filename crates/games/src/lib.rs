//! Refusal, GasTank Chess, Trench Run, Hi-YA! and Oska: their rules, position text, explanations and drawings.
//!
//! One folder a game. The registry is the one list that names them all: a further game is a folder and a line there.

#[cfg(test)]
mod drawn;
pub mod gastank;
mod grid;
pub mod hiya;
pub mod oska;
pub mod refusal;
mod registry;
mod text;
pub mod trench;
mod zobrist;

pub use gastank::GasTank;
pub use hiya::HiYa;
pub use oska::Oska;
pub use refusal::Refusal;
pub use registry::{Example, Game, GameId, Info, Placed, Setup, Visitor};
pub use trench::Trench;
