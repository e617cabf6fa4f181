//! With all pruning off, the search is plain minimax: the same value on random positions and random trees, with and without a
//! table, with one thread and two.

use std::sync::atomic::AtomicBool;

use crate::common::{Random, every_board, number_for, random_game};
use skirmish_board::{Evaluate, Move, MoveList, Notation, Outcome, Position, Score, SearchParams, Side};
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
        comparison.compare(&Tree { node: node << 40, left: 6 }, 5);
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

/// A game that is a random tree: whose turn it is, how many moves there are, whether they can be refused, how the game ends
/// and what a position looks worth are all drawn from the number of the node.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tree {
    node: u64,
    left: u32,
}

impl Tree {
    fn draw(&self, salt: u64, limit: usize) -> usize {
        Random::new(self.node ^ salt.wrapping_mul(0xabcd_ef12_3456_789b)).below(limit)
    }
}

impl Position for Tree {
    const MAX_PLIES: u16 = 64;

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.draw(1, 2)]
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.left == 0 || self.draw(2, 12) == 0;
        over.then(|| [Outcome::Draw, Outcome::Win(Side::South), Outcome::Win(Side::North)][self.draw(3, 3)])
    }

    fn legal_moves(&self, moves: &mut MoveList) {
        if self.outcome().is_none() {
            for bits in 0..1 + self.draw(4, 5) {
                moves.push(Move::from_bits(bits as u16));
            }
        }
    }

    fn play(&mut self, mv: Move) {
        // Few different numbers per ply, so that different lines often meet in the same node.
        let bits = Random::new(self.node.wrapping_mul(31) ^ mv.bits() as u64).bits() % 400;
        self.left -= 1;
        self.node = bits | (self.left as u64) << 32;
    }

    fn key(&self) -> u64 {
        Random::new(self.node).bits()
    }

    fn is_proposal_turn(&self) -> bool {
        self.draw(5, 3) == 0
    }
}

impl Evaluate for Tree {
    const SEARCH_PARAMS: SearchParams = SearchParams::NONE;
    const WEIGHTS: &'static [i16] = &[1];

    fn terms(&self, add: &mut impl FnMut(usize, i32)) {
        add(0, self.draw(6, 41) as i32 - 20);
    }

    fn is_noisy(&self, mv: Move) -> bool {
        mv.bits() == 0
    }

    fn exchange_gain(&self, mv: Move) -> Score {
        if self.is_noisy(mv) { 10 } else { 0 }
    }
}
