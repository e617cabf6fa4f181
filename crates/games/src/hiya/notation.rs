//! Hi-YA! in text: positions, moves, and which rule a move breaks.

use skirmish_board::{Frame, Move, MoveList, Notation, Piece, Position, Side, TextError, View};

use super::{GRID, HiYa, Kind};
use crate::grid::{Direction, column_of, row_of};
use crate::text::{
    blocked, cased, check_one_each, common_rule, fields, format_squares, name, parse_piece, parse_side, rows_ahead,
    side_letter,
};

const FRAME: Frame = Frame { top: "   computer", bottom: "   human", ruler: true, width: 1 };

impl Kind {
    fn letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Ninja => 'J',
            Kind::Samurai => 'S',
            Kind::MiniNinja => 'N',
            Kind::MiniSamurai => 'M',
        }
    }

    /// The handout's letter, which is the same for both sides: colour alone tells them apart there.
    fn coloured(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Ninja => 'J',
            Kind::Samurai => 'S',
            Kind::MiniNinja => 'j',
            Kind::MiniSamurai => 's',
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Ninja => "ninja",
            Kind::Samurai => "samurai",
            Kind::MiniNinja => "mini-ninja",
            Kind::MiniSamurai => "mini-samurai",
        }
    }

    /// Its picture: outlines are South's, filled shapes North's.
    fn glyph(self, side: Side) -> char {
        let pictures = match self {
            Kind::King => ['♔', '♚'],
            Kind::Ninja => ['✧', '✦'],
            Kind::Samurai => ['♖', '♜'],
            Kind::MiniNinja => ['⋄', '⬩'],
            Kind::MiniSamurai => ['▫', '▪'],
        };
        pictures[side.index()]
    }
}

impl Notation for HiYa {
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let [board, side] = fields(text, ["board", "side to act"])?;
        let mut position = HiYa::empty(parse_side(side, "s", "n")?);
        GRID.parse_board(board, |square, c, _| {
            let (side, kind) = parse_piece(square, c, &Kind::ALL, Kind::letter)?;
            position.toggle(square, side, kind);
            Ok(())
        })?;
        check_one_each("king", Side::BOTH.map(|side| (position.kings & position.sides[side.index()]).count_ones()))?;
        Ok(position)
    }

    fn format_position(&self) -> String {
        let mut text = String::with_capacity(65);
        GRID.format_board(&mut text, |square| self.piece(square));
        text.push(' ');
        text.push(side_letter(self.side));
        text
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        if self.outcome().is_some() {
            return Err(TextError::new(format!("The game is over: {}", self.ending())));
        }
        let (from, to) = GRID.parse_squares(text)?;
        let mv = Move::between(from, to);
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        if moves.contains(&mv) { Ok(mv) } else { Err(TextError::new(self.rule_broken(from, to))) }
    }

    fn format_move(&self, mv: Move) -> String {
        format_squares(mv.from(), mv.to())
    }

    fn remark(&self, mv: Move) -> Option<&'static str> {
        (self.attacked_from(mv.to(), self.side) != 0).then_some("Hi-YA!")
    }

    fn ending(&self) -> String {
        match self.king_lost() {
            Some(loser) => format!("{loser}'s king was attacked."),
            None if self.outcome().is_none() => String::new(),
            None => format!("{} has no legal move.", self.side),
        }
    }

    fn view(&self) -> View {
        GRID.view(FRAME, |square| self.piece(square))
    }
}

/// Every piece that can stand on the board.
pub(super) fn palette() -> Vec<Piece> {
    Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| drawn(side, kind))).collect()
}

/// A piece as people see it.
fn drawn(side: Side, kind: Kind) -> Piece {
    let (letter, coloured) = (cased(kind.letter(), side), kind.coloured());
    Piece { side, kind: kind.noun(), letter, coloured, glyph: kind.glyph(side), gas: None }
}

impl HiYa {
    /// What people see on a square.
    fn piece(&self, square: u8) -> Option<Piece> {
        self.piece_on(square).map(|(side, kind)| drawn(side, kind))
    }

    /// The rule that a move of the side to move breaks. The move is not legal.
    fn rule_broken(&self, from: u8, to: u8) -> String {
        if let Some(rule) = common_rule(self.side, from, to, |square| self.piece(square)) {
            return rule;
        }
        let kind = self.kind_on(from);
        if kind == Kind::King {
            return format!("The king on {} never moves.", name(from));
        }
        self.direction_rule(kind, from, to)
            .or_else(|| self.occupied_rule(to))
            .or_else(|| blocked(from, to, |square| self.piece(square)))
            .unwrap_or_else(|| self.attack_rule(kind, from, to))
    }

    /// The rule broken by a move in a direction or over a distance that the piece never goes.
    fn direction_rule(&self, kind: Kind, from: u8, to: u8) -> Option<String> {
        let (a, b, noun) = (name(from), name(to), kind.noun());
        let ahead = rows_ahead(self.side, from, to);
        let aside = column_of(from).abs_diff(column_of(to));
        let distance = aside.max(ahead.unsigned_abs());
        if kind.is_ninja() && ahead.unsigned_abs() != aside {
            Some(format!("The {noun} on {a} cannot reach {b}: ninjas go diagonally."))
        } else if !kind.is_ninja() && ahead != 0 && aside != 0 {
            Some(format!("The {noun} on {a} cannot reach {b}: samurai go straight, forward or sideways."))
        } else if !kind.is_ninja() && ahead < 0 {
            Some(format!("The {noun} on {a} would go backward to {b}, and samurai never do."))
        } else if kind.is_mini() && distance > 1 {
            Some(format!("The {noun} on {a} cannot reach {b}: minis go one square only."))
        } else {
            None
        }
    }

    /// The rule broken by a move onto a piece.
    fn occupied_rule(&self, to: u8) -> Option<String> {
        let Piece { side, kind, .. } = self.piece(to)?;
        Some(if side == self.side {
            format!("{} holds {side}'s own {kind}, and pieces move only onto empty squares.", name(to))
        } else {
            format!(
                "{} holds {side}'s {kind}, and pieces move only onto empty squares: an attack lands in front of its victim.",
                name(to)
            )
        })
    }

    /// The rule broken by a move on a free line that would be legal if it attacked.
    fn attack_rule(&self, kind: Kind, from: u8, to: u8) -> String {
        let (a, b, noun) = (name(from), name(to), kind.noun());
        let way = if kind.is_ninja() { "backward" } else { "sideways" };
        let last_row = if self.side == Side::South { GRID.rows - 1 } else { 0 };
        let ahead = to.wrapping_add_signed(Direction::forward(self.side).offset());
        let why = if row_of(to) == last_row {
            "no row lies beyond it".to_owned()
        } else if let Some(Piece { side, kind, .. }) = self.piece(ahead) {
            format!("{} holds {side}'s own {kind}", name(ahead))
        } else {
            format!("no enemy stands on {}", name(ahead))
        };
        format!("The {noun} on {a} goes {way} to {b} only to attack, and {why}.")
    }
}
