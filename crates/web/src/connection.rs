//! The connection of a tab: reads requests, sends replies, and has at most one search.

use std::sync::Arc;
use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use hyper::body::Bytes;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use skirmish_api::messages::{Message, Request};
use skirmish_api::{Dispatched, SearchJob};
use tokio::sync::{Mutex, mpsc};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Message as Frame, Utf8Bytes};

use crate::control::{Control, StopReason};
use crate::engine_pool::EnginePool;
use crate::limits::{
    ENGINE_IDLE_TIME, HEARTBEAT_TIMEOUTS, MAX_RELAY_BYTES, REQUEST_BURST, REQUESTS_PER_SECOND, ROOM_COST,
    SILENCE_TIMEOUTS,
};
use crate::listener::closed;
use crate::rooms::TabRoom;
use crate::search::TabSearch;
use crate::state::{Admission, ServerState};

/// The most messages of a search that wait to be sent.
const OUTBOX_MESSAGES: usize = 32;

/// The WebSocket of a tab.
type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Serves a tab until it closes, times out, or the server ends.
pub async fn serve(state: Arc<ServerState>, admission: Admission, socket: Socket) {
    let (out, messages) = mpsc::channel(OUTBOX_MESSAGES);
    let pool = Arc::new(Mutex::new(EnginePool::new(state.memory.clone())));
    let (room, rate_limiter, last_heard) = (TabRoom::default(), RateLimiter::new(), Instant::now());
    let mut tab = Tab { pool, state, search: None, room, out, socket, rate_limiter, last_heard };
    let close_reason = tab.run(messages).await;
    tab.end_search(StopReason::Cancel);
    if let Some(frame) = close_reason {
        // Best effort.
        let _ = timeout(tab.state.timeout, tab.socket.send(Frame::Close(Some(frame)))).await;
    }
    drop(admission);
}

struct Tab {
    state: Arc<ServerState>,
    pool: Arc<Mutex<EnginePool>>,
    search: Option<Arc<Control>>,
    room: TabRoom,
    out: mpsc::Sender<Message>,
    socket: Socket,
    rate_limiter: RateLimiter,
    last_heard: Instant,
}

/// Why the connection closes; `None` if the tab is gone.
type CloseReason = Option<CloseFrame>;

fn close_reason(code: CloseCode, reason: &'static str) -> CloseReason {
    Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) })
}

impl Tab {
    /// Handles requests and sends messages of the search, one at a time: while a tab does not read, its requests are not
    /// read either.
    async fn run(&mut self, mut messages: mpsc::Receiver<Message>) -> CloseReason {
        let mut closing = self.state.closing.subscribe();
        let mut heartbeat = interval(self.state.timeout * HEARTBEAT_TIMEOUTS);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        heartbeat.reset();
        if let Err(close_reason) = self.send(Frame::Text(self.state.hello.clone())).await {
            return close_reason;
        }
        loop {
            let pause = self.rate_limiter.pause();
            let done = tokio::select! {
                _ = closed(&mut closing) => Err(close_reason(CloseCode::Away, "the server is closing")),
                _ = heartbeat.tick() => self.heartbeat().await,
                Some(message) = messages.recv() => self.send_message(&message).await,
                message = self.room.next() => self.send_message(&message).await,
                _ = sleep(pause), if !pause.is_zero() => Ok(()),
                frame = self.socket.next(), if pause.is_zero() => match frame {
                    Some(Ok(frame)) => self.on_frame(frame).await,
                    Some(Err(_)) => Err(close_reason(CloseCode::Size, "the message is too long or damaged")),
                    None => Err(None),
                },
            };
            if let Err(close_reason) = done {
                return close_reason;
            }
        }
    }

    /// Pings the tab and frees engines that no tab has used for long.
    async fn heartbeat(&mut self) -> Result<(), CloseReason> {
        if self.last_heard.elapsed() > self.state.timeout * SILENCE_TIMEOUTS {
            return Err(close_reason(CloseCode::Policy, "timed out"));
        }
        self.state.memory.evict_idle(ENGINE_IDLE_TIME);
        self.send(Frame::Ping(Bytes::new())).await
    }

    async fn on_frame(&mut self, frame: Frame) -> Result<(), CloseReason> {
        self.last_heard = Instant::now();
        match frame {
            Frame::Text(text) => self.on_request(&text).await,
            Frame::Binary(_) => Err(close_reason(CloseCode::Unsupported, "expected text")),
            Frame::Close(_) => {
                // The stream ends once the close frame is returned.
                self.end_search(StopReason::Cancel);
                Ok(())
            }
            Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_) => {
                self.rate_limiter.spend(1.0);
                Ok(())
            }
        }
    }

    async fn on_request(&mut self, text: &str) -> Result<(), CloseReason> {
        let request = match skirmish_api::read(text) {
            Ok(request) => request,
            Err(answer) => {
                self.rate_limiter.spend(1.0);
                return self.send_message(&answer).await;
            }
        };
        self.rate_limiter.spend(cost(&request));
        if let (true, Some(rooms)) = (is_about_rooms(&request), &self.state.rooms) {
            let reply = match text.len() {
                0..=MAX_RELAY_BYTES => self.room.handle(rooms, request),
                _ => Some(Message::Error { id: None, sentence: "this is too long for a room".to_owned(), at: None }),
            };
            return match reply {
                Some(message) => self.send_message(&message).await,
                None => Ok(()),
            };
        }
        let state = &self.state;
        match skirmish_api::answer(request, || state.random_seed()) {
            Dispatched::Reply(message) => self.send_message(&message).await?,
            Dispatched::Search(job) => self.search(*job),
            Dispatched::Stop => self.end_search(StopReason::Finish),
        }
        Ok(())
    }

    /// Starts a search, which cancels the one before.
    fn search(&mut self, job: SearchJob) {
        self.end_search(StopReason::Cancel);
        let control: Arc<Control> = Arc::default();
        self.search = Some(control.clone());
        let search = TabSearch {
            scheduler: self.state.scheduler_for(&job),
            pool: self.pool.clone(),
            control,
            out: self.out.clone(),
            threads: self.state.threads_for_a_tab(),
        };
        tokio::spawn(search.run(job));
    }

    fn end_search(&mut self, reason: StopReason) {
        if let Some(search) = &self.search {
            search.end(reason);
        }
    }

    async fn send_message(&mut self, message: &Message) -> Result<(), CloseReason> {
        match serde_json::to_string(message) {
            Ok(text) => self.send(Frame::Text(text.into())).await,
            Err(_) => Err(close_reason(CloseCode::Error, "the answer cannot be written")),
        }
    }

    async fn send(&mut self, frame: Frame) -> Result<(), CloseReason> {
        match timeout(self.state.timeout, self.socket.send(frame)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }
}

/// Whether a request is one that rooms answer.
fn is_about_rooms(request: &Request) -> bool {
    matches!(request, Request::Enter { .. } | Request::Relay { .. } | Request::Leave { .. } | Request::Lobby { .. })
}

/// The cost of a request for the rate limiter: long games take longer to replay.
fn cost(request: &Request) -> f64 {
    let actions = match request {
        Request::Show { line, .. }
        | Request::Play { line, .. }
        | Request::Choose { line, .. }
        | Request::Hint { line, .. }
        | Request::Analyze { line, .. }
        | Request::Review { line, .. }
        | Request::Coach { line, .. }
        | Request::Values { line, .. }
        | Request::Microscope { line, .. }
        | Request::Ladder { line, .. }
        | Request::Record { line, .. } => line.actions.len(),
        Request::Open { text, .. } => text.len() / 8,
        // Every request parses the whole lesson, or plays all examples.
        Request::Rules { .. } | Request::Lesson { .. } | Request::Answer { .. } => 100,
        // Everyone in the room gets it.
        Request::Enter { .. } | Request::Relay { .. } | Request::Lobby { .. } => return ROOM_COST,
        Request::Compose { .. } | Request::Stop { .. } | Request::Ping { .. } | Request::Leave { .. } => 0,
    };
    1.0 + actions as f64 / 100.0
}

/// A token bucket for the requests of a tab. When it is empty, requests are read later; none is lost.
struct RateLimiter {
    left: f64,
    since: Instant,
}

impl RateLimiter {
    fn new() -> RateLimiter {
        RateLimiter { left: REQUEST_BURST, since: Instant::now() }
    }

    fn spend(&mut self, cost: f64) {
        self.left -= cost;
    }

    /// How long to wait before the next request is read.
    fn pause(&mut self) -> std::time::Duration {
        let now = Instant::now();
        let earned = (now - self.since).as_secs_f64() * REQUESTS_PER_SECOND;
        (self.left, self.since) = ((self.left + earned).min(REQUEST_BURST), now);
        std::time::Duration::from_secs_f64((-self.left).max(0.0) / REQUESTS_PER_SECOND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_runs_out_and_comes_back() {
        let mut rate_limiter = RateLimiter::new();
        assert!(rate_limiter.pause().is_zero());
        rate_limiter.spend(REQUEST_BURST);
        rate_limiter.spend(100.0);
        let pause = rate_limiter.pause().as_secs_f64();
        assert!(pause > 0.0 && pause <= 2.0, "{pause}");
        rate_limiter.since -= std::time::Duration::from_secs(3);
        assert!(rate_limiter.pause().is_zero());
    }
}
