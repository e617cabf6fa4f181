//! The engine on its own thread, so that the screen stays responsive.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use skirmish_play::{AnyEngine, EngineOptions, EngineThread, until};
use skirmish_search::Limits;
use skirmish_session::engine::{EngineEvent, EngineRequest};

/// An engine on its own thread.
pub struct EngineQueue {
    thread: EngineThread,
    send: Arc<dyn Fn(EngineEvent) + Send + Sync>,
}

impl EngineQueue {
    /// Starts an engine. `send` receives its events on the engine's thread.
    pub fn start(send: impl Fn(EngineEvent) + Send + Sync + 'static) -> io::Result<EngineQueue> {
        Ok(EngineQueue { thread: EngineThread::start(AnyEngine::new(EngineOptions::default()))?, send: Arc::new(send) })
    }

    /// Whether the engine's thread is alive.
    pub fn is_working(&self) -> bool {
        self.thread.is_alive()
    }

    /// Stops the current request and submits a new one.
    pub fn ask(&mut self, request: EngineRequest) {
        self.thread.stop();
        let deadline = request.time().map(|time| Instant::now() + time);
        let send = self.send.clone();
        self.thread.submit(move |engine, stop| {
            let limits = || deadline.map_or_else(Limits::default, until);
            request.run(engine, &limits, stop, &mut |event| send(event));
        });
    }
}
