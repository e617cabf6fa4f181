//! One search: from `go` to `bestmove`.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use skirmish_board::{Action, Side};
use skirmish_play::{AnyEngine, AnyGame, Level, thinking_time};
use skirmish_search::{Limits, SearchInfo};

use crate::command::{ClockState, Go};
use crate::options::UgiOptions;
use crate::reply::{UgiReply, format_info};

/// How a search is ended from outside: at any moment, even before it begins.
#[derive(Default)]
pub(crate) struct Signal {
    /// Ends thinking ahead.
    stop_pondering: AtomicBool,
    /// Ends thinking.
    stop: AtomicBool,
    /// When the expected action was played.
    ponderhit: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Signal {
    /// `stop`.
    pub(crate) fn stop(&self) {
        self.stop.store(true, SeqCst);
        self.stop_pondering.store(true, SeqCst);
        // A waiting thread has either seen the flag or holds the lock until it waits.
        drop(self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// `ponderhit`.
    pub(crate) fn ponderhit(&self) {
        self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(Instant::now());
        self.stop_pondering.store(true, SeqCst);
        self.changed.notify_all();
    }

    /// Waits for `stop`.
    fn wait_for_stop(&self) {
        let mut ponderhit = self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stop.load(SeqCst) {
            ponderhit = self.changed.wait(ponderhit).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for either and returns the moment of the hit; `None` if it was stopped.
    fn wait(&self) -> Option<Instant> {
        let mut ponderhit = self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner);
        while ponderhit.is_none() && !self.stop.load(SeqCst) {
            ponderhit = self.changed.wait(ponderhit).unwrap_or_else(PoisonError::into_inner);
        }
        *ponderhit
    }
}

/// What `go` asked for.
pub(crate) struct UgiSearch {
    pub(crate) options: UgiOptions,
    /// The game as it stands.
    pub(crate) game: Box<dyn AnyGame>,
    /// The game before the last action, if that was a proposal which is to be answered now.
    pub(crate) proposal: Option<Box<dyn AnyGame>>,
    pub(crate) player_one: Side,
    pub(crate) go: Go,
    /// When `go` was read.
    pub(crate) received: Instant,
}

impl UgiSearch {
    /// Thinks, says what it finds, and returns the `bestmove` that ends it.
    pub(crate) fn run(&self, engine: &mut AnyEngine, signal: &Signal, say: &dyn Fn(&UgiReply)) -> UgiReply {
        // Whatever that takes is taken off the time for thinking, which is counted from when `go` was read.
        engine.prepare(self.game.id());
        if self.go.infinite || self.go == Go::default() {
            let action = self.analyze(engine, &self.limits(self.received), &signal.stop, say);
            signal.wait_for_stop();
            return self.best_move(action);
        }
        if !self.go.ponder {
            return self.decide(engine, self.received, &signal.stop, say);
        }
        let stop_pondering = self.ponder(engine, &signal.stop_pondering, say);
        match (signal.wait(), stop_pondering) {
            (Some(from), _) => self.decide(engine, from, &signal.stop, say),
            (None, Some(action)) => self.best_move(Some(action)),
            (None, None) => self.decide(engine, Instant::now(), &signal.stop, say),
        }
    }

    /// Thinks about what to do if the expected action comes. It only warms the memory of the engine: the decision is made
    /// after `ponderhit`. Levels that are meant to be weak do not.
    fn ponder(&self, engine: &mut AnyEngine, stop: &AtomicBool, say: &dyn Fn(&UgiReply)) -> Option<Action> {
        if self.options.engine.level != Level::FULL {
            return None;
        }
        match &self.proposal {
            // Thinking about all that may be proposed prepares the answers, whatever it will be.
            Some(before) => {
                engine.ponder(&**before, stop, &mut |_| {});
                None
            }
            None => self.analyze(engine, &Limits::default(), stop, say),
        }
    }

    /// Decides within the time that runs from a moment on.
    fn decide(&self, engine: &mut AnyEngine, from: Instant, stop: &AtomicBool, say: &dyn Fn(&UgiReply)) -> UgiReply {
        let limits = self.limits(from);
        if self.options.lines > 1 {
            let action = self.analyze(engine, &limits, stop, say);
            return self.best_move(action);
        }
        let mut last = None;
        let mut send = |found: &SearchInfo<Action>| {
            let info = format_info(found, false);
            say(&UgiReply::Info(info));
            last = Some(found.clone());
        };
        let decision = engine.choose(&*self.game, &limits, stop, &mut send);
        // When time ran out, another move than in the last iteration may have been the best.
        let expected = decision.info.filter(|found| last.as_ref() != Some(found)).inspect(|found| {
            say(&UgiReply::Info(format_info(found, false)));
        });
        let line = expected.or(last).map(|found| found.line).unwrap_or_default();
        self.best_move_with(decision.action, &line)
    }

    /// Looks at the best lines at full strength.
    fn analyze(
        &self,
        engine: &mut AnyEngine,
        limits: &Limits,
        stop: &AtomicBool,
        say: &dyn Fn(&UgiReply),
    ) -> Option<Action> {
        let ranked = self.options.lines > 1;
        let mut send = |found: &SearchInfo<Action>| say(&UgiReply::Info(format_info(found, ranked)));
        engine.analyze(&*self.game, limits, self.options.lines, stop, &mut send).best
    }

    fn best_move(&self, action: Option<Action>) -> UgiReply {
        self.best_move_with(action, &[])
    }

    /// The last line of the search. With pondering on, it says what is expected if that leads back to the engine's turn.
    fn best_move_with(&self, action: Option<Action>, line: &[Action]) -> UgiReply {
        // `go` in a finished game is answered, too: nobody should wait forever.
        let Some(action) = action else {
            return UgiReply::BestMove { action: "none".to_owned(), ponder: None };
        };
        let ponder = self.options.ponder.then(|| self.expected(&action, line)).flatten();
        UgiReply::BestMove { action: action.text, ponder }
    }

    fn expected(&self, action: &Action, line: &[Action]) -> Option<String> {
        let [first, expected, ..] = line else { return None };
        let (side, mut game) = (self.side(), self.game.clone());
        game.perform(action);
        if first != action || game.side_to_move() == side {
            return None;
        }
        game.perform(expected);
        (game.side_to_move() == side && game.outcome().is_none()).then(|| expected.text.clone())
    }

    fn side(&self) -> Side {
        self.game.side_to_move()
    }

    /// The limits of a search whose time runs from a moment on.
    fn limits(&self, from: Instant) -> Limits {
        let clock = self.go.clocks.map(|clocks| share(&clocks[usize::from(self.side() != self.player_one)]));
        let time = self.go.move_time.map(thinking_time).into_iter().chain(clock).min();
        let time = time.map(|time| time.saturating_sub(from.elapsed()).max(Duration::from_millis(1)));
        Limits {
            time,
            depth: self.go.depth.map(|depth| depth.max(1)),
            nodes: self.go.nodes.map(|nodes| nodes.max(1)),
            mate_bound: None,
        }
    }
}

/// How much of a clock for the whole game a move may take: always the same part, so that the clock never runs out.
fn share(clock: &ClockState) -> Duration {
    let left = thinking_time(clock.left);
    (left / 20 + clock.increment * 3 / 4).min(left / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_used_up() {
        let second = Duration::from_secs(1);
        let mut clock = ClockState { left: 60 * second, increment: second / 10 };
        for _ in 0..500 {
            let time = share(&clock);
            assert!(time < clock.left, "{clock:?}");
            clock.left = clock.left - time + clock.increment;
        }
        assert_eq!(share(&ClockState { left: Duration::ZERO, increment: second }), Duration::ZERO);
    }
}
