//! The engine as the screens use it. It thinks on a thread of its own, so keys stay live.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use skirmish_play::{AnyEngine, EngineOptions, EngineThread, until};
use skirmish_search::Limits;
use skirmish_session::engine::{EngineEvent, EngineRequest};

/// An engine on a thread of its own.
pub struct EngineQueue {
    thread: EngineThread,
    send: Arc<dyn Fn(EngineEvent) + Send + Sync>,
}

impl EngineQueue {
    /// An engine that tells its events by a call, from its thread.
    pub fn start(send: impl Fn(EngineEvent) + Send + Sync + 'static) -> io::Result<EngineQueue> {
        Ok(EngineQueue { thread: EngineThread::start(AnyEngine::new(EngineOptions::default()))?, send: Arc::new(send) })
    }

    /// Whether it is there to answer.
    pub fn is_working(&self) -> bool {
        self.thread.is_alive()
    }

    /// Passes a request on.
    pub fn ask(&mut self, request: EngineRequest) {
        self.thread.stop();
        let deadline = request.time().map(|time| Instant::now() + time);
        let send = self.send.clone();
        self.thread.submit(move |engine, stop| {
            let limits = deadline.map_or_else(Limits::default, until);
            request.run(engine, &limits, stop, &mut |event| send(event));
        });
    }
}
