//! How much of the machine a tab gets.

use std::time::Duration;

/// The most tabs at once.
pub const MAX_TABS: usize = 256;

/// The most connections at once that are not, or not yet, the socket of a tab.
pub const MAX_CONNECTIONS: usize = 256;

/// How long an analysis or a review goes on while others wait for a searcher.
pub const TIME_SLICE: Duration = Duration::from_secs(3);

/// How long it goes on while somebody waits for a move.
pub const TIME_SLICE_BEFORE_MOVE: Duration = Duration::from_millis(300);

/// The least time between two messages of a stream.
pub const MESSAGE_INTERVAL: Duration = Duration::from_millis(66);

/// How long a tab may take to read a message before it is given up, by default.
pub const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a tab is asked whether it is still there: every so many patiences.
pub const HEARTBEAT_TIMEOUTS: u32 = 2;

/// A tab that was not heard of for so many patiences is gone.
pub const SILENCE_TIMEOUTS: u32 = 6;

/// An engine that was not used for this long gives its memory back.
pub const ENGINE_IDLE_TIME: Duration = Duration::from_secs(600);

/// How many requests per second a tab may make for long.
pub const REQUESTS_PER_SECOND: f64 = 50.0;

/// How many requests a tab may make at once, after a rest.
pub const REQUEST_BURST: f64 = 200.0;

/// The longest request, headers and all, in bytes. One for the page has some hundred.
pub const MAX_HTTP_REQUEST_BYTES: usize = 16 << 10;
