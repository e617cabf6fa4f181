//! The search of a tab, from the queue to the final message.
//!
//! The search runs on a thread of its own and never blocks: it puts its messages into an [`Outbox`], which an async task empties
//! periodically. So a tab that reads slowly delays only itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use skirmish_api::messages::Message;
use skirmish_api::{EngineUse, SearchHeader, SearchJob};
use skirmish_games::GameId;
use tokio::sync::{Mutex, OwnedMutexGuard, mpsc};

use crate::control::{Control, StopReason};
use crate::engine_pool::EnginePool;
use crate::limits::{MESSAGE_INTERVAL, TIME_SLICE, TIME_SLICE_BEFORE_MOVE};
use crate::outbox::Outbox;
use crate::scheduler::{Purpose, Scheduler, Slot};

/// What a search needs from the server.
pub struct TabSearch {
    /// Grants the threads.
    pub scheduler: Arc<Scheduler>,
    /// The engines of the tab.
    pub pool: Arc<Mutex<EnginePool>>,
    /// Stops it.
    pub control: Arc<Control>,
    /// The messages to the tab.
    pub out: mpsc::Sender<Message>,
    /// The number of threads of a new engine.
    pub threads: usize,
}

/// Why there is no result.
enum NoAnswer {
    /// The search was cancelled.
    Cancelled,
    /// The search panicked, which is a bug.
    Panicked,
}

impl TabSearch {
    /// Runs the search and sends all its messages, the final one included.
    pub async fn run(self, job: SearchJob) {
        let id = job.header().id;
        let last = match self.search(job).await {
            Err(NoAnswer::Panicked) => {
                Message::Error { id: Some(id), sentence: "the search failed: please report it".to_owned(), at: None }
            }
            Err(NoAnswer::Cancelled) => Message::Stopped { id },
            Ok(_) if self.control.reason() == Some(StopReason::Cancel) => Message::Stopped { id },
            Ok(message) => message,
        };
        let _ = self.out.send(last).await;
    }

    /// Searches to the end. An analysis pauses while others wait and resumes at its next turn.
    async fn search(&self, mut job: SearchJob) -> Result<Message, NoAnswer> {
        let SearchHeader { id, game, engine_use, time_limit } = job.header();
        let purpose = if time_limit.is_some() { Purpose::Analysis } else { Purpose::Move };
        let (mut pool, threads) = self.hold(game, engine_use, job.is_fresh()).await?;
        let mut spent = Duration::ZERO;
        loop {
            let slot = match self.turn(purpose, threads, id).await {
                Ok(slot) => slot,
                // Stopped while paused: reply with the result so far.
                Err(_) if job.has_begun() => break,
                Err(void) => return Err(void),
            };
            let outbox = Arc::new(Outbox::default());
            let (control, messages) = (self.control.clone(), outbox.clone());
            let search = move || {
                let _slot = slot;
                let mut pooled = pool.take(game, engine_use, threads);
                let done = job.search(pooled.engine(), control.flag(), &mut |message| messages.put(message));
                pool.give_back(pooled);
                (done, job, pool)
            };
            let begun = Instant::now();
            let left = time_limit.map(|most| most.saturating_sub(spent));
            let done;
            (done, job, pool) = self.watch(search, &outbox, left).await?;
            spent += begun.elapsed();
            if done || !self.control.resume() {
                break;
            }
        }
        Ok(job.final_message())
    }

    /// Locks the engines of the tab, once the last search releases them. Returns them and the number of threads of the one it
    /// needs, which is built when there are threads for it: searches that wait take no memory. If `fresh`, an engine with fewer
    /// threads than allowed is replaced.
    async fn hold(
        &self,
        game: GameId,
        engine_use: EngineUse,
        fresh: bool,
    ) -> Result<(OwnedMutexGuard<EnginePool>, usize), NoAnswer> {
        let pool = tokio::select! {
            pool = self.pool.clone().lock_owned() => pool,
            _ = self.control.ended() => return Err(NoAnswer::Cancelled),
        };
        if fresh {
            pool.replace_with_more_threads(game, engine_use, self.threads);
        }
        let threads = pool.threads_of(game, engine_use, self.threads);
        Ok((pool, threads))
    }

    /// Waits for its turn to search.
    async fn turn(&self, purpose: Purpose, threads: usize, id: u32) -> Result<Slot, NoAnswer> {
        let waiting = |ahead: usize| {
            // If the channel is full, the tab receives the next change.
            let _ = self.out.try_send(Message::Waiting { id, ahead: ahead as u32 });
        };
        tokio::select! {
            biased;
            _ = self.control.ended() => Err(NoAnswer::Cancelled),
            slot = self.scheduler.queue(purpose, threads).turn(waiting) => Ok(slot),
        }
    }

    /// Runs a search on its own thread and sends its messages. With a time `left` it pauses for others and stops when the time
    /// is over.
    async fn watch<T: Send + 'static>(
        &self,
        search: impl FnOnce() -> T + Send + 'static,
        outbox: &Outbox,
        left: Option<Duration>,
    ) -> Result<T, NoAnswer> {
        let begun = Instant::now();
        let mut search = tokio::task::spawn_blocking(search);
        let mut ticker = tokio::time::interval(MESSAGE_INTERVAL);
        ticker.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let result = loop {
            tokio::select! {
                result = &mut search => break result,
                _ = ticker.tick() => {}
            }
            self.send_all(outbox).await;
            if let Some(left) = left {
                if begun.elapsed() >= left {
                    self.control.end(StopReason::Finish);
                } else if self.should_pause(begun.elapsed()) {
                    self.control.end(StopReason::Pause);
                }
            }
        };
        self.send_all(outbox).await;
        result.map_err(|_| NoAnswer::Panicked)
    }

    /// Whether an analysis that has run for this long pauses.
    fn should_pause(&self, elapsed: Duration) -> bool {
        let load = self.scheduler.load();
        (load.moves_waiting > 0 && elapsed >= TIME_SLICE_BEFORE_MOVE)
            || (load.analyses_waiting > 0 && elapsed >= TIME_SLICE)
    }

    async fn send_all(&self, outbox: &Outbox) {
        for message in outbox.take() {
            if self.control.reason() != Some(StopReason::Cancel) {
                let _ = self.out.send(message).await;
            }
        }
    }
}
