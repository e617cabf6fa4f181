//! Proven results are proofs: forced wins that plain exhaustive search finds are found with all shortcuts on, at their exact
//! length.

mod common;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use common::{Random, random_game};
use skirmish_board::{Evaluate, Notation, score};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Engine, Limits, Settings, plain};

/// How many forced results are looked for in each game.
const WANTED: usize = 200;

struct ForcedResults {
    depth: u32,
}

impl Visitor for ForcedResults {
    type Output = ();

    fn visit<G: Notation + Evaluate>(self, start: G) {
        let mut engine = Engine::new(&Settings { threads: 1, hash: 4, shortcuts: None, consult: false });
        let mut random = Random(5);
        let mut lengths: BTreeMap<i32, usize> = BTreeMap::new();
        while lengths.values().sum::<usize>() < WANTED {
            for position in random_game(&start, &mut random) {
                // Plain search is slow: leave out the positions with the most moves.
                if (position.count_moves() as u64).pow(self.depth) > 15_000 {
                    continue;
                }
                let value = plain::minimax(&position, self.depth, &|_| 0);
                let Some(plies) = score::proven_plies(value).filter(|&plies| plies != 0) else { continue };
                let count = lengths.entry(plies).or_default();
                // Short results are everywhere in random games; longer ones are what is interesting.
                if *count >= WANTED / 2 {
                    continue;
                }
                *count += 1;
                engine.clear();
                let limits = Limits::nodes(400_000);
                let found = engine.search(&position, &limits, 1, &AtomicBool::new(false), &mut |_| {});
                let text = position.format_position();
                assert_eq!(score::proven_plies(found.score), Some(plies), "{text}");
            }
        }
        assert!(lengths.len() >= 3, "of too few different lengths: {lengths:?}");
    }
}

macro_rules! games {
    ($($name:ident: $id:literal to $depth:literal;)*) => {
        $(#[test]
        fn $name() {
            GameId::parse($id).expect("a game").visit(ForcedResults { depth: $depth });
        })*
    };
}

games! {
    refusal: "refusal" to 4;
    gastank: "gastank" to 3;
    trench: "trench" to 4;
    hiya: "hiya" to 4;
    oska: "oska" to 7;
    oska_with_six_pieces: "oska:6" to 5;
}
