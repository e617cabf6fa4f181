//! Knockout: the loser of a match is out.
//!
//! The order of the plan is the seeding. The bracket is the usual one: the first two seeds can meet only in the final,
//! the first four only from the semi-finals on; if the number of engines is no power of two, the first seeds have a bye
//! in the first round. A match has as many pairs as the plan has rounds. When a round is played, its level matches get
//! another pair, up to [`EXTRA_PAIRS`]; if a match is still level then, the higher seed advances.

use super::half_points;
use crate::game::{FinishedGame, Pair};
use crate::plan::Plan;

/// The maximum number of extra pairs of a level match.
pub const EXTRA_PAIRS: u32 = 4;

/// The bracket as far as it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The rounds from the first to the one being played, each from the top of the bracket to its bottom.
    pub rounds: Vec<Vec<Duel>>,
    /// The winner of the final, once it is played.
    pub winner: Option<usize>,
}

/// A match in the bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The engines; the second is `None` for a bye.
    pub engines: (usize, Option<usize>),
    /// Half points of the two so far.
    pub half_points: [usize; 2],
    /// Finished pairs so far.
    pub pairs: u32,
    /// The engine that advances; `None` while the match is undecided.
    pub winner: Option<usize>,
    /// Whether the seeding decided a level match.
    pub by_seed: bool,
}

/// The bracket of a knockout tournament.
pub fn bracket(plan: &Plan, pairs: &[Pair], games: &[FinishedGame]) -> Bracket {
    let points = half_points(games);
    let mut places: Vec<Option<usize>> = seeding(plan.engines.len());
    let mut rounds = Vec::new();
    while places.len() > 1 {
        let number = rounds.len() as u32 + 1;
        let meet = |place: &[Option<usize>]| {
            // Only the second place of a match can be empty: the field is larger than half the bracket.
            let (first, second) = (place[0]?, place[1]);
            let played =
                pairs.iter().filter(|pair| pair.round == number && pair.engines == [first, second.unwrap_or(first)]);
            let results: Vec<Option<usize>> = played.map(|pair| points.get(&pair.number).copied()).collect();
            Some(Duel::new(plan.rounds, first, second, &results))
        };
        let round: Vec<Duel> = places.chunks(2).filter_map(meet).collect();
        places = round.iter().map(|duel| duel.winner).collect();
        let decided = places.iter().all(Option::is_some);
        rounds.push(round);
        if !decided {
            return Bracket { rounds, winner: None };
        }
    }
    Bracket { rounds, winner: places.first().copied().flatten() }
}

/// The pairs to add when all others are played; empty when the tournament is over.
pub(super) fn next(plan: &Plan, pairs: &[Pair], games: &[FinishedGame]) -> Vec<(u32, [usize; 2])> {
    let bracket = bracket(plan, pairs, games);
    let Some(round) = bracket.rounds.last().filter(|_| bracket.winner.is_none()) else { return Vec::new() };
    let number = bracket.rounds.len() as u32;
    let open = round.iter().filter(|duel| duel.winner.is_none());
    open.filter_map(|duel| Some((duel, [duel.engines.0, duel.engines.1?])))
        // A match gets its planned pairs at once, extra pairs one at a time.
        .flat_map(|(duel, engines)| {
            let missing = plan.rounds.saturating_sub(duel.pairs).max(1);
            (0..missing).map(move |_| (number, engines))
        })
        .collect()
}

impl Duel {
    /// A match with these results of its pairs; `None` for unfinished ones.
    fn new(planned: u32, first: usize, second: Option<usize>, results: &[Option<usize>]) -> Duel {
        let finished: Vec<usize> = results.iter().flatten().copied().collect();
        let points: usize = finished.iter().sum();
        let pairs = finished.len() as u32;
        let half_points = [points, 4 * finished.len() - points];
        let mut duel = Duel { engines: (first, second), half_points, pairs, winner: None, by_seed: false };
        let Some(second) = second else {
            return Duel { winner: Some(first), ..duel };
        };
        let complete = pairs >= planned && finished.len() == results.len();
        if complete && half_points[0] != half_points[1] {
            duel.winner = Some(if half_points[0] > half_points[1] { first } else { second });
        } else if complete && pairs >= planned + EXTRA_PAIRS {
            duel.winner = Some(first.min(second));
            duel.by_seed = true;
        }
        duel
    }
}

/// The first round's places from top to bottom; `None` is a bye.
fn seeding(engines: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < engines {
        let size = 2 * places.len();
        places = places.iter().flat_map(|&seed| [seed, size - 1 - seed]).collect();
    }
    places.into_iter().map(|seed| (seed < engines).then_some(seed)).collect()
}
