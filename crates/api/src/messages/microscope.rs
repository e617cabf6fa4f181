//! The tree of a recorded search. Words are those of traces, such as `cutoff` or `reverse_futility`.
//!
//! Values and windows are those of the side to move at the root.

use serde::Serialize;

use super::*;

message! {
    /// A node of a recorded search: one search of a move, or a move that was never searched.
    pub struct SearchNode {
        /// Its number among the nodes of the search, from 1; that of the last node before it if it was skipped.
        pub number: u32,
        /// The nodes below it that were visited, and itself; 0 if it was skipped.
        pub nodes: u32,
        /// The entries of its subtree, with itself: those after it in the list. The next entry after them is its sibling.
        pub entries: u32,
        /// Nodes below it that are only counted, not looking below its children.
        #[serde(skip_serializing_if = "is_zero")]
        #[cfg_attr(test, ts(optional, as = "Option<u32>"))]
        pub missing: u32,
        /// The distance from the root.
        pub ply: u8,
        /// The plies to search; 0 and less in quiescence search.
        pub depth: i16,
        /// The action that leads here; missing at the root, and in a search of the same position without its hash move.
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub mv: Option<String>,
        /// The action is a proposal: `accept` follows it.
        #[serde(skip_serializing_if = "is_false")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        pub proposed: bool,
        /// The place of the move in the order, from 1; 0 without a move.
        pub place: u16,
        /// Whether the side to move is that of the root.
        pub max: bool,
        /// `root`, `pv`, `cut` or `all`.
        pub kind: &'static str,
        /// What the move was searched for, such as `null` or `wider`.
        pub search: &'static str,
        /// The plies less than at full depth.
        #[serde(skip_serializing_if = "is_zero_byte")]
        #[cfg_attr(test, ts(optional, as = "Option<u8>"))]
        pub reduction: u8,
        /// The lower end of the window; missing if it is infinite.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub low: Option<i32>,
        /// The upper end of the window; missing if it is infinite.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub high: Option<i32>,
        /// The value returned.
        pub value: i32,
        /// `exact`, `lower` (the value is at least this) or `upper`.
        pub bound: &'static str,
        /// Why it ended, or was skipped.
        pub end: &'static str,
        /// Whether the move was never searched; `end` says why.
        #[serde(skip_serializing_if = "is_false")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        pub skipped: bool,
        /// What else happened, such as `second_needed` or `threat`.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
        pub marks: Vec<&'static str>,
        /// The static evaluation, if it was needed.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub eval: Option<i32>,
        /// What the transposition table knew.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub table: Option<TableKnowledge>,
        /// The number of legal moves; 0 if they were not needed.
        pub moves: u16,
        /// The move that caused the cutoff.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub by: Option<String>,
        /// Its place in the order.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub by_place: Option<u16>,
        /// The best move, if one is better than alpha.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub best: Option<String>,
        /// The second-best, where moves can be refused: the value is this move's.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub second: Option<String>,
    }

    /// What the transposition table knew of a position.
    pub struct TableKnowledge {
        /// The value.
        pub value: i32,
        /// The depth to which it was searched.
        pub depth: i32,
        /// `exact`, `lower` or `upper`.
        pub bound: &'static str,
    }

    /// A search of the root.
    pub struct RootReport {
        /// Its entry in the list of nodes.
        pub entry: u32,
        /// `iteration`, `aspiration` (again, with a wider window) or `proof` (for a shorter win or loss).
        pub search: &'static str,
        /// Its depth.
        pub depth: i32,
        /// Its nodes.
        pub nodes: u32,
        /// Its value.
        pub value: i32,
        /// Whether the search was stopped in it; then the value means nothing.
        pub stopped: bool,
        /// All its nodes up to this ply are in the list, and none beyond; `null` if all are.
        pub whole_plies: Option<u8>,
    }

    /// How often something happened.
    pub struct WordCount {
        /// The word.
        pub word: &'static str,
        /// How often.
        pub count: u32,
    }

    /// The summary of a recorded search. Words that did not occur are left out.
    pub struct SearchSummary {
        /// The result.
        pub report: SearchReport,
        /// The entry of the root whose value is the result; `null` if there is none.
        pub result: Option<u32>,
        /// The searches of the root.
        pub roots: Vec<RootReport>,
        /// The nodes visited.
        pub nodes: u32,
        /// Nodes by the reason why they ended; their sum is `nodes`.
        pub ends: Vec<WordCount>,
        /// Moves that were skipped, by reason.
        pub skips: Vec<WordCount>,
        /// Nodes by type; their sum is `nodes`.
        pub kinds: Vec<WordCount>,
        /// Searches by what they were for; their sum is `nodes`.
        pub searches: Vec<WordCount>,
        /// Nodes by what else happened.
        pub marks: Vec<WordCount>,
        /// Nodes by ply.
        pub plies: Vec<u32>,
        /// Searches that repeated one.
        pub searched_again: u32,
        /// Positions that were in the table.
        pub table_hits: u32,
        /// Cutoffs by the first move that could cause one.
        pub first_move_cutoffs: u32,
        /// Nodes at depth 0 and below.
        pub quiescence: u32,
        /// Whether the search ended at its limit of nodes.
        pub stopped: bool,
        /// The ideas of the search that make sense here, and whether each was on.
        pub ideas: Vec<IdeaState>,
    }

    /// An idea of the search.
    pub struct IdeaState {
        /// Its name, such as `null_window`.
        pub name: &'static str,
        /// Whether it was on.
        pub on: bool,
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn is_zero_byte(number: &u8) -> bool {
    *number == 0
}

fn is_false(value: &bool) -> bool {
    !*value
}
