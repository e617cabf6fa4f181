//! Everything that is said on the socket of a tab: JSON texts, one message each.
//!
//! The page's own types are generated from these (`page/src/messages.ts`), so the two cannot drift apart.
//!
//! **Who owns what.** The page owns the game: a [`Course`] is where it began and what was done since, and every request
//! about a game carries it whole. The server forgets it when it has answered. So nothing is lost by a broken connection
//! or a server that starts again: the page connects, gets a new [`Message::Hello`] and sends its last request once more.
//! The page knows no rules and no notation: it shows views, offers legal actions and sends back their texts.
//!
//! **Numbers.** Every request has an `id` that the page chooses, larger each time, and every answer carries the `id` of
//! its request. An answer with an older `id` than the page waits for is stale and dropped.
//!
//! **Searches.** [`Request::Choose`], [`Request::Hint`], [`Request::Analyze`] and [`Request::Review`] search. A tab has
//! one search at a time: a newer one ends the older, which then says [`Message::Stopped`]. Other requests are answered while
//! a search goes on. When all searchers are busy, the tab is told its place in the queue ([`Message::Waiting`]), each time it
//! changes. A long analysis makes room for others now and then and waits in its turn: it says `waiting` and later goes
//! on.
//!
//! **Values** are from the view of the side to act, as everywhere in the engine; [`Value::south`] is the one to draw a bar
//! with.

use serde::{Deserialize, Serialize};

/// Derives what a message needs: JSON both ways, so that tests can be clients, and TypeScript.
macro_rules! message {
    ($($item:item)*) => {
        $(
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            #[cfg_attr(test, derive(ts_rs::TS))]
            $item
        )*
    };
}

// What the page says.

message! {
    /// What a tab asks.
    #[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
    pub enum Request {
        /// Show the position at the end of a course. Answer: [`Message::Position`], or [`Message::Error`] with the place of the
        /// first action that is not legal.
        Show {
            /// The request.
            id: u32,
            /// The game so far.
            course: Course,
        },
        /// Play one more action, however it was typed. Answer: [`Message::Position`] with the action added, or
        /// [`Message::Illegal`].
        Play {
            /// The request.
            id: u32,
            /// The game so far.
            course: Course,
            /// The action, such as `C4B6`, `c4 b6` or `accept`.
            text: String,
        },
        /// Decide on an action for the side to act, as well as the level allows. Answer: any number of [`Message::Thinking`], then
        /// [`Message::Chosen`].
        Choose {
            /// The request.
            id: u32,
            /// The game so far.
            course: Course,
            /// From 1, for beginners, to 10, all the engine has.
            level: u8,
            /// The most time to take, from 10 to 60,000; waiting for a searcher is not counted.
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
            course: Course,
            /// The most time to take, from 10 to 60,000.
            time_ms: u32,
        },
        /// Look at the position ever deeper. Answer: [`Message::Analysis`] again and again, the last one with `done`.
        Analyze {
            /// The request.
            id: u32,
            /// The game so far.
            course: Course,
            /// How many of the best lines, from 1 to 3.
            lines: u8,
        },
        /// Judge every position of a game. Answer: a [`Message::Reviewed`] for each, in order, then [`Message::ReviewEnd`].
        Review {
            /// The request.
            id: u32,
            /// The game.
            course: Course,
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
            course: Course,
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
            /// One of the game's [`Game::marks`], if it has any; without it the first.
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
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    pub struct Course {
        /// The game and its size, such as `refusal` or `oska:6`.
        pub game: String,
        /// The position text it began with; the usual start if there is none.
        #[serde(default)]
        pub start: Option<String>,
        /// What was done since, answers to proposals included.
        pub actions: Vec<String>,
    }

    /// A piece put on a board by hand.
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    pub struct Placed {
        /// Its [`Piece::letter`].
        pub letter: char,
        /// What is in its tank, in the game that has tanks.
        #[serde(default)]
        pub gas: Option<u8>,
    }
}

// What the server says.

message! {
    /// What a tab is told.
    #[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
    pub enum Message {
        /// The first message on every connection.
        Hello {
            /// Of the program.
            version: String,
            /// All games, in the order to show them.
            games: Vec<Game>,
            /// What requests must keep to.
            limits: Bounds,
        },
        /// Where a course has led.
        Position {
            /// The request.
            id: u32,
            /// The game and its size as the server writes it.
            game: String,
            /// The position text of the start, also where the request named none.
            start: String,
            /// What was done, each as the game writes it.
            actions: Vec<Played>,
            /// The position text.
            position: String,
            /// Who acts next, or would if the game were not over.
            side: Side,
            /// The result if the game is over.
            outcome: Option<Outcome>,
            /// Why the game ended, a sentence; empty while it goes on.
            ending: String,
            /// The board.
            view: View,
            /// What may be done, in alphabetical order; empty exactly when the game is over.
            legal: Vec<Action>,
        },
        /// The action was not played.
        Illegal {
            /// The request.
            id: u32,
            /// The rule it breaks, with squares and pieces; or what is wrong with the text, if it is no action at all.
            sentence: String,
            /// Whether the text is no action of the game in any position.
            unreadable: bool,
        },
        /// The request makes no sense.
        Error {
            /// The request; `null` if not even that could be read.
            id: Option<u32>,
            /// What is wrong, one sentence to show.
            sentence: String,
            /// The first action of the course that is not legal, from 0.
            at: Option<u32>,
        },
        /// All searchers are busy with others.
        Waiting {
            /// The request.
            id: u32,
            /// How many searches come first.
            ahead: u32,
        },
        /// The engine has looked one step further.
        Thinking {
            /// The request.
            id: u32,
            /// What it sees.
            finding: Finding,
        },
        /// What the engine decided.
        Chosen {
            /// The request.
            id: u32,
            /// The action; `null` if the game is over.
            action: Option<Action>,
            /// What it saw; `null` where it had decided before, as with answers to proposals.
            finding: Option<Finding>,
        },
        /// What the engine sees, deeper each time.
        Analysis {
            /// The request.
            id: u32,
            /// The value of the position with best play. (The best line's may differ: where moves can be refused, a turn is worth the
            /// second-best.)
            value: Value,
            /// The best lines, the best first; empty if the game is over.
            lines: Vec<Finding>,
            /// Where moves can be refused: how each legal move, once proposed, should be answered, in the order of the legal actions;
            /// or, where a proposal waits for its answer, that answer alone. `null` in games without refusals.
            verdicts: Option<Vec<Verdict>>,
            /// Whether this is the last word: the result is proven, the time is up, or the analysis was stopped.
            done: bool,
        },
        /// One position of a game under review.
        Reviewed {
            /// The request.
            id: u32,
            /// How many actions came before it.
            ply: u32,
            /// Its value.
            value: Value,
            /// What was best in it; `null` if the game is over.
            best: Option<Action>,
            /// What to think of the action that led to it; `null` if it was good, or at the start.
            mark: Option<Mark>,
        },
        /// The review is complete, or was stopped.
        ReviewEnd {
            /// The request.
            id: u32,
        },
        /// The search was ended by a newer request, or by `stop` before it began.
        Stopped {
            /// The request.
            id: u32,
        },
        /// A game as text.
        Recorded {
            /// The request.
            id: u32,
            /// What to put into a file.
            text: String,
        },
        /// A game from text.
        Opened {
            /// The request.
            id: u32,
            /// The game; its start is never `null`.
            course: Course,
            /// Who played: South, North.
            players: [String; 2],
            /// Whatever else the record tells.
            headers: Vec<(String, String)>,
            /// The result; `null` while the game goes on.
            result: Option<Outcome>,
            /// The side that gave up, if one did.
            resigned: Option<Side>,
        },
        /// A board set up by hand, as text.
        Composed {
            /// The request.
            id: u32,
            /// The position text.
            position: String,
        },
        /// The answer to `ping`.
        Pong {
            /// The request.
            id: u32,
        },
    }

    /// What requests must keep to.
    #[serde(rename_all = "camelCase")]
    pub struct Bounds {
        /// The most actions of a course.
        pub actions: u32,
        /// The most bytes of a message to the server.
        pub bytes: u32,
        /// The most lines of an analysis.
        pub lines: u8,
        /// The highest level.
        pub level: u8,
        /// The most time for a move.
        pub time_ms: u32,
    }

    /// What is known of a game without playing it.
    #[serde(rename_all = "camelCase")]
    pub struct Game {
        /// The name in requests; another size is `id:size`.
        pub id: String,
        /// The name for people.
        pub title: String,
        /// A line for menus.
        pub summary: String,
        /// The name that the engine plays it under, also in records.
        pub player: String,
        /// What the sides are called: South's name, North's name.
        pub sides: [String; 2],
        /// The side that begins, where the rules say so; elsewhere either may.
        pub opener: Option<Side>,
        /// The start positions to choose from: one for each side that may begin, the usual one first. They are of the default size;
        /// other sizes begin with a `start` of `null`.
        pub starts: Vec<Start>,
        /// The sizes to offer; `null` if there is but one.
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
    #[serde(rename_all = "camelCase")]
    pub struct Start {
        /// Who begins.
        pub side: Side,
        /// The position text.
        pub position: String,
    }

    /// Sizes of a board, every number between.
    #[serde(rename_all = "camelCase")]
    pub struct Sizes {
        /// The smallest, which is the default.
        pub least: u8,
        /// The largest.
        pub most: u8,
    }

    /// Something that a board alone does not show.
    #[serde(rename_all = "camelCase")]
    pub struct PositionMark {
        /// What to send in [`Request::Compose`].
        pub text: String,
        /// What it means, for people.
        pub label: String,
    }

    /// A situation that explains a rule.
    #[serde(rename_all = "camelCase")]
    pub struct Example {
        /// What there is to see.
        pub caption: String,
        /// The board.
        pub before: View,
        /// The move that the example is about.
        pub action: Option<Action>,
        /// The board after it; `null` if the move is illegal, or there is none.
        pub after: Option<View>,
        /// Whether the move is legal.
        pub legal: bool,
        /// The rule that an illegal move breaks.
        pub rule: Option<String>,
        /// What is announced with a legal move.
        pub remark: Option<String>,
        /// The game that the situation belongs to, for trying it out. Its actions lead to `before`.
        pub course: Course,
    }

    /// A board as people see it.
    #[serde(rename_all = "camelCase")]
    pub struct View {
        /// The rows, the top one first. Rows of different length are centred on each other.
        pub rows: Vec<Row>,
        /// The move that is proposed or was refused this turn.
        pub pending: Option<Squares>,
        /// What the board alone does not show, a sentence each.
        pub notes: Vec<String>,
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
        /// The square left; `null` if the action is a word.
        pub from: Option<String>,
        /// The square reached; `null` if the action is a word.
        pub to: Option<String>,
        /// The action if it is a word and moves no piece: `accept`, `refuse` or `pass`.
        pub word: Option<String>,
    }

    /// Something that was done.
    #[serde(rename_all = "camelCase")]
    pub struct Played {
        /// What was done.
        pub action: Action,
        /// Who did it.
        pub side: Side,
        /// What is announced with it, such as `Hi-YA!`.
        pub remark: Option<String>,
    }

    /// What a search found.
    #[serde(rename_all = "camelCase")]
    pub struct Finding {
        /// How many plies were searched.
        pub depth: u32,
        /// What it is worth.
        pub value: Value,
        /// Positions visited.
        #[cfg_attr(test, ts(type = "number"))]
        pub nodes: u64,
        /// Positions visited a second.
        #[cfg_attr(test, ts(type = "number"))]
        pub nodes_per_second: u64,
        /// Time since the search began.
        #[cfg_attr(test, ts(type = "number"))]
        pub time_ms: u64,
        /// The best action; `null` if the game is over.
        pub best: Option<Action>,
        /// Where moves are proposed: what to play when the best is refused.
        pub alternate: Option<Action>,
        /// The expected actions, the best first.
        pub line: Vec<Action>,
    }

    /// What a position is worth.
    #[serde(rename_all = "camelCase")]
    pub struct Value {
        /// Who acts.
        pub side: Side,
        /// Points for the side to act: 100 are a pawn or so, and a 64 % chance to win.
        pub score: i32,
        /// The length in plies of a proven result: positive if the side to act wins, negative (or 0) if it loses.
        pub wins_in: Option<i32>,
        /// The chance that South wins, from 0 to 1: for bars and graphs.
        pub south: f64,
    }

    /// How a proposal should be answered.
    #[serde(rename_all = "camelCase")]
    pub struct Verdict {
        /// The move proposed.
        pub action: Action,
        /// The answer.
        pub answer: Answer,
    }
}

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

    /// The answer to a proposal.
    #[serde(rename_all = "camelCase")]
    #[derive(Copy, Eq)]
    pub enum Answer {
        /// It is played.
        Accept,
        /// Another must be played.
        Refuse,
    }

    /// What to think of an action that was not the best.
    #[serde(rename_all = "camelCase")]
    #[derive(Copy, Eq)]
    pub enum Mark {
        /// It cost a little.
        Inaccuracy,
        /// It cost much.
        Mistake,
        /// It cost the game, or might have.
        Blunder,
    }
}

#[cfg(test)]
mod tests;
