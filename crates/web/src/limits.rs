//! What a tab may ask for, and how much of the machine it gets.

use std::time::Duration;

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

/// How long a tab may take to read a message before it is given up, if nobody says otherwise.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How often a tab is asked whether it is still there, in times of the patience with it.
pub const HEARTBEAT: u32 = 2;

/// A tab that was not heard of for so long is gone, in times of the patience with it.
pub const LONGEST_SILENCE: u32 = 6;

/// An engine that was not used for so long gives its memory back.
pub const IDLE: Duration = Duration::from_secs(600);

/// Requests a second that a tab may make for long, and how many at once.
pub const REQUESTS_A_SECOND: f64 = 50.0;
/// See [`REQUESTS_A_SECOND`].
pub const BURST: f64 = 200.0;
