//! The arena: tournaments between programs, with fair openings, colour-swapped pairs, and results with error bars.

pub mod competitor;
pub mod game;
pub mod openings;
pub mod plan;
mod player;
mod process;
pub mod rating;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod seat;
pub mod standings;
pub mod statistics;
pub mod store;
mod system;
pub mod tool;
pub mod tournament;
pub mod trial;

pub use player::{BuiltIn, Player};
pub use process::{Observer, Speaker};
pub use system::{describe_limits, is_root};
pub use tournament::Tournament;
