//! Boards and actions, in both directions.

use serde::{Deserialize, Serialize};

message! {
    /// One of the two players.
    #[serde(rename_all = "camelCase")]
    #[derive(Copy, Eq)]
    pub enum Side {
        /// At the bottom, moving up.
        South,
        /// At the top, moving down.
        North,
    }

    /// The result of a game.
    #[serde(rename_all = "camelCase")]
    #[derive(Copy, Eq)]
    pub enum Outcome {
        /// South won.
        South,
        /// North won.
        North,
        /// Nobody won.
        Draw,
    }

    /// A board as people see it.
    #[serde(rename_all = "camelCase")]
    pub struct View {
        /// The rows, the top one first. Rows of different length are centred on each other.
        pub rows: Vec<Row>,
        /// The move that is proposed or was refused this turn.
        pub pending: Option<Squares>,
        /// What the board alone does not show, one sentence for each.
        pub notes: Vec<String>,
        /// What the pictures of pieces do not show.
        pub signs: Vec<Sign>,
    }

    /// Something about a piece that its picture does not show.
    #[serde(tag = "type", rename_all = "camelCase")]
    pub enum Sign {
        /// For now the piece may not go everywhere it could otherwise.
        Bound {
            /// Where it stands.
            square: String,
            /// What it may not do.
            words: String,
        },
        /// The piece can be captured from one direction only.
        Open {
            /// Where it stands.
            square: String,
            /// The end of the board that this direction is.
            toward: Side,
            /// The rule.
            words: String,
        },
    }

    /// One row of a board.
    #[serde(rename_all = "camelCase")]
    pub struct Row {
        /// The number at the left.
        pub number: u8,
        /// The squares from left to right.
        pub cells: Vec<Cell>,
    }

    /// One square of a board.
    #[serde(rename_all = "camelCase")]
    pub struct Cell {
        /// Its name, such as `C4`.
        pub square: String,
        /// What stands there.
        pub piece: Option<Piece>,
    }

    /// A piece as people see it.
    #[serde(rename_all = "camelCase")]
    pub struct Piece {
        /// Whose it is.
        pub side: Side,
        /// What it is called, such as `knight`.
        pub kind: String,
        /// Its character in position text.
        pub letter: char,
        /// Its letter on boards where colour tells the sides apart.
        pub coloured: char,
        /// A Unicode picture of it.
        pub glyph: char,
        /// What is left in its tank, in the game that has tanks.
        pub gas: Option<u8>,
    }

    /// Two squares.
    #[serde(rename_all = "camelCase")]
    pub struct Squares {
        /// The square left.
        pub from: String,
        /// The square reached.
        pub to: String,
    }

    /// Something that can be done.
    #[serde(rename_all = "camelCase")]
    pub struct Action {
        /// What to send.
        pub text: String,
        /// What sort of action it is.
        pub kind: ActionKind,
        /// The squares left and reached; `null` for an action that names none.
        pub squares: Option<Squares>,
    }

    /// The sorts of actions.
    #[serde(rename_all = "camelCase")]
    #[derive(Copy, Eq)]
    pub enum ActionKind {
        /// A piece moves, or is proposed to move.
        Move,
        /// The proposed move is accepted.
        Accept,
        /// The proposed move is refused.
        Refuse,
        /// The side that cannot move lets the other go on.
        Pass,
    }

    /// Something that can be done, and what it does.
    #[serde(rename_all = "camelCase")]
    pub struct LegalAction {
        /// What can be done.
        #[serde(flatten)]
        pub action: Action,
        /// What it does besides bringing a piece to another square. A proposal does it if it is accepted.
        pub effects: Vec<Effect>,
    }

    /// One thing that an action does.
    #[serde(tag = "type", rename_all = "camelCase")]
    pub enum Effect {
        /// An enemy piece leaves the board.
        Captures {
            /// Where it stood.
            square: String,
            /// What it was.
            piece: Piece,
        },
        /// A piece of the mover's own side leaves the board.
        TakesOwn {
            /// Where it stood.
            square: String,
            /// What it was.
            piece: Piece,
        },
        /// An enemy piece is attacked from the square in front of it.
        Strikes {
            /// Where it stands.
            square: String,
            /// What it was.
            piece: Piece,
            /// What is left of it; `null` if it leaves the board.
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
        /// What is left in the tank of the piece that moves, in the game that has tanks.
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

    /// Something that was done.
    #[serde(rename_all = "camelCase")]
    pub struct Played {
        /// What was done.
        pub action: Action,
        /// Who did it.
        pub side: Side,
        /// The piece that moves, or would; `null` for an action that moves none.
        pub piece: Option<Piece>,
        /// What is announced with it, such as `Hi-YA!`.
        pub remark: Option<String>,
    }
}
