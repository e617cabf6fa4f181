//! An action as a value: its kind, its squares and its effects.

use std::fmt;

use crate::{Move, Notation, Outcome, Piece, View};

/// A legal action of one position: its text for people, its kind and squares for programs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Action {
    /// The move, in the game's own bits. Not serialised: readers use the text.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub mv: Move,
    /// The action as the game writes it, such as `C4B6` or `accept`.
    pub text: String,
    /// Move, accept, refuse or pass.
    pub kind: ActionKind,
    /// The squares left and reached; `None` for an action that names none.
    pub squares: Option<Squares>,
}

/// The text of the action.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// The texts of some actions, in their order.
pub fn texts(actions: &[Action]) -> Vec<&str> {
    actions.iter().map(|action| action.text.as_str()).collect()
}

/// The sorts of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ActionKind {
    /// A piece moves, or is proposed to move.
    Move,
    /// The proposed move is accepted.
    Accept,
    /// The proposed move is refused.
    Refuse,
    /// The side cannot move; the other side moves again.
    Pass,
}

impl ActionKind {
    /// The word for an action without squares, the same in all games; `None` for moves.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            ActionKind::Move => None,
            ActionKind::Accept => Some("accept"),
            ActionKind::Refuse => Some("refuse"),
            ActionKind::Pass => Some("pass"),
        }
    }
}

/// The two squares of a move, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Squares {
    /// The square left.
    pub from: String,
    /// The square reached.
    pub to: String,
}

/// One square after the other, as moves are written: `C4B6`.
impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// One thing that an action does, besides moving its piece.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "type", rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Effect {
    /// An enemy piece leaves the board.
    Captures {
        /// Where it was.
        square: String,
        /// What it was.
        piece: Piece,
    },
    /// A piece of the mover's own side leaves the board.
    TakesOwn {
        /// Where it was.
        square: String,
        /// What it was.
        piece: Piece,
    },
    /// An enemy piece is attacked from the square in front of it.
    Strikes {
        /// Where it is.
        square: String,
        /// What it was.
        piece: Piece,
        /// What is left of it; `None` if it leaves the board.
        becomes: Option<Piece>,
    },
    /// The piece that moves becomes another one.
    Turns {
        /// Where it arrives.
        square: String,
        /// What it was.
        piece: Piece,
        /// What it is from now on.
        becomes: Piece,
    },
    /// The tank of the piece that moves, in games with tanks. An empty piece never moves again.
    Tank {
        /// Where the piece arrives.
        square: String,
        /// Moves left.
        left: u8,
    },
    /// The game is over.
    Ends {
        /// Its result.
        outcome: Outcome,
    },
}

/// The effects of a legal move, from the boards before and after it; those of a proposal are as if it were accepted. The default of
/// [`Notation::effects`].
pub fn effects_on_board<G: Notation>(position: &G, mv: Move) -> Vec<Effect> {
    let before = position.view();
    let mut next = position.clone();
    next.play_accepted(mv);
    let accepted = || before.pending.clone().filter(|_| position.action_kind(mv) == ActionKind::Accept);
    let moved = position.squares(mv).or_else(accepted);
    let mut effects = moved.map_or(Vec::new(), |squares| changes(&before, &next.view(), &squares));
    effects.extend(next.outcome().map(|outcome| Effect::Ends { outcome }));
    effects
}

/// What a move between two squares changed, besides moving its piece.
fn changes(before: &View, after: &View, moved: &Squares) -> Vec<Effect> {
    let Some(mover) = before.piece(&moved.from) else { return Vec::new() };
    let mut effects = Vec::new();
    let cells = before.rows.iter().flat_map(|row| &row.cells).zip(after.rows.iter().flat_map(|row| &row.cells));
    for (old, new) in cells.filter(|(old, _)| old.square != moved.from) {
        // A piece on the target square is gone, even if the mover looks the same.
        let left = new.piece.filter(|_| old.square != moved.to);
        let Some(piece) = old.piece.filter(|_| old.piece != left) else { continue };
        let square = old.square.clone();
        effects.push(match left {
            Some(_) => Effect::Strikes { square, piece, becomes: left },
            None if piece.side == mover.side => Effect::TakesOwn { square, piece },
            None => Effect::Captures { square, piece },
        });
    }
    if let Some(arrived) = after.piece(&moved.to) {
        let square = || moved.to.clone();
        if arrived.kind != mover.kind {
            effects.push(Effect::Turns { square: square(), piece: mover, becomes: arrived });
        }
        effects.extend(arrived.gas.map(|left| Effect::Tank { square: square(), left }));
    }
    effects
}
