//! The engine on a thread of its own, so that it can think while the person does.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use skirmish_board::TextError;
use skirmish_games::GameId;
use skirmish_play::{Decision, Finding, Level, Mind};
use skirmish_search::{Limits, Settings};

use crate::engine;

/// What the engine is asked to do with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Decide on an action, as well as its level allows.
    Choose,
    /// Say what is best, at full strength.
    Analyze,
}

/// What the engine has to say about its task.
pub enum News {
    /// It has looked one step further.
    Found(Finding),
    /// It has done its task.
    Done(Result<Decision, TextError>),
}

enum Job {
    Task(Task, String, Instant),
    Ponder(String),
    SetLevel(Level, u64),
}

/// An engine that works on its own thread. Orders are obeyed one after another; a new one ends what went on before.
pub struct Engine {
    /// `None` only while it is being dropped.
    jobs: Option<Sender<(Job, Arc<AtomicBool>)>>,
    news: Receiver<News>,
    /// Ends the last job. Each has a flag of its own, so that ending one cannot end the next.
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// An engine for a game.
    pub fn start(game: GameId, settings: &Settings, level: Level, seed: u64) -> io::Result<Engine> {
        let mut mind = engine::build(game, settings, &[]);
        mind.set_level(level, seed);
        let (jobs, orders) = channel::<(Job, Arc<AtomicBool>)>();
        let (reports, news) = channel();
        let work = move || {
            while let Ok((job, stop)) = orders.recv() {
                obey(&mut *mind, job, &stop, &reports);
            }
        };
        let thread = Builder::new().name("engine".to_owned()).spawn(work)?;
        Ok(Engine { jobs: Some(jobs), news, stop: Arc::default(), thread: Some(thread) })
    }

    /// Gives a task that must be done by a moment; [`Engine::news`] must be asked until it is done.
    pub fn give(&mut self, task: Task, position: String, deadline: Instant) {
        self.order(Job::Task(task, position, deadline));
    }

    /// Thinks about a position in which the opponent is to act, until the next order.
    pub fn ponder(&mut self, position: String) {
        self.order(Job::Ponder(position));
    }

    /// Plays at this level from now on.
    pub fn set_level(&mut self, level: Level, seed: u64) {
        self.order(Job::SetLevel(level, seed));
    }

    /// Ends what it is doing at once; a task is then done with the best so far.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Waits for news of the task, for a while.
    pub fn news(&self, patience: Duration) -> io::Result<Option<News>> {
        match self.news.recv_timeout(patience) {
            Ok(news) => Ok(Some(news)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("the engine has stopped working")),
        }
    }

    fn order(&mut self, job: Job) {
        self.stop();
        self.stop = Arc::default();
        if let Some(jobs) = &self.jobs {
            // If the thread is gone, the next wait for news says so.
            let _ = jobs.send((job, self.stop.clone()));
        }
    }
}

/// Ends the thread and waits for it: nothing goes on thinking for nobody.
impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn obey(mind: &mut dyn Mind, job: Job, stop: &AtomicBool, reports: &Sender<News>) {
    let mut report = |finding: &Finding| {
        // Nobody listens any more when the game is left.
        let _ = reports.send(News::Found(finding.clone()));
    };
    let decision = match job {
        Job::Task(Task::Choose, position, deadline) => mind.choose(&position, &until(deadline), stop, &mut report),
        Job::Task(Task::Analyze, position, deadline) => mind
            .analyze(&position, &until(deadline), 1, stop, &mut report)
            .map(|finding| Decision { action: finding.best.clone(), finding: Some(finding) }),
        Job::Ponder(position) => {
            // A position that can be played is read back; if not, not thinking about it does no harm.
            let _ = mind.ponder(&position, stop, &mut |_| {});
            return;
        }
        Job::SetLevel(level, seed) => return mind.set_level(level, seed),
    };
    let _ = reports.send(News::Done(decision));
}

/// What the way from here to the board and the preparation of answers may take, on a machine with much else to do.
const OVERHEAD: Duration = Duration::from_millis(100);

/// The limits of a search whose result must be on the board by a moment.
fn until(deadline: Instant) -> Limits {
    let left = deadline.saturating_duration_since(Instant::now());
    Limits::time((left - OVERHEAD.min(left / 4)).max(Duration::from_millis(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(engine: &Engine) -> Decision {
        loop {
            if let Some(News::Done(result)) = engine.news(Duration::from_secs(10)).unwrap() {
                return result.unwrap();
            }
        }
    }

    #[test]
    fn it_ponders_until_the_next_task_and_stops_when_told() {
        let game = GameId::parse("trench").unwrap();
        let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
        let mut engine = Engine::start(game, &settings, Level::FULL, 1).unwrap();
        let table = skirmish_play::open(game);
        engine.ponder(table.position());
        engine.give(Task::Choose, table.position(), Instant::now() + Duration::from_millis(50));
        assert!(table.legal_actions().contains(&decide(&engine).action.unwrap()));
        engine.give(Task::Choose, table.position(), Instant::now() + Duration::from_secs(60));
        engine.stop();
        assert!(table.legal_actions().contains(&decide(&engine).action.unwrap()));
        // Dropping it while it ponders must not hang.
        engine.ponder(table.position());
    }
}
