//! Trench Run in text: positions, moves, and which rule a move breaks.

use skirmish_board::{Frame, Move, MoveList, Notation, Piece, Position, Side, TextError, View, quoted};

use super::{GRID, Kind, Trench};
use crate::grid::{column_of, row_of};
use crate::text::{
    blocked, check_one_each, common_rule, fields, format_squares, name, not_a_piece, parse_side, rows_ahead,
    side_letter,
};

const FRAME: Frame = Frame { top: "  COMPUTER", bottom: "  HUMAN", ruler: false, width: 1 };

impl Kind {
    fn letter(self, side: Side) -> char {
        match (self, side) {
            (Kind::Tie, Side::South) => 't',
            (Kind::Tie, Side::North) => 'T',
            (Kind::XWing, Side::South) => 'x',
            (Kind::XWing, Side::North) => 'X',
            (Kind::Wall, Side::South) => '+',
            (Kind::Wall, Side::North) => '~',
            (Kind::DeathStar, Side::South) => '@',
            (Kind::DeathStar, Side::North) => '*',
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Kind::Tie => "TIE",
            Kind::XWing => "X-wing",
            Kind::Wall => "wall",
            Kind::DeathStar => "Death Star",
        }
    }

    /// Its picture: outlines are South's, filled shapes North's.
    fn glyph(self, side: Side) -> char {
        let pictures = match self {
            Kind::Tie => ['⬡', '⬢'],
            Kind::XWing => ['✕', '✖'],
            Kind::Wall => ['▭', '▬'],
            Kind::DeathStar => ['⊚', '⦿'],
        };
        pictures[side.index()]
    }
}

impl Notation for Trench {
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let names = ["board", "side to act", "sides that moved a TIE sideways (-, n, s or ns)"];
        let [board, side, sideways] = fields(text, names)?;
        let mut position = Trench::empty(parse_side(side, "s", "n")?);
        GRID.parse_board(board, |square, c, _| {
            let pieces = || Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| (side, kind)));
            let piece = pieces().find(|&(side, kind)| kind.letter(side) == c);
            let (side, kind) = piece.ok_or_else(|| not_a_piece(square, c, "TX~* tx+@"))?;
            position.toggle(square, side, kind);
            Ok(())
        })?;
        let stars = position.of(Kind::DeathStar);
        check_one_each("Death Star", position.sides.map(|side| (stars & side).count_ones()))?;
        position.sideways = parse_sideways(sideways)?;
        Ok(position)
    }

    fn format_position(&self) -> String {
        let mut text = String::with_capacity(60);
        GRID.format_board(&mut text, |square| self.piece(square));
        text.push(' ');
        text.push(side_letter(self.side));
        text.push(' ');
        if self.sideways == 0 {
            text.push('-');
        }
        text.extend(self.sides_gone_sideways().map(side_letter));
        text
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        if self.outcome().is_some() {
            return Err(TextError::new(format!("The game is over: {}", self.ending())));
        }
        let (from, to) = GRID.parse_squares(text)?;
        let mv = Move::between(from, to);
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        if moves.contains(&mv) { Ok(mv) } else { Err(TextError::new(self.rule_broken(from, to))) }
    }

    fn format_move(&self, mv: Move) -> String {
        format_squares(mv.from(), mv.to())
    }

    fn ending(&self) -> String {
        match self.star_lost() {
            Some(loser) => format!("{loser}'s Death Star was captured."),
            None if self.outcome().is_none() => String::new(),
            None => format!("{} has no legal move.", self.side),
        }
    }

    fn view(&self) -> View {
        let mut view = GRID.view(FRAME, |square| self.piece(square));
        view.notes.extend(self.sides_gone_sideways().map(|side| {
            let when = if side == self.side { "now" } else { "next turn" };
            format!("{side}'s last move was a TIE moving sideways: none of its TIEs may move sideways {when}.")
        }));
        view
    }
}

/// Reads the third field.
fn parse_sideways(text: &str) -> Result<u8, TextError> {
    let (south, north) = (Trench::flag(Side::South), Trench::flag(Side::North));
    match text {
        "-" => Ok(0),
        "n" => Ok(north),
        "s" => Ok(south),
        "ns" => Ok(north | south),
        _ => Err(TextError::new(format!("the third field is {}, expected -, n, s or ns", quoted(text)))),
    }
}

/// Every piece that can stand on the board.
pub(super) fn palette() -> Vec<Piece> {
    Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| drawn(side, kind))).collect()
}

/// A piece as people see it.
fn drawn(side: Side, kind: Kind) -> Piece {
    let letter = kind.letter(side);
    Piece { side, kind: kind.noun(), letter, coloured: letter, glyph: kind.glyph(side), gas: None }
}

impl Trench {
    /// What people see on a square.
    fn piece(&self, square: u8) -> Option<Piece> {
        self.piece_on(square).map(|(side, kind)| drawn(side, kind))
    }

    /// The sides whose last move was a TIE moving sideways, in the order of the third field.
    fn sides_gone_sideways(&self) -> impl Iterator<Item = Side> {
        [Side::North, Side::South].into_iter().filter(|&side| self.moved_sideways(side))
    }

    /// The rule that a move of the side to move breaks. The move is not legal.
    fn rule_broken(&self, from: u8, to: u8) -> String {
        if let Some(rule) = common_rule(self.side, from, to, |square| self.piece(square)) {
            return rule;
        }
        let (a, b) = (name(from), name(to));
        let rows = row_of(from).abs_diff(row_of(to));
        let columns = column_of(from).abs_diff(column_of(to));
        match (self.kind_on(from), self.piece_on(to)) {
            (kind @ (Kind::Wall | Kind::DeathStar), _) => {
                format!("The {} on {a} cannot move: walls and Death Stars never do.", kind.noun())
            }
            (_, Some((side, kind))) if side == self.side => {
                format!("{b} holds {side}'s own {}, and no side captures its own pieces.", kind.noun())
            }
            (Kind::XWing, _) if rows != columns => {
                format!("The X-wing on {a} cannot reach {b}: X-wings go diagonally.")
            }
            (Kind::Tie, _) if rows != 0 && columns != 0 => {
                format!("The TIE on {a} cannot reach {b}: TIEs go straight along their column or row.")
            }
            (kind, met) => blocked(from, to, |square| self.piece(square))
                .unwrap_or_else(|| self.direction_rule(kind, from, to, met.map(|(_, kind)| kind))),
        }
    }

    /// The rule broken by a move along a free line, which meets an enemy or nothing at its end.
    fn direction_rule(&self, kind: Kind, from: u8, to: u8, met: Option<Kind>) -> String {
        let (a, b, noun, enemy) = (name(from), name(to), kind.noun(), self.side.opposite());
        let ahead = rows_ahead(self.side, from, to);
        match met {
            Some(Kind::Wall) => format!("{b} holds {enemy}'s wall, and walls are never captured."),
            Some(Kind::DeathStar) if ahead >= 0 => {
                let way = if ahead > 0 { "forward" } else { "sideways" };
                format!(
                    "{b} holds {enemy}'s Death Star, which only a move going backward captures, and the {noun} on {a} would go {way}."
                )
            }
            _ if ahead == 0 => format!(
                "{a} is a TIE and one of {}'s TIEs moved sideways last turn, so none may move sideways now.",
                self.side
            ),
            _ => format!("The {noun} on {a} goes backward only to capture, and {b} is empty."),
        }
    }
}
