//! Matches between players: fair openings, colour-swapped pairs, and results with error bars.

pub mod duel;
pub mod entry;
pub mod game;
mod openings;
pub mod plan;
mod player;
mod process;
pub mod random;
pub mod referee;
pub mod seat;
pub mod statistics;
pub mod store;
pub mod tune;

pub use player::{Contestant, Player};
