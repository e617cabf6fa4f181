//! A tournament as it is shown: with the names that may be seen, its standings, and its ratings by round.

use std::collections::BTreeMap;
use std::sync::Arc;

use skirmish_arena::Tournament;
use skirmish_arena::competitor::{Competitor, EngineKind, Program};
use skirmish_arena::game::{FinishedGame, Pair};
use skirmish_arena::plan::Plan;
use skirmish_arena::standings::Standings;
use skirmish_arena::store::WatchedGame;
use skirmish_arena::tournament::Records;

use super::LiveOptions;
use super::follower::Follower;
use super::history::RatingHistory;

/// A tournament as it is shown. No name in it is one that may not be seen, and no command line of a program.
pub(super) struct Summary {
    /// Without the actions of games.
    pub(super) tournament: Tournament,
    pub(super) standings: Standings,
    pub(super) history: RatingHistory,
    games: BTreeMap<(u64, u8), Arc<WatchedGame>>,
}

impl Summary {
    /// The summary of what is known; `None` without a tournament. `earlier` is the last one, of which it takes what is still true.
    pub(super) fn new(known: &Follower, options: &LiveOptions, earlier: Option<&Summary>) -> Option<Summary> {
        let plan = known.plan.as_ref()?;
        let pairs = known.pairs.values().cloned().collect();
        let games = known.games.values().map(|game| game.game.clone()).collect();
        let tournament = Tournament::without_replays(without_commands(plan), pairs, games);
        let mut standings = Standings::new(&tournament);
        let levels = if options.league { levels(&tournament.plan().engines) } else { Vec::new() };
        if options.league {
            rank_by_rating(&mut standings, &levels);
        }
        let ranking: Vec<usize> = standings.ranking.iter().map(|standing| standing.engine).collect();
        let shown = options.names.shown(&plan.engines, &ranking, options.secret);
        for standing in &mut standings.ranking {
            standing.name.clone_from(&shown[standing.engine]);
        }
        let tournament = tournament.with_names(&shown);
        let history = RatingHistory::new(&tournament, &levels, earlier.map(|earlier| &earlier.history));
        Some(Summary { tournament, standings, history, games: known.games.clone() })
    }

    /// The plan.
    pub(super) fn plan(&self) -> &Plan {
        self.tournament.plan()
    }

    /// The name shown for an engine.
    pub(super) fn name(&self, engine: usize) -> &str {
        self.tournament.name_of(engine)
    }

    /// A pair by its number.
    pub(super) fn pair(&self, number: u64) -> Option<&Pair> {
        let pairs = self.tournament.pairs();
        pairs.binary_search_by_key(&number, |pair| pair.number).ok().map(|place| &pairs[place])
    }

    /// How a game ended, in a sentence: of a fault only its kind.
    pub(super) fn ending(&self, game: &FinishedGame) -> String {
        match &game.fault {
            Some(report) => format!("{} {}.", self.name(report.engine), report.fault),
            None => game.ending.clone(),
        }
    }

    /// These games with all their positions, for a viewer. A game that is damaged is left out.
    pub(super) fn replayed(&self, keys: &[(u64, u8)]) -> (Tournament, Records) {
        let open = |key: &(u64, u8)| {
            let game = self.games.get(key)?.with_actions().ok()?;
            Some(FinishedGame { ending: self.ending(&game), ..game })
        };
        let games: Vec<FinishedGame> = keys.iter().filter_map(open).collect();
        let pairs = keys.iter().filter_map(|&(pair, _)| self.pair(pair).cloned()).collect();
        Tournament::with_records(self.plan().clone(), pairs, games)
    }
}

/// The built-in players, by their places in the plan.
fn levels(engines: &[Competitor]) -> Vec<usize> {
    let is_level = |&place: &usize| matches!(engines[place].kind, EngineKind::BuiltIn(_));
    (0..engines.len()).filter(is_level).collect()
}

/// Ranks by rating, relative to the mean of the levels, as the table of a league does. Levels have no rank, which is 0.
fn rank_by_rating(standings: &mut Standings, levels: &[usize]) {
    let ranking = &mut standings.ranking;
    let of_levels = ranking.iter().filter(|standing| levels.contains(&standing.engine)).map(|standing| standing.elo);
    let mean = of_levels.sum::<f64>() / levels.len().max(1) as f64;
    ranking.sort_by(|one, other| other.elo.total_cmp(&one.elo).then(one.engine.cmp(&other.engine)));
    let mut rank = 0;
    for standing in ranking {
        standing.elo -= mean;
        rank += usize::from(!levels.contains(&standing.engine));
        standing.rank = if levels.contains(&standing.engine) { 0 } else { rank };
    }
}

/// A plan without the commands of its programs: nobody needs them who watches.
fn without_commands(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    for engine in &mut plan.engines {
        if !matches!(engine.kind, EngineKind::BuiltIn(_)) {
            engine.kind = EngineKind::Ugi(Program { command: Vec::new(), folder: None });
            engine.options.clear();
        }
    }
    plan
}

#[cfg(test)]
mod tests {
    use skirmish_arena::BuiltIn;
    use skirmish_arena::competitor::Clock;
    use skirmish_arena::plan::{Format, OpeningSource};
    use skirmish_board::{Outcome, Side};
    use skirmish_games::GameId;

    use super::*;
    use crate::league::LeagueTable;
    use crate::live::Names;

    /// A league has one ranking, wherever it is shown.
    #[test]
    fn a_league_is_ranked_as_in_its_table() {
        let program = |name: &str| {
            let program = Program { command: vec!["x".to_owned()], folder: None };
            Competitor::new(name, EngineKind::Ugi(program), Clock::default())
        };
        let level = |name: &str| {
            Competitor::new(name, EngineKind::BuiltIn(BuiltIn::parse("level=1").unwrap()), Clock::default())
        };
        let plan = Plan {
            name: "class 1".to_owned(),
            game: GameId::parse("oska").unwrap(),
            engines: vec![program("Ada"), program("Bob"), program("Cleo"), level("Level 1"), level("Level 3")],
            format: Format::Swiss,
            rounds: 9,
            openings: OpeningSource::Random(2),
            seed: 1,
            sprt: None,
        };
        // The first of each pair wins. Cleo has most points, against one that has none.
        let met = [[0, 4], [4, 3], [3, 1], [0, 3], [2, 1], [2, 1], [2, 1], [4, 2]];
        let pair = |(number, engines): (u64, [usize; 2])| Pair {
            number,
            round: number as u32 + 1,
            engines,
            opening: String::new(),
        };
        let pairs: Vec<Pair> = (0..).zip(met).map(pair).collect();
        let game = |number: u64, leg: u8| FinishedGame {
            pair: number,
            leg,
            actions: Vec::new(),
            outcome: Outcome::Win(if leg == 0 { Side::South } else { Side::North }),
            ending: String::new(),
            fault: None,
        };
        let games = pairs.iter().flat_map(|pair| [0, 1].map(|leg| game(pair.number, leg))).collect();
        let tournament = Tournament::without_replays(plan, pairs, games);
        let table = LeagueTable::new(&tournament, Names::Real, 0);
        let mut standings = Standings::new(&tournament);
        let levels = levels(&tournament.plan().engines);
        assert_eq!(levels, [3, 4]);
        rank_by_rating(&mut standings, &levels);
        for (standing, row) in standings.ranking.iter().zip(&table.rows) {
            assert_eq!((standing.engine, standing.rank), (row.engine, row.rank.unwrap_or(0)));
            assert!((standing.elo + 1000.0 - row.rating).abs() < 1e-9, "{} {}", standing.elo, row.rating);
        }
        assert_eq!(standings.ranking[0].name, "Ada");
        // The last rating of each line of the plot is that of the table.
        let history = RatingHistory::new(&tournament, &levels, None);
        for standing in &standings.ranking {
            let last = history.last(standing.engine).unwrap();
            assert!((last - standing.elo).abs() < 0.5, "{}: {last} {}", standing.name, standing.elo);
        }
    }
}
