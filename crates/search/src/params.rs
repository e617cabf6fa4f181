//! The numbers of the search that are the same in every game. Those that each game sets for itself are its
//! [`SearchParams`](skirmish_board::SearchParams).

/// No line is searched further than this from the root.
pub(crate) const MAX_PLY: usize = 128;
/// Nothing is extended beyond so many times the depth of the iteration: lines in which every move is extended end, too.
pub(crate) const EXTENSION_FACTOR: usize = 2;

/// A search with one sensible move and a limit on time ends at this depth: enough for a score and a line to show.
pub(crate) const FORCED_MOVE_DEPTH: i32 = 4;

/// Aspiration windows begin at this depth: the scores of shallower searches differ too much from one depth to the next.
pub(crate) const ASPIRATION_MIN_DEPTH: i32 = 4;
/// A window that the score fell out of grows by this factor, so that few searches are needed to catch it.
pub(crate) const ASPIRATION_GROWTH: i32 = 3;
/// A window that would be wider is opened instead: the guess was no guess.
pub(crate) const ASPIRATION_MAX_MARGIN: i32 = 600;

/// Reverse futility pruning happens at most at this depth: further from the end of the line, the opponent has time to catch up.
pub(crate) const RFP_MAX_DEPTH: i32 = 8;
/// The score of a node that was pruned so is the static evaluation less this part of the margin: the truth is in between.
pub(crate) const RFP_RETURN_DIVISOR: i32 = 2;
/// Futility pruning happens at most at this depth: further from the end of the line, a quiet move has time to pay.
pub(crate) const FUTILITY_MAX_DEPTH: i32 = 6;
/// Late move pruning happens at most at this depth: beyond it so many moves count as early that none is left.
pub(crate) const LMP_MAX_DEPTH: i32 = 8;
/// Captures that lose too much are left out at most at this depth: further from the end of the line, a sacrifice may pay.
pub(crate) const SEE_MAX_DEPTH: i32 = 6;

/// Singular extensions need at least this depth: a search of all other moves is too dear near the end of the line.
pub(crate) const SINGULAR_MIN_DEPTH: i32 = 6;
/// The table's score counts in a singular extension if it was searched at most so much less deep than the node.
pub(crate) const SINGULAR_ENTRY_MARGIN: i32 = 3;
/// All other moves are searched to this part of the depth: enough to see whether one comes near, for little more than the move itself.
pub(crate) const SINGULAR_DIVISOR: i32 = 2;

/// Late move reductions need at least this depth: below it there is nothing left to search less deep.
pub(crate) const LMR_MIN_DEPTH: i32 = 3;
/// Reductions are rounded down after this is added: to the nearest whole ply.
pub(crate) const LMR_ROUNDING: f64 = 0.5;
/// So much of a move's history, a quarter of what can be reached, makes its reduction a ply smaller or larger.
pub(crate) const LMR_HISTORY_DIVISOR: i32 = 6144;

/// A move that refuted a position is worth this much in its history, times the square of the depth: deep refutations are rare and
/// tell more.
pub(crate) const HISTORY_BONUS: i32 = 32;
/// No refutation is worth more, so that none wipes out what was learnt before.
pub(crate) const HISTORY_BONUS_MAX: i32 = 1600;

/// Threads share the work of moves searched at least this deep: for less, telling each other costs more than it saves.
pub(crate) const ABDADA_MIN_DEPTH: i32 = 4;
/// How many nodes a thread visits before it publishes their number and looks whether the main thread has overtaken it.
pub(crate) const NODES_BETWEEN_UPDATES: u64 = 512;
