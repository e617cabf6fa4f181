//! The Python module `skirmish._native`: positions, games and the engine for Python.
//!
//! What is quick or needs the rules is here; the rest of the package is Python, beside this in `python/skirmish`. Moves cross the
//! border as strings that are made once. Nothing here panics on bad input: errors are subclasses of `ValueError`.

mod engine;
mod errors;
mod game;
mod interrupt;
mod numbers;
mod position;
mod texts;
mod values;
mod viewer;

use pyo3::prelude::*;
use skirmish_games::GameId;
use skirmish_play::statistics::Pairs;

use errors::{IllegalMove, SkirmishError, bad_text};
use values::{PyEffect, PyGameInfo, PyLine, PyOutcome};

/// All games, in the order in which they are shown; Oska in its usual size.
#[pyfunction]
fn games() -> Vec<PyGameInfo> {
    GameId::all().map(PyGameInfo::of).collect()
}

/// The rules of a game as text.
#[pyfunction]
fn rules(game: &str) -> PyResult<&'static str> {
    Ok(GameId::parse(game).map_err(bad_text)?.rules())
}

/// Score, Elo and the half width of its 95 % interval, from the numbers of pairs with 0, ½, 1, 1½ and 2 points.
#[pyfunction]
fn _statistics(pairs: [u64; 5]) -> (f64, f64, f64) {
    let pairs = Pairs(pairs);
    let (elo, margin) = pairs.elo();
    (pairs.score(), elo, margin)
}

/// Positions, games and the engine.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("SkirmishError", py.get_type::<SkirmishError>())?;
    module.add("IllegalMove", py.get_type::<IllegalMove>())?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<engine::PyAnalysis>()?;
    module.add_class::<PyOutcome>()?;
    module.add_class::<PyEffect>()?;
    module.add_class::<PyLine>()?;
    module.add_class::<PyGameInfo>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(rules, module)?)?;
    module.add_function(wrap_pyfunction!(position::perft, module)?)?;
    module.add_function(wrap_pyfunction!(position::tablebase, module)?)?;
    module.add_function(wrap_pyfunction!(position::plane_names, module)?)?;
    module.add_function(wrap_pyfunction!(engine::minimax, module)?)?;
    module.add_function(wrap_pyfunction!(_statistics, module)?)?;
    interrupt::register(module)
}
