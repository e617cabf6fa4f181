//! The promise about time. This test keeps all cores busy, so it is a program of its own, which runs alone.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use skirmish_games::GameId;
use skirmish_play::{AnyEngine, new_game};
use skirmish_search::{Limits, SearchSettings};

/// Every core has twice the work it can do, and still the move is played before five seconds have passed.
#[test]
fn five_seconds_are_kept_on_a_busy_machine() {
    let settings = SearchSettings { hash: 64, ..SearchSettings::default() };
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 * settings.threads {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    std::hint::spin_loop()
                }
            });
        }
        let start = Instant::now();
        let mut engine = AnyEngine::new(settings);
        let table = new_game(GameId::parse("refusal").expect("a game"));
        let limits = Limits::time(Duration::from_secs(5));
        let decision = engine.choose(&*table, &limits, &AtomicBool::new(false), &mut |_| {});
        let taken = start.elapsed();
        done.store(true, Relaxed);
        assert!(decision.action.is_some());
        assert!(taken < Duration::from_secs(5), "{taken:?}");
    });
}
