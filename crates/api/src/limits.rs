//! Limits of requests.

use std::time::Duration;

use skirmish_session::new_game::{DEFAULT_MOVE_TIME, OFFERED_LEVEL};

use crate::messages::ServerLimits;

/// The limits as the page receives them.
pub(crate) fn limits() -> ServerLimits {
    ServerLimits {
        actions: MAX_ACTIONS as u32,
        bytes: MAX_MESSAGE_BYTES as u32,
        lines: MAX_LINES,
        level: skirmish_play::Level::FULL.number(),
        default_level: OFFERED_LEVEL.number(),
        time_ms: DEFAULT_MOVE_TIME.as_millis() as u32,
        min_time_ms: *MOVE_TIME_MS.start(),
        max_time_ms: *MOVE_TIME_MS.end(),
    }
}

/// The most actions of a game: more than any real game has.
pub(crate) const MAX_ACTIONS: usize = 5_000;

/// The most bytes of a message from the page.
pub const MAX_MESSAGE_BYTES: usize = 256 * 1024;

/// The most lines of an analysis.
pub(crate) const MAX_LINES: u8 = 3;

/// The least and the most time for a move, in milliseconds.
pub(crate) const MOVE_TIME_MS: std::ops::RangeInclusive<u32> = 10..=60_000;

/// The largest board that menus offer; larger ones can be asked for by name.
pub(crate) const MAX_OFFERED_SIZE: u8 = 8;

/// The greatest depth of a recorded search.
pub(crate) const MAX_MICROSCOPE_DEPTH: u8 = 20;

/// A recorded search ends after this many nodes: it takes a few seconds in a browser.
#[cfg(feature = "microscope")]
pub(crate) const MAX_MICROSCOPE_NODES: u64 = 1_000_000;

/// Each search of the ladder ends after this many nodes.
#[cfg(feature = "microscope")]
pub(crate) const MAX_LADDER_NODES: u64 = 300_000;

/// So many nodes of a recorded search are sent; of the others there are only counts, until one asks for the part below a node.
#[cfg(feature = "microscope")]
pub(crate) const MICROSCOPE_KEEP: usize = 20_000;

/// The nodes of a message.
#[cfg(feature = "microscope")]
pub(crate) const PIECE_NODES: usize = 500;

/// The transposition table of a recorded search.
pub(crate) const MICROSCOPE_HASH_MB: usize = 16;

/// The search time of an analysis that is not stopped, without pauses. The caller enforces it.
pub const MAX_ANALYSIS_TIME: Duration = Duration::from_secs(300);
