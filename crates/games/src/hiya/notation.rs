//! The notation of Hi-YA!: positions, moves, and which rule a move breaks.

use skirmish_board::{Effect, Move, Notation, Piece, Position, Side, effects_on_board};

use super::{GRID, HiYa, Kind, NORTH_KEY};
use crate::grid::{Direction, column_of, row_of};
use crate::rectangular::{self, PieceKind, PieceStyle, Rectangular, owner};
use crate::text::{Grid, name, rows_ahead};

impl PieceKind for Kind {
    const ALL: &'static [Kind] = &Kind::ALL;

    /// On coloured boards the letters are those of the handout, where only colour tells the sides apart.
    fn style(self) -> PieceStyle {
        match self {
            Kind::Samurai => PieceStyle::new("samurai", ['s', 'S'], ['♖', '♜']).coloured('S'),
            Kind::Ninja => PieceStyle::new("ninja", ['j', 'J'], ['✧', '✦']).coloured('J'),
            Kind::MiniSamurai => PieceStyle::new("mini-samurai", ['m', 'M'], ['▫', '▪']).coloured('s'),
            Kind::MiniNinja => PieceStyle::new("mini-ninja", ['n', 'N'], ['⋄', '⬩']).coloured('j'),
            Kind::King => PieceStyle::new("king", ['k', 'K'], ['♔', '♚']).coloured('K'),
        }
    }
}

impl Rectangular for HiYa {
    type Kind = Kind;
    const GRID: Grid = GRID;
    const START: &'static str = "---K---/JJJ-SSS/MMM-NNN/-------/-------/nnn-mmm/sss-jjj/---k---";
    const ROYAL: Option<Kind> = Some(Kind::King);

    fn empty(side: Side) -> HiYa {
        let key = if side == Side::North { NORTH_KEY } else { 0 };
        HiYa { sides: [0; 2], ninjas: 0, minis: 0, kings: 0, key, side }
    }

    fn put(&mut self, square: u8, side: Side, kind: Kind) {
        self.toggle(square, side, kind);
    }

    fn piece_on(&self, square: u8) -> Option<(Side, Kind)> {
        Some((owner(self.sides, square)?, self.kind_on(square)))
    }

    fn rule_broken(&self, from: u8, to: u8) -> String {
        let kind = self.kind_on(from);
        if kind == Kind::King {
            return format!("The king on {} never moves.", name(from));
        }
        self.direction_rule(kind, from, to)
            .or_else(|| self.occupied_rule(to))
            .or_else(|| self.blocked(from, to))
            .unwrap_or_else(|| self.attack_rule(kind, from, to))
    }
}

impl Notation for HiYa {
    rectangular::notation!();

    /// The victim is struck, whether it survives or not.
    fn effects(&self, mv: Move) -> Vec<Effect> {
        let struck = |effect| match effect {
            Effect::Captures { square, piece } => Effect::Strikes { square, piece, becomes: None },
            other => other,
        };
        effects_on_board(self, mv).into_iter().map(struck).collect()
    }

    fn announcement(&self, mv: Move) -> Option<&'static str> {
        (self.attacked_from(mv.to(), self.side) != 0).then_some("Hi-YA!")
    }

    fn ending(&self) -> String {
        match self.king_lost() {
            Some(loser) => format!("{loser}'s king was attacked."),
            None if self.outcome().is_none() => String::new(),
            None => format!("{} has no legal move.", self.side),
        }
    }
}

impl HiYa {
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
