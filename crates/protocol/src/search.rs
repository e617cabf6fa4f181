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

/// Controls a search from another thread, even before it starts.
#[derive(Default)]
pub(crate) struct Signal {
    /// Ends pondering.
    stop_pondering: AtomicBool,
    /// Ends the search.
    stop: AtomicBool,
    /// When `ponderhit` arrived.
    ponderhit: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Signal {
    /// `stop`.
    pub(crate) fn stop(&self) {
        self.stop.store(true, SeqCst);
        self.stop_pondering.store(true, SeqCst);
        // Taking the lock ensures that a waiting thread sees the flag or is already waiting.
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

    /// Waits for `ponderhit` or `stop`. Returns the time of `ponderhit`; `None` if stopped.
    fn wait(&self) -> Option<Instant> {
        let mut ponderhit = self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner);
        while ponderhit.is_none() && !self.stop.load(SeqCst) {
            ponderhit = self.changed.wait(ponderhit).unwrap_or_else(PoisonError::into_inner);
        }
        *ponderhit
    }
}

/// The search of a `go` command.
pub(crate) struct UgiSearch {
    pub(crate) options: UgiOptions,
    /// The current game state.
    pub(crate) game: Box<dyn AnyGame>,
    /// The game before the last action, if that is a proposal to be answered.
    pub(crate) proposal: Option<Box<dyn AnyGame>>,
    pub(crate) player_one: Side,
    pub(crate) go: Go,
    /// When `go` was read.
    pub(crate) received: Instant,
}

impl UgiSearch {
    /// Runs the search, sends `info` lines, and returns the final `bestmove`.
    pub(crate) fn run(&self, engine: &mut AnyEngine, signal: &Signal, say: &dyn Fn(&UgiReply)) -> UgiReply {
        // The time limit counts from when `go` was read, so preparing is included.
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

    /// Ponders on the expected action. This only fills the transposition table: the move is chosen after `ponderhit`. Weak levels do
    /// not ponder.
    fn ponder(&self, engine: &mut AnyEngine, stop: &AtomicBool, say: &dyn Fn(&UgiReply)) -> Option<Action> {
        if self.options.engine.level != Level::FULL {
            return None;
        }
        match &self.proposal {
            // Searching before the proposal prepares an answer to every proposal.
            Some(before) => {
                engine.ponder(&**before, stop, &mut |_| {});
                None
            }
            None => self.analyze(engine, &Limits::default(), stop, say),
        }
    }

    /// Chooses an action. The time limit counts from `from`.
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
        // An unfinished iteration may have found a better move.
        let expected = decision.info.filter(|found| last.as_ref() != Some(found)).inspect(|found| {
            say(&UgiReply::Info(format_info(found, false)));
        });
        let line = expected.or(last).map(|found| found.line).unwrap_or_default();
        self.best_move_with(decision.action, &line)
    }

    /// Searches the best lines at full strength.
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

    /// The final reply. With pondering on, it names the expected action if the engine is to act after it.
    fn best_move_with(&self, action: Option<Action>, line: &[Action]) -> UgiReply {
        // Answer `go` in a finished game, too.
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

    /// The limits of a search whose time counts from `from`.
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

/// The time for one move, a fixed share of the clock, so that it never runs out.
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
