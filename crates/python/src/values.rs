//! Small values: outcomes, effects, lines, facts about games.

use pyo3::prelude::*;
use skirmish_board::{Action, Effect as BoardEffect, Outcome as BoardOutcome, Piece};
use skirmish_games::GameId;
use skirmish_play::AnyGame;
use skirmish_search::SearchInfo;

/// How a game ended.
#[pyclass(name = "Outcome", frozen, get_all, skip_from_py_object, eq, hash, module = "skirmish")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyOutcome {
    /// `south`, `north`, or `None` for a draw.
    winner: Option<&'static str>,
    /// Why the game ended, in a sentence.
    reason: String,
}

#[pymethods]
impl PyOutcome {
    fn __repr__(&self) -> String {
        format!("Outcome(winner={}, reason={:?})", python(self.winner), self.reason)
    }
}

/// A name as Python writes it.
pub fn python(name: Option<&str>) -> String {
    name.map_or("None".to_owned(), |name| format!("'{name}'"))
}

impl PyOutcome {
    /// How a game ended with this result.
    pub fn new(outcome: BoardOutcome, reason: String) -> PyOutcome {
        let winner = match outcome {
            BoardOutcome::Win(side) => Some(side.id()),
            BoardOutcome::Draw => None,
        };
        PyOutcome { winner, reason }
    }

    /// How a game ended by its rules, if it did.
    pub fn of(game: &dyn AnyGame) -> Option<PyOutcome> {
        game.outcome().map(|outcome| PyOutcome::new(outcome, game.ending()))
    }
}

/// One thing that a move does besides moving its piece.
#[pyclass(name = "Effect", frozen, get_all, skip_from_py_object, eq, hash, module = "skirmish")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyEffect {
    /// `captures`, `takes own`, `strikes`, `turns`, `tank` or `ends`.
    kind: &'static str,
    /// Where it happens; `None` for `ends`.
    square: Option<String>,
    /// The name of the piece that is captured, struck or changed.
    piece: Option<&'static str>,
    /// What that piece becomes; `None` if it leaves the board.
    becomes: Option<&'static str>,
    /// The moves left in the tank of the piece that moves.
    gas: Option<u8>,
    /// The result, for `ends`: `south`, `north` or `draw`.
    outcome: Option<&'static str>,
}

#[pymethods]
impl PyEffect {
    fn __repr__(&self) -> String {
        let mut parts = vec![format!("kind='{}'", self.kind)];
        parts.extend(self.square.as_ref().map(|square| format!("square='{square}'")));
        parts.extend(self.piece.map(|piece| format!("piece='{piece}'")));
        parts.extend(self.becomes.map(|piece| format!("becomes='{piece}'")));
        parts.extend(self.gas.map(|gas| format!("gas={gas}")));
        parts.extend(self.outcome.map(|outcome| format!("outcome='{outcome}'")));
        format!("Effect({})", parts.join(", "))
    }
}

impl From<BoardEffect> for PyEffect {
    fn from(effect: BoardEffect) -> PyEffect {
        let of = |kind, square, piece: Option<Piece>, becomes: Option<Piece>| PyEffect {
            kind,
            square,
            piece: piece.map(|piece| piece.kind),
            becomes: becomes.map(|piece| piece.kind),
            gas: None,
            outcome: None,
        };
        match effect {
            BoardEffect::Captures { square, piece } => of("captures", Some(square), Some(piece), None),
            BoardEffect::TakesOwn { square, piece } => of("takes own", Some(square), Some(piece), None),
            BoardEffect::Strikes { square, piece, becomes } => of("strikes", Some(square), Some(piece), becomes),
            BoardEffect::Turns { square, piece, becomes } => of("turns", Some(square), Some(piece), Some(becomes)),
            BoardEffect::Tank { square, left } => PyEffect { gas: Some(left), ..of("tank", Some(square), None, None) },
            BoardEffect::Ends { outcome } => PyEffect { outcome: Some(outcome.id()), ..of("ends", None, None, None) },
        }
    }
}

/// A line that the engine found.
#[pyclass(name = "Line", frozen, get_all, skip_from_py_object, module = "skirmish")]
#[derive(Clone)]
pub struct PyLine {
    /// The depth of the search in plies.
    depth: u32,
    /// 1 for the best line, 2 for the next.
    rank: u32,
    /// Points for the side to move; 100 points are a 64 % chance to win.
    score: i32,
    /// The number of plies of a proven result: positive if the side to move wins, negative if it loses.
    wins_in: Option<i32>,
    /// The nodes searched so far.
    nodes: u64,
    /// Seconds since the search began.
    time: f64,
    /// The move to play or propose; `None` only if the game is over.
    best: Option<String>,
    /// Where moves are proposed: the move to play if the best is refused.
    alternate: Option<String>,
    /// The moves of the line, which can be played one after another.
    moves: Vec<String>,
}

#[pymethods]
impl PyLine {
    fn __repr__(&self) -> String {
        let value = match self.wins_in {
            Some(plies) => format!("wins_in={plies}"),
            None => format!("score={}", self.score),
        };
        let best = python(self.best.as_deref());
        format!(
            "Line(depth={}, rank={}, {value}, best={best}, moves='{}')",
            self.depth,
            self.rank,
            self.moves.join(" ")
        )
    }
}

impl From<&SearchInfo<Action>> for PyLine {
    fn from(info: &SearchInfo<Action>) -> PyLine {
        let text = |action: &Action| action.text.clone();
        PyLine {
            depth: info.depth,
            rank: info.rank,
            score: info.score,
            wins_in: info.proven_plies(),
            nodes: info.nodes,
            time: info.time.as_secs_f64(),
            best: info.best.as_ref().map(text),
            alternate: info.alternate.as_ref().map(text),
            moves: info.line.iter().map(text).collect(),
        }
    }
}

/// Facts about a game.
#[pyclass(name = "GameInfo", frozen, get_all, skip_from_py_object, module = "skirmish")]
#[derive(Clone)]
pub struct PyGameInfo {
    /// The name for commands, such as `hiya`.
    id: String,
    /// The name for people.
    name: &'static str,
    /// The name of the engine's player of the game.
    player: &'static str,
    /// The names of South and North.
    sides: (&'static str, &'static str),
    /// The columns of the board.
    columns: u8,
    /// The rows of the board.
    rows: u8,
    /// What it is about, in a line.
    summary: &'static str,
}

#[pymethods]
impl PyGameInfo {
    fn __repr__(&self) -> String {
        format!("GameInfo(id='{}', name={:?}, {} x {})", self.id, self.name, self.columns, self.rows)
    }
}

impl PyGameInfo {
    /// The facts about a game.
    pub fn of(game: GameId) -> PyGameInfo {
        let (info, (columns, rows)) = (game.info(), game.dimensions());
        let [south, north] = info.sides;
        PyGameInfo {
            id: game.to_string(),
            name: info.name,
            player: info.player,
            sides: (south, north),
            columns,
            rows,
            summary: info.summary,
        }
    }
}
