//! The catalogue of the games.

use serde::Serialize;

use super::*;

message! {
    /// The games and levels: a file that the page loads while it connects.
    pub struct Catalogue {
        /// The version of the program.
        pub version: String,
        /// All games, in the order to show them.
        pub games: Vec<GameInfo>,
        /// A sentence about each level, from level 1 on.
        pub levels: Vec<String>,
    }

    /// A game.
    pub struct GameInfo {
        /// The name in requests; another size is `id:size`.
        pub id: String,
        /// The name to show.
        pub title: String,
        /// A line for menus.
        pub summary: String,
        /// The goal, the twist and its consequence, a sentence or two each; may be empty.
        pub welcome: Vec<String>,
        /// The titles of the steps of its lesson; empty without a lesson.
        pub lesson: Vec<String>,
        /// The name of its engine, also in records.
        pub player: String,
        /// The names of South and North.
        pub sides: [String; 2],
        /// The side that moves first; `null` if either may.
        pub opener: Option<Side>,
        /// A start position for each side that may move first, the default one first. They have the default size; other sizes
        /// use a `start` of `null`.
        pub starts: Vec<StartPosition>,
        /// The sizes to offer; `null` if there is only one.
        pub sizes: Option<Sizes>,
        /// The board at the start.
        pub board: View,
        /// Every piece, for setting up positions. `gas` is that of a new piece.
        pub palette: Vec<Piece>,
        /// Further options of a position set up by hand; empty in most games.
        pub marks: Vec<PositionMark>,
    }

    /// A start position.
    pub struct StartPosition {
        /// The side that moves first.
        pub side: Side,
        /// The position text.
        pub position: String,
    }

    /// The range of board sizes.
    pub struct Sizes {
        /// The smallest, which is the default.
        pub least: u8,
        /// The largest.
        pub most: u8,
    }

    /// An option of a position that its board does not show.
    pub struct PositionMark {
        /// What to send in [`Request::Compose`].
        pub text: String,
        /// The label to show.
        pub label: String,
    }

    /// An example of a rule.
    pub struct Example {
        /// Its caption.
        pub caption: String,
        /// The board.
        pub before: View,
        /// The move that the example is about.
        pub action: String,
        /// The squares that it names; `null` if it names none.
        pub squares: Option<Squares>,
        /// The board after it; `null` if the move is illegal.
        pub after: Option<View>,
        /// Whether the move is legal.
        pub legal: bool,
        /// The rule that an illegal move breaks.
        pub rule: Option<String>,
        /// The announcement of a legal move.
        pub remark: Option<String>,
        /// The game that leads to `before`, for trying it out.
        pub line: GameLine,
    }
}
