use crate::{Move, Position, TextError, View};

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

    /// Writes a legal move, such as `C4B6`.
    fn format_move(&self, mv: Move) -> String;

    /// What is announced with a legal move besides its squares, such as `Hi-YA!`.
    fn remark(&self, _mv: Move) -> Option<&'static str> {
        None
    }

    /// Why the game ended, a sentence about this finished position; empty while the game goes on.
    fn ending(&self) -> String;

    /// The board for people.
    fn view(&self) -> View;
}
