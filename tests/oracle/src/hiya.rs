//! Hi-YA!: pieces attack by landing right in front of an enemy.
//!
//! No position recurs. Every attack weakens or removes an enemy for good, and a move that does not attack goes forward.

use std::sync::Arc;

use crate::Position;
use crate::board::{Board, Side, Square, add, format_move, parse_move};

pub fn start(_size: Option<usize>) -> String {
    "---K---/JJJ-SSS/MMM-NNN/-------/-------/nnn-mmm/sss-jjj/---k--- s".to_owned()
}

#[derive(Clone)]
pub struct HiYa {
    board: Board,
    to_move: Side,
}

impl HiYa {
    pub fn parse(text: &str) -> HiYa {
        let (board, side) = text.split_once(' ').expect("two fields");
        HiYa { board: Board::parse(board), to_move: Side::parse(side) }
    }

    /// Where one piece of the side to move can go.
    fn targets(&self, from: Square, piece: char) -> Vec<Square> {
        let forward = self.to_move.forward();
        // The steps a piece may take as it likes, and those it may take only to attack.
        let (free, to_attack) = match piece.to_ascii_lowercase() {
            // Ninjas: diagonally forward, and backward to attack.
            'j' | 'n' => (vec![(-1, forward), (1, forward)], vec![(-1, -forward), (1, -forward)]),
            // Samurai: straight forward, and sideways to attack.
            's' | 'm' => (vec![(0, forward)], vec![(-1, 0), (1, 0)]),
            // Kings never move.
            'k' => (vec![], vec![]),
            _ => panic!("no piece is called {piece:?}"),
        };
        // A mini goes one step, its elder any distance.
        let is_mini = matches!(piece.to_ascii_lowercase(), 'n' | 'm');

        let mut targets = Vec::new();
        for step in free {
            targets.extend(self.landings(from, step, is_mini));
        }
        for step in to_attack {
            let mut landings = self.landings(from, step, is_mini);
            landings.retain(|&to| self.attacked_from(to).is_some());
            targets.extend(landings);
        }
        targets
    }

    /// The empty squares reached in one direction; pieces only ever move onto empty squares and jump over nothing.
    fn landings(&self, from: Square, step: (i32, i32), is_mini: bool) -> Vec<Square> {
        let (mut empty, _) = self.board.line(from, step);
        if is_mini {
            empty.truncate(1);
        }
        empty
    }

    /// The enemy attacked by a piece of the side to move that lands here: the one standing one square further forward.
    fn attacked_from(&self, landing: Square) -> Option<(Square, char)> {
        let ahead = add(landing, (0, self.to_move.forward()));
        match self.board.at(ahead) {
            None | Some('-') => None,
            Some(piece) if Side::of_letter(piece) == self.to_move => None,
            Some(piece) => Some((ahead, piece)),
        }
    }
}

/// What an attack leaves of a piece.
fn after_attack(piece: char) -> char {
    match piece {
        // Ninja and samurai become minis.
        'j' => 'n',
        'J' => 'N',
        's' => 'm',
        'S' => 'M',
        // Minis and kings are removed.
        _ => '-',
    }
}

impl Position for HiYa {
    fn text(&self) -> String {
        format!("{} {}", self.board.text(), self.to_move.letter())
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
            if Side::of_letter(piece) == self.to_move {
                for to in self.targets(from, piece) {
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
        // The landing attacks, once; nobody attacks by standing.
        if let Some((square, piece)) = self.attacked_from(to) {
            next.board.set(square, after_attack(piece));
        }
        next.to_move = self.to_move.other();
        Arc::new(next)
    }
}
