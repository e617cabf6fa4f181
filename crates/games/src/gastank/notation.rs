//! GasTank Chess in text: positions, moves, and which rule a move breaks.

use skirmish_board::{Frame, Move, MoveList, Notation, Piece, Position, Side, TextError, View, quoted};

use super::{FULL, GRID, GasTank, Kind};
use crate::grid::{bit, column_of, row_of};
use crate::text::{
    blocked, cased, check_one_each, common_rule, fields, format_squares, name, parse_piece, parse_side, side_letter,
};

const FRAME: Frame = Frame { top: "  computer", bottom: "  human", ruler: true, width: 2 };

impl Kind {
    fn letter(self) -> char {
        match self {
            Kind::King => 'K',
            Kind::Knight => 'N',
            Kind::Bishop => 'B',
            Kind::Queen => 'Q',
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Knight => "knight",
            Kind::Bishop => "bishop",
            Kind::Queen => "queen",
        }
    }

    /// Its picture: outlines are South's, filled shapes North's.
    fn glyph(self, side: Side) -> char {
        let pictures = match self {
            Kind::King => ['♔', '♚'],
            Kind::Knight => ['♘', '♞'],
            Kind::Bishop => ['♗', '♝'],
            Kind::Queen => ['♕', '♛'],
        };
        pictures[side.index()]
    }
}

impl Notation for GasTank {
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let [board, side] = fields(text, ["board", "side to act"])?;
        let mut position = GasTank::empty(parse_side(side, "s", "n")?);
        GRID.parse_board(board, |square, c, rest| {
            let (side, kind) = parse_piece(square, c, &Kind::ALL, Kind::letter)?;
            let gas = parse_gas(square, kind, rest.next())?;
            position.put(square, side, kind, gas);
            Ok(())
        })?;
        check_one_each("king", Side::BOTH.map(|side| position.king(side).count_ones()))?;
        Ok(position)
    }

    fn format_position(&self) -> String {
        let mut text = String::with_capacity(2 * 56 + 8);
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
        self.legal_moves(&mut moves);
        if moves.contains(&mv) { Ok(mv) } else { Err(TextError::new(self.rule_broken(from, to))) }
    }

    fn format_move(&self, mv: Move) -> String {
        format_squares(mv.from(), mv.to())
    }

    fn ending(&self) -> String {
        match self.king_lost() {
            Some(loser) => format!("{loser}'s king was captured."),
            None if self.movable() != 0 => String::new(),
            None if self.fuelled(self.side) == 0 => {
                format!("{} has no legal move: all its pieces are out of gas.", self.side)
            }
            None => format!("{} has no legal move: its own king blocks its only piece with gas.", self.side),
        }
    }

    fn view(&self) -> View {
        GRID.view(FRAME, |square| self.piece(square))
    }
}

/// Reads the character after a piece, its gas.
fn parse_gas(square: u8, kind: Kind, found: Option<char>) -> Result<u8, TextError> {
    match found.and_then(|c| c.to_digit(10)) {
        Some(gas) if gas <= FULL.into() => Ok(gas as u8),
        _ => {
            let found = found.map_or("missing".to_owned(), |c| quoted(&c.to_string()));
            let (square, noun) = (name(square), kind.noun());
            Err(TextError::new(format!("square {square}: the {noun}'s gas is {found}, expected a digit 0 to {FULL}")))
        }
    }
}

/// Every piece that can stand on the board.
pub(super) fn palette() -> Vec<Piece> {
    Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| drawn(side, kind, FULL))).collect()
}

/// A piece as people see it.
fn drawn(side: Side, kind: Kind, gas: u8) -> Piece {
    let letter = cased(kind.letter(), side);
    Piece { side, kind: kind.noun(), letter, coloured: letter, glyph: kind.glyph(side), gas: Some(gas) }
}

impl GasTank {
    /// What people see on a square.
    fn piece(&self, square: u8) -> Option<Piece> {
        Some(drawn(self.owner_of(square)?, self.kind_on(square), self.gas_on(square)))
    }

    /// The rule that a move of the side to move breaks. The move is not legal.
    fn rule_broken(&self, from: u8, to: u8) -> String {
        if let Some(rule) = common_rule(self.side, from, to, |square| self.piece(square)) {
            return rule;
        }
        let (a, b, kind) = (name(from), name(to), self.kind_on(from));
        let noun = kind.noun();
        if self.gas_on(from) == 0 {
            return format!("The {noun} on {a} is out of gas and can never move again.");
        }
        if self.king(self.side) & bit(to) != 0 {
            return format!(
                "{b} holds {side}'s own king, the one piece that {side} may not capture.",
                side = self.side
            );
        }
        let slides = self.sliders & bit(from) != 0 && on_a_diagonal(from, to);
        if slides && let Some(rule) = blocked(from, to, |square| self.piece(square)) {
            return rule;
        }
        let way = match kind {
            Kind::King => "a king goes one square in any direction",
            Kind::Knight => "a knight jumps two squares in one direction and one across",
            Kind::Bishop => "a bishop goes diagonally only",
            Kind::Queen => "a queen moves as a bishop or as a knight",
        };
        format!("The {noun} on {a} cannot reach {b}: {way}.")
    }
}

fn on_a_diagonal(from: u8, to: u8) -> bool {
    column_of(from).abs_diff(column_of(to)) == row_of(from).abs_diff(row_of(to))
}
