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
    orders: Option<Sender<EngineTask>>,
    /// Ends the last order. Each has a flag of its own, so that ending one cannot end the next.
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

type EngineTask = Box<dyn FnOnce(&mut AnyEngine) + Send>;

impl EngineThread {
    /// Puts an engine on a thread of its own.
    pub fn start(mut mind: AnyEngine) -> io::Result<EngineThread> {
        let (orders, received) = channel::<EngineTask>();
        let work = move || received.iter().for_each(|order| order(&mut mind));
        let thread = Builder::new().name("engine".to_owned()).spawn(work)?;
        Ok(EngineThread { orders: Some(orders), stop: Arc::default(), thread: Some(thread) })
    }

    /// Gives an order that is obeyed after those before it. It is told to end by the flag it gets.
    pub fn order(&mut self, order: impl FnOnce(&mut AnyEngine, &AtomicBool) + Send + 'static) {
        self.stop = Arc::default();
        let stop = self.stop.clone();
        if let Some(orders) = &self.orders {
            // If the thread is gone, a caller that waits for an answer sees that none will come.
            let _ = orders.send(Box::new(move |mind| order(mind, &stop)));
        }
    }

    /// Whether the thread is there to obey. It is gone only after a panic.
    pub fn is_working(&self) -> bool {
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
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
