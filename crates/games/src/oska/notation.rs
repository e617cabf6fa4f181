//! The notation of Oska: positions, moves, and which rule a move breaks.

use skirmish_board::{
    ActionKind, Cell, Frame, Move, MoveList, Notation, Outcome, Piece, Position, Row, Side, Squares, TextError, View,
    quoted,
};

use super::bits::Bits;
use super::geometry::Diagonal;
use super::{Oska, PASS};
use crate::text::{fields, parse_side};

const FRAME: Frame = Frame { top: "   white", bottom: "   black", ruler: false, width: 1 };

/// The colour of a side.
fn colour(side: Side) -> &'static str {
    match side {
        Side::North => "White",
        Side::South => "Black",
    }
}

/// The letter of a side and its pieces.
fn letter(side: Side) -> char {
    match side {
        Side::North => 'w',
        Side::South => 'b',
    }
}

/// The symbol of a side's pieces.
fn glyph(side: Side) -> char {
    match side {
        Side::North => '⛀',
        Side::South => '⛂',
    }
}

impl<B: Bits> Notation for Oska<B> {
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let [board, side] = fields(text, ["board", "side to act"])?;
        let mut position = Oska::empty(self.geometry, parse_side(side, "b", "w")?);
        position.parse_board(board)?;
        position.check_pieces()?;
        Ok(position)
    }

    fn format_position(&self) -> String {
        let mut text = String::with_capacity(self.geometry.board().count() + self.geometry.rows() + 1);
        for row in 0..self.geometry.rows() {
            if row > 0 {
                text.push('/');
            }
            let squares = (0..self.geometry.width(row)).map(|index| self.geometry.square(row, index));
            text.extend(squares.map(|square| self.owner(square).map_or('-', letter)));
        }
        text.push(' ');
        text.push(letter(self.side));
        text
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        if self.outcome().is_some() {
            return Err(TextError::new(format!("The game is over: {}", self.ending())));
        }
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        if text.trim().eq_ignore_ascii_case("pass") {
            return match moves[0] {
                PASS => Ok(PASS),
                possible => Err(TextError::new(format!(
                    "{} can play {}, and a side passes only when none of its pieces can move.",
                    colour(self.side),
                    self.format_move(possible)
                ))),
            };
        }
        let (from, to) = self.parse_squares(text)?;
        let named = moves.iter().find(|&&mv| mv != PASS && self.squares_of(mv) == (from, to));
        named.copied().ok_or_else(|| TextError::new(self.rule_broken(from, to)))
    }

    fn named_squares(&self, text: &str) -> Option<Squares> {
        let (from, to) = self.parse_squares(text).ok()?;
        Some(Squares { from: self.name(from), to: self.name(to) })
    }

    fn squares(&self, mv: Move) -> Option<Squares> {
        let (from, to) = (mv != PASS).then(|| self.squares_of(mv))?;
        Some(Squares { from: self.name(from), to: self.name(to) })
    }

    fn action_kind(&self, mv: Move) -> ActionKind {
        if mv == PASS { ActionKind::Pass } else { ActionKind::Move }
    }

    fn ending(&self) -> String {
        let count = |side| self.pieces(side).count();
        let (white, black) = (count(Side::North), count(Side::South));
        match (self.outcome(), Side::BOTH.map(|side| self.done(side))) {
            (None, _) => String::new(),
            (Some(Outcome::Win(winner)), _) if count(winner.opposite()) == 0 => {
                format!("{} has no pieces left.", colour(winner.opposite()))
            }
            (Some(Outcome::Draw), [false, false]) => "Neither side can move: the game is a draw.".to_owned(),
            (Some(Outcome::Draw), _) => format!(
                "All remaining pieces of both sides stand on the other's starting row, {white} each: the game is a draw."
            ),
            (Some(Outcome::Win(winner)), [true, true]) => format!(
                "All remaining pieces of both sides stand on the other's starting row, and {} has more of them ({} to {}).",
                colour(winner),
                white.max(black),
                white.min(black)
            ),
            (Some(Outcome::Win(winner)), _) => format!(
                "All of {}'s remaining pieces stand on {}'s starting row.",
                colour(winner),
                colour(winner.opposite())
            ),
        }
    }

    fn view(&self) -> View {
        let cell = |square| Cell { square: self.name(square), piece: self.owner(square).map(drawn) };
        let row = |row: usize| Row {
            number: self.number(row) as u8,
            cells: (0..self.geometry.width(row)).map(|index| cell(self.geometry.square(row, index))).collect(),
        };
        let must_pass = self.outcome().is_none() && self.count_for(self.side) == 0;
        let note = must_pass.then(|| format!("{} cannot move and must pass.", colour(self.side)));
        View {
            rows: (0..self.geometry.rows()).map(row).collect(),
            pending: None,
            notes: note.into_iter().collect(),
            markers: Vec::new(),
            frame: FRAME,
        }
    }
}

/// A piece of each side.
pub(super) fn palette() -> Vec<Piece> {
    Side::BOTH.map(drawn).to_vec()
}

/// A piece, to be drawn.
fn drawn(side: Side) -> Piece {
    let (letter, glyph) = (letter(side), glyph(side));
    Piece { side, kind: "piece", letter, letter_when_coloured: letter, glyph, gas: None }
}

impl<B: Bits> Oska<B> {
    /// The number of a row, from 1 at the bottom.
    fn number(&self, row: usize) -> usize {
        self.geometry.rows() - row
    }

    /// The name of a square, such as `A5`.
    fn name(&self, square: usize) -> String {
        let (row, index) = self.geometry.place(square);
        format!("{}{}", column_letter(index), self.number(row))
    }

    fn parse_board(&mut self, text: &str) -> Result<(), TextError> {
        let (rows, found, size) = (self.geometry.rows(), text.split('/').count(), self.geometry.size());
        if found != rows {
            return Err(TextError::new(format!(
                "the board has {found} rows, expected {rows} divided by /, of {size} squares down to 2 and back to {size}"
            )));
        }
        for (row, text) in text.split('/').enumerate() {
            let (width, found) = (self.geometry.width(row), text.chars().count());
            if found != width {
                let (number, text) = (self.number(row), quoted(text));
                return Err(TextError::new(format!("row {number} ({text}) has {found} squares, expected {width}")));
            }
            for (index, c) in text.chars().enumerate() {
                let square = self.geometry.square(row, index);
                match Side::BOTH.into_iter().find(|&side| letter(side) == c) {
                    Some(side) => self.toggle(square, side),
                    None if c == '-' => {}
                    None => {
                        let (name, found) = (self.name(square), quoted(c.encode_utf8(&mut [0; 4])));
                        return Err(TextError::new(format!(
                            "square {name}: {found} is not a piece, expected w, b or - for empty"
                        )));
                    }
                }
            }
        }
        Ok(())
    }

    /// No more pieces per side than at the start, and not all taken.
    fn check_pieces(&self) -> Result<(), TextError> {
        let size = self.geometry.size();
        let crowd = Side::BOTH.into_iter().find(|&side| self.pieces(side).count() > size.into());
        match crowd {
            Some(side) => Err(TextError::new(format!(
                "{} has {} pieces, expected at most {size}",
                colour(side),
                self.pieces(side).count()
            ))),
            None if Side::BOTH.into_iter().all(|side| self.pieces(side) == B::EMPTY) => {
                Err(TextError::new("there are no pieces, expected at least one"))
            }
            None => Ok(()),
        }
    }

    /// Reads a move as its two squares: `A5A4`, also `a5 a4`, `a5-a4` and, on larger boards, `C12B11`.
    fn parse_squares(&self, text: &str) -> Result<(usize, usize), TextError> {
        // Seven characters are already too many.
        let bare: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).take(7).collect();
        let second = bare.rfind(|c: char| c.is_ascii_alphabetic()).unwrap_or(0);
        let (from, to) = bare.split_at(second);
        match (column_and_row(from), column_and_row(to)) {
            (Some(from), Some(to)) => Ok((self.square_named(from)?, self.square_named(to)?)),
            _ => Err(TextError::unreadable(format!(
                "{} is not a move: a move is the square left and the square reached, such as A{}A{}, or pass",
                quoted(text),
                self.geometry.rows(),
                self.geometry.rows() - 1
            ))),
        }
    }

    /// The square with an index and a row number, if the board has it.
    fn square_named(&self, (index, number): (usize, usize)) -> Result<usize, TextError> {
        let (rows, name) = (self.geometry.rows(), format!("{}{number}", column_letter(index)));
        let Some(row) = rows.checked_sub(number) else {
            return Err(TextError::unreadable(format!("{name} is not a square: rows are 1 to {rows}")));
        };
        let width = self.geometry.width(row);
        if index >= width {
            let last = column_letter(width - 1);
            return Err(TextError::unreadable(format!(
                "{name} is not a square: the columns of row {number} are A to {last}"
            )));
        }
        Ok(self.geometry.square(row, index))
    }

    /// The rule that an illegal move of the side to move breaks.
    fn rule_broken(&self, from: usize, to: usize) -> String {
        let (a, b) = (self.name(from), self.name(to));
        match self.owner(from) {
            None => return format!("There is no piece on {a}."),
            Some(owner) if owner != self.side => {
                return format!("The piece on {a} is {}'s, and it is {}'s turn.", colour(owner), colour(self.side));
            }
            Some(_) if from == to => return format!("The piece on {a} must leave its square."),
            Some(_) if !self.geometry.way(self.side).contains(from) => {
                return format!("The piece on {a} has reached the far row and can never move again.");
            }
            Some(_) => {}
        }
        for diagonal in Diagonal::BOTH {
            let Some(next) = self.geometry.ahead_of(from, self.side, diagonal) else { continue };
            if next == to {
                return format!("The piece on {a} steps only onto an empty square, and {b} {}.", self.holds(to));
            }
            if self.geometry.ahead_of(next, self.side, diagonal) == Some(to) {
                return self.jump_rule(from, next, to);
            }
        }
        self.way_rule(from, to)
    }

    /// The sentence for a square that is neither one nor two steps ahead on a diagonal.
    fn way_rule(&self, from: usize, to: usize) -> String {
        let (a, b) = (self.name(from), self.name(to));
        let down = self.geometry.place(to).0 as isize - self.geometry.place(from).0 as isize;
        match if self.side == Side::North { down } else { -down } {
            ..0 => format!("The piece on {a} would go backward to {b}, and pieces go diagonally forward only."),
            0 => format!("The piece on {a} would go sideways to {b}, and pieces go diagonally forward only."),
            1 => format!("The piece on {a} cannot reach {b}: its diagonals lead to {}.", self.squares_ahead(from)),
            2 => format!("The piece on {a} cannot reach {b}: a jump goes straight on, along one diagonal."),
            3.. => format!("The piece on {a} cannot reach {b}: in one turn a piece steps one row or jumps two."),
        }
    }

    fn jump_rule(&self, from: usize, over: usize, to: usize) -> String {
        let (a, b, middle) = (self.name(from), self.name(to), self.name(over));
        if self.owner(over) == Some(self.side.opposite()) {
            format!("The piece on {a} jumps only onto an empty square, and {b} {}.", self.holds(to))
        } else {
            format!("The piece on {a} jumps to {b} only over an enemy, and {middle} {}.", self.holds(over))
        }
    }

    /// What is on a square, for sentences of the side on turn.
    fn holds(&self, square: usize) -> String {
        match self.owner(square) {
            None => "is empty".to_owned(),
            Some(owner) if owner == self.side => format!("holds {}'s own piece", colour(owner)),
            Some(owner) => format!("holds {}'s piece", colour(owner)),
        }
    }

    /// The names of the one or two squares a step ahead.
    fn squares_ahead(&self, from: usize) -> String {
        let ahead = Diagonal::BOTH.into_iter().filter_map(|diagonal| self.geometry.ahead_of(from, self.side, diagonal));
        ahead.map(|square| self.name(square)).collect::<Vec<String>>().join(" and ")
    }
}

/// The letter of an index in a row.
fn column_letter(index: usize) -> char {
    (b'A' + index as u8) as char
}

/// Reads a letter, as its index, and a number of one or two digits that is not 0.
fn column_and_row(text: &str) -> Option<(usize, usize)> {
    let column = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
    let digits = &text[1..];
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0') && digits.len() <= 2;
    plain.then_some(())?;
    Some(((column.to_ascii_uppercase() - b'A').into(), digits.parse().ok()?))
}
