//! Positions: values with their moves, texts, pictures and planes.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyString, PyTuple, PyType};
use skirmish_board::{Action, LevelProfile, Marker, Move, MoveList, Notation, Outcome as BoardOutcome, Side, View};
use skirmish_drawing::{Arrow, ArrowLook, Picture, Shade};
use skirmish_games::{GameId, Visitor};
use skirmish_play::{AnyGame, downcast, known_result, new_game};

use crate::errors::{bad_text, illegal_move};
use crate::interrupt::{POLL, is_exiting, without_lock};
use crate::numbers::Whole;
use crate::texts::MoveTexts;
use crate::values::{PyEffect, PyOutcome};

/// A position of a game: a value. Playing a move returns a new one.
#[pyclass(name = "Position", frozen, module = "skirmish", weakref)]
pub struct PyPosition {
    game: Box<dyn AnyGame>,
    texts: &'static MoveTexts,
    legal: PyOnceLock<LegalMoves>,
}

/// The legal moves of a position, generated once.
struct LegalMoves {
    /// Their texts, in alphabetical order.
    texts: Py<PyTuple>,
    /// The addresses of these strings, which the tuple keeps alive, with their moves.
    moves: Box<[(usize, Move)]>,
}

/// A legal move with its text, and the number that orders it.
struct FoundMove {
    order: u64,
    mv: Move,
    text: Py<PyString>,
}

thread_local! {
    /// Large, so it is not made for each position.
    static LIST: RefCell<MoveList> = const { RefCell::new(MoveList::new()) };
    /// Where the moves of a position are sorted by their texts.
    static FOUND: Cell<Vec<FoundMove>> = const { Cell::new(Vec::new()) };
}

impl PyPosition {
    /// The current position of a game.
    pub fn new(game: Box<dyn AnyGame>) -> PyPosition {
        let texts = MoveTexts::of(game.id());
        PyPosition { game, texts, legal: PyOnceLock::new() }
    }

    /// The position with the type of its game erased.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    fn after(&self, mv: Move) -> PyPosition {
        let mut game = self.game.clone();
        game.play_move(mv);
        PyPosition { game, texts: self.texts, legal: PyOnceLock::new() }
    }

    fn legal(&self, py: Python<'_>) -> PyResult<&LegalMoves> {
        self.legal.get_or_try_init(py, || {
            let mut found = FOUND.take();
            LIST.with_borrow_mut(|list| {
                list.clear();
                self.game.legal_moves(list);
                self.texts.with(py, &*self.game, list, |mv, text| {
                    found.push(FoundMove { order: text.order, mv, text: text.string.clone_ref(py) });
                });
            });
            found.sort_unstable_by_key(|found| found.order);
            let moves = found.iter().map(|found| (found.text.as_ptr() as usize, found.mv)).collect();
            // A new tuple may let Python collect garbage, and so run any code: the lists must be free.
            let texts = PyTuple::new(py, found.drain(..).map(|found| found.text))?.unbind();
            FOUND.set(found);
            Ok(LegalMoves { texts, moves })
        })
    }

    /// The legal move that a string names.
    fn find(&self, py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Move> {
        let address = text.as_ptr() as usize;
        if let Some(&(_, mv)) = self.legal(py)?.moves.iter().find(|(own, _)| *own == address) {
            return Ok(mv);
        }
        Ok(self.read(text)?.mv)
    }

    fn read(&self, text: &Bound<'_, PyAny>) -> PyResult<Action> {
        self.game.read(&move_text(text)?).map_err(illegal_move)
    }

    /// What SVG pictures show; squares that do not exist are errors.
    fn picture(&self, options: &PictureOptions) -> PyResult<String> {
        let view = self.game.view();
        let squares = |text: &str| {
            let named = || bad_text(format!("{} does not name two squares", skirmish_board::quoted(text)));
            self.game.named_squares(text).ok_or_else(named)
        };
        let looks = [ArrowLook::First, ArrowLook::Second].into_iter().chain(std::iter::repeat(ArrowLook::Third));
        let arrow = |(text, look): (&String, _)| {
            squares(text).map(|squares| Arrow { from: squares.from, to: squares.to, look })
        };
        let arrows = options.arrows.iter().zip(looks).map(arrow).collect::<PyResult<Vec<Arrow>>>()?;
        let marked: Vec<String> = options.marked.iter().map(|square| square.to_uppercase()).collect();
        for square in &marked {
            if !view.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.square == *square) {
                return Err(bad_text(format!("the board has no square {}", skirmish_board::quoted(square))));
            }
        }
        // `accept`, `refuse` and `pass` move nothing.
        let last = options.last.as_deref().filter(|last| !["accept", "refuse", "pass"].contains(last));
        let last = last.map(squares).transpose()?;
        let picture = Picture {
            title: &self.game.position(),
            last: last.as_ref(),
            refused: self.game.accept_refuse().is_none(),
            arrows: &arrows,
            marked: &marked.iter().map(String::as_str).collect::<Vec<_>>(),
            flipped: options.flipped,
            shade: if options.dark { Shade::Dark } else { Shade::Light },
            size: options.size,
            ..Picture::new(self.game.id().info().id, &view)
        };
        Ok(picture.svg())
    }
}

/// The text of a move that Python passes.
pub fn move_text<'a>(text: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    let text = text.cast::<PyString>().map_err(|_| {
        let kind = text.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("a move is a string such as 'A3B4', not {kind}"))
    })?;
    Ok(text.to_string_lossy())
}

/// How a picture is drawn.
#[derive(Default)]
struct PictureOptions {
    last: Option<String>,
    arrows: Vec<String>,
    marked: Vec<String>,
    flipped: bool,
    dark: bool,
    size: u32,
}

#[pymethods]
impl PyPosition {
    /// The start position of a game, such as "hiya" or "oska:6".
    #[staticmethod]
    fn start(game: &str) -> PyResult<PyPosition> {
        Ok(PyPosition::new(new_game(GameId::parse(game).map_err(bad_text)?)))
    }

    /// Reads position text.
    #[staticmethod]
    fn from_text(game: &str, text: &str) -> PyResult<PyPosition> {
        let mut game = new_game(GameId::parse(game).map_err(bad_text)?);
        game.set_position(text).map_err(bad_text)?;
        Ok(PyPosition::new(game))
    }

    /// The game and its size, such as "hiya" or "oska:6".
    #[getter(game)]
    fn game_id(&self) -> String {
        self.game.id().to_string()
    }

    /// The position text.
    #[getter]
    fn text(&self) -> String {
        self.game.position()
    }

    /// Who acts next, "south" or "north".
    #[getter]
    fn turn(&self) -> &'static str {
        self.game.side_to_move().id()
    }

    /// The legal moves in alphabetical order; empty exactly when the game is over.
    #[getter]
    fn legal_moves(&self, py: Python<'_>) -> PyResult<Py<PyTuple>> {
        Ok(self.legal(py)?.texts.clone_ref(py))
    }

    /// How the game ended; None if it is not over.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        PyOutcome::of(&*self.game)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// The position after a move. An illegal move is an IllegalMove with the rule that it breaks.
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        Ok(self.after(self.find(py, r#move)?))
    }

    /// Why a move is illegal, in a sentence with the rule that it breaks; None if it is legal.
    fn why(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(self.game.read(&move_text(r#move)?).err().map(|rule| rule.to_string()))
    }

    /// What a legal move does besides moving its piece.
    fn effects(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<PyEffect>> {
        let action = self.read(r#move)?;
        Ok(self.game.effects(&action).into_iter().map(PyEffect::from).collect())
    }

    /// What is announced with a legal move, such as "Hi-YA!"; None if nothing is.
    fn announcement(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let action = self.read(r#move)?;
        Ok(self.game.clone().perform(&action).announcement)
    }

    /// The hand-written evaluation for the side to act, in points; ±10000 and 0 for a game that is over.
    fn evaluate(&self) -> i32 {
        let side = self.game.side_to_move();
        match self.game.outcome() {
            Some(BoardOutcome::Win(winner)) => {
                if winner == side {
                    10_000
                } else {
                    -10_000
                }
            }
            Some(BoardOutcome::Draw) => 0,
            None => self.game.id().visit(EvaluationVisitor(&*self.game)),
        }
    }

    /// A number below 4096 for each legal move, for networks and tables: the index of a move in this position.
    fn move_index(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<u16> {
        Ok(self.find(py, r#move)?.bits())
    }

    /// The indices of the legal moves, in their order.
    #[getter]
    fn legal_indices(&self, py: Python<'_>) -> PyResult<Vec<u16>> {
        Ok(self.legal(py)?.moves.iter().map(|(_, mv)| mv.bits()).collect())
    }

    /// The planes of the board, see plane_names: a new uint8 NumPy array of planes, rows from the top, and columns.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (shape, bytes) = planes(&*self.game);
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("frombuffer", (PyByteArray::new(py, &bytes), "uint8"))?;
        array.call_method1("reshape", (shape,))
    }

    /// A picture of the board as SVG. The first arrow is the most important.
    #[pyo3(
        signature = (*, last=None, arrows=Vec::new(), marked=Vec::new(), flipped=false, dark=false, size=None),
        text_signature = "(self, *, last=None, arrows=[], marked=[], flipped=False, dark=False, size=400)"
    )]
    fn svg(
        &self,
        last: Option<String>,
        arrows: Vec<String>,
        marked: Vec<String>,
        flipped: bool,
        dark: bool,
        size: Option<Whole>,
    ) -> PyResult<String> {
        let size = size.map_or(Ok(400), |size| size.within(16..=16_384, "size is in pixels, from 16 to 16384"))?;
        self.picture(&PictureOptions { last, arrows, marked, flipped, dark, size })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.picture(&PictureOptions { size: 360, ..PictureOptions::default() })
    }

    fn __str__(&self) -> String {
        self.game.view().to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Position.from_text('{}', '{}')", self.game.id(), self.game.position())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPosition>().is_ok_and(|other| self.game.is_same_position(other.get().game()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game.id().info().id, self.game.id().size(), self.game.key()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String, String))> {
        let read = PyType::new::<PyPosition>(py).getattr("from_text")?.unbind();
        Ok((read, (self.game_id(), self.text())))
    }

    fn __copy__(slf: Py<PyPosition>) -> Py<PyPosition> {
        slf
    }

    fn __deepcopy__(slf: Py<PyPosition>, _memo: &Bound<'_, PyAny>) -> Py<PyPosition> {
        slf
    }
}

struct EvaluationVisitor<'a>(&'a dyn AnyGame);

impl Visitor for EvaluationVisitor<'_> {
    type Output = i32;

    fn visit<G: Notation + LevelProfile>(self, start: G) -> i32 {
        downcast::<G>(self.0).unwrap_or(&start).evaluate()
    }
}

/// The names of the planes of a game: its pieces, then what else decides the future.
#[pyfunction]
pub fn plane_names(game: &str) -> PyResult<Vec<String>> {
    let game = GameId::parse(game).map_err(bad_text)?;
    let mut names: Vec<String> = Vec::new();
    for piece in (game.info().setup.palette)() {
        names.push(format!("{} {}", piece.side.id(), piece.kind));
    }
    names.extend(EXTRA_PLANES.map(str::to_owned));
    Ok(names)
}

/// The planes after those of the pieces: gas from 0 to 3, and the rest 0 or 1.
const EXTRA_PLANES: [&str; 6] =
    ["gas", "south to act", "restricted piece", "pending move from", "pending move to", "pending move refused"];

/// The planes of a position: their shape, and their bytes.
fn planes(game: &dyn AnyGame) -> ((usize, usize, usize), Vec<u8>) {
    let palette = (game.id().info().setup.palette)();
    let view: View = game.view();
    let (rows, columns) = (view.rows.len(), view.rows.iter().map(|row| row.cells.len()).max().unwrap_or_default());
    let pieces = palette.len();
    let mut bytes = vec![0; (pieces + EXTRA_PLANES.len()) * rows * columns];
    let mut set = |plane: usize, at: usize, value: u8| bytes[plane * rows * columns + at] = value;
    let places = || {
        view.rows.iter().enumerate().flat_map(move |(row, cells)| {
            cells.cells.iter().enumerate().map(move |(column, cell)| (row * columns + column, cell))
        })
    };
    let south = u8::from(game.side_to_move() == Side::South);
    let refused = u8::from(view.pending.is_some() && game.accept_refuse().is_none());
    for (at, cell) in places() {
        if let Some(piece) = cell.piece {
            let known = palette.iter().position(|known| (known.side, known.kind) == (piece.side, piece.kind));
            if let Some(plane) = known {
                set(plane, at, 1);
            }
            set(pieces, at, piece.gas.unwrap_or(0));
        }
        set(pieces + 1, at, south);
        let bound = |marker: &Marker| matches!(marker, Marker::Bound { square, .. } if *square == cell.square);
        set(pieces + 2, at, u8::from(view.markers.iter().any(bound)));
        if let Some(pending) = &view.pending {
            set(pieces + 3, at, u8::from(pending.from == cell.square));
            set(pieces + 4, at, u8::from(pending.to == cell.square));
        }
        set(pieces + 5, at, refused);
    }
    ((pieces + EXTRA_PLANES.len(), rows, columns), bytes)
}

/// The number of lines of play of exactly `depth` plies, as `skirmish perft` counts them. Ctrl-C ends it.
#[pyfunction]
pub fn perft(py: Python<'_>, position: &Bound<'_, PyPosition>, depth: Whole) -> PyResult<u64> {
    let depth = depth.depth(0)?;
    let game = position.get().game();
    let mut checked = Instant::now();
    let mut check = || {
        if checked.elapsed() < POLL {
            return Ok(());
        }
        checked = Instant::now();
        if is_exiting() { Ok(()) } else { Python::attach(|py| py.check_signals()) }
    };
    without_lock(py, || count(game, depth, &mut check))?
}

/// Depths counted in one piece: short enough for Ctrl-C to be heard between.
const PIECE: u32 = 4;

fn count(game: &dyn AnyGame, depth: u32, check: &mut impl FnMut() -> PyResult<()>) -> PyResult<u64> {
    check()?;
    if depth <= PIECE || is_exiting() {
        return Ok(if is_exiting() { 0 } else { game.perft(depth) });
    }
    let mut moves = MoveList::new();
    game.legal_moves(&mut moves);
    let mut lines = 0;
    for &mv in moves.iter() {
        let mut next = game.boxed_clone();
        next.play_accepted(mv);
        lines += count(&*next, depth - 1, check)?;
    }
    Ok(lines)
}

/// The result of a position with best play of both sides: "south", "north" or "draw". Only for solved boards: oska:4, and oska:5 after
/// `skirmish solve oska:5`.
#[pyfunction]
pub fn tablebase(py: Python<'_>, position: &Bound<'_, PyPosition>) -> PyResult<&'static str> {
    let game = position.get().game();
    Ok(without_lock(py, || known_result(game))?.map_err(bad_text)?.id())
}
