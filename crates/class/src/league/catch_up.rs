//! The pairs of a tournament after some programs have changed: those of unchanged programs with their games, and what new versions
//! have to play. Equal inputs give equal pairs.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_arena::competitor::{Attendance, Competitor};
use skirmish_arena::game::{FinishedGame, Pair};
use skirmish_arena::openings::OpeningBook;
use skirmish_arena::plan::{Format, Plan};
use skirmish_arena::schedule::{self, Pairing, ScheduleStep};
use skirmish_arena::standings::Standings;
use skirmish_arena::tournament::Tournament;

/// The tournament before.
pub struct Before {
    pub plan: Plan,
    pub pairs: Vec<Pair>,
    pub games: Vec<FinishedGame>,
}

/// A plan with its first pairs, and the finished games among them.
type Carried = (Plan, Vec<Pair>, Vec<FinishedGame>);

impl Before {
    /// For each engine of the old plan, the place of the same version in the new one.
    fn places(&self, plan: &Plan) -> BTreeMap<usize, usize> {
        let same = |old: &Competitor, new: &Competitor| {
            *new == Competitor { attendance: Attendance::default(), ..old.clone() }
        };
        let place = |old: &Competitor| plan.engines.iter().position(|new| same(old, new));
        self.plan.engines.iter().enumerate().filter_map(|(at, old)| Some((at, place(old)?))).collect()
    }

    /// The pairs whose engines are still current and whose games are finished and count, in order, with the places of the new plan.
    fn still_valid(&self, plan: &Plan) -> Vec<(Pair, Vec<FinishedGame>)> {
        let places = self.places(plan);
        let mut games: BTreeMap<u64, Vec<FinishedGame>> = BTreeMap::new();
        for game in self.games.iter().filter(|game| game.counts()) {
            games.entry(game.pair).or_default().push(game.clone());
        }
        let valid = |pair: &Pair| {
            let engines = [*places.get(&pair.engines[0])?, *places.get(&pair.engines[1])?];
            let mut games = games.remove(&pair.number).filter(|games| games.len() == 2)?;
            for report in games.iter_mut().filter_map(|game| game.fault.as_mut()) {
                report.engine = *places.get(&report.engine)?;
            }
            Some((Pair { engines, ..pair.clone() }, games))
        };
        self.pairs.iter().filter_map(valid).collect()
    }
}

/// Gives a pair with its games a number.
fn numbered(pair: Pair, games: Vec<FinishedGame>, number: u64) -> (Pair, Vec<FinishedGame>) {
    let games = games.into_iter().map(|game| FinishedGame { pair: number, ..game }).collect();
    (Pair { number, ..pair }, games)
}

/// A round robin in which pairs of unchanged programs are played already.
pub fn carried_round_robin(plan: Plan, before: &Before) -> Carried {
    let mut old: BTreeMap<[usize; 2], Vec<(Pair, Vec<FinishedGame>)>> = BTreeMap::new();
    // The earliest is taken first.
    for entry in before.still_valid(&plan).into_iter().rev() {
        let mut engines = entry.0.engines;
        engines.sort_unstable();
        old.entry(engines).or_default().push(entry);
    }
    if old.is_empty() {
        return (plan, Vec::new(), Vec::new());
    }
    let (mut pairs, mut games): (Vec<Pair>, Vec<FinishedGame>) = (Vec::new(), Vec::new());
    let mut new = Vec::new();
    // The whole schedule, since a pair's number is its place there.
    let mut placeholders: Vec<Pair> = Vec::new();
    while let ScheduleStep::Add(pairings) = schedule::next(&plan, &placeholders, &[]) {
        for pairing in pairings {
            let Pairing { number, round, engines } = pairing;
            placeholders.push(Pair { number, round, engines, opening: String::new() });
            let mut key = engines;
            key.sort_unstable();
            match old.get_mut(&key).and_then(Vec::pop) {
                Some((pair, own)) => {
                    let (pair, own) = numbered(Pair { round, ..pair }, own, number);
                    pairs.push(pair);
                    games.extend(own);
                }
                None => new.push(pairing),
            }
        }
    }
    let opened = OpeningBook::new(&plan).open(&new, &pairs);
    pairs.extend(opened);
    pairs.sort_by_key(|pair| pair.number);
    (plan, pairs, games)
}

/// A Swiss tournament after changes: pairs of unchanged programs stay as they are, and every program gets as many others as it has
/// rounds to play, those of about equal rating first. They are given in advance: the schedule adds none.
pub fn catch_up(plan: Plan, before: &Before) -> Carried {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut games = Vec::new();
    for (number, (pair, own)) in (0..).zip(before.still_valid(&plan)) {
        let (pair, own) = numbered(pair, own, number);
        pairs.push(pair);
        games.extend(own);
    }
    if pairs.is_empty() {
        return (plan, pairs, games);
    }
    let pairings = missing_pairings(&plan, &pairs, &estimates(&plan, before));
    let opened = OpeningBook::new(&plan).open(&pairings, &pairs);
    pairs.extend(opened);
    (Plan { format: Format::RoundRobin, rounds: 0, ..plan }, pairs, games)
}

/// What is known about the strength of each engine: its rating, or that of the student's last version, or the mean.
fn estimates(plan: &Plan, before: &Before) -> Vec<f64> {
    let tournament = Tournament::new(before.plan.clone(), before.pairs.clone(), before.games.clone());
    let standings = Standings::new(&tournament);
    let rating =
        |engine: &Competitor| standings.ranking.iter().find(|old| old.name == engine.name).map_or(0.0, |old| old.elo);
    plan.engines.iter().map(rating).collect()
}

/// The pairings that give every engine as many pairs as the plan has rounds, as far as there are opponents.
fn missing_pairings(plan: &Plan, pairs: &[Pair], ratings: &[f64]) -> Vec<Pairing> {
    let count = plan.engines.len();
    let mut played = vec![0; count];
    let mut met = vec![BTreeSet::new(); count];
    let mut busy: BTreeSet<(u32, usize)> = BTreeSet::new();
    for pair in pairs {
        let [first, second] = pair.engines;
        for (one, other) in [(first, second), (second, first)] {
            played[one] += 1;
            met[one].insert(other);
        }
    }
    let first_round = pairs.iter().map(|pair| pair.round).max().unwrap_or(0) + 1;
    let mut found = Vec::new();
    // Again and again who lacks most, so that nobody is left without opponents.
    loop {
        let lacks = |&engine: &usize| played[engine] < plan.rounds as usize && met[engine].len() + 1 < count;
        let Some(engine) = (0..count).filter(lacks).min_by_key(|&engine| (played[engine], engine)) else { break };
        let distance = |other: usize| (ratings[engine] - ratings[other]).abs();
        let others = (0..count).filter(|&other| other != engine && !met[engine].contains(&other));
        // Others who lack games come first.
        let nearest = others.min_by(|&one, &other| {
            let full = |engine: usize| played[engine] >= plan.rounds as usize;
            full(one).cmp(&full(other)).then(distance(one).total_cmp(&distance(other))).then(one.cmp(&other))
        });
        let Some(other) = nearest else { break };
        let is_free = |round: &u32| !busy.contains(&(*round, engine)) && !busy.contains(&(*round, other));
        let round = (first_round..).find(is_free).unwrap_or(first_round);
        busy.extend([(round, engine), (round, other)]);
        for (one, another) in [(engine, other), (other, engine)] {
            played[one] += 1;
            met[one].insert(another);
        }
        let number = (pairs.len() + found.len()) as u64;
        found.push(Pairing { number, round, engines: [engine, other] });
    }
    found
}

#[cfg(test)]
mod tests;
