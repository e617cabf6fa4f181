//! An engine on a thread of its own, so that its owner can do something else while it thinks.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::engine::AnyEngine;

/// An engine that works on a thread of its own. Orders are obeyed one after another.
pub struct EngineThread {
    /// `None` only while it is being dropped.
    tasks: Option<Sender<EngineTask>>,
    /// Ends the last order. Each has a flag of its own, so that ending one cannot end the next.
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

type EngineTask = Box<dyn FnOnce(&mut AnyEngine) + Send>;

impl EngineThread {
    /// Puts an engine on a thread of its own.
    pub fn start(mut engine: AnyEngine) -> io::Result<EngineThread> {
        let (tasks, received) = channel::<EngineTask>();
        let run = move || received.iter().for_each(|task| task(&mut engine));
        let thread = Builder::new().name("engine".to_owned()).spawn(run)?;
        Ok(EngineThread { tasks: Some(tasks), stop: Arc::default(), thread: Some(thread) })
    }

    /// Gives an order that is obeyed after those before it. It is told to end by the flag it gets.
    pub fn submit(&mut self, task: impl FnOnce(&mut AnyEngine, &AtomicBool) + Send + 'static) {
        self.stop = Arc::default();
        let stop = self.stop.clone();
        if let Some(tasks) = &self.tasks {
            // If the thread is gone, a caller that waits for an answer sees that none will come.
            let _ = tasks.send(Box::new(move |engine| task(engine, &stop)));
        }
    }

    /// Whether the thread is there to obey. It is gone only after a panic.
    pub fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Ends the last order at once.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

/// Ends the last order and waits for the thread: no search goes on unheard.
impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
