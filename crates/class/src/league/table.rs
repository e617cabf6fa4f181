//! The table of a league: ratings relative to the levels that play, and the names that may be shown.

use std::collections::BTreeMap;

use skirmish_arena::competitor::EngineKind;
use skirmish_arena::standings::{Standing, Standings};
use skirmish_arena::tournament::Tournament;

use crate::live::Names;

/// The mean rating of the levels that play, in every table.
const ANCHOR: f64 = 1000.0;

/// The students above one who are shown to this one by name.
const ABOVE: usize = 3;

/// The table of a league.
#[derive(Clone, Debug)]
pub struct LeagueTable {
    /// The best first.
    pub rows: Vec<LeagueRow>,
    /// Whether levels play, to which the ratings are relative.
    pub is_anchored: bool,
}

/// A line of the table.
#[derive(Clone, Debug)]
pub struct LeagueRow {
    /// Its index in the plan.
    pub engine: usize,
    /// The student, or the level.
    pub name: String,
    /// The name that everybody may see.
    pub shown: String,
    /// From 1; levels have none.
    pub rank: Option<usize>,
    /// Its rating.
    pub rating: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
    /// Its games.
    pub games: u32,
    /// Its points.
    pub points: f64,
    /// Games that its faults ended.
    pub faults: u32,
}

impl LeagueTable {
    /// The table of a tournament.
    pub fn new(tournament: &Tournament, names: Names, secret: u64) -> LeagueTable {
        let standings = Standings::new(tournament);
        let engines = &tournament.plan().engines;
        let is_level =
            |engine: usize| engines.get(engine).is_some_and(|one| matches!(one.kind, EngineKind::BuiltIn(_)));
        let levels: Vec<f64> = standings
            .ranking
            .iter()
            .filter(|standing| is_level(standing.engine))
            .map(|standing| standing.elo)
            .collect();
        let mean = if levels.is_empty() { 0.0 } else { levels.iter().sum::<f64>() / levels.len() as f64 };
        let mut ranking: Vec<&Standing> = standings.ranking.iter().collect();
        ranking.sort_by(|one, other| other.elo.total_cmp(&one.elo).then(one.engine.cmp(&other.engine)));
        let order: Vec<usize> = ranking.iter().map(|standing| standing.engine).collect();
        let shown = names.shown(engines, &order, secret);
        let mut rank = 0;
        let rows = ranking.into_iter().map(|standing| LeagueRow {
            engine: standing.engine,
            name: standing.name.clone(),
            shown: shown.get(standing.engine).cloned().unwrap_or_default(),
            rank: (!is_level(standing.engine)).then(|| {
                rank += 1;
                rank
            }),
            rating: standing.elo - mean + ANCHOR,
            margin: standing.margin,
            games: standing.games(),
            points: f64::from(2 * standing.wins + standing.draws) / 2.0,
            faults: standing.fault_count(),
        });
        LeagueTable { rows: rows.collect(), is_anchored: !levels.is_empty() }
    }

    /// The names of all engines, by index, as one student may see them: with the own name, and with [`Names::First`] those of the
    /// three above.
    pub fn names_for(&self, engine: usize, names: Names) -> BTreeMap<usize, String> {
        let place = self.rows.iter().position(|row| row.engine == engine);
        let mut students: Vec<&LeagueRow> =
            self.rows[..place.unwrap_or(0)].iter().filter(|row| row.rank.is_some()).collect();
        let above: Vec<usize> = match names {
            Names::First(_) => students.drain(students.len().saturating_sub(ABOVE)..).map(|row| row.engine).collect(),
            Names::Real | Names::Pseudonyms => Vec::new(),
        };
        let name = |row: &LeagueRow| {
            if row.engine == engine || above.contains(&row.engine) { row.name.clone() } else { row.shown.clone() }
        };
        self.rows.iter().map(|row| (row.engine, name(row))).collect()
    }
}
