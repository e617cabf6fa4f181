//! Trench Run: a Death Star falls only to a piece coming from behind.
//!
//! No position recurs. Captures shrink the material, and backward moves are captures. Without captures pieces only go
//! forward, but for sideways TIE moves, and no side may make two of these in succession.

use std::sync::Arc;

use crate::Position;
use crate::board::{Board, Side, Square, format_move, parse_move};

pub fn start(_size: Option<usize>) -> String {
    "-TT-TT-/--~*~--/XX---XX/-------/xx---xx/--+@+--/-tt-tt- s -".to_owned()
}

const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const STRAIGHTS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// What a piece is, apart from its side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tie,
    XWing,
    Wall,
    DeathStar,
}

fn side_and_kind(piece: char) -> (Side, Kind) {
    match piece {
        'T' => (Side::North, Kind::Tie),
        'X' => (Side::North, Kind::XWing),
        '~' => (Side::North, Kind::Wall),
        '*' => (Side::North, Kind::DeathStar),
        't' => (Side::South, Kind::Tie),
        'x' => (Side::South, Kind::XWing),
        '+' => (Side::South, Kind::Wall),
        '@' => (Side::South, Kind::DeathStar),
        _ => panic!("no piece is called {piece:?}"),
    }
}

#[derive(Clone)]
pub struct Trench {
    board: Board,
    to_move: Side,
    /// Whether North's latest move was a TIE going sideways.
    north_went_sideways: bool,
    /// The same for South.
    south_went_sideways: bool,
}

impl Trench {
    pub fn parse(text: &str) -> Trench {
        let fields: Vec<&str> = text.split(' ').collect();
        Trench {
            board: Board::parse(fields[0]),
            to_move: Side::parse(fields[1]),
            north_went_sideways: fields[2].contains('n'),
            south_went_sideways: fields[2].contains('s'),
        }
    }

    /// Where a piece of the side to move can go in one direction.
    fn targets(&self, from: Square, step: (i32, i32)) -> Vec<Square> {
        let sideways = step.1 == 0;
        let backward = step.1 == -self.to_move.forward();
        // A side that has just moved a TIE sideways may not do so again with any TIE.
        if sideways && self.went_sideways(self.to_move) {
            return Vec::new();
        }
        let mut targets = Vec::new();
        let (empty, met) = self.board.line(from, step);
        // Backward is for captures only.
        if !backward {
            targets.extend(empty);
        }
        if let Some((to, piece)) = met
            && self.can_capture(piece, backward)
        {
            targets.push(to);
        }
        targets
    }

    /// Whether the side to move may capture this piece by a move in the direction given.
    fn can_capture(&self, piece: char, backward: bool) -> bool {
        let (side, kind) = side_and_kind(piece);
        // No one captures its own.
        if side == self.to_move {
            return false;
        }
        match kind {
            Kind::Tie | Kind::XWing => true,
            // A wall stands for ever.
            Kind::Wall => false,
            // A Death Star falls only to a move going backward.
            Kind::DeathStar => backward,
        }
    }

    fn went_sideways(&self, side: Side) -> bool {
        match side {
            Side::North => self.north_went_sideways,
            Side::South => self.south_went_sideways,
        }
    }
}

impl Position for Trench {
    fn text(&self) -> String {
        let sideways = match (self.north_went_sideways, self.south_went_sideways) {
            (false, false) => "-",
            (true, false) => "n",
            (false, true) => "s",
            (true, true) => "ns",
        };
        format!("{} {} {sideways}", self.board.text(), self.to_move.letter())
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    /// The Death Stars.
    fn kings(&self) -> [char; 2] {
        ['*', '@']
    }

    fn actions(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (from, piece) in self.board.pieces() {
            let (side, kind) = side_and_kind(piece);
            if side != self.to_move {
                continue;
            }
            // X-wings go diagonally, TIEs straight, walls and Death Stars nowhere.
            let steps: &[(i32, i32)] = match kind {
                Kind::XWing => &DIAGONALS,
                Kind::Tie => &STRAIGHTS,
                Kind::Wall | Kind::DeathStar => &[],
            };
            for &step in steps {
                for to in self.targets(from, step) {
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
        // Only TIEs can stay on their row, so a move along a row is a sideways TIE move. The other side's mark stays.
        let sideways = from.1 == to.1;
        match self.to_move {
            Side::North => next.north_went_sideways = sideways,
            Side::South => next.south_went_sideways = sideways,
        }
        next.to_move = self.to_move.other();
        Arc::new(next)
    }
}
