//! Breakthrough: the first pawn on the far row has won.
//!
//! No position recurs: every move goes forward.

use std::sync::Arc;

use crate::Position;
use crate::board::{Board, Side, add, format_move, parse_move};

pub fn start(_size: Option<usize>) -> String {
    "PPPP/PPPP/----/pppp/pppp s".to_owned()
}

#[derive(Clone)]
pub struct Breakthrough {
    board: Board,
    to_move: Side,
}

impl Breakthrough {
    pub fn parse(text: &str) -> Breakthrough {
        let (board, side) = text.split_once(' ').expect("two fields");
        Breakthrough { board: Board::parse(board), to_move: Side::parse(side) }
    }

    /// A side has won with a pawn on the far row, or when the enemy has none.
    fn has_won(&self, side: Side) -> bool {
        let pieces = self.board.pieces();
        let far_row = if side == Side::North { 0 } else { self.board.height() - 1 };
        let arrived = pieces.iter().any(|&((_, row), piece)| Side::of_letter(piece) == side && row == far_row);
        arrived || pieces.iter().all(|&(_, piece)| Side::of_letter(piece) == side)
    }
}

impl Position for Breakthrough {
    fn text(&self) -> String {
        format!("{} {}", self.board.text(), self.to_move.letter())
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<&'static str> {
        // Boards that play cannot reach may be won by both; then the side that has just moved is the winner.
        let sides = [self.to_move.other(), self.to_move];
        sides.into_iter().find(|&side| self.has_won(side)).map(Side::name)
    }

    fn actions(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (from, piece) in self.board.pieces() {
            if Side::of_letter(piece) != self.to_move {
                continue;
            }
            for aside in [-1, 0, 1] {
                let to = add(from, (aside, self.to_move.forward()));
                let legal = match self.board.at(to) {
                    None => false,
                    Some('-') => true,
                    // Only diagonally does a pawn capture, and only an enemy.
                    Some(met) => aside != 0 && Side::of_letter(met) != self.to_move,
                };
                if legal {
                    moves.push(format_move(from, to));
                }
            }
        }
        moves
    }

    fn play(&self, action: &str) -> Arc<dyn Position> {
        let (from, to) = parse_move(action);
        let mut next = self.clone();
        next.board.carry(from, to);
        next.to_move = self.to_move.other();
        Arc::new(next)
    }
}
