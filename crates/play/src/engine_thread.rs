//! An engine on its own thread.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, JoinHandle};

use crate::engine::AnyEngine;

/// An engine on its own thread, which runs tasks one after another.
pub struct EngineThread {
    /// `None` only during drop.
    tasks: Option<Sender<EngineTask>>,
    /// Stops the last task. Each has its own flag, so that stopping one cannot stop the next.
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

type EngineTask = Box<dyn FnOnce(&mut AnyEngine) + Send>;

impl EngineThread {
    /// Starts the thread.
    pub fn start(mut engine: AnyEngine) -> io::Result<EngineThread> {
        let (tasks, received) = channel::<EngineTask>();
        let run = move || received.iter().for_each(|task| task(&mut engine));
        let thread = Builder::new().name("engine".to_owned()).spawn(run)?;
        Ok(EngineThread { tasks: Some(tasks), stop: Arc::default(), thread: Some(thread) })
    }

    /// Queues a task. The flag that it gets tells it to stop.
    pub fn submit(&mut self, task: impl FnOnce(&mut AnyEngine, &AtomicBool) + Send + 'static) {
        self.stop = Arc::default();
        let stop = self.stop.clone();
        if let Some(tasks) = &self.tasks {
            // If the thread is gone, a caller that waits for an answer notices.
            let _ = tasks.send(Box::new(move |engine| task(engine, &stop)));
        }
    }

    /// Whether the thread is running. It ends only by a panic.
    pub fn is_alive(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Stops the last task.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

/// Stops the last task and joins the thread.
impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
