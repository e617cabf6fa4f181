//! The promise about time. A test keeps all cores busy, so it is a program of its own, which runs alone.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use skirmish_board::LevelProfile;
use skirmish_games::GameId;
use skirmish_games::oska::Oska;
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

/// On a busy machine the tablebase would take longer than the move may. In a program of its own: there is one tablebase for all tests.
#[test]
fn a_tablebase_is_built_on_the_clock_only_if_there_is_time() {
    let oska = GameId::parse("oska").expect("a game");
    let table = new_game(oska);
    let built = || Oska::<u64>::start(4).tablebase_result().is_some();
    let settings = SearchSettings { threads: 1, hash: 1, params: None };
    let mut engine = AnyEngine::new(settings);
    let limits = Limits::time(Duration::from_millis(1));
    assert!(engine.choose(&*table, &limits, &AtomicBool::new(false), &mut |_| {}).action.is_some());
    assert!(engine.analyze(&*table, &limits, 1, &AtomicBool::new(false), &mut |_| {}).best.is_some());
    assert!(!built());
    engine.prepare(oska);
    assert!(built());
}
