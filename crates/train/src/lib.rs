//! Trains networks from self-play games.
//!
//! [`Pipeline::run`] does it all. In each generation it plays games from random openings ([`self_play`]), saves them in a file
//! ([`games_file`]), trains a network on their positions ([`trainer`]), and lets it play the previous one ([`gate_match`]).
//! Everything is saved in a folder, so a killed run resumes. [`tune`] fits a hand-written evaluation to such games.

pub mod games_file;
pub mod gate_match;
pub mod model;
mod pipeline;
pub mod samples;
pub mod self_play;
pub mod trainer;
pub mod tune;

pub use pipeline::{Pipeline, TrainingPlan, TrainingProgress};

use std::path::Path;

use skirmish_board::TextError;
use skirmish_play::replace_file;

/// Writes a file, whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), TextError> {
    replace_file(path, bytes).map_err(|error| TextError::new(format!("{}: {error}", path.display())))
}
