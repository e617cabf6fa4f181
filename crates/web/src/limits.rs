//! What a tab may ask for, and how much of the machine it gets.

use std::time::Duration;

use crate::messages::Limits;

/// What the page is told of all this, so that it need not find out by being refused.
pub fn limits() -> Limits {
    Limits {
        actions: MOST_ACTIONS as u32,
        bytes: MOST_BYTES as u32,
        lines: MOST_LINES,
        level: skirmish_play::Level::FULL.number(),
        least_time_ms: *MOVE_MILLIS.start(),
        most_time_ms: *MOVE_MILLIS.end(),
    }
}

/// The most actions of a game: more than any of the games has, from any position.
pub const MOST_ACTIONS: usize = 5_000;

/// The most bytes of a message from a tab.
pub const MOST_BYTES: usize = 256 * 1024;

/// The most lines of an analysis.
pub const MOST_LINES: u8 = 3;

/// The least and the most time for a move, in milliseconds.
pub const MOVE_MILLIS: std::ops::RangeInclusive<u32> = 10..=60_000;

/// The largest board that menus offer; larger ones can be asked for by name.
pub const LARGEST_OFFERED: u8 = 8;

/// The most tabs at once.
pub const MOST_TABS: usize = 256;

/// The most connections at once that are not, or not yet, the socket of a tab.
pub const MOST_CONNECTIONS: usize = 256;

/// How long an analysis goes on when nobody stops it, waiting not counted.
pub const LONGEST_ANALYSIS: Duration = Duration::from_secs(300);

/// How long an analysis or a review goes on while others wait for a searcher.
pub const SLICE: Duration = Duration::from_secs(3);

/// How long it goes on while somebody waits for a move.
pub const PATIENCE_WITH_MOVES: Duration = Duration::from_millis(300);

/// The least time between two messages of a stream.
pub const BREATH: Duration = Duration::from_millis(66);

/// Positions visited for each position of a game under review.
pub const REVIEW_NODES: u64 = 60_000;

/// How long a tab may take to read a message before it is given up, by default.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How often a tab is asked whether it is still there: every so many patiences.
pub const HEARTBEAT: u32 = 2;

/// A tab that was not heard of for so many patiences is gone.
pub const LONGEST_SILENCE: u32 = 6;

/// An engine that was not used for this long gives its memory back.
pub const IDLE: Duration = Duration::from_secs(600);

/// How many requests per second a tab may make for long.
pub const REQUESTS_PER_SECOND: f64 = 50.0;

/// How many requests a tab may make at once, after a rest.
pub const BURST: f64 = 200.0;
