//! The engine on a thread of its own, so that it can think while the person does.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use skirmish_board::Action;
use skirmish_play::{Decision, EngineOptions, EngineThread, Level, Table, until};
use skirmish_search::SearchInfo;

use crate::engine::prepared;

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
    Found(SearchInfo<Action>),
    /// It has done its task.
    Done(Decision),
}

/// The engine as an opponent: it tells its news while it works. A new order ends what went on before.
pub struct Opponent {
    mind: EngineThread,
    news: Receiver<News>,
    reports: Sender<News>,
}

impl Opponent {
    /// An engine for the game on a table.
    pub fn start(table: &dyn Table, options: EngineOptions) -> io::Result<Opponent> {
        let (reports, news) = channel();
        Ok(Opponent { mind: EngineThread::start(prepared(options, table.id()))?, news, reports })
    }

    /// Gives a task that must be done by a moment; [`Opponent::news`] must be asked until it is done.
    pub fn give(&mut self, task: Task, table: Box<dyn Table>, deadline: Instant) {
        self.stop();
        let reports = self.reports.clone();
        self.mind.order(move |mind, stop| {
            // Nobody listens any more when the game is left.
            let mut report = |finding: &SearchInfo<Action>| {
                let _ = reports.send(News::Found(finding.clone()));
            };
            let decision = match task {
                Task::Choose => mind.choose(&*table, &until(deadline), stop, &mut report),
                Task::Analyze => {
                    let finding = mind.analyze(&*table, &until(deadline), 1, stop, &mut report);
                    Decision { action: finding.best.clone(), info: Some(finding) }
                }
            };
            let _ = reports.send(News::Done(decision));
        });
    }

    /// Thinks about a position in which the opponent is to act, until the next order.
    pub fn ponder(&mut self, table: Box<dyn Table>) {
        self.stop();
        self.mind.order(move |mind, stop| mind.ponder(&*table, stop, &mut |_| {}));
    }

    /// Plays at this level from now on.
    pub fn set_level(&mut self, level: Level, seed: u64) {
        self.stop();
        self.mind.order(move |mind, _| mind.set_level(level, seed));
    }

    /// Ends what it is doing at once; a task is then done with the best so far.
    pub fn stop(&self) {
        self.mind.stop();
    }

    /// Waits for news of the task, for a while.
    pub fn news(&self, patience: Duration) -> io::Result<Option<News>> {
        match self.news.recv_timeout(patience) {
            Ok(news) => Ok(Some(news)),
            Err(RecvTimeoutError::Timeout) if self.mind.is_working() => Ok(None),
            Err(_) => Err(io::Error::other("the engine has stopped working")),
        }
    }
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;
    use skirmish_search::Settings;

    use super::*;

    fn decide(engine: &Opponent) -> Decision {
        loop {
            if let Some(News::Done(decision)) = engine.news(Duration::from_secs(10)).unwrap() {
                return decision;
            }
        }
    }

    #[test]
    fn it_ponders_until_the_next_task_and_stops_when_told() {
        let game = GameId::parse("trench").unwrap();
        let settings = Settings { threads: 1, hash: 1, ..Settings::default() };
        let table = skirmish_play::open(game);
        let mut engine = Opponent::start(&*table, settings.into()).unwrap();
        engine.ponder(table.clone());
        engine.give(Task::Choose, table.clone(), Instant::now() + Duration::from_millis(50));
        assert!(table.legal_actions().contains(&decide(&engine).action.unwrap()));
        engine.give(Task::Choose, table.clone(), Instant::now() + Duration::from_secs(60));
        engine.stop();
        assert!(table.legal_actions().contains(&decide(&engine).action.unwrap()));
        // Dropping it while it ponders must not hang.
        engine.ponder(table.clone());
    }
}
