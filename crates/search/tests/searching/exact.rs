//! With all pruning off, the search is plain minimax: the same value on random positions and random trees, with and without a
//! table, with one thread and two.

use std::sync::atomic::AtomicBool;

use crate::common::{Random, every_board, number_for, random_game};
use crate::random_tree::RandomTree;
use skirmish_board::{Evaluate, Notation, SearchParams};
use skirmish_games::Visitor;
use skirmish_search::{Engine, Limits, SearchSettings, reference};

/// Compares engines with plain minimax; none forgets anything between searches.
struct Comparison<P> {
    engines: Vec<(&'static str, Engine<P>)>,
}

impl<P: Evaluate> Comparison<P> {
    fn new() -> Comparison<P> {
        let engine = |threads, hash| Engine::new(&SearchSettings { threads, hash, params: Some(SearchParams::NONE) });
        let engines = vec![("no table", engine(1, 0)), ("a table", engine(1, 1)), ("two threads", engine(2, 1))];
        Comparison { engines }
    }

    fn compare(&mut self, position: &P, depth: u32) {
        let expected = reference::minimax_evaluated(position, depth);
        for (name, engine) in &mut self.engines {
            let found = engine.search(position, &Limits::depth(depth).into(), &AtomicBool::new(false), &mut |_| {});
            assert_eq!(found.score, expected, "with {name} at depth {depth}: {position:?}");
        }
    }
}

#[test]
fn random_trees_with_repeated_movers_and_refusals() {
    let mut comparison = Comparison::new();
    // Miri is slow: see tools/miri.
    for node in 0..if cfg!(miri) { 4 } else { 4000 } {
        comparison.compare(&RandomTree::new(node << 40, 6), 5);
    }
}

/// Positions of random games, deep looks being rarer than short ones.
struct RandomPositions(usize);

impl Visitor for RandomPositions {
    type Output = ();

    fn visit<G: Notation + Evaluate>(self, start: G) {
        let mut comparison = Comparison::new();
        let mut random = Random::new(1);
        let mut compared = 0;
        while compared < self.0 {
            for position in random_game(&start, &mut random) {
                let depth = match random.below(20) {
                    0 => 3,
                    1..10 => 2,
                    _ => 1,
                };
                comparison.compare(&position, depth);
                compared += 1;
            }
        }
    }
}

/// How many positions of a game are compared; fewer where plain minimax takes long.
const POSITIONS: usize = 10_000;
const FEWER: &[(&str, usize)] = &[("oska:6", 1_000), ("oska:8", 500), ("oska:12", 200)];

#[test]
fn every_game() {
    let part = if std::env::var_os("SKIRMISH_ALL").is_some() { 1 } else { 10 };
    every_board(&[4, 6, 8, 12], |id| id.visit(RandomPositions(number_for(id, FEWER, POSITIONS) / part)));
}
