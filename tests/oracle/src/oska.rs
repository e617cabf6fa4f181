//! Oska: get all that is left of your pieces across, or take everything.
//!
//! No position recurs. Every move goes forward, and passes do not follow each other: if neither side can move the game
//! is over.

use std::sync::Arc;

use crate::Position;
use crate::board::{Board, Side, Square, format_move, parse_move};

/// The start with so many pieces per side, 4 if nothing else is said: rows of n, n−1, …, 2, …, n−1, n squares, both ends full.
pub fn start(size: Option<usize>) -> String {
    let pieces = size.unwrap_or(4);
    assert!((4..=26).contains(&pieces), "Oska is played with 4 to 26 pieces per side, not {pieces}");
    let mut rows = vec!["w".repeat(pieces)];
    for width in (2..pieces).rev() {
        rows.push("-".repeat(width));
    }
    for width in 3..pieces {
        rows.push("-".repeat(width));
    }
    rows.push("b".repeat(pieces));
    format!("{} w", rows.join("/"))
}

/// White is North: it starts at the top and moves down.
fn letter(side: Side) -> char {
    match side {
        Side::North => 'w',
        Side::South => 'b',
    }
}

#[derive(Clone)]
pub struct Oska {
    board: Board,
    to_move: Side,
}

impl Oska {
    pub fn parse(text: &str) -> Oska {
        let (board, colour) = text.split_once(' ').expect("two fields");
        let to_move = match colour {
            "w" => Side::North,
            "b" => Side::South,
            other => panic!("no side is called {other:?}"),
        };
        Oska { board: Board::parse(board), to_move }
    }

    /// How far right of the board's middle line a square lies, in half squares: in a row of four −3, −1, 1, 3.
    fn centred(&self, (index, row): Square) -> i32 {
        2 * index - (self.board.width(row) - 1)
    }

    /// The square of a row that lies so far right of the middle line, if the board has it.
    fn square_at(&self, x: i32, row: i32) -> Option<Square> {
        if row < 0 || row >= self.board.height() {
            return None;
        }
        (0..self.board.width(row)).map(|index| (index, row)).find(|&square| self.centred(square) == x)
    }

    /// All moves of one side, passing aside: from, to, and the square of the enemy taken.
    fn moves(&self, side: Side) -> Vec<(Square, Square, Option<Square>)> {
        let forward = side.forward();
        let mut moves = Vec::new();
        for (from, piece) in self.board.pieces() {
            if piece != letter(side) {
                continue;
            }
            let x = self.centred(from);
            let row = from.1;
            for sideways in [-1, 1] {
                let Some(near) = self.square_at(x + sideways, row + forward) else { continue };
                // One step diagonally forward onto an empty square.
                if self.board.is_empty(near) {
                    moves.push((from, near, None));
                }
                // Or a jump the same way over one enemy onto the empty square behind, taking it.
                if self.board.at(near) == Some(letter(side.other()))
                    && let Some(behind) = self.square_at(x + 2 * sideways, row + 2 * forward)
                    && self.board.is_empty(behind)
                {
                    moves.push((from, behind, Some(near)));
                }
            }
        }
        moves
    }

    /// The rows on which a side's pieces stand, one entry per piece.
    fn rows_of(&self, side: Side) -> Vec<i32> {
        let pieces = self.board.pieces();
        pieces.iter().filter(|(_, piece)| *piece == letter(side)).map(|((_, row), _)| *row).collect()
    }
}

impl Position for Oska {
    fn text(&self) -> String {
        format!("{} {}", self.board.text(), letter(self.to_move))
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<&'static str> {
        let white = self.rows_of(Side::North);
        let black = self.rows_of(Side::South);
        // A side with no pieces has lost.
        if white.is_empty() {
            return Some(Side::South.name());
        }
        if black.is_empty() {
            return Some(Side::North.name());
        }
        // A side whose pieces all stand on the enemy's starting row has won, whoever moved.
        let top_row = self.board.height() - 1;
        let white_is_home = white.iter().all(|&row| row == 0);
        let black_is_home = black.iter().all(|&row| row == top_row);
        match (white_is_home, black_is_home) {
            (true, false) => return Some(Side::North.name()),
            (false, true) => return Some(Side::South.name()),
            // Both at once: more pieces win, equal is a draw.
            (true, true) if white.len() > black.len() => return Some(Side::North.name()),
            (true, true) if white.len() < black.len() => return Some(Side::South.name()),
            (true, true) => return Some("draw"),
            (false, false) => {}
        }
        // Neither side can move: a draw.
        if self.moves(Side::North).is_empty() && self.moves(Side::South).is_empty() {
            return Some("draw");
        }
        None
    }

    fn actions(&self) -> Vec<String> {
        let moves = self.moves(self.to_move);
        // A side passes when it cannot move, and only then.
        if moves.is_empty() {
            return vec!["pass".to_string()];
        }
        moves.iter().map(|&(from, to, _)| format_move(from, to)).collect()
    }

    fn play(&self, action: &str) -> Arc<dyn Position> {
        let mut next = self.clone();
        next.to_move = self.to_move.other();
        if action != "pass" {
            let (from, to) = parse_move(action);
            let moves = self.moves(self.to_move);
            let (_, _, taken) = moves.iter().find(|mv| (mv.0, mv.1) == (from, to)).expect("the move is legal");
            next.board.set(from, '-');
            next.board.set(to, letter(self.to_move));
            if let Some(square) = *taken {
                next.board.set(square, '-');
            }
        }
        Arc::new(next)
    }
}
