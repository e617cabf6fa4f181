//! The standings of a tournament: points, ratings, crosstable, faults and times. They are computed from the stored games, so
//! a report can be made at any time.
//!
//! # The order
//!
//! - **Round robin**: score in percent (so that a ranking during the tournament is fair), then points against engines with the
//!   same score, Sonneborn–Berger, wins.
//! - **Gauntlet**: rating, since every engine but the first has only one opponent.
//! - **Swiss**: points, Buchholz without the weakest opponent, Buchholz without the weakest and the strongest,
//!   Sonneborn–Berger, points against engines with the same points, wins.
//! - **Knockout**: the round reached, then points in it, score in percent, wins.
//!
//! Engines that are equal in all of these share a rank and are listed in the order of the plan.

mod head_to_head;
mod lines;
mod order;
mod terminal;

use std::collections::BTreeMap;
use std::time::Duration;

use crate::competitor::Competitor;
use crate::game::Fault;
use crate::plan::{Format, Hypothesis, Plan, Test};
use crate::rating::{Ratings, Tally};
use crate::schedule::{Absences, Bracket, SprtSequence, bracket, void_byes};
use crate::tournament::{Finished, Tournament};
use skirmish_play::statistics::Pairs;

pub use head_to_head::HeadToHead;
pub(crate) use lines::format_openings;
pub use lines::{format_finished, format_results, format_started};
pub use order::TieBreaks;
pub use terminal::{format_crosstable, format_ranking, format_standings, is_hidden, one_line, shown_name, shown_text};
pub(crate) use terminal::{points, signed};

/// The standings of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Its format.
    pub format: Format,
    /// The engines, the best first.
    pub ranking: Vec<Standing>,
    /// The ratings, by index in the plan.
    pub ratings: Ratings,
    /// The bracket of a knockout.
    pub bracket: Option<Bracket>,
    /// The sequential test, if the plan has one and two engines.
    pub progress: Option<TournamentProgress>,
    /// The results of each pairing, the engine earlier in the plan first.
    head_to_heads: BTreeMap<[usize; 2], HeadToHead>,
}

/// The results of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its index in the plan.
    pub engine: usize,
    /// Its name.
    pub name: String,
    /// From 1; equal engines share a rank.
    pub rank: usize,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Byes in a Swiss tournament. Each counts as a pair won.
    pub byes: u32,
    /// Its rating, relative to the mean of all engines.
    pub elo: f64,
    /// Half the width of the 95 % interval of its rating.
    pub margin: f64,
    /// The likelihood that it is stronger than the next in the ranking; `None` for the last.
    pub superiority: Option<f64>,
    /// Its results in pairs.
    pub pairs: Pairs,
    /// Its tie-breaks.
    pub tie_breaks: TieBreaks,
    /// Games ended by its faults.
    pub faults: BTreeMap<Fault, u32>,
    /// How long its actions took.
    pub times: Times,
}

impl Standing {
    /// Games finished.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points, including byes.
    pub fn points(&self) -> f64 {
        f64::from(2 * self.wins + self.draws) / 2.0 + f64::from(2 * self.byes)
    }

    /// The share of the points possible, from 0 to 1; ½ before any game.
    pub fn share(&self) -> f64 {
        match self.games() + 2 * self.byes {
            0 => 0.5,
            games => self.points() / f64::from(games),
        }
    }

    /// Games ended by faults of any kind.
    pub fn fault_count(&self) -> u32 {
        self.faults.values().sum()
    }
}

/// How long actions took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Actions.
    pub actions: u64,
    /// Microseconds of all of them.
    pub total: u64,
    /// Microseconds of the longest.
    pub longest: u64,
}

impl Times {
    fn add(&mut self, micros: u64) {
        self.actions += 1;
        self.total = self.total.saturating_add(micros);
        self.longest = self.longest.max(micros);
    }

    /// The mean time of an action; 0 before the first.
    pub fn mean(&self) -> Duration {
        Duration::from_micros(self.total / self.actions.max(1))
    }

    /// The longest time of an action.
    pub fn longest(&self) -> Duration {
        Duration::from_micros(self.longest)
    }
}

/// The progress of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TournamentProgress {
    /// The test.
    pub test: Test,
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// The accepted hypothesis; `None` while the test runs.
    pub accepted: Option<Hypothesis>,
}

impl TournamentProgress {
    fn new(tournament: &Tournament) -> Option<TournamentProgress> {
        let plan = tournament.plan();
        let test = plan.sprt.filter(|_| plan.engines.len() == 2)?;
        let mut sequence = SprtSequence::new(plan);
        sequence.extend(tournament.games());
        let accepted = sequence.settled().map(|settled| settled.accepted);
        Some(TournamentProgress { test, ratio: test.ratio(sequence.results()), accepted })
    }
}

impl Standings {
    /// Computes the standings.
    pub fn new(tournament: &Tournament) -> Standings {
        let plan = tournament.plan();
        let finished: Vec<Finished> = tournament.finished().filter(|finished| finished.game.counts()).collect();
        let head_to_heads = head_to_head::gather(&finished);
        let ratings = Ratings::fit(plan.engines.len(), &tallies(&finished));
        let mut ranking = results(tournament, &head_to_heads, &ratings);
        if plan.format == Format::Swiss {
            add_byes(&mut ranking, tournament);
        }
        let bracket = (plan.format == Format::Knockout).then(|| bracket(plan, tournament.pairs(), tournament.games()));
        order::rank(plan.format, &mut ranking, &head_to_heads, &finished, bracket.as_ref());
        for index in 1..ranking.len() {
            ranking[index - 1].superiority =
                Some(ratings.superiority(ranking[index - 1].engine, ranking[index].engine));
        }
        Standings {
            format: plan.format,
            ranking,
            ratings,
            bracket,
            progress: TournamentProgress::new(tournament),
            head_to_heads,
        }
    }

    /// The results of an engine against another, from the first one's point of view; `None` if they have not met.
    pub fn head_to_head(&self, engine: usize, other: usize) -> Option<HeadToHead> {
        let head_to_head = self.head_to_heads.get(&[engine.min(other), engine.max(other)])?;
        Some(if engine < other { *head_to_head } else { head_to_head.reversed() })
    }

    /// The results of a match, if there are two engines that have met.
    pub fn match_results(&self, plan: &Plan) -> Option<String> {
        let head_to_head = self.head_to_head(0, 1).filter(|_| plan.engines.len() == 2)?;
        Some(format_results(plan, &head_to_head, self.progress.as_ref()))
    }

    /// The name of an engine; empty if there is no such engine.
    pub fn name_of(&self, engine: usize) -> &str {
        self.ranking.iter().find(|standing| standing.engine == engine).map_or("", |standing| &standing.name)
    }

    /// The results of all pairings, the engine earlier in the plan first.
    pub fn head_to_heads(&self) -> impl Iterator<Item = &HeadToHead> {
        self.head_to_heads.values()
    }
}

/// The results for the ratings: whole pairs, and single games of unfinished pairs. The games count and are in order.
pub fn tallies(finished: &[Finished]) -> Vec<Tally> {
    finished
        .chunk_by(|a, b| a.pair.number == b.pair.number)
        .map(|games| {
            let engines = games[0].pair.engines;
            let half_points = games.iter().map(|game| game.half_points(engines[0])).sum();
            Tally { engines, games: games.len() as u32, half_points }
        })
        .collect()
}

/// The results of every engine, in the order of the plan.
fn results(
    tournament: &Tournament,
    head_to_heads: &BTreeMap<[usize; 2], HeadToHead>,
    ratings: &Ratings,
) -> Vec<Standing> {
    let standing = |(engine, competitor): (usize, &Competitor)| Standing {
        engine,
        name: competitor.name.clone(),
        rank: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        byes: 0,
        elo: ratings.elo(engine),
        margin: ratings.margin(engine),
        superiority: None,
        pairs: Pairs::default(),
        tie_breaks: TieBreaks::default(),
        faults: BTreeMap::new(),
        times: Times::default(),
    };
    let mut standings: Vec<Standing> = tournament.plan().engines.iter().enumerate().map(standing).collect();
    for head_to_head in head_to_heads.values().flat_map(|head_to_head| [*head_to_head, head_to_head.reversed()]) {
        let standing = &mut standings[head_to_head.engines[0]];
        standing.wins += head_to_head.wins;
        standing.draws += head_to_head.draws;
        standing.losses += head_to_head.losses;
        for (sum, count) in standing.pairs.0.iter_mut().zip(head_to_head.pairs.0) {
            *sum += count;
        }
    }
    for finished in tournament.finished() {
        if let Some(report) = &finished.game.fault
            && let Some(standing) = standings.get_mut(report.engine)
        {
            *standing.faults.entry(report.fault).or_default() += 1;
        }
        for (&side, action) in finished.sides.iter().zip(&finished.game.actions) {
            standings[finished.engine(side)].times.add(action.micros);
        }
    }
    standings
}

/// A round in which an engine has no opponent while others have is a bye, unless it was absent. So is a pair in which its opponent was
/// not understood.
fn add_byes(standings: &mut [Standing], tournament: &Tournament) {
    let absences = Absences::new(tournament.plan(), tournament.pairs(), tournament.games());
    let mut rounds: BTreeMap<u32, Vec<bool>> = BTreeMap::new();
    for pair in tournament.sound_pairs() {
        let plays = rounds.entry(pair.round).or_insert_with(|| vec![false; standings.len()]);
        pair.engines.iter().for_each(|&engine| plays[engine] = true);
    }
    for (&round, plays) in &rounds {
        for (standing, plays) in standings.iter_mut().zip(plays) {
            standing.byes += u32::from(!plays && !absences.is_absent(standing.engine, round));
        }
    }
    let byes = void_byes(tournament.pairs(), tournament.games());
    for pair in tournament.sound_pairs() {
        if let Some(&place) = byes.get(&pair.number) {
            standings[pair.engines[place]].byes += 1;
        }
    }
}
