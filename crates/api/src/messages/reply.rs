//! What the server says.

use serde::Serialize;

pub use skirmish_session::review::Mark;

use super::*;

message! {
    /// What a tab is told.
    #[serde(tag = "type", rename_all_fields = "camelCase")]
    pub enum Message {
        /// The first message on every connection.
        Hello {
            /// Of the program. A page that has the [`Catalogue`] of another version loads it again.
            version: String,
            /// What requests must keep to.
            limits: ServerLimits,
        },
        /// Where a course has led.
        Position {
            /// The request.
            id: u32,
            /// The game as it stands.
            #[serde(flatten)]
            position: PositionInfo,
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
            report: SearchReport,
        },
        /// What the engine decided.
        Chosen {
            /// The request.
            id: u32,
            /// The action; `null` if the game is over.
            action: Option<Action>,
            /// Where it leads, as [`Request::Play`] would show it; `null` without an action, and for a hint, which is not played.
            position: Option<Box<PositionInfo>>,
            /// What it saw; `null` where it had decided before, as with answers to proposals.
            report: Option<SearchReport>,
        },
        /// What the engine sees, deeper each time.
        Analysis {
            /// The request.
            id: u32,
            /// The value of the position with best play. (The best line's may differ: where moves can be refused, a turn is worth the
            /// second-best.)
            value: PositionValue,
            /// The best lines, the best first; empty if the game is over.
            lines: Vec<SearchReport>,
            /// Where moves can be refused: how each legal move, once proposed, should be answered, in the order of the legal actions;
            /// or, where a proposal waits for its answer, that answer alone. `null` in games without refusals.
            advice: Option<Vec<ProposalAdvice>>,
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
            value: PositionValue,
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
            line: GameLine,
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
        /// A step of a lesson.
        Lesson {
            /// The request.
            id: u32,
            /// The step.
            step: LessonStep,
        },
        /// What an answer to a step of a lesson means.
        Graded {
            /// The request.
            id: u32,
            /// What came of it.
            verdict: Verdict,
            /// What to tell: the lesson's sentence, or the rule that the answer breaks.
            sentence: String,
            /// The rule behind a right or wrong verdict on a move that is not legal.
            rule: Option<String>,
            /// The board after the answer and everything that follows it; `null` where nothing is played.
            after: Option<LessonBoard>,
            /// What is told about what followed the right answer.
            epilogue: Option<String>,
        },
        /// The answer to `ping`.
        Pong {
            /// The request.
            id: u32,
        },
    }

    /// Where a course has led.
    pub struct PositionInfo {
        /// The game and its size as the server writes it.
        pub game: String,
        /// The position text of the start, also where the request named none.
        pub start: String,
        /// What was done, each as the game writes it.
        pub actions: Vec<Played>,
        /// The position text.
        pub position: String,
        /// Who acts next, or would if the game were not over.
        pub side: Side,
        /// The result if the game is over.
        pub outcome: Option<Outcome>,
        /// Why the game ended, a sentence; empty while it goes on.
        pub ending: String,
        /// The board.
        pub view: View,
        /// The pieces that have left the board since the start, in this order.
        pub taken: Vec<Piece>,
        /// What may be done, in alphabetical order; empty exactly when the game is over.
        pub legal: Vec<LegalAction>,
    }

    /// What requests must keep to.
    pub struct ServerLimits {
        /// The most actions of a course.
        pub actions: u32,
        /// The most bytes of a message to the server.
        pub bytes: u32,
        /// The most lines of an analysis.
        pub lines: u8,
        /// The highest level.
        pub level: u8,
        /// The level to offer to somebody who has never played here.
        pub default_level: u8,
        /// The time for a move to offer to somebody who has never played here.
        pub time_ms: u32,
        /// The least time for a move.
        pub min_time_ms: u32,
        /// The most time for a move.
        pub max_time_ms: u32,
    }

    /// What a search found.
    pub struct SearchReport {
        /// How many plies were searched.
        pub depth: u32,
        /// What it is worth.
        pub value: PositionValue,
        /// Positions visited.
        #[cfg_attr(test, ts(type = "number"))]
        pub nodes: u64,
        /// Positions visited per second.
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
    pub struct PositionValue {
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
    pub struct ProposalAdvice {
        /// The move proposed.
        pub action: Action,
        /// Whether it should be refused; if not, accepted.
        pub refuse: bool,
    }
}
