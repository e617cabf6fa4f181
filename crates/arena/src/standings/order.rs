//! The order of the ranking.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{HeadToHead, Standing};
use crate::plan::Format;
use crate::schedule::Bracket;
use crate::tournament::Finished;

/// Tie-breaks. A bye counts as a pair won against an opponent with the engine's own points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TieBreaks {
    /// The points of all opponents, one met twice counting twice.
    pub buchholz: f64,
    /// The same without the weakest opponent.
    pub buchholz_cut: f64,
    /// The same without the weakest and the strongest.
    pub buchholz_median: f64,
    /// The points of all opponents, each times the points made against it.
    pub sonneborn_berger: f64,
    /// Points against engines with the same score.
    pub head_to_head: f64,
    /// The last round played in a knockout; one more for the winner.
    pub reached: u32,
    /// Points in that round.
    pub points_there: f64,
}

/// Sorts the standings, which are in the order of the plan, and sets ranks and tie-breaks.
pub(super) fn rank(
    format: Format,
    standings: &mut [Standing],
    head_to_heads: &BTreeMap<[usize; 2], HeadToHead>,
    finished: &[Finished],
    bracket: Option<&Bracket>,
) {
    let points: Vec<f64> = standings.iter().map(Standing::points).collect();
    // The main criterion of the ranking.
    let main: Vec<f64> =
        if format == Format::Swiss { points.clone() } else { standings.iter().map(Standing::share).collect() };
    let opponents = opponents(standings, finished, &points);
    for (engine, standing) in standings.iter_mut().enumerate() {
        let breaks = &mut standing.tie_breaks;
        set_buchholz(breaks, &opponents[engine]);
        breaks.sonneborn_berger = f64::from(2 * standing.byes) * points[engine];
    }
    for head_to_head in head_to_heads.values().flat_map(|head_to_head| [*head_to_head, head_to_head.reversed()]) {
        let [engine, other] = head_to_head.engines;
        let breaks = &mut standings[engine].tie_breaks;
        breaks.sonneborn_berger += head_to_head.points() * points[other];
        if same(main[engine], main[other]) {
            breaks.head_to_head += head_to_head.points();
        }
    }
    if let Some(bracket) = bracket {
        set_rounds_reached(standings, bracket);
    }
    standings.sort_by(|a, b| compare(format, a, b).then(a.engine.cmp(&b.engine)));
    for index in 0..standings.len() {
        let equal = index > 0 && compare(format, &standings[index - 1], &standings[index]) == Ordering::Equal;
        standings[index].rank = if equal { standings[index - 1].rank } else { index + 1 };
    }
}

/// The points of the opponents in every pair and bye of each engine, in ascending order.
fn opponents(standings: &[Standing], finished: &[Finished], points: &[f64]) -> Vec<Vec<f64>> {
    let own = |standing: &Standing| vec![points[standing.engine]; standing.byes as usize];
    let mut opponents: Vec<Vec<f64>> = standings.iter().map(own).collect();
    for games in finished.chunk_by(|a, b| a.pair.number == b.pair.number) {
        let [a, b] = games[0].pair.engines;
        opponents[a].push(points[b]);
        opponents[b].push(points[a]);
    }
    opponents.iter_mut().for_each(|points| points.sort_by(f64::total_cmp));
    opponents
}

fn set_buchholz(breaks: &mut TieBreaks, opponents: &[f64]) {
    // `Iterator::sum` of no numbers is -0.
    let sum = |points: &[f64]| points.iter().fold(0.0, |sum, points| sum + points);
    let cut = opponents.get(1..).unwrap_or_default();
    breaks.buchholz = sum(opponents);
    breaks.buchholz_cut = sum(cut);
    breaks.buchholz_median = sum(cut.split_last().map_or(&[], |(_, rest)| rest));
}

fn set_rounds_reached(standings: &mut [Standing], bracket: &Bracket) {
    for (number, round) in (1..).zip(&bracket.rounds) {
        for duel in round {
            let engines = [Some(duel.engines.0), duel.engines.1];
            for (engine, half_points) in engines.into_iter().zip(duel.half_points) {
                let Some(standing) = engine.and_then(|engine| standings.get_mut(engine)) else { continue };
                standing.tie_breaks.reached = number + u32::from(duel.winner == engine);
                standing.tie_breaks.points_there = half_points as f64 / 2.0;
            }
        }
    }
}

/// The order of the ranking, the better engine first.
fn compare(format: Format, a: &Standing, b: &Standing) -> Ordering {
    let (ours, theirs) = (&a.tie_breaks, &b.tie_breaks);
    let more = |mine: f64, yours: f64| if same(mine, yours) { Ordering::Equal } else { yours.total_cmp(&mine) };
    let wins = || b.wins.cmp(&a.wins);
    let sonneborn_berger = || more(ours.sonneborn_berger, theirs.sonneborn_berger);
    let head_to_head = || more(ours.head_to_head, theirs.head_to_head);
    match format {
        Format::RoundRobin => {
            more(a.share(), b.share()).then_with(head_to_head).then_with(sonneborn_berger).then_with(wins)
        }
        Format::Gauntlet => more(a.elo, b.elo),
        Format::Swiss => more(a.points(), b.points())
            .then_with(|| more(ours.buchholz_cut, theirs.buchholz_cut))
            .then_with(|| more(ours.buchholz_median, theirs.buchholz_median))
            .then_with(sonneborn_berger)
            .then_with(head_to_head)
            .then_with(wins),
        Format::Knockout => theirs
            .reached
            .cmp(&ours.reached)
            .then_with(|| more(ours.points_there, theirs.points_there))
            .then_with(|| more(a.share(), b.share()))
            .then_with(wins),
    }
}

/// Whether two sums are equal up to rounding.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}
