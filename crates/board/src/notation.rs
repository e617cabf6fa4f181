//! The texts and pictures of a game.

use crate::{Action, ActionKind, Effect, Move, Position, Squares, TextError, View, effects_on_board};

/// The texts and pictures of a game: how its positions and moves are written, read, explained and drawn.
pub trait Notation: Position {
    /// Reads position text of the same game and board size as `self`.
    ///
    /// Positions that play could not reach are accepted as long as they make sense; everything else is an error that
    /// names the place and what was expected.
    fn parse_position(&self, text: &str) -> Result<Self, TextError>;

    /// Writes the position; [`Notation::parse_position`] reads it back.
    fn format_position(&self) -> String;

    /// The legal move that the text names, in any case, with or without a space or dash between the squares.
    ///
    /// If there is none, the error is the rule that the move breaks: one sentence that names squares and pieces. A text
    /// that is no move of the game in any position is [`TextError::unreadable`].
    fn parse_move(&self, text: &str) -> Result<Move, TextError>;

    /// The two squares that a text names as a move would, legal or not; `None` if it is no such text.
    fn named_squares(&self, text: &str) -> Option<Squares>;

    /// The squares that a legal move names; `None` if it names none.
    fn squares(&self, mv: Move) -> Option<Squares>;

    /// What sort of action a legal move is.
    fn action_kind(&self, _mv: Move) -> ActionKind {
        ActionKind::Move
    }

    /// Writes a legal move, such as `C4B6`: its word, or its squares.
    fn format_move(&self, mv: Move) -> String {
        let squares = || self.squares(mv).map_or(String::new(), |squares| squares.to_string());
        self.action_kind(mv).word().map_or_else(squares, str::to_owned)
    }

    /// A legal move as a value.
    fn action(&self, mv: Move) -> Action {
        Action { mv, kind: self.action_kind(mv), squares: self.squares(mv), text: self.format_move(mv) }
    }

    /// What a legal move does besides bringing its piece to another square. A proposal does what it does if it is accepted.
    fn effects(&self, mv: Move) -> Vec<Effect> {
        effects_on_board(self, mv)
    }

    /// What is announced with a legal move besides its squares, such as `Hi-YA!`.
    fn announcement(&self, _mv: Move) -> Option<&'static str> {
        None
    }

    /// Why the game ended, a sentence about this finished position; empty while the game goes on.
    fn ending(&self) -> String;

    /// The board for people.
    fn view(&self) -> View;
}
