//! The engine: it searches on a thread of its own, so that Ctrl-C and other threads of Python are heard.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use skirmish_board::{SearchParams, TextError};
use skirmish_games::GameId;
use skirmish_play::{AnyEngine, AnyGame, EngineOptions, Evaluator, Level, load_network};
use skirmish_search::{Limits, SearchSettings, has_room_for};

use crate::errors::{bad_text, failure};
use crate::interrupt::{POLL, stop_flag, without_lock};
use crate::numbers::{Whole, seconds};
use crate::position::PyPosition;
use crate::values::PyLine;

/// The engine of a game. It keeps its memory from search to search.
#[pyclass(name = "Engine", frozen, module = "skirmish", weakref)]
pub struct PyEngine {
    game: GameId,
    level: u8,
    engine: Arc<Mutex<AnyEngine>>,
    /// The megabytes of its table, and those that it uses at its level.
    hash: usize,
    level_hash: usize,
    /// The megabytes for which there was room.
    room: AtomicUsize,
    /// Stops the analysis that was begun last.
    analysis: Mutex<Arc<AtomicBool>>,
}

/// What a search says.
enum EngineMessage {
    Line(PyLine),
    Chosen(Option<String>),
    Failed,
}

impl PyEngine {
    fn check(&self, position: &Bound<'_, PyPosition>) -> PyResult<Box<dyn AnyGame>> {
        let game = position.get().game();
        if game.id() == self.game {
            return Ok(game.boxed_clone());
        }
        Err(bad_text(format!("the engine plays {}, and this is a position of {}", self.game, game.id())))
    }

    /// Its memory is allocated at the first search, and without room for it that would end the process. It is looked for again then:
    /// others may have used it since the engine was made.
    fn find_room(&self, megabytes: usize) -> PyResult<()> {
        if megabytes > self.room.load(SeqCst) && !has_room_for(megabytes) {
            return Err(PyMemoryError::new_err(no_room(megabytes)));
        }
        self.room.fetch_max(megabytes, SeqCst);
        Ok(())
    }

    /// Ends an unfinished analysis, and sets the flag that stops the next.
    fn end_analysis(&self, next: Arc<AtomicBool>) {
        let mut analysis = self.analysis.lock().unwrap_or_else(PoisonError::into_inner);
        analysis.store(true, SeqCst);
        *analysis = next;
    }

    /// Starts a task on a thread, after those that use the engine already.
    fn start(&self, task: impl FnOnce(&mut AnyEngine, &Sender<EngineMessage>) + Send + 'static) -> PyResult<Messages> {
        run(self.engine.clone(), task)
    }
}

/// The messages of a search. Threads of Python take turns.
type Messages = Mutex<Receiver<EngineMessage>>;

/// Runs a task on a thread. A panic becomes a message: it must not end the program of a user.
fn run(
    engine: Arc<Mutex<AnyEngine>>,
    task: impl FnOnce(&mut AnyEngine, &Sender<EngineMessage>) + Send + 'static,
) -> PyResult<Messages> {
    let (sender, receiver) = channel();
    let work = move || {
        let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
        if catch_unwind(AssertUnwindSafe(|| task(&mut engine, &sender))).is_err() {
            engine.clear();
            let _ = sender.send(EngineMessage::Failed);
        }
    };
    Builder::new().name("skirmish".to_owned()).spawn(work).map_err(|error| failure(error.to_string()))?;
    Ok(Mutex::new(receiver))
}

/// Waits for the next message; `None` after the last. Ctrl-C raises the flag, and does not wait for searches of other threads that
/// may come first.
fn wait(py: Python<'_>, messages: &Messages, stop: &AtomicBool) -> PyResult<Option<EngineMessage>> {
    let receive = || messages.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(POLL);
    loop {
        match without_lock(py, receive)? {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = py.check_signals() {
                    stop.store(true, SeqCst);
                    return Err(interrupt);
                }
            }
        }
    }
}

/// A table that is too large, in a sentence.
fn no_room(megabytes: usize) -> String {
    format!("there is no room for a table of {megabytes} MB")
}

/// Seconds for a move without any limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

fn limits(time: Option<f64>, nodes: Option<Whole>, depth: Option<Whole>) -> PyResult<Limits> {
    let time = time.map(seconds).transpose()?;
    let nodes = nodes.map(|nodes| nodes.within(1..=i64::MAX, "nodes are at least 1")).transpose()?;
    let depth = depth.map(|depth| depth.depth(1)).transpose()?;
    Ok(Limits { time, nodes, depth, ..Limits::default() })
}

#[pymethods]
impl PyEngine {
    /// An engine for a game. The network is "default", "hand-crafted" (no network), or the path of a file.
    #[new]
    #[pyo3(
        signature = (game, level=None, threads=None, hash_mb=None, network=None, *, seed=None),
        text_signature = "(game, level=10, threads=1, hash_mb=64, network='default', *, seed=1)"
    )]
    fn new(
        game: &str,
        level: Option<Whole>,
        threads: Option<Whole>,
        hash_mb: Option<Whole>,
        network: Option<PathBuf>,
        seed: Option<Whole>,
    ) -> PyResult<PyEngine> {
        let game = GameId::parse(game).map_err(bad_text)?;
        let expected = "level is from 1 to 10";
        let level = level.map_or(Ok(10), |level| level.within(1..=10, expected))?;
        let strength = Level::new(level).ok_or_else(|| bad_text(expected))?;
        let threads = threads.map_or(Ok(1), |threads| threads.within(1..=256, "threads are from 1 to 256"))?;
        let hash = hash_mb.map_or(Ok(64), |hash| hash.within(1..=i64::MAX, "hash_mb is at least 1"))?;
        if !has_room_for(hash) {
            return Err(bad_text(no_room(hash)));
        }
        let seed = seed.map_or(Ok(1), |seed| seed.within(0..=i64::MAX, "seed is from 0 to 9223372036854775807"))?;
        let evaluator = match network.as_deref().and_then(|path| path.to_str()) {
            None if network.is_none() => Evaluator::Default,
            Some("default") => Evaluator::Default,
            Some("hand-crafted") => Evaluator::HandCrafted,
            _ => {
                let path = network.unwrap_or_default();
                Evaluator::Network(Arc::new(load_network(&path, game).map_err(bad_text)?))
            }
        };
        let settings = SearchSettings { threads, hash, params: None };
        let options = EngineOptions { settings, level: strength, seed, evaluator, ..EngineOptions::default() };
        let engine = AnyEngine::new(options);
        let level_hash = engine.resources().hash;
        let (engine, room) = (Arc::new(Mutex::new(engine)), AtomicUsize::new(0));
        Ok(PyEngine { game, level, engine, hash, level_hash, room, analysis: Mutex::default() })
    }

    /// The game and its size, such as "hiya" or "oska:6".
    #[getter(game)]
    fn game_id(&self) -> String {
        self.game.to_string()
    }

    /// The strength, from 1 to 10.
    #[getter]
    fn level(&self) -> u8 {
        self.level
    }

    /// Chooses a move at the engine's level, within any of these limits; without one, in a second. None if the game is over.
    #[pyo3(signature = (position, *, time=None, nodes=None, depth=None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        time: Option<f64>,
        nodes: Option<Whole>,
        depth: Option<Whole>,
    ) -> PyResult<Option<String>> {
        let game = self.check(position)?;
        let mut limits = limits(time, nodes, depth)?;
        if limits == Limits::default() {
            limits.time = Some(DEFAULT_TIME);
        }
        self.find_room(self.level_hash)?;
        self.end_analysis(Arc::default());
        let stop = stop_flag();
        let own = stop.clone();
        let messages = self.start(move |engine, sender| {
            let decision = engine.choose(&*game, &limits, &own, &mut |_| {});
            let _ = sender.send(EngineMessage::Chosen(decision.action.map(|action| action.text)));
        })?;
        match wait(py, &messages, &stop)? {
            Some(EngineMessage::Chosen(chosen)) => Ok(chosen),
            _ => Err(failure("the engine failed: please report it")),
        }
    }

    /// Analyses a position at full strength and yields its lines depth by depth, until a limit is reached or you stop asking. Beginning
    /// another search ends it.
    #[pyo3(
        signature = (position, *, time=None, nodes=None, depth=None, multipv=None),
        text_signature = "(self, position, *, time=None, nodes=None, depth=None, multipv=1)"
    )]
    fn analyse(
        &self,
        position: &Bound<'_, PyPosition>,
        time: Option<f64>,
        nodes: Option<Whole>,
        depth: Option<Whole>,
        multipv: Option<Whole>,
    ) -> PyResult<PyAnalysis> {
        let game = self.check(position)?;
        let limits = limits(time, nodes, depth)?;
        let multipv = multipv.map_or(Ok(1), |lines| lines.within(1..=100, "multipv is from 1 to 100"))?;
        self.find_room(self.hash)?;
        let stop = stop_flag();
        self.end_analysis(stop.clone());
        let own = stop.clone();
        let messages = self.start(move |engine, sender| {
            engine.analyze(&*game, &limits, multipv, &own, &mut |info| {
                if sender.send(EngineMessage::Line(PyLine::from(info))).is_err() {
                    own.store(true, SeqCst);
                }
            });
        })?;
        Ok(PyAnalysis { messages, stop })
    }

    fn __repr__(&self) -> String {
        format!("Engine('{}', level={})", self.game, self.level)
    }
}

/// The lines of an analysis, as they are found.
#[pyclass(name = "Analysis", frozen, module = "skirmish")]
pub struct PyAnalysis {
    messages: Messages,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl PyAnalysis {
    fn __iter__(slf: Py<PyAnalysis>) -> Py<PyAnalysis> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyLine>> {
        match wait(py, &self.messages, &self.stop)? {
            Some(EngineMessage::Line(line)) => Ok(Some(line)),
            Some(EngineMessage::Failed) => Err(failure("the engine failed: please report it")),
            _ => Ok(None),
        }
    }

    /// Ends the analysis; lines that were found already are still yielded.
    fn stop(&self) {
        self.stop.store(true, SeqCst);
    }
}

impl Drop for PyAnalysis {
    fn drop(&mut self) {
        self.stop.store(true, SeqCst);
    }
}

/// Plain minimax with the hand-written evaluation, to compare a search of your own with: no pruning rules that guess, no quiescence
/// search. In Refusal a ply is a move that stands, and a turn is worth its second-best move.
#[pyfunction]
pub fn minimax(py: Python<'_>, position: &Bound<'_, PyPosition>, depth: Whole) -> PyResult<PyLine> {
    let limits = limits(None, None, Some(depth))?;
    let settings = SearchSettings { threads: 1, hash: 1, params: Some(SearchParams::NONE) };
    let options =
        EngineOptions { settings, use_tablebase: false, evaluator: Evaluator::HandCrafted, ..EngineOptions::default() };
    let engine = Arc::new(Mutex::new(AnyEngine::new(options)));
    let game = position.get().game().boxed_clone();
    if game.outcome().is_some() {
        return Err(bad_text(TextError::new(format!("the game is over: {}", game.ending()))));
    }
    let stop = stop_flag();
    let own = stop.clone();
    let messages = run(engine, move |engine, sender| {
        let info = engine.analyze(&*game, &limits, 1, &own, &mut |_| {});
        let _ = sender.send(EngineMessage::Line(PyLine::from(&info)));
    })?;
    match wait(py, &messages, &stop)? {
        Some(EngineMessage::Line(line)) => Ok(line),
        _ => Err(failure("the search failed: please report it")),
    }
}
