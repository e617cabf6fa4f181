//! Games with their history.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use skirmish_board::Side;
use skirmish_games::GameId;
use skirmish_play::{AnyGame, Conclusion, Record, new_game};

use crate::errors::{bad_text, illegal_move};
use crate::position::{PyPosition, move_text};
use crate::values::PyOutcome;
use crate::viewer::viewer;

/// A game with its history.
#[pyclass(name = "Game", frozen, module = "skirmish", weakref)]
pub struct PyGame {
    record: Mutex<Record>,
}

impl PyGame {
    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a game starts: the name of a game, or a position.
fn start_of(start: &Bound<'_, PyAny>) -> PyResult<Box<dyn AnyGame>> {
    if let Ok(position) = start.cast::<PyPosition>() {
        return Ok(position.get().game().boxed_clone());
    }
    let Ok(name) = start.cast::<PyString>() else {
        return Err(PyTypeError::new_err("a game starts from its name, such as 'hiya', or from a Position"));
    };
    Ok(new_game(GameId::parse(&name.to_string_lossy()).map_err(bad_text)?))
}

#[pymethods]
impl PyGame {
    /// A game from the start position of a game, such as "hiya", or from any position.
    #[new]
    #[pyo3(signature = (start, *, south=None, north=None))]
    fn new(start: &Bound<'_, PyAny>, south: Option<String>, north: Option<String>) -> PyResult<PyGame> {
        let mut record = Record::new(start_of(start)?);
        for (player, name) in record.players.iter_mut().zip([south, north]) {
            *player = name.unwrap_or_else(|| std::mem::take(player));
        }
        Ok(PyGame { record: Mutex::new(record) })
    }

    /// Reads a record, as `skirmish` writes it.
    #[staticmethod]
    fn from_record(text: &str) -> PyResult<PyGame> {
        Ok(PyGame { record: Mutex::new(Record::parse(text).map_err(bad_text)?) })
    }

    /// The record, which from_record reads back.
    #[pyo3(name = "record")]
    fn write(&self) -> String {
        self.record().format()
    }

    /// The current position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::new(self.record().game().boxed_clone())
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition::new(self.record().start().boxed_clone())
    }

    /// The moves played, `accept`, `refuse` and `pass` included.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.record().steps().iter().map(|step| step.action.text.clone()).collect()
    }

    /// The positions before the first move and after each.
    #[getter]
    fn positions(&self) -> Vec<PyPosition> {
        self.record().games().map(|game| PyPosition::new(game.boxed_clone())).collect()
    }

    /// The names of the players, South's first.
    #[getter]
    fn players(&self) -> (String, String) {
        let [south, north] = self.record().players.clone();
        (south, north)
    }

    /// The game and its size, such as "hiya" or "oska:6".
    #[getter]
    fn game(&self) -> String {
        self.record().game_id().to_string()
    }

    /// Who acts next, "south" or "north".
    #[getter]
    fn turn(&self) -> &'static str {
        self.record().game().side_to_move().id()
    }

    /// The legal moves in alphabetical order.
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Py::new(py, self.position())?.getattr(py, "legal_moves")
    }

    /// How the game ended, by the rules or by resignation; None if it is not over.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        let record = self.record();
        record.result.as_ref().map(|result| PyOutcome::new(result.outcome(), record.ending()))
    }

    /// Plays a move. An illegal move is an IllegalMove with the rule that it breaks.
    fn push(&self, r#move: &Bound<'_, PyAny>) -> PyResult<()> {
        let text = move_text(r#move)?;
        let mut record = self.record();
        if let Some(Conclusion::Resigned(_) | Conclusion::Forfeited(..)) = record.result {
            return Err(bad_text(format!("the game is over: {}", record.ending())));
        }
        record.play(&text, None).map(|_| ()).map_err(illegal_move)
    }

    /// Takes back the last move and returns it.
    fn pop(&self) -> PyResult<String> {
        let mut record = self.record();
        let count = record.steps().len();
        let taken = record.take_back(count.saturating_sub(1)).pop();
        taken.map(|step| step.action.text).ok_or_else(|| PyIndexError::new_err("no move was played"))
    }

    /// A side gives up, by default the one that acts next.
    #[pyo3(signature = (side=None))]
    fn resign(&self, side: Option<&str>) -> PyResult<()> {
        let mut record = self.record();
        if record.result.is_some() {
            return Err(bad_text(format!("the game is over: {}", record.ending())));
        }
        let side = match side {
            None => record.game().side_to_move(),
            Some(name) => Side::BOTH
                .into_iter()
                .find(|side| side.id() == name)
                .ok_or_else(|| bad_text("a side is 'south' or 'north'"))?,
        };
        record.result = Some(Conclusion::Resigned(side));
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.record().steps().len()
    }

    fn __repr__(&self) -> String {
        let record = self.record();
        format!("<Game of {} after {} moves>", record.game_id(), record.steps().len())
    }

    fn __str__(&self) -> String {
        self.record().format()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<PyGame>() else { return false };
        // One lock at a time: two threads may compare two games both ways.
        let own = self.record().clone();
        own == *other.get().record()
    }

    fn __reduce__(slf: &Bound<'_, PyGame>) -> PyResult<(Py<PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_record")?.unbind(), (slf.get().write(),)))
    }

    fn __copy__(&self) -> PyGame {
        PyGame { record: Mutex::new(self.record().clone()) }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyGame {
        self.__copy__()
    }

    /// A page that steps through the game; it needs no network.
    fn _repr_html_(&self) -> String {
        viewer(&self.record())
    }
}
