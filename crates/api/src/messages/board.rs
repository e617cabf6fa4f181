//! Boards and actions: mostly types of the `board` crate.

use serde::Serialize;
pub use skirmish_board::{Action, ActionKind, Cell, Effect, Marker, Outcome, Piece, Row, Side, Squares, View};

message! {
    /// A legal action and its effects.
    pub struct LegalAction {
        /// The action.
        #[serde(flatten)]
        pub action: Action,
        /// Its effects other than moving a piece; those of a proposal happen if it is accepted.
        pub effects: Vec<Effect>,
    }

    /// A played action.
    pub struct Played {
        /// The action.
        pub action: Action,
        /// Who played it.
        pub side: Side,
        /// The piece that moves; `null` if none does.
        pub piece: Option<Piece>,
        /// Its announcement, such as `Hi-YA!`.
        pub remark: Option<&'static str>,
    }
}
