//! A puzzle.

use skirmish_board::checksum;
use skirmish_games::GameId;
use skirmish_play::{AnyGame, new_game};

use crate::kind::PuzzleKind;
use crate::theme::PuzzleTheme;

/// The lowest rating.
pub const MIN_RATING: u32 = 300;

/// The highest rating.
pub const MAX_RATING: u32 = 3000;

/// A position with exactly one right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name, made from its position: see [`puzzle_id`].
    pub id: String,
    /// The game and its size.
    pub game: GameId,
    /// The position text. Its side to move solves the puzzle.
    pub position: String,
    /// What it asks for.
    pub kind: PuzzleKind,
    /// Actions that can be played one after another. The solver's are the only right ones, the opponent's resist longest; the first and
    /// the last are the solver's. A proposal of either side is refused, and the replacement follows.
    pub solution: Vec<String>,
    /// The plies of the win, or those within which every other action loses.
    pub plies: u32,
    /// How hard it is, from [`MIN_RATING`] to [`MAX_RATING`].
    pub rating: u32,
    /// What happens in it.
    pub themes: Vec<PuzzleTheme>,
}

impl Puzzle {
    /// The game at its position; `None` if it is not one of its game.
    pub fn open(&self) -> Option<Box<dyn AnyGame>> {
        let mut game = new_game(self.game);
        game.set_position(&self.position).ok()?;
        Some(game)
    }
}

/// The id of the puzzle at a position. It does not change when others are added.
pub fn puzzle_id(game: GameId, position: &str) -> String {
    let sum = checksum(format!("{} {position}", format_board(game)).as_bytes());
    format!("{}-{:06x}", game.info().id, sum & 0xff_ffff)
}

/// A game with its size, if it has several: `oska:4`.
pub fn format_board(game: GameId) -> String {
    match game.info().sizes {
        Some(_) => format!("{}:{}", game.info().id, game.size()),
        None => game.info().id.to_owned(),
    }
}
