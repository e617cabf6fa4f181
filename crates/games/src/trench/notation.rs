//! The notation of Trench Run: positions, moves, and which rule a move breaks.

use skirmish_board::{Frame, Marker, Notation, Position, Side, TextError, quoted};

use super::{GRID, Kind, NORTH_KEY, Trench};
use crate::grid::{column_of, row_of, squares};
use crate::rectangular::{self, ExtraField, PieceKind, PieceStyle, Rectangular, owner, side_letter};
use crate::text::{Grid, name, rows_ahead};

impl PieceKind for Kind {
    const ALL: &'static [Kind] = &Kind::ALL;

    fn style(self) -> PieceStyle {
        match self {
            Kind::Tie => PieceStyle::new("TIE", ['t', 'T'], ['⬡', '⬢']),
            Kind::XWing => PieceStyle::new("X-wing", ['x', 'X'], ['✕', '✖']),
            Kind::Wall => PieceStyle::new("wall", ['+', '~'], ['▭', '▬']),
            Kind::DeathStar => PieceStyle::new("Death Star", ['@', '*'], ['⊚', '⦿']),
        }
    }
}

impl Rectangular for Trench {
    type Kind = Kind;
    const GRID: Grid = GRID;
    const START: &'static str = "-TT-TT-/--~*~--/XX---XX/-------/xx---xx/--+@+--/-tt-tt-";
    const FRAME: Frame = Frame { top: "  COMPUTER", bottom: "  HUMAN", ruler: false, width: 1 };
    const ROYAL: Option<Kind> = Some(Kind::DeathStar);
    const EXTRA_FIELD: Option<ExtraField<Trench>> = Some(ExtraField {
        name: "sides that moved a TIE sideways (-, n, s or ns)",
        choices: &[
            ("-", "neither side has just moved a TIE sideways"),
            ("s", "South has just moved a TIE sideways"),
            ("n", "North has just moved a TIE sideways"),
            ("ns", "both sides have just moved a TIE sideways"),
        ],
        parse: Trench::parse_sideways,
        format: Trench::format_sideways,
    });

    fn empty(side: Side) -> Trench {
        let board_key = if side == Side::North { NORTH_KEY } else { 0 };
        Trench { sides: [0; 2], kinds: [0; 4], board_key, side, sideways: 0 }
    }

    fn put(&mut self, square: u8, side: Side, kind: Kind) {
        self.toggle(square, side, kind);
    }

    fn piece_on(&self, square: u8) -> Option<(Side, Kind)> {
        Some((owner(self.sides, square)?, self.kind_on(square)))
    }

    fn notes(&self) -> Vec<String> {
        let note = |side: Side| {
            let when = if side == self.side { "now" } else { "next turn" };
            format!("{side}'s last move was a TIE moving sideways: none of its TIEs may move sideways {when}.")
        };
        self.sides_gone_sideways().map(note).collect()
    }

    fn markers(&self) -> Vec<Marker> {
        let of = |side: Side, kind: Kind| squares(self.sides[side.index()] & self.of(kind)).map(name);
        let bound = self.sides_gone_sideways().flat_map(|side| {
            let words = if side == self.side { "may not go sideways now" } else { "may not go sideways next turn" };
            of(side, Kind::Tie).map(move |square| Marker::Bound { square, words })
        });
        let open = Side::BOTH.into_iter().flat_map(|toward| {
            let words = "can only be captured from behind";
            of(toward, Kind::DeathStar).map(move |square| Marker::Open { square, toward, words })
        });
        let walls = squares(self.of(Kind::Wall)).map(|square| Marker::Wall { square: name(square) });
        bound.chain(open).chain(walls).collect()
    }

    fn rule_broken(&self, from: u8, to: u8) -> String {
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
            (kind, met) => {
                self.blocked(from, to).unwrap_or_else(|| self.direction_rule(kind, from, to, met.map(|(_, kind)| kind)))
            }
        }
    }
}

impl Notation for Trench {
    rectangular::notation!();

    fn ending(&self) -> String {
        match self.star_lost() {
            Some(loser) => format!("{loser}'s Death Star was captured."),
            None if self.outcome().is_none() => String::new(),
            None => format!("{} has no legal move.", self.side),
        }
    }
}

impl Trench {
    /// Reads the third field.
    fn parse_sideways(&mut self, text: &str) -> Result<(), TextError> {
        let (south, north) = (Trench::flag(Side::South), Trench::flag(Side::North));
        self.sideways = match text {
            "-" => 0,
            "n" => north,
            "s" => south,
            "ns" => north | south,
            _ => return Err(TextError::new(format!("the third field is {}, expected -, n, s or ns", quoted(text)))),
        };
        Ok(())
    }

    fn format_sideways(&self) -> String {
        if self.sideways == 0 { "-".to_owned() } else { self.sides_gone_sideways().map(side_letter).collect() }
    }

    /// The sides whose last move was a TIE moving sideways, in the order of the third field.
    fn sides_gone_sideways(&self) -> impl Iterator<Item = Side> {
        [Side::North, Side::South].into_iter().filter(|&side| self.moved_sideways(side))
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
                "The TIE on {a} may not move sideways now, because one of {}'s TIEs did so last turn.",
                self.side
            ),
            _ => format!("The {noun} on {a} goes backward only to capture, and {b} is empty."),
        }
    }
}
