//! Matches between players: fair openings, colour-swapped pairs, and results with error bars.

pub mod duel;
pub mod entry;
pub mod finished;
pub mod game;
mod openings;
pub mod plan;
mod player;
pub mod random;
pub mod rating;
pub mod report;
pub mod schedule;
pub mod standings;
pub mod statistics;
pub mod store;
pub mod tune;

pub use player::{Contestant, Player};
