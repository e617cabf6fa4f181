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
use crate::limits::{BREATH, PATIENCE_WITH_MOVES, SLICE};
use crate::outbox::Outbox;
use crate::scheduler::{Purpose, Scheduler, Slot};

/// What a search needs of the server.
pub struct TabSearch {
    /// Those who may search.
    pub searchers: Arc<Scheduler>,
    /// The engines that the tab keeps.
    pub minds: Arc<Mutex<EnginePool>>,
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
enum Void {
    /// Nobody wants it any more.
    Ended,
    /// The search panicked, which none should.
    Broken,
}

impl TabSearch {
    /// Searches and tells the tab everything, the end of it included.
    pub async fn run(self, study: SearchJob) {
        let id = study.header().id;
        let last = match self.conduct(study).await {
            Err(Void::Broken) => {
                Message::Error { id: Some(id), sentence: "the search failed: please report it".to_owned(), at: None }
            }
            Err(Void::Ended) => Message::Stopped { id },
            Ok(_) if self.control.reason() == Some(StopReason::Dropped) => Message::Stopped { id },
            Ok(message) => message,
        };
        let _ = self.out.send(last).await;
    }

    /// Searches to the end. An analysis makes room for others when they wait, and goes on when it is its turn again.
    async fn conduct(&self, mut study: SearchJob) -> Result<Message, Void> {
        let SearchHeader { id, game, role, time_limit } = study.header();
        let purpose = if time_limit.is_some() { Purpose::Study } else { Purpose::Move };
        let (mut minds, threads) = self.hold(game, role, study.is_fresh()).await?;
        let mut spent = Duration::ZERO;
        loop {
            let slot = match self.turn(purpose, threads, id).await {
                Ok(slot) => slot,
                // Ended while it waited to go on: what was seen so far is the answer.
                Err(_) if study.has_begun() => break,
                Err(void) => return Err(void),
            };
            let tray = Arc::new(Outbox::default());
            let (control, news) = (self.control.clone(), tray.clone());
            let search = move || {
                let _slot = slot;
                let mind = minds.get_or_build(game, role, threads).mind();
                let done = study.search(mind, control.flag(), &mut |message| news.put(message));
                (done, study, minds)
            };
            let begun = Instant::now();
            let left = time_limit.map(|most| most.saturating_sub(spent));
            let done;
            (done, study, minds) = self.watch(search, &tray, left).await?;
            spent += begun.elapsed();
            if done || !self.control.go_on() {
                break;
            }
        }
        Ok(study.final_message())
    }

    /// The engines of the tab, which the last search may still hold, with the one for this role among them; and its threads.
    /// Where nothing is lost by it (`fresh`), the engine may be a new one with more threads than the old.
    async fn hold(&self, game: GameId, role: EngineUse, fresh: bool) -> Result<(PoolGuard, usize), Void> {
        let mut minds = tokio::select! {
            minds = self.minds.clone().lock_owned() => minds,
            _ = self.control.ended() => return Err(Void::Ended),
        };
        let threads = self.threads;
        // A table takes its time to make.
        let made = tokio::task::spawn_blocking(move || {
            if fresh {
                minds.replace_with_more_threads(game, role, threads);
            }
            let threads = minds.get_or_build(game, role, threads).threads();
            (minds, threads)
        });
        made.await.map_err(|_| Void::Broken)
    }

    /// Waits for its turn to search.
    async fn turn(&self, purpose: Purpose, threads: usize, id: u32) -> Result<Slot, Void> {
        let waiting = |ahead: usize| {
            // A tab that reads too slowly for this learns of the next change.
            let _ = self.out.try_send(Message::Waiting { id, ahead: ahead as u32 });
        };
        tokio::select! {
            biased;
            _ = self.control.ended() => Err(Void::Ended),
            slot = self.searchers.queue(purpose, threads).turn(waiting) => Ok(slot),
        }
    }

    /// Runs a search on a thread of its own and passes on what it says. With a time `left` it pauses for others, and ends when
    /// the time is over.
    async fn watch<T: Send + 'static>(
        &self,
        search: impl FnOnce() -> T + Send + 'static,
        tray: &Outbox,
        left: Option<Duration>,
    ) -> Result<T, Void> {
        let begun = Instant::now();
        let mut search = tokio::task::spawn_blocking(search);
        let mut breath = tokio::time::interval(BREATH);
        breath.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let result = loop {
            tokio::select! {
                result = &mut search => break result,
                _ = breath.tick() => {}
            }
            self.pass_on(tray).await;
            if let Some(left) = left {
                if begun.elapsed() >= left {
                    self.control.end(StopReason::Enough);
                } else if self.should_pause(begun.elapsed()) {
                    self.control.end(StopReason::Pause);
                }
            }
        };
        self.pass_on(tray).await;
        result.map_err(|_| Void::Broken)
    }

    /// Whether an analysis that has gone on for this long makes room.
    fn should_pause(&self, gone_on: Duration) -> bool {
        let business = self.searchers.load();
        (business.moves_waiting > 0 && gone_on >= PATIENCE_WITH_MOVES)
            || (business.studies_waiting > 0 && gone_on >= SLICE)
    }

    async fn pass_on(&self, tray: &Outbox) {
        for message in tray.take() {
            if self.control.reason() != Some(StopReason::Dropped) {
                let _ = self.out.send(message).await;
            }
        }
    }
}
