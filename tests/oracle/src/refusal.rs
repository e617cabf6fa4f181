//! Refusal: every turn the opponent may send one move back.
//!
//! No position recurs. Captures shrink the material. Between captures no piece goes backward, a king stands still, and
//! a rook slides sideways in one direction only; the direction changes once, when it arrives on the far row.

use std::sync::Arc;

use crate::Position;
use crate::board::{Board, Side, Square, add, format_move, parse_move};

pub fn start(_size: Option<usize>) -> String {
    "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -".to_owned()
}

/// Where in a turn the game stands. The board shows a proposal not yet played.
#[derive(Clone)]
enum Phase {
    /// The side to move proposes a move.
    Propose,
    /// This move is proposed, and the side to move answers it.
    Answer(String),
    /// This move was refused, and the side to move must play another.
    Replace(String),
}

#[derive(Clone)]
pub struct Refusal {
    board: Board,
    to_move: Side,
    phase: Phase,
}

impl Refusal {
    pub fn parse(text: &str) -> Refusal {
        let fields: Vec<&str> = text.split(' ').collect();
        let phase = match fields[2].split_at(1) {
            ("?", mv) => Phase::Answer(mv.to_string()),
            ("!", mv) => Phase::Replace(mv.to_string()),
            _ => Phase::Propose,
        };
        Refusal { board: Board::parse(fields[0]), to_move: Side::parse(fields[1]), phase }
    }

    /// The row on which a side's pawns and knights get cannot_move and its rooks change kind.
    fn far_row(&self, side: Side) -> i32 {
        match side {
            Side::North => 0,
            Side::South => self.board.height() - 1,
        }
    }

    /// All moves the pieces of the side to move can make, a refused one included.
    fn piece_moves(&self) -> Vec<String> {
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

    /// Where one piece of the side to move can go.
    fn targets(&self, from: Square, piece: char) -> Vec<Square> {
        match piece.to_ascii_lowercase() {
            'p' => self.pawn_targets(from),
            'n' => self.knight_targets(from),
            'l' => self.rook_targets(from, -1),
            'r' => self.rook_targets(from, 1),
            'k' => self.king_targets(from),
            _ => panic!("no piece is called {piece:?}"),
        }
    }

    fn pawn_targets(&self, from: Square) -> Vec<Square> {
        let forward = self.to_move.forward();
        let mut targets = Vec::new();
        // Straight forward it moves one square, and captures nothing.
        let ahead = add(from, (0, forward));
        if self.board.is_empty(ahead) {
            targets.push(ahead);
        }
        // Diagonally forward it captures, and does nothing else.
        for sideways in [-1, 1] {
            let diagonal = add(from, (sideways, forward));
            if self.is_enemy(diagonal) {
                targets.push(diagonal);
            }
        }
        targets
    }

    fn knight_targets(&self, from: Square) -> Vec<Square> {
        let forward = self.to_move.forward();
        let mut targets = Vec::new();
        // It jumps two and one, always forward, onto an empty square or an enemy.
        for (columns, rows) in [(-1, 2), (1, 2), (-2, 1), (2, 1)] {
            let to = add(from, (columns, rows * forward));
            if self.board.is_empty(to) || self.is_enemy(to) {
                targets.push(to);
            }
        }
        targets
    }

    fn rook_targets(&self, from: Square, sideways: i32) -> Vec<Square> {
        let mut targets = Vec::new();
        // It goes any distance forward, or sideways to its one side, and captures the enemy that stops it.
        for step in [(0, self.to_move.forward()), (sideways, 0)] {
            let (empty, met) = self.board.line(from, step);
            targets.extend(empty);
            if let Some((to, _)) = met
                && self.is_enemy(to)
            {
                targets.push(to);
            }
        }
        targets
    }

    fn king_targets(&self, from: Square) -> Vec<Square> {
        let mut targets = Vec::new();
        // It looks along its row both ways; it may capture the first piece met, and may not just move.
        for step in [(-1, 0), (1, 0)] {
            if let (_, Some((to, _))) = self.board.line(from, step)
                && self.is_enemy(to)
            {
                targets.push(to);
            }
        }
        targets
    }

    /// Whether an enemy of the side to move stands on this square.
    fn is_enemy(&self, square: Square) -> bool {
        match self.board.at(square) {
            None | Some('-') => false,
            Some(piece) => Side::of_letter(piece) != self.to_move,
        }
    }

    /// The board after a move of either side's piece.
    fn board_after(&self, mv: &str) -> Board {
        let (from, to) = parse_move(mv);
        let mut piece = self.board.at(from).expect("a move starts on the board");
        // A rook that arrives on the far row becomes the other kind; one that slides along that row arrived before.
        let far_row = self.far_row(Side::of_letter(piece));
        if to.1 == far_row && from.1 != far_row {
            piece = match piece {
                'l' => 'r',
                'r' => 'l',
                'L' => 'R',
                'R' => 'L',
                other => other,
            };
        }
        let mut board = self.board.clone();
        board.set(from, '-');
        board.set(to, piece);
        board
    }
}

impl Position for Refusal {
    fn text(&self) -> String {
        let phase = match &self.phase {
            Phase::Propose => "-".to_string(),
            Phase::Answer(mv) => format!("?{mv}"),
            Phase::Replace(mv) => format!("!{mv}"),
        };
        format!("{} {} {phase}", self.board.text(), self.to_move.letter())
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn actions(&self) -> Vec<String> {
        match &self.phase {
            Phase::Propose => self.piece_moves(),
            Phase::Answer(_) => vec!["accept".to_string(), "refuse".to_string()],
            Phase::Replace(refused) => {
                let mut moves = self.piece_moves();
                moves.retain(|mv| mv != refused);
                moves
            }
        }
    }

    fn play(&self, action: &str) -> Arc<dyn Position> {
        let other = self.to_move.other();
        let next = match &self.phase {
            // A proposal leaves the board alone and asks the other side.
            Phase::Propose => {
                Refusal { board: self.board.clone(), to_move: other, phase: Phase::Answer(action.to_string()) }
            }
            // Accepted: the move is played, and whoever accepted it proposes next.
            Phase::Answer(mv) if action == "accept" => {
                Refusal { board: self.board_after(mv), to_move: self.to_move, phase: Phase::Propose }
            }
            // Refused: back to the side that proposed.
            Phase::Answer(mv) => {
                Refusal { board: self.board.clone(), to_move: other, phase: Phase::Replace(mv.clone()) }
            }
            // The second move of a turn stands.
            Phase::Replace(_) => Refusal { board: self.board_after(action), to_move: other, phase: Phase::Propose },
        };
        Arc::new(next)
    }

    fn is_proposal_turn(&self) -> bool {
        matches!(self.phase, Phase::Propose)
    }

    fn play_accepted(&self, mv: &str) -> Arc<dyn Position> {
        if self.is_proposal_turn() { self.play(mv).play("accept") } else { self.play(mv) }
    }
}
