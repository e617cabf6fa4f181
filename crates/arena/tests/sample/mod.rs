//! Tournaments for tests and examples: some with results written by hand, some with real games of random moves.
#![allow(dead_code, missing_docs)]

use std::time::Duration;

use skirmish_arena::competitor::{Clock, Competitor, EngineKind};
use skirmish_arena::game::{Fault, FaultReport, FinishedGame, Pair, TimedMove};
use skirmish_arena::plan::{Format, OpeningSource, Plan};
use skirmish_arena::schedule::{ScheduleStep, next};
use skirmish_arena::tournament::Records;
use skirmish_arena::{BuiltIn, Tournament};
use skirmish_board::{Outcome, Random, Side};
use skirmish_games::GameId;
use skirmish_play::new_game;

/// What a store keeps of a tournament.
#[derive(Clone)]
pub struct Facts {
    pub plan: Plan,
    pub pairs: Vec<Pair>,
    pub games: Vec<FinishedGame>,
}

impl Facts {
    pub fn tournament(&self) -> Tournament {
        Tournament::new(self.plan.clone(), self.pairs.clone(), self.games.clone())
    }

    pub fn with_records(&self) -> (Tournament, Records) {
        Tournament::with_records(self.plan.clone(), self.pairs.clone(), self.games.clone())
    }
}

/// Every game, and those whose board comes in sizes at a second one, too.
pub fn games() -> Vec<String> {
    let larger = |game: GameId| Some(format!("{}:{}", game.info().id, game.info().sizes.as_ref()?.start() + 2));
    GameId::all().map(|game| game.to_string()).chain(GameId::all().filter_map(larger)).collect()
}

pub fn plan(game: &str, names: &[&str], format: Format, rounds: u32) -> Plan {
    let random = EngineKind::BuiltIn(BuiltIn::parse("random").unwrap());
    let clock = Clock { move_time: Some(Duration::from_millis(100)), ..Clock::default() };
    let competitor = |name: &&str| Competitor::new(*name, random.clone(), clock);
    Plan {
        name: "Sample".to_owned(),
        game: GameId::parse(game).unwrap(),
        engines: names.iter().map(competitor).collect(),
        format,
        rounds,
        openings: OpeningSource::Random(4),
        seed: 1,
        sprt: None,
    }
}

/// A tournament whose games have results but no moves. A line for each pair: round, the two engines by their names, and the
/// results of its games from South's point of view; `1 A B 1-0 0-1` is two wins of A.
pub fn written(plan: Plan, lines: &str) -> Facts {
    let opening = new_game(plan.game).position();
    let mut tournament = Facts { plan, pairs: Vec::new(), games: Vec::new() };
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let place = |name: &str| tournament.plan.engines.iter().position(|competitor| competitor.name == name).unwrap();
        let number = tournament.pairs.len() as u64;
        let engines = [place(words[1]), place(words[2])];
        tournament.pairs.push(Pair { number, round: words[0].parse().unwrap(), engines, opening: opening.clone() });
        for (leg, result) in (0..).zip(&words[3..]) {
            let outcome = match *result {
                "1-0" => Outcome::Win(Side::South),
                "0-1" => Outcome::Win(Side::North),
                "1/2" => Outcome::Draw,
                _ => panic!("{result}"),
            };
            let ending = "So it ended.".to_owned();
            tournament.games.push(FinishedGame {
                pair: number,
                leg,
                actions: Vec::new(),
                outcome,
                ending,
                fault: None,
            });
        }
    }
    tournament
}

/// A whole tournament of real games, in which engines choose at random and sometimes fail.
pub fn played(plan: Plan, seed: u64) -> Facts {
    let mut tournament = Facts { plan, pairs: Vec::new(), games: Vec::new() };
    let mut random = Random::new(seed);
    while let ScheduleStep::Add(pairings) = next(&tournament.plan, &tournament.pairs, &tournament.games) {
        for pairing in pairings {
            let opening = opening(&tournament.plan, &mut random);
            let pair = Pair { number: pairing.number, round: pairing.round, engines: pairing.engines, opening };
            for leg in 0..2 {
                tournament.games.push(game(&tournament.plan, &pair, leg, &mut random));
            }
            tournament.pairs.push(pair);
        }
    }
    tournament
}

fn opening(plan: &Plan, random: &mut Random) -> String {
    let mut table = new_game(plan.game);
    for _ in 0..4 {
        let before = table.position();
        let actions = table.legal_actions();
        table.perform(&actions[random.below(actions.len())]);
        if table.outcome().is_some() {
            return before;
        }
    }
    table.position()
}

/// A game of random moves. The later an engine is in the plan, the more often it fails.
fn game(plan: &Plan, pair: &Pair, leg: u8, random: &mut Random) -> FinishedGame {
    let mut table = new_game(plan.game);
    table.set_position(&pair.opening).unwrap();
    let mut actions = Vec::new();
    loop {
        if let Some(outcome) = table.outcome() {
            return FinishedGame { pair: pair.number, leg, actions, outcome, ending: table.ending(), fault: None };
        }
        let side = table.side_to_move();
        let engine = pair.engine(leg, side);
        if random.below(2000) < engine {
            let fault = Fault::ALL[random.below(Fault::ALL.len())];
            let report = FaultReport {
                engine,
                fault,
                detail: format!("At action {} it {fault}.", actions.len() + 1),
                stderr: "Traceback (most recent call last):\n  File \"engine.py\", line 7\nKeyError: '</pre>'\n"
                    .to_owned(),
                transcript: "> go movetime 100\n< info depth 3\n< <script>alert(1)</script>\n".to_owned(),
            };
            let outcome = if fault == Fault::NotUnderstood { Outcome::Draw } else { Outcome::Win(side.opposite()) };
            let ending = report.detail.clone();
            return FinishedGame { pair: pair.number, leg, actions, outcome, ending, fault: Some(report) };
        }
        let legal = table.legal_actions();
        let played = table.perform(&legal[random.below(legal.len())]);
        let micros = 1000 * (engine as u64 + 1) + random.below(900) as u64;
        actions.push(TimedMove::new(played.action.text, micros));
    }
}
