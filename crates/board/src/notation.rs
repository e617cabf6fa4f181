//! The texts of a game: position text, moves, boards.

use crate::{Action, ActionKind, Effect, Move, Position, Squares, TextError, View, effects_on_board};

/// How the positions and moves of a game are read, written, explained and drawn.
pub trait Notation: Position {
    /// Reads position text of the same game and board size as `self`.
    ///
    /// Unreachable positions are accepted as long as they make sense. Otherwise the error names the place and what was expected.
    fn parse_position(&self, text: &str) -> Result<Self, TextError>;

    /// Writes the position; [`Notation::parse_position`] reads it back.
    fn format_position(&self) -> String;

    /// The legal move that the text names, in any case, with or without a space or dash between the squares.
    ///
    /// If it is illegal, the error names the rule that it breaks, in one sentence with squares and pieces. A text that is no move in
    /// any position is [`TextError::unreadable`].
    fn parse_move(&self, text: &str) -> Result<Move, TextError>;

    /// The two squares of a text that looks like a move, legal or not; `None` for other texts.
    fn named_squares(&self, text: &str) -> Option<Squares>;

    /// The squares that a legal move names; `None` if it names none.
    fn squares(&self, mv: Move) -> Option<Squares>;

    /// The kind of action that a legal move is.
    fn action_kind(&self, _mv: Move) -> ActionKind {
        ActionKind::Move
    }

    /// The text of a legal move: its squares, such as `C4B6`, or its word.
    fn format_move(&self, mv: Move) -> String {
        let squares = || self.squares(mv).map_or(String::new(), |squares| squares.to_string());
        self.action_kind(mv).word().map_or_else(squares, str::to_owned)
    }

    /// A legal move as an action.
    fn action(&self, mv: Move) -> Action {
        Action { mv, kind: self.action_kind(mv), squares: self.squares(mv), text: self.format_move(mv) }
    }

    /// What a legal move does besides moving its piece; a proposal as if it were accepted.
    fn effects(&self, mv: Move) -> Vec<Effect> {
        effects_on_board(self, mv)
    }

    /// What is announced with a legal move besides its squares, such as `Hi-YA!`.
    fn announcement(&self, _mv: Move) -> Option<&'static str> {
        None
    }

    /// Why the game ended, in one sentence; empty if it is not over.
    fn ending(&self) -> String;

    /// The board, to be drawn.
    fn view(&self) -> View;
}
