//! Swiss rounds: engines of about equal scores meet, without rematches while that is possible.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

use super::half_points;
use crate::game::{FinishedGame, Pair};
use crate::plan::Plan;

/// A bye counts as a pair won, in half points.
pub const BYE: usize = 4;

/// The next round; empty after the last. With an odd number of engines one has a bye, the lowest first. No engine gets a
/// second bye before all had one.
pub(super) fn next(plan: &Plan, pairs: &[Pair], games: &[FinishedGame]) -> Vec<(u32, [usize; 2])> {
    let round = pairs.last().map_or(0, |pair| pair.round) + 1;
    if round > plan.rounds {
        return Vec::new();
    }
    let field = Field::new(plan.engines.len(), pairs, games);
    field.pairing().into_iter().map(|pair| (round, pair)).collect()
}

/// The engines before the next round. If their number is odd, one more stands for the bye: it ranks last, and an engine
/// that had a bye has met it.
struct Field {
    engines: usize,
    points: Vec<usize>,
    met: Vec<Vec<u32>>,
}

impl Field {
    fn new(engines: usize, pairs: &[Pair], games: &[FinishedGame]) -> Field {
        let seats = engines + engines % 2;
        let mut field = Field { engines, points: vec![0; seats], met: vec![vec![0; seats]; seats] };
        let points = half_points(games);
        for pair in pairs {
            let [first, second] = pair.engines;
            if first.max(second) >= engines {
                continue;
            }
            let half = points.get(&pair.number).copied().unwrap_or(0);
            field.points[first] += half;
            field.points[second] += 4 - half;
            field.meet(first, second);
        }
        if engines < seats {
            for round in pairs.chunk_by(|a, b| a.round == b.round) {
                let plays = |engine: usize| round.iter().any(|pair| pair.engines.contains(&engine));
                for off in (0..engines).filter(|&engine| !plays(engine)) {
                    field.points[off] += BYE;
                    field.meet(off, engines);
                }
            }
        }
        field
    }

    fn meet(&mut self, a: usize, b: usize) {
        self.met[a][b] += 1;
        self.met[b][a] += 1;
    }

    /// Pairs all engines from the top down: each gets its best opponent that forces no avoidable rematch, now or further
    /// down.
    fn pairing(&self) -> Vec<[usize; 2]> {
        let mut left: Vec<usize> = (0..self.points.len()).collect();
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
