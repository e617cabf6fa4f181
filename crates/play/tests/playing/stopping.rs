//! Whatever an engine is asked, a stop ends it at once: searches, verdicts prepared ahead, solving.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use skirmish_games::GameId;
use skirmish_play::{AnyEngine, Level, new_game};
use skirmish_search::Limits;

use crate::{SMALL, choose, start};

#[test]
fn a_stopped_engine_has_looked_at_next_to_nothing_and_still_has_a_move() {
    let stop = AtomicBool::new(true);
    for game in GameId::all() {
        let mut engine = AnyEngine::new(SMALL);
        let table = new_game(game);
        let decision = engine.choose(&*table, &Limits::default(), &stop, &mut |_| {});
        let action = decision.action.unwrap_or_else(|| panic!("{game}: no move"));
        assert!(table.legal_actions().contains(&action), "{game}: {action}");
        assert!(decision.info.is_none_or(|finding| finding.nodes <= 1), "{game}");
        assert!(engine.analyze(&*table, &Limits::default(), 3, &stop, &mut |_| {}).nodes <= 1, "{game}");
        // Returns at all, though nothing but the flag ends it.
        engine.ponder(&*table, &stop, &mut |_| {});
    }
}

/// A verdict that was not prepared because its search was stopped is searched when it is needed.
#[test]
fn a_proposal_after_a_stop_is_judged_by_a_short_look() {
    let mut engine = AnyEngine::new(SMALL);
    let mut table = start("refusal");
    let limits = Limits::nodes(100_000);
    let action = engine.choose(&*table, &limits, &AtomicBool::new(true), &mut |_| {}).action.unwrap();
    table.perform(&action);
    table.play("accept").unwrap();
    let proposal = table.legal_actions().swap_remove(0);
    table.perform(&proposal);
    let decision = choose(&mut engine, &*table, limits);
    let nodes = decision.info.expect("a search").nodes;
    assert!((100..=21_000).contains(&nodes), "{nodes} positions");
}

/// A verdict rests on a search even if the clock is up and a stop is raised: the first legal action would be to accept.
#[test]
fn no_clock_makes_an_engine_accept_the_capture_of_its_king() {
    let stop = AtomicBool::new(true);
    let refusal = GameId::parse("refusal").unwrap();
    for level in 4..=10 {
        let mut game = new_game(refusal);
        game.set_position("r--K-/-----/--P--/-----/N----/-----/p---n/-k--- s -").unwrap();
        game.play("A8D8").unwrap();
        for limits in [Limits::time(Duration::ZERO), Limits::nodes(1), Limits::default()] {
            let mut engine = AnyEngine::new(SMALL);
            engine.set_level(Level::new(level).unwrap(), 1);
            let decision = engine.choose(&*game, &limits, &stop, &mut |_| {});
            assert_eq!(decision.action.map(|action| action.to_string()).as_deref(), Some("refuse"), "level {level}");
            let nodes = decision.info.expect("a search").nodes;
            assert!(nodes < 10_000, "level {level}: {nodes} nodes");
        }
    }
}
