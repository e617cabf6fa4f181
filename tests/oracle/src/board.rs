//! What the games share: a board of characters, squares, and the two sides.

/// A square as (column, row), both counted from 0: column 0 is `A`, row 0 is the bottom row.
///
/// Signed, so that a step may leave the board and be noticed there.
pub type Square = (i32, i32);

/// One character per square; `-` is an empty square.
#[derive(Clone)]
pub struct Board {
    /// The bottom row first, so that the index is the row of a [`Square`]. Rows may differ in length (Oska).
    rows: Vec<Vec<char>>,
}

impl Board {
    /// Reads rows joined by `/`, the top row first.
    pub fn parse(text: &str) -> Board {
        let mut rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        rows.reverse();
        Board { rows }
    }

    /// The rows joined by `/`, the top row first.
    pub fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().rev().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    /// How many rows there are.
    pub fn height(&self) -> i32 {
        self.rows.len() as i32
    }

    /// How many squares this row has.
    pub fn width(&self, row: i32) -> i32 {
        self.rows[row as usize].len() as i32
    }

    /// The piece on a square, `-` if it is empty; `None` outside the board.
    pub fn at(&self, (column, row): Square) -> Option<char> {
        let inside = row >= 0 && row < self.height() && column >= 0 && column < self.width(row);
        inside.then(|| self.rows[row as usize][column as usize])
    }

    /// Whether the square is on the board and empty.
    pub fn is_empty(&self, square: Square) -> bool {
        self.at(square) == Some('-')
    }

    /// Puts a piece, or `-`, on a square of the board.
    pub fn set(&mut self, (column, row): Square, piece: char) {
        self.rows[row as usize][column as usize] = piece;
    }

    /// Moves a piece to another square, replacing what is there.
    pub fn carry(&mut self, from: Square, to: Square) {
        let piece = self.at(from).expect("a move starts on the board");
        self.set(from, '-');
        self.set(to, piece);
    }

    /// All occupied squares with their pieces.
    pub fn pieces(&self) -> Vec<(Square, char)> {
        let mut pieces = Vec::new();
        for row in 0..self.height() {
            for column in 0..self.width(row) {
                let piece = self.rows[row as usize][column as usize];
                if piece != '-' {
                    pieces.push(((column, row), piece));
                }
            }
        }
        pieces
    }

    /// Whether this piece is on the board.
    pub fn contains(&self, piece: char) -> bool {
        self.rows.iter().any(|row| row.contains(&piece))
    }

    /// The squares of a line from a square: the empty ones in order, then that of the first piece, if any.
    pub fn line(&self, from: Square, step: (i32, i32)) -> (Vec<Square>, Option<(Square, char)>) {
        let mut empty = Vec::new();
        let mut square = add(from, step);
        loop {
            match self.at(square) {
                None => return (empty, None),
                Some('-') => empty.push(square),
                Some(piece) => return (empty, Some((square, piece))),
            }
            square = add(square, step);
        }
    }
}

/// The square one step away; it may lie outside the board.
pub fn add((column, row): Square, (columns, rows): (i32, i32)) -> Square {
    (column + columns, row + rows)
}

/// The text of a move, `C4B6`.
pub fn format_move(from: Square, to: Square) -> String {
    format!("{}{}", format_square(from), format_square(to))
}

fn format_square((column, row): Square) -> String {
    let letter = (b'A' + column as u8) as char;
    format!("{letter}{}", row + 1)
}

/// The two squares of a move's text. Row numbers may have two digits (`A49A48`).
pub fn parse_move(mv: &str) -> (Square, Square) {
    let second_letter = mv[1..].find(|c: char| c.is_ascii_uppercase());
    let middle = second_letter.expect("a move names two squares") + 1;
    (parse_square(&mv[..middle]), parse_square(&mv[middle..]))
}

fn parse_square(text: &str) -> Square {
    let letter = text.as_bytes()[0];
    let row: i32 = text[1..].parse().expect("a row number follows the letter");
    ((letter - b'A') as i32, row - 1)
}

/// North starts at the top and moves down, South starts at the bottom and moves up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    North,
    South,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::North => Side::South,
            Side::South => Side::North,
        }
    }

    /// The change of row when this side goes one forward.
    pub fn forward(self) -> i32 {
        match self {
            Side::North => -1,
            Side::South => 1,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Side::North => "north",
            Side::South => "south",
        }
    }

    /// Reads the second field of a position text (not Oska's, which names colours).
    pub fn parse(text: &str) -> Side {
        match text {
            "n" => Side::North,
            "s" => Side::South,
            other => panic!("no side is called {other:?}"),
        }
    }

    /// The second field of a position text (not Oska's).
    pub fn letter(self) -> char {
        match self {
            Side::North => 'n',
            Side::South => 's',
        }
    }

    /// The side of a letter, where capitals are North's and small letters South's.
    pub fn of_letter(piece: char) -> Side {
        if piece.is_ascii_uppercase() { Side::North } else { Side::South }
    }

    /// The side whose king was captured, if one was, given the letters of both kings. It has lost.
    pub fn without_king(board: &Board, [north, south]: [char; 2]) -> Option<Side> {
        let gone = [(north, Side::North), (south, Side::South)].into_iter().find(|&(king, _)| !board.contains(king));
        gone.map(|(_, side)| side)
    }
}
