//! The engine on its own thread, so that it can ponder.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use skirmish_games::GameId;
use skirmish_play::{AnyEngine, EngineOptions, EngineThread, until};
use skirmish_search::Limits;
use skirmish_session::engine::{EngineEvent, EngineRequest};

/// The engine of line mode. It sends events while it searches; a new request ends the previous one.
pub struct ConsoleEngine {
    thread: EngineThread,
    events: Receiver<EngineEvent>,
    sender: Sender<EngineEvent>,
}

impl ConsoleEngine {
    /// Starts an engine, which gets ready for a game at once, on its own thread.
    pub fn start(game: GameId, options: EngineOptions) -> io::Result<ConsoleEngine> {
        let (sender, events) = channel();
        let mut engine = ConsoleEngine { thread: EngineThread::start(AnyEngine::new(options))?, events, sender };
        engine.ask(EngineRequest::Prepare(game));
        Ok(engine)
    }

    /// Stops the current request and submits a new one.
    pub fn ask(&mut self, request: EngineRequest) {
        self.stop();
        let deadline = request.time().map(|time| Instant::now() + time);
        let sender = self.sender.clone();
        self.thread.submit(move |engine, stop| {
            let limits = || deadline.map_or_else(Limits::default, until);
            // Sending fails only after the game has ended.
            request.run(engine, &limits, stop, &mut |event| drop(sender.send(event)));
        });
    }

    /// Stops the current request; `Choose` then returns the best action so far.
    pub fn stop(&self) {
        self.thread.stop();
    }

    /// Waits for an event; `None` after the timeout.
    pub fn event(&self, timeout: Duration) -> io::Result<Option<EngineEvent>> {
        match self.events.recv_timeout(timeout) {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) if self.thread.is_alive() => Ok(None),
            Err(_) => Ok(Some(EngineEvent::Lost)),
        }
    }
}

#[cfg(test)]
mod tests {
    use skirmish_play::AnyGame;
    use skirmish_search::SearchSettings;

    use super::*;

    fn chosen(engine: &ConsoleEngine, game: &dyn AnyGame) -> bool {
        loop {
            if let Some(EngineEvent::Done(1, decision)) = engine.event(Duration::from_secs(10)).unwrap() {
                return game.legal_actions().contains(&decision.action.unwrap());
            }
        }
    }

    #[test]
    fn it_ponders_until_the_next_request_and_stops_when_told() {
        let game = skirmish_play::new_game(GameId::parse("trench").unwrap());
        let settings = SearchSettings { threads: 1, hash: 1, ..SearchSettings::default() };
        let mut engine = ConsoleEngine::start(game.id(), settings.into()).unwrap();
        engine.ask(EngineRequest::Ponder(game.clone()));
        engine.ask(EngineRequest::Choose(1, game.clone(), Duration::from_millis(50)));
        assert!(chosen(&engine, &*game));
        engine.ask(EngineRequest::Choose(1, game.clone(), Duration::from_secs(60)));
        engine.stop();
        assert!(chosen(&engine, &*game));
        // Dropping it while it ponders must not hang.
        engine.ask(EngineRequest::Ponder(game));
    }
}
