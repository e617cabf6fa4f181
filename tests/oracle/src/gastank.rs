//! GasTank Chess: moving burns gas, capturing fills the tank.
//!
//! No position recurs. A capture leaves one piece fewer for good, and between captures every move burns one unit of
//! gas that nothing brings back.

use std::sync::Arc;

use crate::Position;
use crate::board::{Board, Side, Square, add, format_move, parse_move};

pub fn start(_size: Option<usize>) -> String {
    "--B3Q3K3B3--/---N3-N3--/--------/--------/--------/---n3-n3--/--b3q3k3b3-- s".to_owned()
}

const FULL_TANK: u32 = 3;

const KNIGHT_JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const NEIGHBOURS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

#[derive(Clone)]
pub struct GasTank {
    board: Board,
    /// The gas digit of each piece, on a board of the same shape; `-` where there is no piece.
    gas: Board,
    to_move: Side,
}

impl GasTank {
    /// Takes `b2` apart into the piece `b` for one board and the gas `2` for the other.
    pub fn parse(text: &str) -> GasTank {
        let (squares, side) = text.split_once(' ').expect("two fields");
        let mut pieces = String::new();
        let mut gas = String::new();
        for c in squares.chars() {
            if c.is_ascii_digit() {
                gas.push(c);
            } else {
                pieces.push(c);
                if c == '-' || c == '/' {
                    gas.push(c);
                }
            }
        }
        GasTank { board: Board::parse(&pieces), gas: Board::parse(&gas), to_move: Side::parse(side) }
    }

    fn gas_at(&self, square: Square) -> u32 {
        self.gas.at(square).and_then(|digit| digit.to_digit(10)).expect("every piece has its gas")
    }

    /// Where one piece can reach, whatever stands there.
    fn targets(&self, from: Square, piece: char) -> Vec<Square> {
        match piece.to_ascii_lowercase() {
            'n' => self.leap(from, KNIGHT_JUMPS),
            'k' => self.leap(from, NEIGHBOURS),
            'b' => self.diagonal_lines(from),
            // The queen is a knight and a bishop in one, not the queen of chess.
            'q' => [self.leap(from, KNIGHT_JUMPS), self.diagonal_lines(from)].concat(),
            _ => panic!("no piece is called {piece:?}"),
        }
    }

    /// The squares of the board at these distances.
    fn leap(&self, from: Square, distances: [(i32, i32); 8]) -> Vec<Square> {
        let mut targets: Vec<Square> = distances.iter().map(|&distance| add(from, distance)).collect();
        targets.retain(|&to| self.board.at(to).is_some());
        targets
    }

    /// Diagonally any distance, up to and onto the first piece.
    fn diagonal_lines(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        for step in DIAGONALS {
            let (empty, met) = self.board.line(from, step);
            targets.extend(empty);
            targets.extend(met.map(|(to, _)| to));
        }
        targets
    }

    fn is_own_king(&self, square: Square) -> bool {
        let king = match self.to_move {
            Side::North => 'K',
            Side::South => 'k',
        };
        self.board.at(square) == Some(king)
    }
}

impl Position for GasTank {
    fn text(&self) -> String {
        let pieces = self.board.text();
        let gas = self.gas.text();
        let mut text = String::new();
        for (piece, digit) in pieces.chars().zip(gas.chars()) {
            text.push(piece);
            if digit.is_ascii_digit() {
                text.push(digit);
            }
        }
        format!("{text} {}", self.to_move.letter())
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn actions(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (from, piece) in self.board.pieces() {
            // A piece with an empty tank cannot move at all.
            if Side::of_letter(piece) != self.to_move || self.gas_at(from) == 0 {
                continue;
            }
            for to in self.targets(from, piece) {
                // A side may capture its own pieces, but never its own king.
                if !self.is_own_king(to) {
                    moves.push(format_move(from, to));
                }
            }
        }
        moves
    }

    fn play(&self, action: &str) -> Arc<dyn Position> {
        let (from, to) = parse_move(action);
        let mut next = self.clone();
        // A capture fills the tank, whatever was taken; a quiet move burns one.
        let gas_left = if self.board.is_empty(to) { self.gas_at(from) - 1 } else { FULL_TANK };
        next.gas.set(to, char::from_digit(gas_left, 10).expect("gas is one digit"));
        next.gas.set(from, '-');
        next.board.carry(from, to);
        next.to_move = self.to_move.other();
        Arc::new(next)
    }
}
