//! Scheduling as a pure function of the plan and the games so far. The same input gives the same pairs with the same
//! numbers on any machine, so several processes can schedule one tournament.

mod knockout;
mod round_robin;
mod swiss;

use std::collections::BTreeMap;

use crate::competitor::{Attendance, Competitor};
use crate::game::{FinishedGame, Pair};
use crate::plan::{Format, Hypothesis, Plan, Test};
use skirmish_play::statistics::Pairs;

pub use knockout::{Bracket, Duel, EXTRA_PAIRS, bracket};

/// A pair to play, without its opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the pair.
    pub number: u64,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// The engines, as indices into the plan.
    pub engines: [usize; 2],
}

/// The next step of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScheduleStep {
    /// Add these pairs.
    Add(Vec<Pairing>),
    /// Wait: unfinished games decide the next pairs.
    Wait,
    /// All games are finished, but this many do not count and must be replayed before the next round.
    Blocked(usize),
    /// Nothing is left to add. Existing pairs may still be unfinished, unless the test is settled.
    Finished,
}

/// The next step after these pairs and games. Pairs are in order of their numbers, without gaps.
///
/// If results do not matter, pairs come in batches: drawing openings takes time, and play should start before the last is
/// drawn.
pub fn next(plan: &Plan, pairs: &[Pair], games: &[FinishedGame]) -> ScheduleStep {
    if plan.sprt.is_some() {
        let mut sequence = SprtSequence::new(plan);
        sequence.extend(games);
        if sequence.settled().is_some() {
            return ScheduleStep::Finished;
        }
    }
    let pairings = match plan.format {
        Format::RoundRobin => return portion(round_robin::pairings(plan), pairs.len()),
        Format::Gauntlet => return portion(round_robin::gauntlet(plan), pairs.len()),
        _ if games.len() < 2 * pairs.len() => return ScheduleStep::Wait,
        Format::Swiss => match swiss::next(plan, pairs, games) {
            Some(pairings) => pairings,
            None => return ScheduleStep::Blocked(games.iter().filter(|game| game.is_void()).count()),
        },
        Format::Knockout if games.iter().any(|game| game.is_void()) => {
            return ScheduleStep::Blocked(games.iter().filter(|game| game.is_void()).count());
        }
        Format::Knockout => knockout::next(plan, pairs, games),
    };
    if pairings.is_empty() { ScheduleStep::Finished } else { ScheduleStep::Add(numbered(pairings, pairs.len())) }
}

/// The number of pairs; a minimum where level matches need more.
pub fn expected_pairs(plan: &Plan) -> u64 {
    let (engines, rounds) = (plan.engines.len() as u64, plan.rounds as u64);
    match plan.format {
        Format::RoundRobin => rounds * engines * engines.saturating_sub(1) / 2,
        Format::Gauntlet | Format::Knockout => rounds * engines.saturating_sub(1),
        Format::Swiss => rounds * (engines / 2),
    }
}

/// The result of the sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The hypothesis accepted.
    pub accepted: Hypothesis,
    /// The results that decided it.
    pub results: Pairs,
    /// Pairs from this number on did not count.
    pub pairs: u64,
}

/// The results of a match in order of the numbers of its pairs, and the test of the plan, if it has one.
///
/// Pairs count in that order, not in the order of finishing: otherwise short games would come first and bias the result,
/// which would depend on the machine. So a pair counts when all before it are finished, and none counts after the test is
/// settled. A pair with a game that does not count is left out.
#[derive(Clone, Debug)]
pub struct SprtSequence {
    test: Option<Test>,
    results: Pairs,
    settled: Option<Settled>,
    /// The number of the next pair.
    next: u64,
    /// The finished games of pairs that do not count yet: half points of the first engine, `None` for games that never count.
    waiting: BTreeMap<u64, [Option<Option<usize>>; 2]>,
}

impl SprtSequence {
    /// The sequence before the first game.
    pub fn new(plan: &Plan) -> SprtSequence {
        SprtSequence { test: plan.sprt, results: Pairs::default(), settled: None, next: 0, waiting: BTreeMap::new() }
    }

    /// Adds a game; a known one changes nothing.
    pub fn add(&mut self, game: &FinishedGame) {
        if game.pair < self.next || self.settled.is_some() {
            return;
        }
        if let Some(place) = self.waiting.entry(game.pair).or_default().get_mut(game.leg as usize) {
            *place = Some(game.counts().then(|| game.half_points(0) as usize));
        }
        while let Some(&[Some(first), Some(second)]) = self.waiting.get(&self.next) {
            self.waiting.remove(&self.next);
            self.next += 1;
            let (Some(first), Some(second)) = (first, second) else { continue };
            self.results.add(first + second);
            if let Some(accepted) = self.test.and_then(|test| test.accepted(&self.results)) {
                self.settled = Some(Settled { accepted, results: self.results, pairs: self.next });
                return;
            }
        }
    }

    /// Adds games.
    pub fn extend(&mut self, games: &[FinishedGame]) {
        games.iter().for_each(|game| self.add(game));
    }

    /// The results that count so far.
    pub fn results(&self) -> &Pairs {
        &self.results
    }

    /// The result of the test, if it is settled.
    pub fn settled(&self) -> Option<Settled> {
        self.settled
    }
}

/// The engines that were not understood and are not withdrawn, each with the first round of its games that wait to be replayed. A Swiss
/// tournament does not pair them after that round.
pub fn waiting(plan: &Plan, pairs: &[Pair], games: &[FinishedGame]) -> BTreeMap<usize, u32> {
    let rounds: BTreeMap<u64, u32> = pairs.iter().map(|pair| (pair.number, pair.round)).collect();
    let mut waiting = BTreeMap::new();
    for game in games.iter().filter(|game| game.is_void()) {
        let Some((report, &round)) = game.fault.as_ref().zip(rounds.get(&game.pair)) else { continue };
        let is_in = |engine: &Competitor| engine.attendance.withdrawn.is_none();
        if plan.engines.get(report.engine).is_some_and(is_in) {
            let first = waiting.entry(report.engine).or_insert(round);
            *first = round.min(*first);
        }
    }
    waiting
}

/// Which engines a Swiss tournament does not pair in which rounds: they get no points for them.
pub struct Absences<'a> {
    plan: &'a Plan,
    waiting: BTreeMap<usize, u32>,
}

impl<'a> Absences<'a> {
    /// The absences after these games.
    pub fn new(plan: &'a Plan, pairs: &[Pair], games: &[FinishedGame]) -> Absences<'a> {
        Absences { plan, waiting: waiting(plan, pairs, games) }
    }

    /// Whether an engine is not paired in a round.
    pub fn is_absent(&self, engine: usize, round: u32) -> bool {
        self.waiting.get(&engine).is_some_and(|&first| round > first)
            || self.plan.engines.get(engine).is_some_and(|engine| engine.attendance.is_absent(round))
    }

    /// Whether any engine waits for its games to be replayed.
    fn are_any_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }
}

/// Withdraws an engine of a Swiss tournament: it is paired no more, and its void games are not replayed.
pub fn withdraw(plan: &mut Plan, engine: usize, pairs: &[Pair], games: &[FinishedGame]) {
    readmit(plan, engine, pairs, games);
    if let Some(competitor) = plan.engines.get_mut(engine) {
        competitor.attendance.withdrawn = Some(pairs.last().map_or(0, |pair| pair.round));
    }
}

/// Lets an engine that was withdrawn or waits take part again from the next round on. Rounds that it was not paired for stay missed.
pub fn readmit(plan: &mut Plan, engine: usize, pairs: &[Pair], games: &[FinishedGame]) {
    let absences = Absences::new(plan, pairs, games);
    let last = pairs.last().map_or(0, |pair| pair.round);
    let missed = (1..=last).filter(|&round| absences.is_absent(engine, round)).collect();
    if let Some(competitor) = plan.engines.get_mut(engine) {
        competitor.attendance = Attendance { withdrawn: None, missed };
    }
}

/// The pairs that count as a bye for an engine: its opponent was not understood in both games. By number, the place of the engine.
pub fn void_byes(pairs: &[Pair], games: &[FinishedGame]) -> BTreeMap<u64, usize> {
    let mut at_fault: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for game in games.iter().filter(|game| game.is_void()) {
        at_fault.entry(game.pair).or_default().extend(game.fault.as_ref().map(|report| report.engine));
    }
    let bye = |pair: &Pair| {
        let engines = at_fault.get(&pair.number).filter(|engines| engines.len() == 2 && engines[0] == engines[1])?;
        Some((pair.number, pair.engines.iter().position(|engine| *engine != engines[0])?))
    };
    pairs.iter().filter_map(bye).collect()
}

/// The half points of the first engine (0 to 4) in each pair whose games are both finished and not void, by number. A game in which
/// neither engine started is level here: a knockout needs a winner.
pub fn half_points(games: &[FinishedGame]) -> BTreeMap<u64, usize> {
    let mut halves: BTreeMap<u64, [Option<usize>; 2]> = BTreeMap::new();
    for game in games.iter().filter(|game| !game.is_void()) {
        if let Some(place) = halves.entry(game.pair).or_default().get_mut(game.leg as usize) {
            *place = Some(game.half_points(0) as usize);
        }
    }
    halves.into_iter().filter_map(|(number, [first, second])| Some((number, first? + second?))).collect()
}

/// The next batch of pairings that do not depend on results.
fn portion(pairings: impl Iterator<Item = (u32, [usize; 2])>, there: usize) -> ScheduleStep {
    const MIN_PAIRS: usize = 16;
    let pairings: Vec<_> = pairings.skip(there).take(MIN_PAIRS.max(there / 4)).collect();
    if pairings.is_empty() { ScheduleStep::Finished } else { ScheduleStep::Add(numbered(pairings, there)) }
}

fn numbered(pairings: Vec<(u32, [usize; 2])>, there: usize) -> Vec<Pairing> {
    let pairing = |(number, (round, engines))| Pairing { number, round, engines };
    (there as u64..).zip(pairings).map(pairing).collect()
}

#[cfg(test)]
mod tests;
