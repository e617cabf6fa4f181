//! Errors as exceptions of Python, each with its sentence.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use skirmish_board::TextError;

create_exception!(skirmish, SkirmishError, PyValueError, "Something is wrong with a value: the sentence says what.");
create_exception!(
    skirmish,
    IllegalMove,
    SkirmishError,
    "A move breaks a rule, or is no move: the sentence names the rule."
);

/// The exception for a text that could not be read.
pub fn bad_text(error: impl Display) -> PyErr {
    SkirmishError::new_err(error.to_string())
}

/// The exception for a move that is not legal.
pub fn illegal_move(error: TextError) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// The exception for a failure of the package itself.
pub fn failure(what: impl Into<String>) -> PyErr {
    PyRuntimeError::new_err(what.into())
}
