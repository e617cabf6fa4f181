//! Refusal in text: positions, moves, and which rule a move breaks.

use skirmish_board::{Frame, Move, MoveList, Notation, Piece, Position, Side, TextError, View, quoted};

use super::{ACCEPT, GRID, Kind, Phase, REFUSE, Refusal, far_row, moves::knight_jumps};
use crate::grid::{bit, column_of, row_of};
use crate::text::{
    blocked, cased, check_one_each, common_rule, fields, format_squares, name, parse_piece, parse_side, rows_ahead,
    side_letter,
};

const FRAME: Frame = Frame { top: "   computer", bottom: "   human", ruler: true, width: 1 };

impl Kind {
    fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'N',
            Kind::LeftRook => 'L',
            Kind::RightRook => 'R',
            Kind::King => 'K',
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Kind::Pawn => "pawn",
            Kind::Knight => "knight",
            Kind::LeftRook => "left rook",
            Kind::RightRook => "right rook",
            Kind::King => "king",
        }
    }

    /// Its picture: outlines are South's, filled shapes North's.
    fn glyph(self, side: Side) -> char {
        let pictures = match self {
            Kind::Pawn => ['♙', '♟'],
            Kind::Knight => ['♘', '♞'],
            Kind::LeftRook => ['◃', '◂'],
            Kind::RightRook => ['▹', '▸'],
            Kind::King => ['♔', '♚'],
        };
        pictures[side.index()]
    }
}

impl Notation for Refusal {
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        let [board, side, phase] = fields(text, ["board", "side to act", "turn (-, ?MOVE or !MOVE)"])?;
        let mut position = Refusal::empty(parse_side(side, "s", "n")?);
        GRID.parse_board(board, |square, c, _| {
            let (side, kind) = parse_piece(square, c, &Kind::ALL, Kind::letter)?;
            position.toggle(square, side, kind);
            Ok(())
        })?;
        check_one_each(
            "king",
            Side::BOTH.map(|side| (position.kinds[Kind::King as usize] & position.sides[side.index()]).count_ones()),
        )?;
        position.parse_phase(phase)?;
        Ok(position)
    }

    fn format_position(&self) -> String {
        let mut text = String::with_capacity(56);
        GRID.format_board(&mut text, |square| self.piece(square));
        text.push(' ');
        text.push(side_letter(self.side));
        match self.phase {
            Phase::Propose => text.push_str(" -"),
            Phase::Answer(mv) => text = text + " ?" + &format_squares(mv.from(), mv.to()),
            Phase::Replace(mv) => text = text + " !" + &format_squares(mv.from(), mv.to()),
        }
        text
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let answer = match text.trim().to_ascii_lowercase().as_str() {
            "accept" => Some(ACCEPT),
            "refuse" | "reject" => Some(REFUSE),
            _ => None,
        };
        match (self.phase, answer) {
            (Phase::Answer(_), Some(answer)) => Ok(answer),
            (Phase::Answer(mv), None) => Err(TextError::new(format!(
                "{} proposed {}: {} answers accept or refuse before anything else is played.",
                self.side.opposite(),
                format_squares(mv.from(), mv.to()),
                self.side
            ))),
            (_, Some(_)) if self.outcome().is_none() => {
                Err(TextError::new(format!("No move is proposed: it is {}'s turn to name one.", self.side)))
            }
            _ => self.parse_board_move(text),
        }
    }

    fn format_move(&self, mv: Move) -> String {
        match mv {
            ACCEPT => "accept".to_owned(),
            REFUSE => "refuse".to_owned(),
            _ => format_squares(mv.from(), mv.to()),
        }
    }

    fn ending(&self) -> String {
        match (self.king_lost(), self.phase) {
            (Some(loser), _) => format!("{loser}'s king was captured."),
            (None, _) if self.outcome().is_none() => String::new(),
            (None, Phase::Replace(mv)) => format!(
                "{}'s move {} was refused and {} has no other legal move.",
                self.side,
                format_squares(mv.from(), mv.to()),
                self.side
            ),
            (None, _) => format!("{} has no legal move.", self.side),
        }
    }

    fn view(&self) -> View {
        let mut view = GRID.view(FRAME, |square| self.piece(square));
        if let Phase::Answer(mv) | Phase::Replace(mv) = self.phase {
            view.pending = Some((name(mv.from()), name(mv.to())));
            let text = format_squares(mv.from(), mv.to());
            view.notes.push(match self.phase {
                Phase::Answer(_) => format!("{} proposes {text}.", self.side.opposite()),
                _ => format!("{text} was refused: {} must play another move.", self.side),
            });
        }
        view
    }
}

/// Every piece that can stand on the board.
pub(super) fn palette() -> Vec<Piece> {
    Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| drawn(side, kind))).collect()
}

/// A piece as people see it.
fn drawn(side: Side, kind: Kind) -> Piece {
    let letter = cased(kind.letter(), side);
    Piece { side, kind: kind.noun(), letter, coloured: letter, glyph: kind.glyph(side), gas: None }
}

impl Refusal {
    /// What people see on a square.
    fn piece(&self, square: u8) -> Option<Piece> {
        self.piece_on(square).map(|(side, kind)| drawn(side, kind))
    }

    /// The legal move of a piece that the text names, or the rule that it breaks.
    fn parse_board_move(&self, text: &str) -> Result<Move, TextError> {
        if self.outcome().is_some() {
            return Err(TextError::new(format!("The game is over: {}", self.ending())));
        }
        let (from, to) = GRID.parse_squares(text)?;
        let mv = Move::between(from, to);
        if self.phase == Phase::Replace(mv) {
            return Err(TextError::new(format!(
                "{} was refused this turn: {} must play a different move.",
                format_squares(from, to),
                self.side
            )));
        }
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        if moves.contains(&mv) { Ok(mv) } else { Err(TextError::new(self.rule_broken(from, to))) }
    }

    /// Reads the third field; a move named there must be one that its side could propose.
    fn parse_phase(&mut self, text: &str) -> Result<(), TextError> {
        let (mark, squares) = (text.chars().next(), text.get(1..).unwrap_or(""));
        let proposer = match mark {
            Some('-') if squares.is_empty() => return Ok(()),
            Some('?') => self.side.opposite(),
            Some('!') => self.side,
            _ => {
                let found = quoted(text);
                return Err(TextError::new(format!("the third field is {found}, expected -, ?MOVE or !MOVE")));
            }
        };
        let bad = |why: TextError| TextError::new(format!("the third field ({}): {why}", quoted(text)));
        let mut proposing = *self;
        if proposing.side != proposer {
            proposing.pass_turn();
        }
        let mv = proposing.parse_board_move(squares).map_err(bad)?;
        self.phase = if proposer == self.side { Phase::Replace(mv) } else { Phase::Answer(mv) };
        Ok(())
    }

    /// The rule that a move of the side to act breaks. The move is not legal.
    fn rule_broken(&self, from: u8, to: u8) -> String {
        if let Some(rule) = common_rule(self.side, from, to, |square| self.piece(square)) {
            return rule;
        }
        if let Some(Piece { side, kind, .. }) = self.piece(to).filter(|piece| piece.side == self.side) {
            return format!("{} holds {side}'s own {kind}, and no side captures its own pieces.", name(to));
        }
        let kind = self.kind_on(from);
        match kind {
            Kind::Pawn => self.pawn_rule(from, to),
            Kind::Knight => self.knight_rule(from, to),
            Kind::LeftRook | Kind::RightRook => self.rook_rule(kind, from, to),
            Kind::King => self.king_rule(from, to),
        }
    }

    fn pawn_rule(&self, from: u8, to: u8) -> String {
        let (a, b) = (name(from), name(to));
        let ahead = rows_ahead(self.side, from, to);
        let aside = column_of(from).abs_diff(column_of(to));
        match (ahead, aside, self.piece_on(to)) {
            _ if far_row(self.side) & bit(from) != 0 => {
                format!("The pawn on {a} stands on the far row and can never move again.")
            }
            (1, 0, Some((owner, kind))) => format!(
                "The pawn on {a} goes straight ahead only onto an empty square, and {b} holds {owner}'s {}.",
                kind.noun()
            ),
            (1, 1, None) => {
                format!("The pawn on {a} goes diagonally only to capture, and {b} is empty.")
            }
            _ => format!(
                "The pawn on {a} cannot reach {b}: a pawn goes one square forward, or one diagonally forward to capture."
            ),
        }
    }

    fn knight_rule(&self, from: u8, to: u8) -> String {
        let (a, b) = (name(from), name(to));
        if far_row(self.side) & bit(from) != 0 {
            format!("The knight on {a} stands on the far row and can never move again.")
        } else if knight_jumps(self.side.opposite(), from) & bit(to) != 0 {
            format!("The knight on {a} would go backward to {b}, and knights jump forward only.")
        } else {
            format!(
                "The knight on {a} cannot reach {b}: a knight jumps two squares in one direction and one across, always forward."
            )
        }
    }

    fn rook_rule(&self, kind: Kind, from: u8, to: u8) -> String {
        let (a, b, noun) = (name(from), name(to), kind.noun());
        let ahead = rows_ahead(self.side, from, to);
        let (way, other) = if kind == Kind::LeftRook { ("left", "right") } else { ("right", "left") };
        let sideways = row_of(from) == row_of(to);
        if !sideways && column_of(from) != column_of(to) {
            format!("The {noun} on {a} cannot reach {b}: rooks go straight, forward or to one side.")
        } else if ahead < 0 {
            format!("The {noun} on {a} would go backward to {b}, and rooks never do.")
        } else if sideways && (to < from) != (kind == Kind::LeftRook) {
            format!("The {noun} on {a} goes sideways only to the {way}, and {b} is to its {other}.")
        } else {
            self.blocked(from, to)
        }
    }

    fn king_rule(&self, from: u8, to: u8) -> String {
        let (a, b) = (name(from), name(to));
        if row_of(from) != row_of(to) {
            format!("The king on {a} cannot reach {b}: a king never leaves its row.")
        } else if self.piece_on(to).is_none() {
            format!("The king on {a} moves only to capture, and {b} is empty.")
        } else {
            self.blocked(from, to)
        }
    }

    /// The sentence for a line with a piece in the way.
    fn blocked(&self, from: u8, to: u8) -> String {
        blocked(from, to, |square| self.piece(square))
            .unwrap_or_else(|| format!("{} cannot be reached from {}.", name(to), name(from)))
    }
}
