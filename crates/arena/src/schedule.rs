//! Who meets whom, as a pure function of the plan and of what was played so far. Whoever asks, however often and on whatever
//! machine: the same facts give the same pairs with the same numbers, so that several processes may schedule one tournament.

mod knockout;
mod round_robin;
mod swiss;

use std::collections::{BTreeMap, HashMap};

use skirmish_board::Side;

use crate::game::{Game, Pair, Verdict};
use crate::plan::{Format, Plan};
use crate::statistics::Pairs;

pub use knockout::{Bracket, Duel, EXTRA_PAIRS, bracket};

/// A pair to be played, before its opening is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The number of the pair.
    pub number: u64,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// The engines, by their place in the plan.
    pub engines: [usize; 2],
}

/// What is to be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// These pairs are to be added.
    Add(Vec<Meeting>),
    /// Games that are not finished decide what comes next.
    Wait,
    /// Nothing is left to add. Pairs that are there may still be unfinished, unless the test is settled.
    Finished,
}

/// What comes after these pairs and games. Pairs are in order of their numbers, which have no gaps.
///
/// Where results do not matter, pairs come in portions, each a part of what is there already: drawing openings takes time, and
/// nobody should wait for the last before the first is played.
pub fn next(plan: &Plan, pairs: &[Pair], games: &[Game]) -> Next {
    if settled(plan, pairs, games).is_some() {
        return Next::Finished;
    }
    let meetings = match plan.format {
        Format::RoundRobin => return portion(round_robin::meetings(plan), pairs.len()),
        Format::Gauntlet => return portion(round_robin::gauntlet(plan), pairs.len()),
        _ if games.len() < 2 * pairs.len() => return Next::Wait,
        Format::Swiss => swiss::next(plan, pairs, games),
        Format::Knockout => knockout::next(plan, pairs, games),
    };
    if meetings.is_empty() { Next::Finished } else { Next::Add(numbered(meetings, pairs.len())) }
}

/// How many pairs there will be, or at least how many where level meetings need more.
pub fn expected_pairs(plan: &Plan) -> u64 {
    let (engines, rounds) = (plan.engines.len() as u64, plan.rounds as u64);
    match plan.format {
        Format::RoundRobin => rounds * engines * engines.saturating_sub(1) / 2,
        Format::Gauntlet | Format::Knockout => rounds * engines.saturating_sub(1),
        Format::Swiss => rounds * (engines / 2),
    }
}

/// The end of the sequential test, if there is one and it came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Whether the first engine is as much better as the second hypothesis says.
    pub better: bool,
    /// The results that settled it.
    pub results: Pairs,
    /// The pairs from this number on did not count.
    pub pairs: u64,
}

/// Whether the test of the plan is settled. Pairs count in order of their numbers, not in that in which they were finished:
/// short games would come first and lean the result, and it would depend on the machine.
pub fn settled(plan: &Plan, pairs: &[Pair], games: &[Game]) -> Option<Settled> {
    let test = plan.sprt.as_ref()?;
    let points = half_points(pairs, games);
    let mut results = Pairs::default();
    for pair in pairs {
        results.add(*points.get(&pair.number)?);
        if let Some(better) = test.verdict(&results) {
            return Some(Settled { better, results, pairs: pair.number + 1 });
        }
    }
    None
}

/// The half points of the first engine in each pair of which both games are finished, from 0 to 4, by number.
pub fn half_points(pairs: &[Pair], games: &[Game]) -> BTreeMap<u64, usize> {
    let known: HashMap<u64, ()> = pairs.iter().map(|pair| (pair.number, ())).collect();
    let mut halves: BTreeMap<u64, [Option<usize>; 2]> = BTreeMap::new();
    for game in games.iter().filter(|game| known.contains_key(&game.pair) && game.leg < 2) {
        halves.entry(game.pair).or_default()[game.leg as usize] = Some(first_half_points(game));
    }
    halves.into_iter().filter_map(|(number, [first, second])| Some((number, first? + second?))).collect()
}

/// The half points that the first engine of the pair made in a game: 0, 1 or 2.
pub fn first_half_points(game: &Game) -> usize {
    let first = if game.leg == 0 { Side::South } else { Side::North };
    match (game.verdict, first) {
        (Verdict::Draw, _) => 1,
        (Verdict::South, Side::South) | (Verdict::North, Side::North) => 2,
        _ => 0,
    }
}

/// The next part of a list of meetings that does not depend on results.
fn portion(meetings: impl Iterator<Item = (u32, [usize; 2])>, there: usize) -> Next {
    const LEAST: usize = 64;
    let meetings: Vec<_> = meetings.skip(there).take(LEAST.max(there / 4)).collect();
    if meetings.is_empty() { Next::Finished } else { Next::Add(numbered(meetings, there)) }
}

fn numbered(meetings: Vec<(u32, [usize; 2])>, there: usize) -> Vec<Meeting> {
    let meeting = |(number, (round, engines))| Meeting { number, round, engines };
    (there as u64..).zip(meetings).map(meeting).collect()
}

#[cfg(test)]
mod tests;
