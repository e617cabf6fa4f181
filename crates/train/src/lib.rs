//! Networks for the games, made from games that the engine plays against itself.
//!
//! [`Pipeline::run`] does it all: generation by generation it plays games from random openings ([`self_play`]), keeps them in a file
//! ([`games_file`]), trainers a network to their positions ([`trainer`]), and lets it play the one before ([`gate_match`]). Whatever is done is
//! kept in a folder; a course that was killed goes on where it was. [`tune`] fits a hand-written evaluation to such games.

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
