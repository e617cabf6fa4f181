//! Boards and actions. Most are the games' own types, written as JSON.

use serde::Serialize;
pub use skirmish_board::{Action, ActionKind, Cell, Effect, Marker, Outcome, Piece, Row, Side, Squares, View};

message! {
    /// Something that can be done, and what it does.
    pub struct LegalAction {
        /// What can be done.
        #[serde(flatten)]
        pub action: Action,
        /// What it does besides bringing a piece to another square. A proposal does it if it is accepted.
        pub effects: Vec<Effect>,
    }

    /// Something that was done.
    pub struct Played {
        /// What was done.
        pub action: Action,
        /// Who did it.
        pub side: Side,
        /// The piece that moves, or would; `null` for an action that moves none.
        pub piece: Option<Piece>,
        /// What is announced with it, such as `Hi-YA!`.
        pub remark: Option<&'static str>,
    }
}
