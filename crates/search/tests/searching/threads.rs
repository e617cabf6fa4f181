//! Threads share the work of a search instead of doing it twice.

use std::sync::atomic::AtomicBool;

use crate::common::{Random, random_game};
use skirmish_board::{Evaluate, Notation, score};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Engine, Limits, SearchInfo, SearchSettings};

const POSITIONS: usize = 16;

/// How many positions two threads visit for each one that a single thread visits, to the same depth.
struct WorkOfTwo {
    depth: u32,
}

impl Visitor for WorkOfTwo {
    type Output = f64;

    fn visit<G: Notation + Evaluate>(self, start: G) -> f64 {
        let search = |position: &G, threads: usize| -> SearchInfo {
            let mut engine = Engine::new(&SearchSettings { threads, hash: 16, params: None });
            engine.search(position, &Limits::depth(self.depth).into(), &AtomicBool::new(false), &mut |_| {})
        };
        let mut random = Random::new(11);
        let mut ratios = Vec::new();
        while ratios.len() < POSITIONS {
            let Some(position) = random_game(&start, &mut random).into_iter().nth(6) else { continue };
            let alone = search(&position, 1);
            if score::is_proof(alone.score) {
                continue;
            }
            ratios.push((search(&position, 2).nodes as f64 / alone.nodes as f64).ln());
        }
        (ratios.iter().sum::<f64>() / ratios.len() as f64).exp()
    }
}

/// Two threads that do not tell each other what they are at visit some 1.45 times as many positions as one, those that share the work
/// some 1.15 times, on a busy machine too.
#[test]
fn two_threads_do_little_work_twice() {
    let work = GameId::parse("oska:6").expect("a game").visit(WorkOfTwo { depth: 20 });
    assert!(work < 1.35, "{work:.2} times the work of one thread");
}
