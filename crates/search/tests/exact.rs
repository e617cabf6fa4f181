//! With every shortcut off, the search is plain minimax: the same value on random positions and random trees, with and without a
//! table, with one thread and two.

mod common;

use std::sync::atomic::AtomicBool;

use common::{Random, Tree, random_game};
use skirmish_board::{Evaluate, Notation, Shortcuts};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Engine, Limits, Settings, plain};

/// Compares engines with plain minimax; none forgets anything between searches.
struct Comparison<P> {
    engines: Vec<(&'static str, Engine<P>)>,
}

impl<P: Evaluate> Comparison<P> {
    fn new() -> Comparison<P> {
        let engine = |threads, hash| Engine::new(&Settings { threads, hash, shortcuts: Some(Shortcuts::NONE) });
        let engines = vec![("no table", engine(1, 0)), ("a table", engine(1, 1)), ("two threads", engine(2, 1))];
        Comparison { engines }
    }

    fn compare(&mut self, position: &P, depth: u32) {
        let expected = plain::minimax_evaluated(position, depth);
        for (name, engine) in &mut self.engines {
            let found = engine.search(position, &Limits::depth(depth), 1, &AtomicBool::new(false), &mut |_| {});
            assert_eq!(found.score, expected, "with {name} at depth {depth}: {position:?}");
        }
    }
}

#[test]
fn random_trees_with_repeated_movers_and_refusals() {
    let mut comparison = Comparison::new();
    for node in 0..4000 {
        comparison.compare(&Tree { node: node << 40, left: 6 }, 5);
    }
}

/// Positions of random games, deep looks being rarer than short ones.
struct RandomPositions(usize);

impl Visitor for RandomPositions {
    type Output = ();

    fn visit<G: Notation + Evaluate>(self, start: G) {
        let mut comparison = Comparison::new();
        let mut random = Random(1);
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

macro_rules! games {
    ($($name:ident: $id:literal, $positions:literal;)*) => {
        $(#[test]
        fn $name() {
            GameId::parse($id).expect("a game").visit(RandomPositions($positions));
        })*
    };
}

games! {
    refusal: "refusal", 10_000;
    gastank: "gastank", 10_000;
    trench: "trench", 10_000;
    hiya: "hiya", 10_000;
    oska: "oska", 10_000;
    oska_with_six_pieces: "oska:6", 1_000;
    oska_with_eight_pieces: "oska:8", 500;
    oska_with_twelve_pieces: "oska:12", 200;
}
