//! Proven results are proofs: forced wins that plain exhaustive search finds are found with all pruning on, at their exact
//! length.

mod common;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use common::{Random, every_board, number_for, random_game};
use skirmish_board::{Evaluate, Notation, score};
use skirmish_games::Visitor;
use skirmish_search::{Engine, Limits, SearchSettings, reference};

/// How many forced results are looked for in each game.
const WANTED: usize = 200;

/// In more random games than this there should be enough of them.
const MOST_GAMES: usize = 20_000;

struct ForcedResults {
    depth: u32,
}

impl Visitor for ForcedResults {
    type Output = ();

    fn visit<G: Notation + Evaluate>(self, start: G) {
        let mut engine = Engine::new(&SearchSettings { threads: 1, hash: 4, params: None });
        let mut random = Random::new(5);
        let mut lengths: BTreeMap<i32, usize> = BTreeMap::new();
        let mut games = 0;
        while lengths.values().sum::<usize>() < WANTED {
            games += 1;
            assert!(games < MOST_GAMES, "{MOST_GAMES} games have only {lengths:?}: look deeper, see DEPTHS");
            for position in random_game(&start, &mut random) {
                // Plain search is slow: leave out the positions with the most moves.
                if (position.count_moves() as u64).pow(self.depth) > 15_000 {
                    continue;
                }
                let value = reference::minimax(&position, self.depth, &|_| 0);
                let Some(plies) = score::proven_plies(value).filter(|&plies| plies != 0) else { continue };
                let count = lengths.entry(plies).or_default();
                // Short results are everywhere in random games; longer ones are what is interesting.
                if *count >= WANTED / 2 {
                    continue;
                }
                *count += 1;
                engine.clear();
                let limits = Limits::nodes(400_000);
                let found = engine.search(&position, &limits.into(), &AtomicBool::new(false), &mut |_| {});
                let text = position.format_position();
                assert_eq!(score::proven_plies(found.score), Some(plies), "{text}");
            }
        }
        assert!(lengths.len() >= 3, "of too few different lengths: {lengths:?}");
    }
}

/// How deep plain search looks for forced results where that is not four plies: less where there are many moves, more where there are
/// few.
const DEPTHS: &[(&str, u32)] = &[("gastank", 3), ("oska", 7), ("oska:6", 5)];

#[test]
fn every_game() {
    every_board(&[4, 6], |id| id.visit(ForcedResults { depth: number_for(id, DEPTHS, 4) }));
}
