//! A search for a tab, from the queue to the last word.
//!
//! The search itself runs on a thread of its own and never waits: what it has to say it leaves in an [`Outbox`], which the task
//! that watches over it empties now and then. So a tab that reads slowly slows nobody but itself.

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

/// What a search needs of the server.
pub struct TabSearch {
    /// Those who may search.
    pub scheduler: Arc<Scheduler>,
    /// The engines that the tab keeps.
    pub pool: Arc<Mutex<EnginePool>>,
    /// How it is asked to end.
    pub control: Arc<Control>,
    /// The way to the tab.
    pub out: mpsc::Sender<Message>,
    /// How many threads a new engine may use.
    pub threads: usize,
}

/// The engines that a tab keeps, while a search uses one.
type PoolGuard = OwnedMutexGuard<EnginePool>;

/// Why there is no answer.
enum NoAnswer {
    /// Nobody wants it any more.
    Cancelled,
    /// The search panicked, which none should.
    Panicked,
}

impl TabSearch {
    /// Searches and tells the tab everything, the end of it included.
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

    /// Searches to the end. An analysis makes room for others when they wait, and goes on when it is its turn again.
    async fn search(&self, mut job: SearchJob) -> Result<Message, NoAnswer> {
        let SearchHeader { id, game, engine_use, time_limit } = job.header();
        let purpose = if time_limit.is_some() { Purpose::Analysis } else { Purpose::Move };
        let (mut pool, threads) = self.hold(game, engine_use, job.is_fresh()).await?;
        let mut spent = Duration::ZERO;
        loop {
            let slot = match self.turn(purpose, threads, id).await {
                Ok(slot) => slot,
                // Ended while it waited to go on: what was seen so far is the answer.
                Err(_) if job.has_begun() => break,
                Err(void) => return Err(void),
            };
            let outbox = Arc::new(Outbox::default());
            let (control, messages) = (self.control.clone(), outbox.clone());
            let search = move || {
                let _slot = slot;
                let engine = pool.get_or_build(game, engine_use, threads).engine();
                let done = job.search(engine, control.flag(), &mut |message| messages.put(message));
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

    /// The engines of the tab, which the last search may still hold, with the one for this role among them; and its threads.
    /// Where nothing is lost by it (`fresh`), the engine may be a new one with more threads than the old.
    async fn hold(&self, game: GameId, engine_use: EngineUse, fresh: bool) -> Result<(PoolGuard, usize), NoAnswer> {
        let mut pool = tokio::select! {
            pool = self.pool.clone().lock_owned() => pool,
            _ = self.control.ended() => return Err(NoAnswer::Cancelled),
        };
        let threads = self.threads;
        // A table takes its time to make.
        let made = tokio::task::spawn_blocking(move || {
            if fresh {
                pool.replace_with_more_threads(game, engine_use, threads);
            }
            let threads = pool.get_or_build(game, engine_use, threads).threads();
            (pool, threads)
        });
        made.await.map_err(|_| NoAnswer::Panicked)
    }

    /// Waits for its turn to search.
    async fn turn(&self, purpose: Purpose, threads: usize, id: u32) -> Result<Slot, NoAnswer> {
        let waiting = |ahead: usize| {
            // A tab that reads too slowly for this learns of the next change.
            let _ = self.out.try_send(Message::Waiting { id, ahead: ahead as u32 });
        };
        tokio::select! {
            biased;
            _ = self.control.ended() => Err(NoAnswer::Cancelled),
            slot = self.scheduler.queue(purpose, threads).turn(waiting) => Ok(slot),
        }
    }

    /// Runs a search on a thread of its own and passes on what it says. With a time `left` it pauses for others, and ends when
    /// the time is over.
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
            self.pass_on(outbox).await;
            if let Some(left) = left {
                if begun.elapsed() >= left {
                    self.control.end(StopReason::Finish);
                } else if self.should_pause(begun.elapsed()) {
                    self.control.end(StopReason::Pause);
                }
            }
        };
        self.pass_on(outbox).await;
        result.map_err(|_| NoAnswer::Panicked)
    }

    /// Whether an analysis that has gone on for this long makes room.
    fn should_pause(&self, gone_on: Duration) -> bool {
        let load = self.scheduler.load();
        (load.moves_waiting > 0 && gone_on >= TIME_SLICE_BEFORE_MOVE)
            || (load.analyses_waiting > 0 && gone_on >= TIME_SLICE)
    }

    async fn pass_on(&self, outbox: &Outbox) {
        for message in outbox.take() {
            if self.control.reason() != Some(StopReason::Cancel) {
                let _ = self.out.send(message).await;
            }
        }
    }
}
