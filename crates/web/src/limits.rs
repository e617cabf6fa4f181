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

/// An engine that is idle for this long is freed; sooner if others need its memory.
pub const ENGINE_IDLE_TIME: Duration = Duration::from_secs(120);

/// The megabytes that each thread of an engine needs besides the transposition table: histories, stacks and caches, with the
/// network of the engine. The most is in Refusal, rounded up here.
pub const ENGINE_MB: usize = 3;

/// A client that is behind takes at least this many bytes per second on average, or is given up after a timeout.
pub const MIN_BYTES_PER_SECOND: u32 = 4096;

/// The average requests per second of a tab.
pub const REQUESTS_PER_SECOND: f64 = 50.0;

/// The most requests of a tab at once, after a pause.
pub const REQUEST_BURST: f64 = 200.0;

/// The most rooms at once.
pub const MAX_ROOMS: usize = 128;

/// The most tabs that watch a room.
pub const MAX_WATCHERS: usize = 64;

/// The most bytes that a player says at once: a game of a few thousand actions.
pub const MAX_RELAY_BYTES: usize = 48 << 10;

/// The most messages of a room that wait to be sent to a tab. One that falls behind leaves the room.
pub const ROOM_BACKLOG: usize = 64;

/// A room without tabs keeps its seats for this long.
pub const EMPTY_ROOM_TIME: Duration = Duration::from_secs(900);

/// The cost of entering a room, and of saying something in it, in requests.
pub const ROOM_COST: f64 = 5.0;

/// The largest HTTP request, headers included.
pub const MAX_HTTP_REQUEST_BYTES: usize = 16 << 10;
