//! What is proven about each action of a position, and perfect play.

use std::sync::atomic::AtomicBool;

use skirmish_board::{Outcome, Side};
use skirmish_play::{AnyEngine, AnyGame, PositionValues, ProofSource, ProvenResult};
use skirmish_search::Limits;

use super::{SMALL, choose, start};

fn engine() -> AnyEngine {
    AnyEngine::new(SMALL)
}

fn values(engine: &mut AnyEngine, game: &dyn AnyGame, nodes: u64) -> PositionValues {
    engine.action_values(game, nodes, &AtomicBool::new(false), &mut |_| {})
}

#[test]
fn the_smallest_board_of_oska_is_solved_with_distances() {
    let mut engine = engine();
    let game = start("oska");
    let found = values(&mut engine, &*game, 1_000);
    assert_eq!(found.source, ProofSource::Tablebase);
    let won: Vec<&str> = found
        .actions
        .iter()
        .filter(|known| known.proven.is_some_and(|proven| proven.result == ProvenResult::Win))
        .map(|known| known.action.text.as_str())
        .collect();
    assert_eq!(won, ["A5A4", "B5B4", "C5B4", "D5C4"]);
    assert!(
        found.actions.iter().all(|known| known.proven.is_some_and(|proven| proven.exact && proven.plies.is_some()))
    );
    let shortest = found.actions.iter().filter(|known| won.contains(&known.action.text.as_str()));
    assert_eq!(found.proven.unwrap().plies, shortest.map(|known| known.proven.unwrap().plies).min().unwrap());
}

/// The distance is that of perfect play of both sides, move by move.
#[test]
fn the_full_level_plays_perfectly_on_a_solved_board() {
    let mut engine = engine();
    let mut game = start("oska");
    let mut left = values(&mut engine, &*game, 1_000).proven.unwrap().plies.unwrap();
    while game.outcome().is_none() {
        let decision = choose(&mut engine, &*game, Limits::nodes(200));
        game.perform(&decision.action.unwrap());
        left -= 1;
        if game.outcome().is_none() {
            assert_eq!(values(&mut engine, &*game, 1_000).proven.unwrap().plies, Some(left), "{}", game.position());
        }
    }
    assert_eq!((left, game.outcome()), (0, Some(Outcome::Win(Side::North))));
}

#[test]
fn a_search_proves_what_it_can() {
    let mut game = start("gastank");
    game.set_position("---K3----/--------/--n3-----/--------/--------/--------/----k3--- s").unwrap();
    let found = values(&mut engine(), &*game, 100_000);
    assert_eq!(found.source, ProofSource::Search);
    let taken = found.actions.iter().find(|known| known.action.text == "C5D7").unwrap().proven.unwrap();
    assert_eq!((taken.result, taken.plies, taken.exact), (ProvenResult::Win, Some(1), true));
    assert_eq!(found.proven, Some(taken));
    // A sole proposal is refused.
    let mut lone = start("refusal");
    lone.set_position("---K-/-----/-----/-----/-----/-----/p----/---k- s -").unwrap();
    let found = values(&mut engine(), &*lone, 10_000);
    assert_eq!((found.actions.len(), found.proven.map(|proven| proven.result)), (1, Some(ProvenResult::Loss)));
}
