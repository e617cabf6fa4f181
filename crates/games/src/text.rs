//! Squares, moves and position text of rectangular boards.

use skirmish_board::{Cell, Frame, Move, Piece, Row, Side, Squares, TextError, View, quoted};

use crate::grid::{column_of, row_of};

/// The longest position text, of Oska with 26 pieces per side, has under 800 characters.
const MAX_BYTES: usize = 1000;

/// The size of a rectangular board.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Columns, lettered from A.
    pub columns: u8,
    /// Rows, numbered from 1.
    pub rows: u8,
}

impl Grid {
    /// All squares of the board.
    pub const fn board(self) -> u64 {
        (0x0101_0101_0101_0101 * ((1 << self.columns) - 1)) & (!0 >> (64 - 8 * self.rows as u32))
    }

    /// The square of a column and a row, both counted from 0.
    pub const fn square(self, column: u8, row: u8) -> u8 {
        row * 8 + column
    }

    /// A set from a side's perspective: for North the rows are in reverse order.
    #[inline]
    pub const fn seen_by(self, side: Side, set: u64) -> u64 {
        match side {
            Side::South => set,
            Side::North => set.swap_bytes() >> (8 * (8 - self.rows)),
        }
    }

    /// A square mirrored left to right.
    pub const fn mirrored(self, square: usize) -> usize {
        square / 8 * 8 + (self.columns as usize - 1).saturating_sub(square % 8)
    }

    /// Reads the name of a square, in any case.
    pub fn parse_square(self, text: &str) -> Result<u8, TextError> {
        let mut chars = text.chars();
        let (column, row, rest) = (chars.next(), chars.next(), chars.next());
        let column = column.and_then(|c| (c.to_ascii_uppercase() as u32).checked_sub('A' as u32));
        let row = row.and_then(|c| c.to_digit(10)).and_then(|digit| digit.checked_sub(1));
        match (column, row, rest) {
            (Some(column), Some(row), None) if column < self.columns.into() && row < self.rows.into() => {
                Ok(self.square(column as u8, row as u8))
            }
            _ => Err(TextError::unreadable(format!(
                "{} is not a square: columns are A to {}, rows 1 to {}",
                quoted(text),
                (b'A' + self.columns - 1) as char,
                self.rows
            ))),
        }
    }

    /// Reads a move as its two squares: `C4B6`, also `c4 b6` and `c4-b6`.
    pub fn parse_squares(self, text: &str) -> Result<(u8, u8), TextError> {
        let bare: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).take(5).collect();
        match (bare.get(..2), bare.get(2..4), bare.len()) {
            (Some(from), Some(to), 4) => Ok((self.parse_square(from)?, self.parse_square(to)?)),
            _ => Err(TextError::unreadable(format!(
                "{} is not a move: a move is the square left and the square reached, such as A1B2",
                quoted(text)
            ))),
        }
    }

    /// The two squares of a text that looks like a move.
    pub fn named_squares(self, text: &str) -> Option<Squares> {
        let (from, to) = self.parse_squares(text).ok()?;
        Some(Squares { from: name(from), to: name(to) })
    }

    /// Reads the board of a position text and calls `put` for every character that is not an empty square, with the
    /// square and the characters that follow in its row; `put` takes what belongs to the piece.
    pub fn parse_board(
        self,
        text: &str,
        mut put: impl FnMut(u8, char, &mut std::str::Chars) -> Result<(), TextError>,
    ) -> Result<(), TextError> {
        let rows = text.split('/').count();
        if rows != self.rows.into() {
            return Err(TextError::new(format!("the board has {rows} rows, expected {} divided by /", self.rows)));
        }
        for (row_text, row) in text.split('/').zip((0..self.rows).rev()) {
            let mut chars = row_text.chars();
            let mut column = 0;
            while let Some(c) = chars.next() {
                if column == self.columns {
                    return Err(wrong_length(row, row_text, &format!("more than {column}"), self.columns));
                }
                if c != '-' {
                    put(self.square(column, row), c, &mut chars)?;
                }
                column += 1;
            }
            if column < self.columns {
                return Err(wrong_length(row, row_text, &column.to_string(), self.columns));
            }
        }
        Ok(())
    }

    /// Writes the board of a position text.
    pub fn format_board(self, text: &mut String, piece: impl Fn(u8) -> Option<Piece>) {
        for row in (0..self.rows).rev() {
            for column in 0..self.columns {
                let piece = piece(self.square(column, row));
                text.push(piece.map_or('-', |piece| piece.letter));
                text.extend(piece.and_then(|piece| piece.gas).map(|gas| (b'0' + gas) as char));
            }
            if row > 0 {
                text.push('/');
            }
        }
    }

    /// The view of a board with the pieces that `piece` returns.
    pub fn view(self, frame: Frame, piece: impl Fn(u8) -> Option<Piece>) -> View {
        let cell = |square: u8| Cell { square: name(square), piece: piece(square) };
        let row = |row: u8| Row {
            number: row + 1,
            cells: (0..self.columns).map(|column| cell(self.square(column, row))).collect(),
        };
        View {
            rows: (0..self.rows).rev().map(row).collect(),
            pending: None,
            notes: Vec::new(),
            markers: Vec::new(),
            frame,
        }
    }
}

/// The name of a square, such as `C4`.
pub fn name(square: u8) -> String {
    letters(square).into_iter().collect()
}

/// The squares of a move made by [`Move::between`].
pub fn squares_of(mv: Move) -> Squares {
    Squares { from: name(mv.from()), to: name(mv.to()) }
}

fn letters(square: u8) -> [char; 2] {
    [(b'A' + column_of(square)) as char, (b'1' + row_of(square)) as char]
}

/// An error about a row of position text with too few or too many squares.
fn wrong_length(row: u8, text: &str, found: &str, expected: u8) -> TextError {
    TextError::new(format!("row {} ({}) has {found} squares, expected {expected}", row + 1, quoted(text)))
}

/// Splits position text at its spaces into exactly the named fields.
pub fn fields<'t, const N: usize>(text: &'t str, names: [&str; N]) -> Result<[&'t str; N], TextError> {
    if text.len() > MAX_BYTES {
        return Err(TextError::new(format!(
            "position text of {} bytes is too long, expected at most {MAX_BYTES}",
            text.len()
        )));
    }
    let found: Vec<&str> = text.split(' ').filter(|field| !field.is_empty()).collect();
    let count = found.len();
    let noun = if count == 1 { "field" } else { "fields" };
    found
        .try_into()
        .map_err(|_| TextError::new(format!("position text has {count} {noun}, expected {N}: {}", names.join(", "))))
}

/// Reads the side to act, given the letters of both sides.
pub fn parse_side(text: &str, south: &str, north: &str) -> Result<Side, TextError> {
    if text == south {
        Ok(Side::South)
    } else if text == north {
        Ok(Side::North)
    } else {
        Err(TextError::new(format!("the side to act is {}, expected {north} or {south}", quoted(text))))
    }
}

/// How many rows forward a move of a side goes, negative for backward.
pub fn rows_ahead(side: Side, from: u8, to: u8) -> i8 {
    let up = row_of(to) as i8 - row_of(from) as i8;
    match side {
        Side::South => up,
        Side::North => -up,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::squares;

    const GRID: Grid = Grid { columns: 5, rows: 8 };

    /// A pawn or, with gas, a queen of the side whose case the letter has.
    fn piece(letter: char, gas: Option<u8>) -> Piece {
        let side = if letter.is_uppercase() { Side::North } else { Side::South };
        let kind = if gas.is_some() { "queen" } else { "pawn" };
        Piece { side, kind, letter, letter_when_coloured: letter, glyph: letter, gas }
    }

    fn message<T: std::fmt::Debug>(result: Result<T, TextError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn a_board_has_all_its_squares_and_no_others() {
        assert_eq!(GRID.board().count_ones(), 40);
        assert_eq!(GRID.board(), 0x1f1f_1f1f_1f1f_1f1f);
        assert_eq!(Grid { columns: 8, rows: 7 }.board(), !0 >> 8);
        assert_eq!(Grid { columns: 7, rows: 7 }.board(), 0x007f_7f7f_7f7f_7f7f);
    }

    #[test]
    fn squares_are_named_and_read_back() {
        for square in squares(GRID.board()) {
            assert_eq!(GRID.parse_square(&name(square)), Ok(square));
            assert_eq!(GRID.parse_square(&name(square).to_lowercase()), Ok(square));
        }
        assert_eq!(name(GRID.square(2, 3)), "C4");
        for text in ["", "A", "A0", "A9", "F1", "4C", "A1 ", "A11", "@1", "é1", "A１"] {
            let expected = format!("{} is not a square: columns are A to E, rows 1 to 8", quoted(text));
            assert_eq!(message(GRID.parse_square(text)), expected);
        }
    }

    #[test]
    fn moves_are_two_squares_with_or_without_something_between() {
        let squares = (GRID.square(2, 3), GRID.square(1, 5));
        for text in ["C4B6", "c4b6", "c4 b6", "C4-B6", " C4  -- b6 "] {
            assert_eq!(GRID.parse_squares(text), Ok(squares), "{text}");
        }
        assert_eq!(squares_of(Move::between(squares.0, squares.1)).to_string(), "C4B6");
        for text in ["", "C4", "C4B", "C4B66", "C4xB6", "éC4B", "🂡"] {
            let message = message(GRID.parse_squares(text));
            assert!(message.starts_with(&quoted(text)) && message.contains("is not a move"), "{text}: {message}");
        }
        assert!(message(GRID.parse_squares("C4Z6")).starts_with("\"Z6\" is not a square"));
    }

    #[test]
    fn boards_are_read_square_by_square_from_the_top_left() {
        let mut found = Vec::new();
        let board = Grid { columns: 3, rows: 2 };
        let take = |square: u8, c: char, rest: &mut std::str::Chars| {
            found.push((name(square), c, rest.next()));
            Ok(())
        };
        assert_eq!(board.parse_board("-q3-/--B0", take), Ok(()));
        assert_eq!(found, [("B2".to_owned(), 'q', Some('3')), ("C1".to_owned(), 'B', Some('0'))]);
    }

    #[test]
    fn boards_of_the_wrong_shape_are_told_where() {
        let board = Grid { columns: 3, rows: 2 };
        let read = |text: &str| message(board.parse_board(text, |_, _, _| Ok(())));
        assert_eq!(read(""), "the board has 1 rows, expected 2 divided by /");
        assert_eq!(read("---/---/---"), "the board has 3 rows, expected 2 divided by /");
        assert_eq!(read("---/"), "row 1 (\"\") has 0 squares, expected 3");
        assert_eq!(read("----/---"), "row 2 (\"----\") has more than 3 squares, expected 3");
        let long = format!("{}/---", "p".repeat(900));
        assert_eq!(read(&long), format!("row 2 (\"{}…\") has more than 3 squares, expected 3", "p".repeat(40)));
        let piece = |square: u8, _: char, _: &mut std::str::Chars| Err(TextError::new(name(square)));
        assert_eq!(message(board.parse_board("--\t/---", piece)), "C2");
    }

    #[test]
    fn boards_are_written_and_viewed_from_the_top() {
        let board = Grid { columns: 3, rows: 2 };
        let on = |square: u8| match name(square).as_str() {
            "B2" => Some(piece('Q', Some(2))),
            "A1" => Some(piece('p', None)),
            _ => None,
        };
        let mut text = String::new();
        board.format_board(&mut text, on);
        assert_eq!(text, "-Q2-/p--");
        let view = board.view(Frame { top: "", bottom: "", ruler: false, width: 1 }, on);
        let squares = |row: &Row| row.cells.iter().map(|cell| cell.square.as_str()).collect::<Vec<_>>().join(" ");
        assert_eq!(view.rows.iter().map(squares).collect::<Vec<_>>(), ["A2 B2 C2", "A1 B1 C1"]);
        assert_eq!(view.rows.iter().map(|row| row.number).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(view.rows[0].cells[1].piece, on(GRID.square(1, 1)));
    }

    #[test]
    fn fields_are_counted_and_long_text_is_not_read() {
        assert_eq!(fields(" a  b ", ["x", "y"]), Ok(["a", "b"]));
        assert_eq!(message(fields("a", ["x", "y"])), "position text has 1 field, expected 2: x, y");
        assert_eq!(message(fields("a\tb", ["x", "y"])), "position text has 1 field, expected 2: x, y");
        let long = "a ".repeat(500_000);
        assert_eq!(
            message(fields(&long, ["x", "y"])),
            "position text of 1000000 bytes is too long, expected at most 1000"
        );
    }

    #[test]
    fn sides_have_their_letters() {
        assert_eq!(parse_side("s", "s", "n"), Ok(Side::South));
        assert_eq!(parse_side("w", "b", "w"), Ok(Side::North));
        assert_eq!(message(parse_side("S", "s", "n")), "the side to act is \"S\", expected n or s");
    }

    #[test]
    fn ahead_is_up_for_south_and_down_for_north() {
        let (c4, b6) = (GRID.square(2, 3), GRID.square(1, 5));
        assert_eq!((rows_ahead(Side::South, c4, b6), rows_ahead(Side::North, c4, b6)), (2, -2));
        assert_eq!(rows_ahead(Side::North, c4, GRID.square(4, 3)), 0);
    }
}
