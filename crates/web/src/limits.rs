//! Limits of tabs and connections.

use std::time::Duration;

/// The most tabs at once.
pub const MAX_TABS: usize = 256;

/// The most HTTP connections at once, WebSockets not counted.
pub const MAX_CONNECTIONS: usize = 256;

/// How long an analysis or review runs while other analyses wait.
pub const TIME_SLICE: Duration = Duration::from_secs(3);

/// How long it runs while a move waits.
pub const TIME_SLICE_BEFORE_MOVE: Duration = Duration::from_millis(300);

/// The least time between two messages of a search.
pub const MESSAGE_INTERVAL: Duration = Duration::from_millis(66);

/// The default timeout for sending a message to a tab.
pub const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// The time between two pings, in timeouts.
pub const HEARTBEAT_TIMEOUTS: u32 = 2;

/// A tab that sends nothing for this many timeouts is disconnected.
pub const SILENCE_TIMEOUTS: u32 = 6;

/// An engine that is idle for this long is freed.
pub const ENGINE_IDLE_TIME: Duration = Duration::from_secs(600);

/// The average requests per second of a tab.
pub const REQUESTS_PER_SECOND: f64 = 50.0;

/// The most requests of a tab at once, after a pause.
pub const REQUEST_BURST: f64 = 200.0;

/// The largest HTTP request, headers included.
pub const MAX_HTTP_REQUEST_BYTES: usize = 16 << 10;
