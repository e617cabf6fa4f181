use super::*;
use skirmish_arena::BuiltIn;
use skirmish_arena::competitor::{Clock, EngineKind};
use skirmish_arena::game::Fault;
use skirmish_arena::game::{FaultReport, TimedMove};
use skirmish_arena::plan::OpeningSource;
use skirmish_board::{Outcome, Side};
use skirmish_games::GameId;

fn engine(name: &str, depth: u32) -> Competitor {
    let player = BuiltIn::parse(&format!("minimum={depth}")).unwrap();
    Competitor::new(name, EngineKind::BuiltIn(player), Clock::default())
}

fn plan(format: Format, rounds: u32, engines: Vec<Competitor>) -> Plan {
    let game = GameId::parse("oska").unwrap();
    let openings = OpeningSource::Given(vec![skirmish_play::new_game(game).position()]);
    Plan { name: "class 1".to_owned(), game, engines, format, rounds, openings, seed: 1, sprt: None }
}

fn game(pair: u64, leg: u8) -> FinishedGame {
    let actions = vec![TimedMove::new("A5A4", 1)];
    FinishedGame { pair, leg, actions, outcome: Outcome::Win(Side::South), ending: String::new(), fault: None }
}

fn pair(number: u64, round: u32, engines: [usize; 2]) -> Pair {
    Pair { number, round, engines, opening: "wwww/---/--/---/bbbb w".to_owned() }
}

/// A tournament of three in which all pairs are played.
fn before(format: Format) -> Before {
    let plan = plan(format, 2, vec![engine("Ada", 1), engine("Bob", 1), engine("Cleo", 1)]);
    let pairs = vec![pair(0, 1, [0, 1]), pair(1, 1, [1, 2]), pair(2, 2, [2, 0])];
    let games = (0..3).flat_map(|number| [game(number, 0), game(number, 1)]).collect();
    Before { plan, pairs, games }
}

#[test]
fn a_round_robin_keeps_the_games_of_unchanged_programs() {
    // Bob has a new version, and somebody comes in between, so that the others have new places.
    let engines = vec![engine("Abe", 1), engine("Ada", 1), engine("Bob", 2), engine("Cleo", 1)];
    let (plan, pairs, games) = carried_round_robin(plan(Format::RoundRobin, 1, engines), &before(Format::RoundRobin));
    assert_eq!((pairs.len(), games.len()), (6, 2));
    assert!(pairs.iter().enumerate().all(|(at, pair)| pair.number == at as u64));
    let kept = pairs.iter().find(|pair| pair.number == games[0].pair).unwrap();
    // In the order of the old pair: Cleo, Ada.
    assert_eq!(kept.engines, [3, 1]);
    assert!(games.iter().all(|game| game.pair == kept.number && game.outcome == Outcome::Win(Side::South)));
    let met: BTreeSet<BTreeSet<usize>> = pairs.iter().map(|pair| pair.engines.into()).collect();
    assert_eq!(met.len(), 6, "everybody meets everybody");
    assert_eq!(schedule::next(&plan, &pairs, &games), ScheduleStep::Finished);
}

#[test]
fn after_a_swiss_only_new_versions_are_paired() {
    let engines = vec![engine("Ada", 1), engine("Bob", 2), engine("Cleo", 1)];
    let (plan, pairs, games) = catch_up(plan(Format::Swiss, 2, engines), &before(Format::Swiss));
    // Ada and Cleo have met, and each lacks one pair; Bob lacks two.
    assert_eq!((pairs.len(), games.len()), (3, 2));
    let mut new: Vec<BTreeSet<usize>> = pairs[1..].iter().map(|pair| pair.engines.into()).collect();
    new.sort();
    assert_eq!(new, [BTreeSet::from([0, 1]), BTreeSet::from([1, 2])]);
    assert!(pairs[1..].iter().all(|pair| pair.round > 2) && pairs[1].round != pairs[2].round);
    assert_eq!(schedule::next(&plan, &pairs, &games), ScheduleStep::Finished);
    // With nothing to keep, it is an ordinary tournament.
    let engines = vec![engine("Ada", 3), engine("Bob", 3), engine("Cleo", 3)];
    let (plan, pairs, _) = catch_up(self::plan(Format::Swiss, 2, engines), &before(Format::Swiss));
    assert_eq!((plan.format, pairs.len()), (Format::Swiss, 0));
}

#[test]
fn games_that_do_not_count_are_not_kept_and_faults_keep_their_engine() {
    let mut before = before(Format::RoundRobin);
    let fault = |engine, fault| {
        let (detail, stderr, transcript) = (String::new(), String::new(), String::new());
        Some(FaultReport { engine, fault, detail, stderr, transcript })
    };
    before.games[0].fault = fault(0, Fault::NotUnderstood);
    before.games[4].fault = fault(2, Fault::Crash);
    let engines = vec![engine("Cleo", 1), engine("Ada", 1), engine("Bob", 1)];
    let (_, pairs, games) = carried_round_robin(plan(Format::RoundRobin, 1, engines), &before);
    assert_eq!((pairs.len(), games.len()), (3, 4));
    let crashed = games.iter().find_map(|game| game.fault.as_ref()).unwrap();
    assert_eq!(crashed.engine, 0);
}
