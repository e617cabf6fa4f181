//! With every shortcut off, the search is plain minimax: the same value on random positions and random trees, with an empty and
//! a filled table, with one thread and two.

mod common;

use std::sync::atomic::AtomicBool;

use common::{Random, Tree, random_game};
use skirmish_board::{Evaluate, Shortcuts};
use skirmish_games::Refusal;
use skirmish_search::{Engine, Limits, Settings, plain};

fn engine<P: Evaluate>(threads: usize) -> Engine<P> {
    Engine::new(&Settings { threads, hash: 1, shortcuts: Some(Shortcuts::NONE) })
}

/// Compares engines with plain minimax. The first engine forgets everything between searches, the others never do.
fn compare<P: Evaluate>(positions: impl Iterator<Item = P>, depth: u32) -> usize {
    let mut engines = [engine::<P>(1), engine::<P>(1), engine::<P>(2)];
    let mut compared = 0;
    for position in positions {
        let expected = plain::minimax_evaluated(&position, depth);
        engines[0].clear();
        for engine in &mut engines {
            let report = engine.search(&position, &Limits::depth(depth), 1, &AtomicBool::new(false), &mut |_| {});
            // A proof ends the search before its full depth; it is the same at every depth.
            assert_eq!(report.score, expected, "{position:?}");
        }
        compared += 1;
    }
    compared
}

#[test]
fn random_trees_with_repeated_movers_and_refusals() {
    let trees = (0..4000).map(|node| Tree { node: node << 40, left: 6 });
    compare(trees, 5);
}

#[test]
fn refusal() {
    let mut random = Random(1);
    let positions = (0..60)
        .flat_map(|_| random_game(&Refusal::start(), &mut random))
        .filter(|p| skirmish_board::Position::outcome(p).is_none());
    println!("{}", compare(positions, 3));
}
