//! Requests of the page.

use serde::{Deserialize, Serialize};

use super::*;

request! {
    /// A request of the page.
    #[serde(tag = "type", rename_all_fields = "camelCase")]
    pub enum Request {
        /// Show the position at the end of a line. Reply: [`Message::Position`], or [`Message::Error`] with the index of the
        /// first illegal action.
        Show {
            /// The id of the request.
            id: u32,
            /// The game so far.
            line: GameLine,
        },
        /// Play one more action, as typed. Reply: [`Message::Position`] with the action added, or [`Message::Illegal`].
        Play {
            /// The id of the request.
            id: u32,
            /// The game so far.
            line: GameLine,
            /// The action, such as `C4B6`, `c4 b6` or `accept`.
            text: String,
        },
        /// Choose an action at a level. Reply: any number of [`Message::Thinking`], then [`Message::Chosen`].
        Choose {
            /// The id of the request.
            id: u32,
            /// The game so far.
            line: GameLine,
            /// From 1 to [`ServerLimits::level`], full strength.
            level: u8,
            /// The time limit within the [`ServerLimits`], without the time in the queue.
            time_ms: u32,
            /// Makes the choices of weak levels repeatable; random if missing.
            #[serde(default)]
            #[cfg_attr(test, ts(optional = nullable))]
            seed: Option<u32>,
        },
        /// Find the best action at full strength. Replies as for [`Request::Choose`].
        Hint {
            /// The id of the request.
            id: u32,
            /// The game so far.
            line: GameLine,
            /// The time limit within the [`ServerLimits`].
            time_ms: u32,
        },
        /// Analyse the position. Reply: [`Message::Analysis`] after each depth, the last one with `done`.
        Analyze {
            /// The id of the request.
            id: u32,
            /// The game so far.
            line: GameLine,
            /// The number of lines, from 1 to [`ServerLimits::lines`].
            lines: u8,
        },
        /// Evaluate every position of a game. Reply: a [`Message::Reviewed`] for each, in order, then [`Message::ReviewEnd`].
        Review {
            /// The id of the request.
            id: u32,
            /// The game.
            line: GameLine,
            /// The first position to evaluate, by the number of actions before it.
            #[serde(default)]
            #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
            from: u32,
        },
        /// Say what is certain about an action of a game. Reply: [`Message::Coach`].
        Coach {
            /// The id of the request.
            id: u32,
            /// The game.
            line: GameLine,
            /// The number of actions before it. If it is that of all actions, the reply is about the position at the end.
            ply: u32,
            /// The side that the sentences call `you`; by default they name both sides.
            #[serde(default)]
            #[cfg_attr(test, ts(optional = nullable))]
            you: Option<Side>,
        },
        /// Prove the result of every legal action. Reply: [`Message::Values`] each time that more is proven, the last one with
        /// `done`.
        Values {
            /// The id of the request.
            id: u32,
            /// The game so far.
            line: GameLine,
        },
        /// Tell the rules of a game. Reply: [`Message::Rules`], or [`Message::Error`] if there is no such game.
        Rules {
            /// The id of the request.
            id: u32,
            /// The game.
            game: String,
        },
        /// Record a search and send its tree. Reply: any number of [`Message::SearchNodes`], then [`Message::SearchTree`].
        Microscope {
            /// The id of the request.
            id: u32,
            /// The game so far.
            line: GameLine,
            /// The depth in plies, from 1 to 20.
            depth: u8,
            /// The names of the ideas to switch off, as in [`SearchSummary::ideas`].
            #[serde(default)]
            off: Vec<String>,
            /// Send only the part below the node with this number, the same search repeated. Missing: the whole tree.
            #[serde(default)]
            #[cfg_attr(test, ts(optional = nullable))]
            within: Option<u32>,
        },
        /// Count the nodes of plain minimax, and of the search with one idea more each time. Reply: a [`Message::Rung`] for each,
        /// then [`Message::LadderEnd`].
        Ladder {
            /// The id of the request.
            id: u32,
            /// The game so far.
            line: GameLine,
            /// The depth in plies, from 1 to 20.
            depth: u8,
        },
        /// Show a step of a lesson. Reply: [`Message::Lesson`], or [`Message::Error`] if there is none.
        Lesson {
            /// The id of the request.
            id: u32,
            /// The game.
            game: String,
            /// The step, counted from 0.
            step: u32,
        },
        /// Grade an answer to a step of a lesson. Reply: [`Message::Graded`].
        Answer {
            /// The id of the request.
            id: u32,
            /// The game.
            game: String,
            /// The step, counted from 0.
            step: u32,
            /// The answer: an action as typed, or yes or no.
            text: String,
        },
        /// Stop this tab's search. A choice or hint replies with the best action so far ("move now"), an analysis or review with
        /// its final message, a queued search with [`Message::Stopped`]. `stop` has no reply of its own.
        Stop {
            /// The id of the request.
            id: u32,
        },
        /// Write the game as a record. Reply: [`Message::Recorded`].
        Record {
            /// The id of the request.
            id: u32,
            /// The game.
            line: GameLine,
            /// The players: South, North.
            players: [String; 2],
            /// Further headers, such as `["Date", "2026-07-31"]` or `["Level", "3"]`.
            #[serde(default)]
            headers: Vec<(String, String)>,
            /// The side that resigned, if one did.
            #[serde(default)]
            resigned: Option<Side>,
        },
        /// Read a record. Reply: [`Message::Opened`], or [`Message::Error`] with the line number.
        Open {
            /// The id of the request.
            id: u32,
            /// The text of the file.
            text: String,
        },
        /// Make position text of a board set up by hand. Reply: [`Message::Composed`], or [`Message::Error`] if the position is
        /// invalid.
        Compose {
            /// The id of the request.
            id: u32,
            /// The game, such as `oska:6`.
            game: String,
            /// The rows from the top, as in [`View::rows`].
            rows: Vec<Vec<Option<Placed>>>,
            /// The side to move.
            side: Side,
            /// One of [`GameInfo::marks`]; the first if missing.
            #[serde(default)]
            mark: Option<String>,
        },
        /// Enter a room, and leave the one before. Replies: [`Message::Room`] now and at each change, [`Message::Relayed`], and at
        /// the end [`Message::RoomClosed`]; [`Message::Error`] if the room does not exist or is full.
        Enter {
            /// The id of the request.
            id: u32,
            /// The id of the room.
            room: String,
            /// The seat to take; none to watch. If another player has it, one watches.
            #[serde(default)]
            seat: Option<Side>,
            /// Random text of the page, with which it gets its seat back later.
            secret: String,
            /// Whether to open the room if it does not exist.
            create: bool,
            /// Lists the room in the lobby.
            #[serde(default)]
            challenge: Option<Challenge>,
        },
        /// Tell everyone in the room about the game. Only players may. It has no reply of its own: the sender gets
        /// [`Message::Relayed`], too.
        Relay {
            /// The id of the request.
            id: u32,
            /// The game.
            game: RoomGame,
        },
        /// Leave the room. No reply.
        Leave {
            /// The id of the request.
            id: u32,
        },
        /// List the rooms that are open to all. Reply: [`Message::Lobby`].
        Lobby {
            /// The id of the request.
            id: u32,
        },
        /// Reply: [`Message::Pong`].
        Ping {
            /// The id of the request.
            id: u32,
        },
    }

    /// A game: its start and its actions so far.
    #[derive(Serialize)]
    pub struct GameLine {
        /// The game and its size, such as `refusal` or `oska:6`.
        pub game: String,
        /// The position text of the start; the default start if missing.
        #[serde(default)]
        pub start: Option<String>,
        /// The actions, answers to proposals included.
        pub actions: Vec<String>,
    }

    /// A piece put on a board by hand.
    pub struct Placed {
        /// Its [`Piece::letter`].
        pub letter: char,
        /// The gas in its tank, in games with tanks.
        #[serde(default)]
        pub gas: Option<u8>,
    }
}
