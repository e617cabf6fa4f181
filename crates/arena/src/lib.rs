//! Matches between players: fair openings, colour-swapped pairs, and results with error bars.

pub mod duel;
mod openings;
mod player;
pub mod random;
pub mod statistics;
pub mod tune;

pub use player::{Contestant, Player};
