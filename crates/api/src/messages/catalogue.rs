//! What is known of the games without playing them.

use serde::Serialize;

use super::*;

message! {
    /// All that is known of the games without playing them: a file that the page loads while it connects.
    pub struct Catalogue {
        /// Of the program that made it.
        pub version: String,
        /// All games, in the order to show them.
        pub games: Vec<GameInfo>,
        /// What an opponent of each level sees, in a sentence, from level 1 on.
        pub levels: Vec<String>,
    }

    /// What is known of a game without playing it.
    pub struct GameInfo {
        /// The name in requests; another size is `id:size`.
        pub id: String,
        /// The name for people.
        pub title: String,
        /// A line for menus.
        pub summary: String,
        /// The goal, the twist and what follows from it, a sentence or two each; empty where the summary must do.
        pub welcome: Vec<String>,
        /// The titles of the steps of its lesson; empty if it has none.
        pub lesson: Vec<String>,
        /// The name that the engine plays it under, also in records.
        pub player: String,
        /// What the sides are called: South's name, North's name.
        pub sides: [String; 2],
        /// The side that begins, where the rules say so; elsewhere either may.
        pub opener: Option<Side>,
        /// The start positions to choose from: one for each side that may begin, the usual one first. They are of the default size;
        /// other sizes begin with a `start` of `null`.
        pub starts: Vec<StartPosition>,
        /// The sizes to offer; `null` if there is only one.
        pub sizes: Option<Sizes>,
        /// The board at the start.
        pub board: View,
        /// Every piece that can stand on the board, for setting up positions. `gas` is what a new piece has.
        pub palette: Vec<Piece>,
        /// What else belongs to a position set up by hand, a choice for a menu; empty in most games.
        pub marks: Vec<PositionMark>,
        /// The rules, plain text in lines.
        pub rules: String,
        /// Situations to draw beside the rules.
        pub examples: Vec<Example>,
    }

    /// A way to begin.
    pub struct StartPosition {
        /// Who begins.
        pub side: Side,
        /// The position text.
        pub position: String,
    }

    /// Sizes of a board, every number between.
    pub struct Sizes {
        /// The smallest, which is the default.
        pub least: u8,
        /// The largest.
        pub most: u8,
    }

    /// Something that a board alone does not show.
    pub struct PositionMark {
        /// What to send in [`Request::Compose`].
        pub text: String,
        /// What it means, for people.
        pub label: String,
    }

    /// A situation that explains a rule.
    pub struct Example {
        /// What there is to see.
        pub caption: String,
        /// The board.
        pub before: View,
        /// The move that the example is about.
        pub action: String,
        /// The squares that it names; `null` if it names none.
        pub squares: Option<Squares>,
        /// The board after it; `null` if the move is illegal, or there is none.
        pub after: Option<View>,
        /// Whether the move is legal.
        pub legal: bool,
        /// The rule that an illegal move breaks.
        pub rule: Option<String>,
        /// What is announced with a legal move.
        pub remark: Option<String>,
        /// The game that the situation belongs to, for trying it out. Its actions lead to `before`.
        pub line: GameLine,
    }
}
