//! A tournament with its stored pairs and games, from which all reports are made.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_board::Side;
use skirmish_play::{Conclusion, Record, new_game};

use crate::game::{FinishedGame, Pair};
use crate::plan::Plan;
use crate::schedule::{expected_pairs, waiting};

/// The plan, the pairs and the finished games of a tournament. Each game is replayed once, when it is read.
#[derive(Clone, Debug)]
pub struct Tournament {
    plan: Plan,
    /// In order of their numbers.
    pairs: Vec<Pair>,
    /// In order of pair and leg, each once; every one belongs to a pair between two engines of the plan.
    games: Vec<FinishedGame>,
    /// The replay of each game.
    replays: Vec<Replay>,
}

/// The result of replaying a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Replay {
    sides: Vec<Side>,
    position: Option<String>,
}

/// A finished game with its pair.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    /// The pair.
    pub pair: &'a Pair,
    /// The game.
    pub game: &'a FinishedGame,
    /// The side of each action. A game that cannot be replayed has fewer sides than actions.
    pub sides: &'a [Side],
    /// The position text after the last action; `None` if the game cannot be replayed, because its opening or an action is
    /// invalid. The referee never saves such a game.
    pub position: Option<&'a str>,
}

/// Finished games with all their positions, by their numbers in the tournament.
pub type Records = BTreeMap<u64, Record>;

impl Tournament {
    /// A tournament with these pairs and games. Games without a valid pair are left out.
    pub fn new(plan: Plan, pairs: Vec<Pair>, games: Vec<FinishedGame>) -> Tournament {
        let mut tournament = Tournament { plan, pairs: Vec::new(), games: Vec::new(), replays: Vec::new() };
        tournament.read(pairs, games, |_, _| {});
        tournament
    }

    /// The same without replays, which is much quicker: sides and positions are unknown, and so are the engines' times.
    pub fn without_replays(plan: Plan, pairs: Vec<Pair>, games: Vec<FinishedGame>) -> Tournament {
        let mut tournament = Tournament { plan, pairs, games, replays: Vec::new() };
        tournament.pairs.sort_by_key(|pair| pair.number);
        let known: BTreeSet<u64> = tournament.sound_pairs().map(|pair| pair.number).collect();
        tournament.games.retain(|game| game.leg < 2 && known.contains(&game.pair));
        tournament.games.sort_by_key(|game| (game.pair, game.leg));
        tournament.games.dedup_by_key(|game| (game.pair, game.leg));
        tournament.replays = vec![Replay { sides: Vec::new(), position: None }; tournament.games.len()];
        tournament
    }

    /// The same, with a record of each game that can be replayed.
    pub fn with_records(plan: Plan, pairs: Vec<Pair>, games: Vec<FinishedGame>) -> (Tournament, Records) {
        let mut tournament = Tournament { plan, pairs: Vec::new(), games: Vec::new(), replays: Vec::new() };
        let mut records = Records::new();
        tournament.read(pairs, games, |number, record| drop(records.insert(number, record)));
        (tournament, records)
    }

    /// The same with other names for its engines, in the order of the plan.
    pub fn with_names(mut self, names: &[String]) -> Tournament {
        for (engine, name) in self.plan.engines.iter_mut().zip(names) {
            engine.name.clone_from(name);
        }
        self
    }

    /// Updates it. Only new games are replayed.
    pub fn update(&mut self, pairs: Vec<Pair>, games: Vec<FinishedGame>) {
        self.read(pairs, games, |_, _| {});
    }

    fn read(&mut self, pairs: Vec<Pair>, games: Vec<FinishedGame>, mut keep: impl FnMut(u64, Record)) {
        let old = std::mem::take(&mut self.games).into_iter().zip(std::mem::take(&mut self.replays));
        let mut old: BTreeMap<(u64, u8), (FinishedGame, Replay)> =
            old.map(|entry| ((entry.0.pair, entry.0.leg), entry)).collect();
        self.pairs = pairs;
        self.pairs.sort_by_key(|pair| pair.number);
        let known: BTreeMap<u64, &Pair> = self.sound_pairs().map(|pair| (pair.number, pair)).collect();
        let mut found = BTreeMap::new();
        for game in games.into_iter().filter(|game| game.leg < 2) {
            let (key, Some(pair)) = ((game.pair, game.leg), known.get(&game.pair)) else { continue };
            found.entry(key).or_insert_with(|| match old.remove(&key) {
                Some((same, replay)) if same == game => (same, replay),
                _ => {
                    let (replay, record) = replay(&self.plan, pair, &game);
                    if let Some(record) = record {
                        keep(pair.game_number(game.leg), record);
                    }
                    (game, replay)
                }
            });
        }
        (self.games, self.replays) = found.into_values().unzip();
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// All pairs, including unfinished ones.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// All finished games, including those that do not count.
    pub fn games(&self) -> &[FinishedGame] {
        &self.games
    }

    /// All finished games with their pairs, in order of their numbers.
    pub fn finished(&self) -> impl Iterator<Item = Finished<'_>> {
        self.games.iter().zip(&self.replays).filter_map(|(game, replay)| {
            let pair = &self.pairs[self.pairs.binary_search_by_key(&game.pair, |pair| pair.number).ok()?];
            Some(Finished { pair, game, sides: &replay.sides, position: replay.position.as_deref() })
        })
    }

    /// The pairs between two different engines of the plan.
    pub(crate) fn sound_pairs(&self) -> impl Iterator<Item = &Pair> {
        let engines = self.plan.engines.len();
        let is_sound =
            move |pair: &&Pair| pair.engines[0] != pair.engines[1] && pair.engines.iter().all(|&e| e < engines);
        self.pairs.iter().filter(is_sound)
    }

    /// The name of an engine; empty if there is no such engine.
    pub fn name_of(&self, engine: usize) -> &str {
        self.plan.engines.get(engine).map_or("", |competitor| &competitor.name)
    }

    /// The number of games; a minimum where it depends on results.
    pub fn expected(&self) -> usize {
        2 * self.pairs.len().max(usize::try_from(expected_pairs(&self.plan)).unwrap_or(usize::MAX / 2))
    }

    /// Finished games that a fault ended.
    pub fn faults(&self) -> usize {
        self.games.iter().filter(|game| game.fault.is_some()).count()
    }

    /// Finished games that do not count, because an engine was not understood.
    pub fn void(&self) -> usize {
        self.games.iter().filter(|game| game.is_void()).count()
    }

    /// The names of the engines that were not understood and are not paired until their games are replayed.
    pub fn waiting(&self) -> Vec<&str> {
        waiting(&self.plan, &self.pairs, &self.games).into_keys().map(|engine| self.name_of(engine)).collect()
    }
}

impl<'a> Finished<'a> {
    /// The number of the game in the tournament, from 1.
    pub fn number(&self) -> u64 {
        self.pair.game_number(self.game.leg)
    }

    /// The engine that played a side.
    pub fn engine(&self, side: Side) -> usize {
        self.pair.engine(self.game.leg, side)
    }

    /// The half points of an engine of the pair: 0, 1 or 2.
    pub fn half_points(&self, engine: usize) -> u32 {
        self.game.half_points(usize::from(self.pair.engines[0] != engine))
    }
}

/// Replays a finished game.
fn replay(plan: &Plan, pair: &Pair, game: &FinishedGame) -> (Replay, Option<Record>) {
    let mut state = new_game(plan.game);
    if state.set_position(&pair.opening).is_err() {
        return (Replay { sides: Vec::new(), position: None }, None);
    }
    let mut record = Record::new(state);
    let is_whole = game.actions.iter().all(|action| record.play(&action.text, Some(action.time())).is_ok());
    let sides = record.steps().iter().map(|step| step.side).collect();
    if !is_whole {
        return (Replay { sides, position: None }, None);
    }
    let engine = |side| pair.engine(game.leg, side);
    record.players = Side::BOTH.map(|side| plan.engines.get(engine(side)).map_or("", |engine| &engine.name).to_owned());
    record.set_header("Tournament", &*plan.name);
    record.set_header("Round", pair.round.to_string());
    record.set_header("Number", pair.game_number(game.leg).to_string());
    // A game that does not count has no result.
    if let (Some(report), None, true) = (&game.fault, &record.result, game.counts())
        && let Some(side) = Side::BOTH.into_iter().find(|&side| engine(side) == report.engine)
    {
        let reason = if game.ending.is_empty() { report.fault.to_string() } else { game.ending.clone() };
        let reason: String =
            reason.chars().take(MAX_REASON_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
        record.result = Some(Conclusion::Forfeited(side, reason.trim().trim_end_matches('.').to_owned()));
    }
    (Replay { sides, position: Some(record.game().position()) }, Some(record))
}

/// Longer reasons in records are cut.
const MAX_REASON_CHARS: usize = 300;
