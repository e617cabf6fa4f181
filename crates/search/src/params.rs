//! Constants of the search that are the same in every game. Those that each game sets for itself are its
//! [`SearchParams`](skirmish_board::SearchParams).

/// The greatest distance from the root, in plies.
pub(crate) const MAX_PLY: usize = 128;
/// Extensions stop at this many times the depth of the iteration, so that lines in which every move is extended end.
pub(crate) const EXTENSION_FACTOR: usize = 2;

/// A timed search with only one move ends at this depth: enough for a score and a line to show.
pub(crate) const FORCED_MOVE_DEPTH: i32 = 4;

/// Aspiration windows need at least this depth: scores of shallower searches differ too much from one depth to the next.
pub(crate) const ASPIRATION_MIN_DEPTH: i32 = 4;
/// After a fail high or low the margin grows by this factor, so that few re-searches are needed.
pub(crate) const ASPIRATION_GROWTH: i32 = 3;
/// With a larger margin the bound becomes infinite.
pub(crate) const ASPIRATION_MAX_MARGIN: i32 = 600;

/// The greatest depth of reverse futility pruning: at higher depths the opponent has time to catch up.
pub(crate) const RFP_MAX_DEPTH: i32 = 8;
/// A pruned node returns the static evaluation less the margin divided by this.
pub(crate) const RFP_RETURN_DIVISOR: i32 = 2;
/// The greatest depth of futility pruning: at higher depths a quiet move has time to pay off.
pub(crate) const FUTILITY_MAX_DEPTH: i32 = 6;
/// The greatest depth of late move pruning: at higher depths no move would be late enough.
pub(crate) const LMP_MAX_DEPTH: i32 = 8;
/// The greatest depth of SEE pruning: at higher depths a sacrifice may pay off.
pub(crate) const SEE_MAX_DEPTH: i32 = 6;

/// Singular extensions need at least this depth: below it, the search of all other moves costs too much.
pub(crate) const SINGULAR_MIN_DEPTH: i32 = 6;
/// The table entry of a singular extension may be this much shallower than the node.
pub(crate) const SINGULAR_ENTRY_MARGIN: i32 = 3;
/// The search of all other moves has the depth of the node divided by this.
pub(crate) const SINGULAR_DIVISOR: i32 = 2;

/// Late move reductions need at least this depth.
pub(crate) const LMR_MIN_DEPTH: i32 = 3;
/// Added before a reduction is rounded down, so that it is rounded to the nearest ply.
pub(crate) const LMR_ROUNDING: f64 = 0.5;
/// This much history, a quarter of the maximum, changes a reduction by a ply.
pub(crate) const LMR_HISTORY_DIVISOR: i32 = 6144;

/// The history bonus of a cutoff, times the square of the depth: deep cutoffs are rare and say more.
pub(crate) const HISTORY_BONUS: i32 = 32;
/// The largest history bonus, so that no cutoff wipes out what was learnt before.
pub(crate) const HISTORY_BONUS_MAX: i32 = 1600;

/// ABDADA needs at least this depth: below it, the bookkeeping costs more than it saves.
pub(crate) const ABDADA_MIN_DEPTH: i32 = 4;
/// After this many nodes a thread publishes its node count and checks whether the main thread has overtaken it.
pub(crate) const NODES_BETWEEN_UPDATES: u64 = 512;
