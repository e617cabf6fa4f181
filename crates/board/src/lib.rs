//! The game-independent interface: four traits and their types.
//!
//! A game is a [`Position`] (its rules) with a [`Notation`] (its texts and boards), an [`Evaluate`] for the search and a
//! [`LevelProfile`] for its players. The crate has no game, no search and no input or output. With the feature `serde`, boards and
//! actions can be written as JSON; without it the crate depends on nothing.

mod action;
mod checksum;
mod drawing;
mod evaluate;
mod moves;
mod notation;
mod outcome;
mod perft;
mod position;
mod profile;
mod random;
pub mod score;
mod side;
mod text;
mod view;

pub use action::{Action, ActionKind, Effect, Squares, effects_on_board, texts};
pub use checksum::checksum;
pub use drawing::Frame;
pub use evaluate::{Evaluate, KnownResult, SearchParams};
pub use moves::{Move, MoveList};
pub use notation::Notation;
pub use outcome::Outcome;
pub use perft::{divide, perft};
pub use position::Position;
pub use profile::{BeginnerModel, LevelProfile};
pub use random::{Random, mix};
pub use score::Score;
pub use side::Side;
pub use text::{LineError, TextError, quoted};
pub use view::{Cell, Marker, Piece, Row, View};
