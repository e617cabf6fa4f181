//! Swiss rounds: engines of about equal scores meet, without rematches while that is possible. An engine that was not understood is
//! paired no more until its games are replayed; one that was withdrawn, until it is added again.

use std::collections::BTreeMap;

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

use super::{Absences, void_byes};
use crate::game::{FinishedGame, Pair};
use crate::plan::Plan;

/// A bye counts as a pair won, in half points.
pub const BYE: usize = 4;

/// The next round; empty after the last. With an odd number of engines one has a bye, the lowest first. No engine gets a
/// second bye before all had one. `None` if fewer than two engines are left, because others wait for games to be replayed.
pub(super) fn next(plan: &Plan, pairs: &[Pair], games: &[FinishedGame]) -> Option<Vec<(u32, [usize; 2])>> {
    let round = pairs.last().map_or(0, |pair| pair.round) + 1;
    if round > plan.rounds {
        return Some(Vec::new());
    }
    let absences = Absences::new(plan, pairs, games);
    let present: Vec<usize> = (0..plan.engines.len()).filter(|&engine| !absences.is_absent(engine, round)).collect();
    if present.len() < 2 {
        return (!absences.are_any_waiting()).then(Vec::new);
    }
    let field = Field::new(plan.engines.len(), present, &absences, pairs, games);
    Some(field.pairing().into_iter().map(|pair| (round, pair)).collect())
}

/// The engines before the next round. If the number of those present is odd, one more stands for the bye: it ranks last, and an
/// engine that had a bye has met it.
pub(super) struct Field {
    /// All engines; also the index of the bye.
    engines: usize,
    present: Vec<usize>,
    pub(super) points: Vec<usize>,
    met: Vec<Vec<u32>>,
}

impl Field {
    pub(super) fn new(
        engines: usize,
        present: Vec<usize>,
        absences: &Absences<'_>,
        pairs: &[Pair],
        games: &[FinishedGame],
    ) -> Field {
        let seats = engines + 1;
        let mut field = Field { engines, present, points: vec![0; seats], met: vec![vec![0; seats]; seats] };
        let mut points: BTreeMap<u64, [usize; 2]> = BTreeMap::new();
        for game in games.iter().filter(|game| game.counts()) {
            let made = points.entry(game.pair).or_default();
            [0, 1].into_iter().for_each(|place| made[place] += game.half_points(place) as usize);
        }
        for (number, place) in void_byes(pairs, games) {
            points.entry(number).or_default()[place] = BYE;
        }
        for pair in pairs {
            let [first, second] = pair.engines;
            if first.max(second) >= engines {
                continue;
            }
            let made = points.get(&pair.number).copied().unwrap_or_default();
            field.points[first] += made[0];
            field.points[second] += made[1];
            field.meet(first, second);
        }
        for round in pairs.chunk_by(|a, b| a.round == b.round) {
            let plays = |engine: usize| round.iter().any(|pair| pair.engines.contains(&engine));
            let is_off = |&engine: &usize| !plays(engine) && !absences.is_absent(engine, round[0].round);
            for off in (0..engines).filter(is_off) {
                field.points[off] += BYE;
                field.meet(off, engines);
            }
        }
        field
    }

    fn meet(&mut self, a: usize, b: usize) {
        self.met[a][b] += 1;
        self.met[b][a] += 1;
    }

    /// Pairs all engines present from the top down: each gets its best opponent that forces no avoidable rematch, now or further
    /// down.
    fn pairing(&self) -> Vec<[usize; 2]> {
        let mut left = self.present.clone();
        left.extend((left.len() % 2 == 1).then_some(self.engines));
        // The bye ranks last; equal scores are in the order of the plan.
        left.sort_by_key(|&engine| (engine == self.engines, std::cmp::Reverse(self.points[engine]), engine));
        let mut fresh = self.fresh_pairs(&left);
        let mut pairing = Vec::new();
        while let Some(&top) = left.first() {
            let others = self.candidates(&left);
            let fits = |&other: &usize| {
                let is_fresh = self.met[top][other] == 0;
                let rest: Vec<usize> =
                    left.iter().copied().filter(|&engine| engine != top && engine != other).collect();
                (is_fresh as usize + self.fresh_pairs(&rest) >= fresh).then_some((other, is_fresh, rest))
            };
            // One fits: the best matching of the rest includes the top engine.
            let Some((other, is_fresh, rest)) = others.iter().find_map(fits) else { break };
            fresh -= is_fresh as usize;
            left = rest;
            if other != self.engines {
                pairing.push([top, other]);
            }
        }
        pairing
    }

    /// The opponents for the first of `left`, the best first: those it met least often; among them the lower half of its
    /// score group, then the upper half, then the groups below.
    fn candidates(&self, left: &[usize]) -> Vec<usize> {
        let top = left[0];
        let group = left.iter().take_while(|&&engine| self.level(engine) == self.level(top)).count();
        let half = group.div_ceil(2);
        let mut others: Vec<usize> = [&left[half..group], &left[1..half], &left[group..]].concat();
        others.sort_by_key(|&other| self.met[top][other]);
        others
    }

    /// The score group; the bye is its own group.
    fn level(&self, engine: usize) -> (bool, usize) {
        (engine == self.engines, self.points[engine])
    }

    /// The maximum number of pairs of these without a rematch.
    fn fresh_pairs(&self, engines: &[usize]) -> usize {
        let mut graph: UnGraph<(), ()> = UnGraph::with_capacity(engines.len(), engines.len() * engines.len() / 2);
        let nodes: Vec<_> = engines.iter().map(|_| graph.add_node(())).collect();
        for (a, &engine) in engines.iter().enumerate() {
            for (b, &other) in engines.iter().enumerate().skip(a + 1) {
                if self.met[engine][other] == 0 {
                    graph.add_edge(nodes[a], nodes[b], ());
                }
            }
        }
        maximum_matching(&graph).edges().count()
    }
}
