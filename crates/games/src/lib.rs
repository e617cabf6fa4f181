//! The games: their rules, position text, explanations and drawings.
//!
//! One folder per game. The list below is the one that names them all: a further game is a folder and a line there.

mod grid;
mod rectangular;
mod registry;
#[cfg(test)]
mod test_boards;
mod text;
mod zobrist;

pub use registry::{Example, GameId, Info, Placed, SetupLetters, Visitor};

registry::games! {
    refusal::Refusal,
    gastank::GasTank,
    trench::Trench,
    hiya::HiYa,
    oska::Oska,
}
