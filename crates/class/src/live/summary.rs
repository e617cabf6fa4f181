//! A tournament as it is shown: with the names that may be seen, its standings, and its ratings by round.

use std::collections::BTreeMap;
use std::sync::Arc;

use skirmish_arena::Tournament;
use skirmish_arena::competitor::{EngineKind, Program};
use skirmish_arena::game::{FinishedGame, Pair};
use skirmish_arena::plan::Plan;
use skirmish_arena::standings::Standings;
use skirmish_arena::store::WatchedGame;
use skirmish_arena::tournament::Records;

use super::follower::Follower;
use super::history::RatingHistory;
use super::names::Names;

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
    pub(super) fn new(known: &Follower, names: Names, secret: u64, earlier: Option<&Summary>) -> Option<Summary> {
        let plan = known.plan.as_ref()?;
        let pairs = known.pairs.values().cloned().collect();
        let games = known.games.values().map(|game| game.game.clone()).collect();
        let tournament = Tournament::without_replays(without_commands(plan), pairs, games);
        let mut standings = Standings::new(&tournament);
        let ranking: Vec<usize> = standings.ranking.iter().map(|standing| standing.engine).collect();
        let shown = names.shown(&plan.engines, &ranking, secret);
        for standing in &mut standings.ranking {
            standing.name.clone_from(&shown[standing.engine]);
        }
        let tournament = tournament.with_names(&shown);
        let history = RatingHistory::new(&tournament, earlier.map(|earlier| &earlier.history));
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
