//! What the page says.

use serde::{Deserialize, Serialize};

use super::*;

request! {
    /// What a tab asks.
    #[serde(tag = "type", rename_all_fields = "camelCase")]
    pub enum Request {
        /// Show the position at the end of a course. Answer: [`Message::Position`], or [`Message::Error`] with the place of the
        /// first action that is not legal.
        Show {
            /// The request.
            id: u32,
            /// The game so far.
            line: GameLine,
        },
        /// Play one more action, however it was typed. Answer: [`Message::Position`] with the action added, or
        /// [`Message::Illegal`].
        Play {
            /// The request.
            id: u32,
            /// The game so far.
            line: GameLine,
            /// The action, such as `C4B6`, `c4 b6` or `accept`.
            text: String,
        },
        /// Decide on an action for the side to act, as well as the level allows. Answer: any number of [`Message::Thinking`], then
        /// [`Message::Chosen`].
        Choose {
            /// The request.
            id: u32,
            /// The game so far.
            line: GameLine,
            /// From 1, for beginners, to [`ServerLimits::level`], all the engine has.
            level: u8,
            /// The most time to take, within the [`ServerLimits`]; waiting for a searcher is not counted.
            time_ms: u32,
            /// Equal seeds make weak levels choose equally. Without one they vary.
            #[serde(default)]
            #[cfg_attr(test, ts(optional = nullable))]
            seed: Option<u32>,
        },
        /// Say what is best at full strength, for a person who asks. Answers as [`Request::Choose`].
        Hint {
            /// The request.
            id: u32,
            /// The game so far.
            line: GameLine,
            /// The most time to take, within the [`ServerLimits`].
            time_ms: u32,
        },
        /// Look at the position ever deeper. Answer: [`Message::Analysis`] again and again, the last one with `done`.
        Analyze {
            /// The request.
            id: u32,
            /// The game so far.
            line: GameLine,
            /// How many of the best lines, from 1 to [`ServerLimits::lines`].
            lines: u8,
        },
        /// Judge every position of a game. Answer: a [`Message::Reviewed`] for each, in order, then [`Message::ReviewEnd`].
        Review {
            /// The request.
            id: u32,
            /// The game.
            line: GameLine,
            /// The first position to judge, by the actions before it: the last but one tells what to think of the last action.
            #[serde(default)]
            #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
            from: u32,
        },
        /// Show a step of the lesson of a game. Answer: [`Message::Lesson`], or [`Message::Error`] if there is none.
        Lesson {
            /// The request.
            id: u32,
            /// The game.
            game: String,
            /// The step, counted from 0.
            step: u32,
        },
        /// Judge an answer to a step of a lesson. Answer: [`Message::Graded`].
        Answer {
            /// The request.
            id: u32,
            /// The game.
            game: String,
            /// The step, counted from 0.
            step: u32,
            /// The answer: an action, however it was typed, or yes or no.
            text: String,
        },
        /// End this tab's search. A choice or hint is answered with the best so far (use it for "move now"), an analysis or review
        /// with its last message; one that still waits for a searcher with [`Message::Stopped`]. No answer of its own.
        Stop {
            /// The request.
            id: u32,
        },
        /// Write the game as text for a file. Answer: [`Message::Recorded`].
        Record {
            /// The request.
            id: u32,
            /// The game.
            line: GameLine,
            /// Who plays: South, North.
            players: [String; 2],
            /// Whatever else is known, such as `["Date", "2026-07-31"]` or `["Level", "3"]`.
            #[serde(default)]
            headers: Vec<(String, String)>,
            /// The side that gave up, if one did.
            #[serde(default)]
            resigned: Option<Side>,
        },
        /// Read a game that was written as text. Answer: [`Message::Opened`], or [`Message::Error`] that names the line.
        Open {
            /// The request.
            id: u32,
            /// The text of the file.
            text: String,
        },
        /// Make position text of a board set up by hand. Answer: [`Message::Composed`], or [`Message::Error`] that says what is
        /// wrong with it. The position can then be the start of a course.
        Compose {
            /// The request.
            id: u32,
            /// The game, such as `oska:6`.
            game: String,
            /// The rows from the top, as in [`View::rows`].
            rows: Vec<Vec<Option<Placed>>>,
            /// Who acts.
            side: Side,
            /// One of the game's [`GameInfo::marks`], if it has any; without it the first.
            #[serde(default)]
            mark: Option<String>,
        },
        /// Nothing. Answer: [`Message::Pong`].
        Ping {
            /// The request.
            id: u32,
        },
    }

    /// A game from its beginning to where it stands.
    #[derive(Serialize)]
    pub struct GameLine {
        /// The game and its size, such as `refusal` or `oska:6`.
        pub game: String,
        /// The position text it began with; the usual start if there is none.
        #[serde(default)]
        pub start: Option<String>,
        /// What was done since, answers to proposals included.
        pub actions: Vec<String>,
    }

    /// A piece put on a board by hand.
    pub struct Placed {
        /// Its [`Piece::letter`].
        pub letter: char,
        /// What is in its tank, in the game that has tanks.
        #[serde(default)]
        pub gas: Option<u8>,
    }
}
