//! Messages of the server.

use serde::Serialize;

pub use skirmish_play::{ActionValue, ProofSource, ProvenResult, ProvenValue};
pub use skirmish_session::coach::{Claim, ClaimKind, CoachSentence, ComparedValues};
pub use skirmish_session::review::Mark;

use super::*;

message! {
    /// A message of the server.
    #[serde(tag = "type", rename_all_fields = "camelCase")]
    pub enum Message {
        /// The first message on every connection.
        Hello {
            /// The version of the program. If the [`Catalogue`] is of another version, reload it.
            version: String,
            /// The limits of requests.
            limits: ServerLimits,
            /// Whether there are rooms; `null` if not.
            rooms: Option<RoomOffer>,
        },
        /// The position at the end of a line.
        Position {
            /// The request.
            id: u32,
            /// The position.
            #[serde(flatten)]
            position: PositionInfo,
        },
        /// The action is illegal and was not played.
        Illegal {
            /// The request.
            id: u32,
            /// The rule it breaks, or what is wrong with the text.
            sentence: String,
            /// Whether the text is not an action in any position.
            unreadable: bool,
        },
        /// The request is invalid.
        Error {
            /// The request; `null` if its id could not be read, or for a warning.
            id: Option<u32>,
            /// What is wrong, a sentence to show.
            sentence: String,
            /// The index of the first illegal action.
            at: Option<u32>,
        },
        /// All search threads are busy.
        Waiting {
            /// The request.
            id: u32,
            /// The number of searches ahead in the queue.
            ahead: u32,
        },
        /// The engine has searched one ply deeper.
        Thinking {
            /// The request.
            id: u32,
            /// Its result so far.
            report: SearchReport,
        },
        /// The decision of the engine.
        Chosen {
            /// The request.
            id: u32,
            /// The action; `null` if the game is over.
            action: Option<Action>,
            /// The position after it; `null` without an action, and for a hint.
            position: Option<Box<PositionInfo>>,
            /// The result of the search; `null` if the engine decided earlier, as with answers to proposals.
            report: Option<SearchReport>,
        },
        /// The result of an analysis so far.
        Analysis {
            /// The request.
            id: u32,
            /// The value of the position. With proposals this is the value of the second-best line.
            value: PositionValue,
            /// The best lines, the best first; empty if the game is over.
            lines: Vec<SearchReport>,
            /// How each legal move, once proposed, should be answered, in the order of the legal actions; or, if a proposal is
            /// pending, the answer to that one. `null` in games without proposals.
            advice: Option<Vec<ProposalAdvice>>,
            /// Whether this is final: the result is proven, the time is up, or the analysis was stopped.
            done: bool,
        },
        /// One position of a game under review.
        Reviewed {
            /// The request.
            id: u32,
            /// The number of actions before it.
            ply: u32,
            /// Its value.
            value: PositionValue,
            /// The best action; `null` if the game is over.
            best: Option<Action>,
            /// The best line.
            line: Vec<Action>,
            /// The mark of the action that led to it; `null` if it was good, or at the start.
            mark: Option<Mark>,
            /// The proven result before that action, if the action changed it: the value of the game changed hands.
            changed: Option<Outcome>,
            /// The proven result with best play from here; `null` if it is not proven.
            proven: Option<Outcome>,
        },
        /// The review is complete, or was stopped.
        ReviewEnd {
            /// The request.
            id: u32,
        },
        /// What is certain about an action or a position.
        Coach {
            /// The request.
            id: u32,
            /// The number of actions before it.
            ply: u32,
            /// The sentences, the most important first; empty if there is nothing to say.
            sentences: Vec<CoachSentence>,
        },
        /// The proven results of all legal actions.
        Values {
            /// The request.
            id: u32,
            /// The side to move; results are for this side.
            side: Side,
            /// The result of the position; `null` if it is not proven. With proposals this is that of the second-best action.
            proven: Option<ProvenValue>,
            /// The legal actions in alphabetical order; empty if the game is over.
            actions: Vec<ActionValue>,
            /// Where the results come from.
            source: ProofSource,
            /// The same in a sentence, to show.
            note: String,
            /// Whether this is final.
            done: bool,
        },
        /// Nodes of a recorded search, in the order in which they were entered.
        SearchNodes {
            /// The request.
            id: u32,
            /// The entry of the first of them in the whole list.
            first: u32,
            /// The nodes.
            nodes: Vec<SearchNode>,
        },
        /// The summary of a recorded search; all its nodes were sent before.
        SearchTree {
            /// The request.
            id: u32,
            /// The summary.
            summary: Box<SearchSummary>,
        },
        /// The search with one idea more than before.
        Rung {
            /// The request.
            id: u32,
            /// The name of the idea; `null` for plain minimax.
            idea: Option<&'static str>,
            /// Its nodes.
            nodes: u32,
            /// Whether the search came to its end; if not, it takes more nodes than this.
            whole: bool,
            /// Its value for the side to move, if it came to its end.
            value: i32,
        },
        /// The ladder is complete.
        LadderEnd {
            /// The request.
            id: u32,
        },
        /// The search was replaced by a newer one, or stopped before it began.
        Stopped {
            /// The request.
            id: u32,
        },
        /// A game as text.
        Recorded {
            /// The request.
            id: u32,
            /// The content of the file.
            text: String,
        },
        /// A game from text.
        Opened {
            /// The request.
            id: u32,
            /// The game; its start is never `null`.
            line: GameLine,
            /// The players: South, North.
            players: [String; 2],
            /// Further headers of the record.
            headers: Vec<(String, String)>,
            /// The result; `null` while the game goes on.
            result: Option<Outcome>,
            /// The side that resigned, if one did.
            resigned: Option<Side>,
        },
        /// A board set up by hand, as text.
        Composed {
            /// The request.
            id: u32,
            /// The position text.
            position: String,
        },
        /// The rules of a game.
        Rules {
            /// The request.
            id: u32,
            /// The rules, plain text.
            text: String,
            /// Examples to draw next to them.
            examples: Vec<Example>,
        },
        /// A step of a lesson.
        Lesson {
            /// The request.
            id: u32,
            /// The step.
            step: LessonStep,
        },
        /// The grade of an answer in a lesson.
        Graded {
            /// The request.
            id: u32,
            /// The verdict.
            verdict: Verdict,
            /// The reply of the lesson, or the rule that the answer breaks.
            sentence: String,
            /// The board after the answer and the moves that follow; `null` if nothing is played.
            after: Option<LessonBoard>,
            /// A comment on the moves after a right answer.
            epilogue: Option<String>,
        },
        /// The tabs in a room.
        Room {
            /// The request to enter it.
            id: u32,
            /// The seat of this tab; `null` if it watches.
            seat: Option<Side>,
            /// The seats of South and North.
            seats: [SeatState; 2],
            /// The number of tabs that watch.
            watchers: u32,
            /// The time of the server in milliseconds.
            #[cfg_attr(test, ts(type = "number"))]
            at: u64,
            /// A number that is another one after each start of the server, because its time begins anew.
            witness: u32,
        },
        /// What a player said.
        Relayed {
            /// The request to enter the room.
            id: u32,
            /// The player.
            from: Side,
            /// When the server got it, in milliseconds.
            #[cfg_attr(test, ts(type = "number"))]
            at: u64,
            /// The game of that player's page.
            game: RoomGame,
        },
        /// The tab is not in its room any more.
        RoomClosed {
            /// The request to enter it.
            id: u32,
            /// Why, a sentence to show.
            sentence: String,
        },
        /// The rooms that are open to all.
        Lobby {
            /// The request.
            id: u32,
            /// The rooms: those with a free seat first.
            rooms: Vec<LobbyRoom>,
        },
        /// The reply to `ping`.
        Pong {
            /// The request.
            id: u32,
        },
    }

    /// The position at the end of a line.
    pub struct PositionInfo {
        /// The game and its size.
        pub game: String,
        /// The position text of the start; never empty.
        pub start: String,
        /// The actions played.
        pub actions: Vec<Played>,
        /// The position text.
        pub position: String,
        /// The side to move.
        pub side: Side,
        /// The result; `null` while the game goes on.
        pub outcome: Option<Outcome>,
        /// Why the game ended, a sentence, or empty.
        pub ending: String,
        /// The board.
        pub view: View,
        /// The captured pieces, in order.
        pub taken: Vec<Piece>,
        /// Whether a move is only proposed now, until the other side has answered.
        pub proposes: bool,
        /// The legal actions in alphabetical order; empty exactly when the game is over.
        pub legal: Vec<LegalAction>,
    }

    /// The limits of requests.
    pub struct ServerLimits {
        /// The most actions of a game.
        pub actions: u32,
        /// The most bytes of a request.
        pub bytes: u32,
        /// The most lines of an analysis.
        pub lines: u8,
        /// The highest level.
        pub level: u8,
        /// The level to offer to new players.
        pub default_level: u8,
        /// The time per move to offer to new players, in milliseconds.
        pub time_ms: u32,
        /// The least time per move, in milliseconds.
        pub min_time_ms: u32,
        /// The most time per move, in milliseconds.
        pub max_time_ms: u32,
    }

    /// The result of a search so far.
    pub struct SearchReport {
        /// The depth in plies.
        pub depth: u32,
        /// The value of the line.
        pub value: PositionValue,
        /// Nodes searched.
        #[cfg_attr(test, ts(type = "number"))]
        pub nodes: u64,
        /// Nodes per second.
        #[cfg_attr(test, ts(type = "number"))]
        pub nodes_per_second: u64,
        /// Time since the start, in milliseconds.
        #[cfg_attr(test, ts(type = "number"))]
        pub time_ms: u64,
        /// The best action; `null` if the game is over.
        pub best: Option<Action>,
        /// With proposals: what to play if the best is refused.
        pub alternate: Option<Action>,
        /// The principal variation.
        pub line: Vec<Action>,
    }

    /// The value of a position.
    pub struct PositionValue {
        /// The side to move.
        pub side: Side,
        /// The score for the side to move: 100 is about a pawn, a 64 % chance to win.
        pub score: i32,
        /// Plies to a proven result: positive if the side to move wins, negative or 0 if it loses.
        pub wins_in: Option<i32>,
        /// The chance that South wins, from 0 to 1.
        pub south: f64,
    }

    /// How a proposal should be answered.
    pub struct ProposalAdvice {
        /// The move proposed.
        pub action: Action,
        /// Whether it should be refused; if not, accepted.
        pub refuse: bool,
    }
}
