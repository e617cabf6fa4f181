//! The texts of moves as strings of Python, each made once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyString;
use skirmish_board::{Move, Side};
use skirmish_games::GameId;
use skirmish_play::AnyGame;

/// A move's text.
pub struct MoveText {
    /// Kept alive here, so that its address identifies it.
    pub string: Py<PyString>,
    /// Its bytes as a number: texts are ordered as these are.
    pub order: u64,
}

/// The texts of a game's moves. What a move is called depends on its bits and the side alone, in each game.
pub struct MoveTexts {
    sides: [Mutex<Vec<Option<Arc<MoveText>>>>; 2],
}

/// The texts of all games that were used.
static GAMES: Mutex<BTreeMap<String, &'static MoveTexts>> = Mutex::new(BTreeMap::new());

impl MoveTexts {
    /// The texts of a game, which are kept until the process ends.
    pub fn of(game: GameId) -> &'static MoveTexts {
        let new = || {
            let empty = || Mutex::new(std::iter::repeat_with(|| None).take(Move::LIMIT).collect());
            &*Box::leak(Box::new(MoveTexts { sides: [empty(), empty()] }))
        };
        let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        games.entry(game.to_string()).or_insert_with(new)
    }

    /// Calls `each` with the texts of legal moves of a position.
    pub fn with(&self, py: Python<'_>, game: &dyn AnyGame, moves: &[Move], mut each: impl FnMut(Move, &MoveText)) {
        let side: Side = game.side_to_move();
        let mut known = self.sides[side.index()].lock().unwrap_or_else(PoisonError::into_inner);
        for &mv in moves {
            let entry = &mut known[usize::from(mv.bits())];
            let text = entry.get_or_insert_with(|| {
                let text = game.move_text(mv);
                let mut bytes = [0; 8];
                bytes.iter_mut().zip(text.bytes()).for_each(|(to, from)| *to = from);
                Arc::new(MoveText { string: PyString::intern(py, &text).unbind(), order: u64::from_be_bytes(bytes) })
            });
            each(mv, text);
        }
    }
}
