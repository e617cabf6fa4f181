//! One tab: its requests in, its answers out, and its one search.

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
use crate::limits::{BURST, HEARTBEAT, IDLE, LONGEST_SILENCE, REQUESTS_PER_SECOND};
use crate::listener::closed;
use crate::search::TabSearch;
use crate::state::{Admission, ServerState};

/// Messages of a search that wait for the tab to read.
const BACKLOG: usize = 32;

/// The way to a tab and back.
type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// Serves a tab until it goes, is given up, or the server ends.
pub async fn serve(state: Arc<ServerState>, admission: Admission, socket: Socket) {
    let (out, news) = mpsc::channel(BACKLOG);
    let minds = Arc::new(Mutex::new(EnginePool::new(state.memory.clone())));
    let mut tab = Tab { minds, state, search: None, out, socket, allowance: RateLimiter::new(), heard: Instant::now() };
    let farewell = tab.run(news).await;
    tab.end_search(StopReason::Dropped);
    if let Some(frame) = farewell {
        // A courtesy to those who still listen.
        let _ = timeout(tab.state.patience, tab.socket.send(Frame::Close(Some(frame)))).await;
    }
    drop(admission);
}

struct Tab {
    state: Arc<ServerState>,
    minds: Arc<Mutex<EnginePool>>,
    search: Option<Arc<Control>>,
    out: mpsc::Sender<Message>,
    socket: Socket,
    allowance: RateLimiter,
    heard: Instant,
}

/// The tab is gone, or has to go: with this explanation, if it still listens.
type CloseReason = Option<CloseFrame>;

fn farewell(code: CloseCode, reason: &'static str) -> CloseReason {
    Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) })
}

impl Tab {
    /// Answers requests and passes on what the search says, one thing after another: a tab that does not read is not
    /// read from either.
    async fn run(&mut self, mut news: mpsc::Receiver<Message>) -> CloseReason {
        let mut closing = self.state.closing.subscribe();
        let mut heartbeat = interval(self.state.patience * HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        heartbeat.reset();
        if let Err(farewell) = self.send(Frame::Text(self.state.hello.clone())).await {
            return farewell;
        }
        loop {
            let pause = self.allowance.pause();
            let done = tokio::select! {
                _ = closed(&mut closing) => Err(farewell(CloseCode::Away, "the server is closing")),
                _ = heartbeat.tick() => self.heartbeat().await,
                Some(message) = news.recv() => self.send_message(&message).await,
                _ = sleep(pause), if !pause.is_zero() => Ok(()),
                frame = self.socket.next(), if pause.is_zero() => match frame {
                    Some(Ok(frame)) => self.on_frame(frame).await,
                    Some(Err(_)) => Err(farewell(CloseCode::Size, "the message is too long or damaged")),
                    None => Err(None),
                },
            };
            if let Err(farewell) = done {
                return farewell;
            }
        }
    }

    /// Asks whether the tab is still there, and frees what it has not used for long.
    async fn heartbeat(&mut self) -> Result<(), CloseReason> {
        if self.heard.elapsed() > self.state.patience * LONGEST_SILENCE {
            return Err(farewell(CloseCode::Policy, "no sign of life"));
        }
        if let Ok(mut minds) = self.minds.try_lock() {
            minds.evict_idle(IDLE);
        }
        self.send(Frame::Ping(Bytes::new())).await
    }

    async fn on_frame(&mut self, frame: Frame) -> Result<(), CloseReason> {
        self.heard = Instant::now();
        match frame {
            Frame::Text(text) => self.on_request(&text).await,
            Frame::Binary(_) => Err(farewell(CloseCode::Unsupported, "expected text")),
            Frame::Close(_) => {
                // The end of the stream follows, once the goodbye is returned.
                self.end_search(StopReason::Dropped);
                Ok(())
            }
            Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_) => {
                self.allowance.spend(1.0);
                Ok(())
            }
        }
    }

    async fn on_request(&mut self, text: &str) -> Result<(), CloseReason> {
        let request = match skirmish_api::read(text) {
            Ok(request) => request,
            Err(answer) => {
                self.allowance.spend(1.0);
                return self.send_message(&answer).await;
            }
        };
        self.allowance.spend(cost(&request));
        let state = &self.state;
        match skirmish_api::answer(request, || state.whim()) {
            Dispatched::Say(message) => self.send_message(&message).await?,
            Dispatched::Search(study) => self.search(*study),
            Dispatched::Stop => self.end_search(StopReason::Enough),
        }
        Ok(())
    }

    /// Begins a search, which ends the one before.
    fn search(&mut self, study: SearchJob) {
        self.end_search(StopReason::Dropped);
        let control: Arc<Control> = Arc::default();
        self.search = Some(control.clone());
        let search = TabSearch {
            searchers: self.state.searchers_for(&study),
            minds: self.minds.clone(),
            control,
            out: self.out.clone(),
            threads: self.state.threads_for_a_tab(),
        };
        tokio::spawn(search.run(study));
    }

    fn end_search(&mut self, reason: StopReason) {
        if let Some(search) = &self.search {
            search.end(reason);
        }
    }

    async fn send_message(&mut self, message: &Message) -> Result<(), CloseReason> {
        match serde_json::to_string(message) {
            Ok(text) => self.send(Frame::Text(text.into())).await,
            Err(_) => Err(farewell(CloseCode::Error, "the answer cannot be written")),
        }
    }

    async fn send(&mut self, frame: Frame) -> Result<(), CloseReason> {
        match timeout(self.state.patience, self.socket.send(frame)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(None),
        }
    }
}

/// What a request costs of the allowance: long games take longer to play out.
fn cost(request: &Request) -> f64 {
    let actions = match request {
        Request::Show { course, .. }
        | Request::Play { course, .. }
        | Request::Choose { course, .. }
        | Request::Hint { course, .. }
        | Request::Analyze { course, .. }
        | Request::Review { course, .. }
        | Request::Record { course, .. } => course.actions.len(),
        Request::Open { text, .. } => text.len() / 8,
        // A lesson is read whole, with the moves in it.
        Request::Lesson { .. } | Request::Answer { .. } => 100,
        Request::Compose { .. } | Request::Stop { .. } | Request::Ping { .. } => 0,
    };
    1.0 + actions as f64 / 100.0
}

/// How many more requests a tab may make now. It grows with time; a tab that has none left is not read from for a while, which
/// makes its own sending wait and loses nothing.
struct RateLimiter {
    left: f64,
    since: Instant,
}

impl RateLimiter {
    fn new() -> RateLimiter {
        RateLimiter { left: BURST, since: Instant::now() }
    }

    fn spend(&mut self, cost: f64) {
        self.left -= cost;
    }

    /// How long to wait before the next request is read.
    fn pause(&mut self) -> std::time::Duration {
        let now = Instant::now();
        let earned = (now - self.since).as_secs_f64() * REQUESTS_PER_SECOND;
        (self.left, self.since) = ((self.left + earned).min(BURST), now);
        std::time::Duration::from_secs_f64((-self.left).max(0.0) / REQUESTS_PER_SECOND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_runs_out_and_comes_back() {
        let mut allowance = RateLimiter::new();
        assert!(allowance.pause().is_zero());
        allowance.spend(BURST);
        allowance.spend(100.0);
        let pause = allowance.pause().as_secs_f64();
        assert!(pause > 0.0 && pause <= 2.0, "{pause}");
        allowance.since -= std::time::Duration::from_secs(3);
        assert!(allowance.pause().is_zero());
    }
}
