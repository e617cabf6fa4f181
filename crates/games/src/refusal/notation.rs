//! The notation of Refusal: positions, moves, and which rule a move breaks.

use skirmish_board::{ActionKind, Move, Notation, Piece, Position, Side, Squares, TextError, View, quoted};

use super::{ACCEPT, GRID, Kind, NORTH_KEY, Phase, REFUSE, Refusal, far_row, moves::knight_jumps};
use crate::grid::{bit, column_of, row_of};
use crate::rectangular::{self, ExtraField, PieceKind, PieceStyle, Rectangular, owner};
use crate::text::{Grid, name, rows_ahead, squares_of};

impl PieceKind for Kind {
    const ALL: &'static [Kind] = &Kind::ALL;

    fn style(self) -> PieceStyle {
        match self {
            Kind::Pawn => PieceStyle::new("pawn", ['p', 'P'], ['♙', '♟']),
            Kind::Knight => PieceStyle::new("knight", ['n', 'N'], ['♘', '♞']),
            Kind::LeftRook => PieceStyle::new("left rook", ['l', 'L'], ['◃', '◂']),
            Kind::RightRook => PieceStyle::new("right rook", ['r', 'R'], ['▹', '▸']),
            Kind::King => PieceStyle::new("king", ['k', 'K'], ['♔', '♚']),
        }
    }
}

impl Rectangular for Refusal {
    type Kind = Kind;
    const GRID: Grid = GRID;
    const START: &'static str = "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l";
    const ROYAL: Option<Kind> = Some(Kind::King);
    const EXTRA_FIELD: Option<ExtraField<Refusal>> = Some(ExtraField {
        name: "turn (-, ?MOVE or !MOVE)",
        choices: &[("-", "a move is to be proposed")],
        parse: Refusal::parse_phase,
        format: Refusal::format_phase,
    });

    fn empty(side: Side) -> Refusal {
        let board_key = if side == Side::North { NORTH_KEY } else { 0 };
        Refusal { sides: [0; 2], kinds: [0; 5], board_key, side, phase: Phase::Propose }
    }

    fn put(&mut self, square: u8, side: Side, kind: Kind) {
        self.toggle(square, side, kind);
    }

    fn piece_on(&self, square: u8) -> Option<(Side, Kind)> {
        Some((owner(self.sides, square)?, self.kind_on(square)))
    }

    fn rule_broken(&self, from: u8, to: u8) -> String {
        if self.phase == Phase::Replace(Move::between(from, to)) {
            return format!(
                "{}{} was refused this turn: {} must play a different move.",
                name(from),
                name(to),
                self.side
            );
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
}

/// Answers and proposals are Refusal's own; everything else is as in other games.
impl Notation for Refusal {
    fn parse_position(&self, text: &str) -> Result<Self, TextError> {
        rectangular::parse_position(text)
    }

    fn format_position(&self) -> String {
        rectangular::format_position(self)
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
                squares_of(mv),
                self.side
            ))),
            (_, Some(_)) if self.outcome().is_none() => {
                Err(TextError::new(format!("No move is proposed: it is {}'s turn to name one.", self.side)))
            }
            _ => rectangular::parse_move(self, text),
        }
    }

    fn named_squares(&self, text: &str) -> Option<Squares> {
        GRID.named_squares(text)
    }

    fn squares(&self, mv: Move) -> Option<Squares> {
        (self.action_kind(mv) == ActionKind::Move).then(|| squares_of(mv))
    }

    fn action_kind(&self, mv: Move) -> ActionKind {
        match mv {
            ACCEPT => ActionKind::Accept,
            REFUSE => ActionKind::Refuse,
            _ => ActionKind::Move,
        }
    }

    fn ending(&self) -> String {
        match (self.king_lost(), self.phase) {
            (Some(loser), _) => format!("{loser}'s king was captured."),
            (None, _) if self.outcome().is_none() => String::new(),
            (None, Phase::Replace(mv)) => format!(
                "{}'s move {} was refused and {} has no other legal move.",
                self.side,
                squares_of(mv),
                self.side
            ),
            (None, _) => format!("{} has no legal move.", self.side),
        }
    }

    fn view(&self) -> View {
        let mut view = rectangular::view(self);
        if let Phase::Answer(mv) | Phase::Replace(mv) = self.phase {
            let text = squares_of(mv).to_string();
            view.pending = Some(squares_of(mv));
            view.notes.push(match self.phase {
                Phase::Answer(_) => format!("{} proposes {text}.", self.side.opposite()),
                _ => format!("{text} was refused: {} must play another move.", self.side),
            });
        }
        view
    }
}

impl Refusal {
    /// Reads the third field. A move in it must be one that its side could propose.
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
        let mv = rectangular::parse_move(&proposing, squares).map_err(bad)?;
        self.phase = if proposer == self.side { Phase::Replace(mv) } else { Phase::Answer(mv) };
        Ok(())
    }

    fn format_phase(&self) -> String {
        match self.phase {
            Phase::Propose => "-".to_owned(),
            Phase::Answer(mv) => format!("?{}", squares_of(mv)),
            Phase::Replace(mv) => format!("!{}", squares_of(mv)),
        }
    }

    fn pawn_rule(&self, from: u8, to: u8) -> String {
        let (a, b) = (name(from), name(to));
        let ahead = rows_ahead(self.side, from, to);
        let aside = column_of(from).abs_diff(column_of(to));
        match (ahead, aside, self.piece_on(to)) {
            _ if far_row(self.side) & bit(from) != 0 => {
                format!("The pawn on {a} is on the far row and can never move again.")
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
            format!("The knight on {a} is on the far row and can never move again.")
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
            self.line_rule(from, to)
        }
    }

    fn king_rule(&self, from: u8, to: u8) -> String {
        let (a, b) = (name(from), name(to));
        if row_of(from) != row_of(to) {
            format!("The king on {a} cannot reach {b}: a king never leaves its row.")
        } else if self.piece_on(to).is_none() {
            format!("The king on {a} moves only to capture, and {b} is empty.")
        } else {
            self.line_rule(from, to)
        }
    }

    /// The sentence for a line with a piece in the way.
    fn line_rule(&self, from: u8, to: u8) -> String {
        self.blocked(from, to).unwrap_or_else(|| format!("{} cannot be reached from {}.", name(to), name(from)))
    }
}
