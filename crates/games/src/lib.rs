//! The games: rules, notation, evaluation. One directory per game; to add a game, add a directory and a line below.

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
