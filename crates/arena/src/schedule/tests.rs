use std::collections::BTreeSet;

use proptest::prelude::*;
use skirmish_board::{Outcome, Random, Side};
use skirmish_games::GameId;

use super::swiss::Field;
use super::*;
use crate::BuiltIn;
use crate::competitor::{Clock, Competitor, EngineKind};
use crate::game::{Fault, FaultReport};
use crate::plan::{EloModel, OpeningSource, Test};

fn plan(format: Format, engines: usize, rounds: u32) -> Plan {
    let random = EngineKind::BuiltIn(BuiltIn::parse("random").unwrap());
    let competitor = |number| Competitor::new(format!("engine {number}"), random.clone(), Clock::default());
    Plan {
        name: "test".into(),
        game: GameId::parse("oska").unwrap(),
        engines: (0..engines).map(competitor).collect(),
        format,
        rounds,
        openings: OpeningSource::Random(0),
        seed: 1,
        sprt: None,
    }
}

fn settled(plan: &Plan, games: &[FinishedGame]) -> Option<Settled> {
    let mut sequence = SprtSequence::new(plan);
    sequence.extend(games);
    sequence.settled()
}

/// Plays a tournament with results from `play`, in the order that a seed gives, and returns its pairs and games.
fn run(plan: &Plan, seed: u64, play: &mut dyn FnMut(&Pair, u8) -> Outcome) -> (Vec<Pair>, Vec<FinishedGame>) {
    let (mut pairs, mut games): (Vec<Pair>, Vec<FinishedGame>) = Default::default();
    let mut random = Random::new(seed);
    let mut missing: Vec<(u64, u8)> = Vec::new();
    loop {
        match next(plan, &pairs, &games) {
            ScheduleStep::Blocked(_) => panic!("every game counts"),
            ScheduleStep::Add(pairings) => {
                assert!(!pairings.is_empty());
                for Pairing { number, round, engines } in pairings {
                    assert_eq!(number, pairs.len() as u64);
                    assert_ne!(engines[0], engines[1]);
                    pairs.push(Pair { number, round, engines, opening: String::new() });
                    missing.extend([(number, 0), (number, 1)]);
                }
            }
            ScheduleStep::Finished if missing.is_empty() || settled(plan, &games).is_some() => return (pairs, games),
            ScheduleStep::Wait | ScheduleStep::Finished => {
                assert!(!missing.is_empty(), "waits without a reason");
                let (number, leg) = missing.swap_remove(random.below(missing.len()));
                let outcome = play(&pairs[number as usize], leg);
                let ending = String::new();
                games.push(FinishedGame { pair: number, leg, actions: Vec::new(), outcome, ending, fault: None });
            }
        }
    }
}

/// Random results, the better engine (the one earlier in the plan) winning more often.
fn chance(seed: u64) -> impl FnMut(&Pair, u8) -> Outcome {
    move |pair, leg| {
        let mut random = Random::new(seed ^ (pair.number << 8) ^ leg as u64);
        let [south, north] = Side::BOTH.map(|side| pair.engine(leg, side));
        match random.below(10) {
            0..=1 => Outcome::Draw,
            2..=6 if south < north => Outcome::Win(Side::South),
            2..=6 => Outcome::Win(Side::North),
            7 => Outcome::Win(Side::South),
            _ => Outcome::Win(Side::North),
        }
    }
}

fn sorted([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn everybody_meets_everybody_once_a_round(engines in 2usize..42, rounds in 1u32..4) {
        let plan = plan(Format::RoundRobin, engines, rounds);
        let pairings: Vec<(u32, [usize; 2])> = round_robin::pairings(&plan).collect();
        prop_assert_eq!(pairings.len() as u64, expected_pairs(&plan));
        for round in 1..=rounds {
            let met: BTreeSet<[usize; 2]> = pairings.iter().filter(|(r, _)| *r == round).map(|(_, pair)| sorted(*pair)).collect();
            prop_assert_eq!(met.len(), engines * (engines - 1) / 2);
        }
        // In each turn every engine plays once.
        let tables = engines / 2;
        for turn in pairings.chunks(tables) {
            let playing: BTreeSet<usize> = turn.iter().flat_map(|(_, pair)| *pair).collect();
            prop_assert_eq!(playing.len(), 2 * turn.len());
        }
    }

    #[test]
    fn a_gauntlet_is_one_against_all(engines in 2usize..42, rounds in 1u32..4) {
        let plan = plan(Format::Gauntlet, engines, rounds);
        let (pairs, games) = run(&plan, 1, &mut chance(1));
        prop_assert_eq!(pairs.len() as u64, expected_pairs(&plan));
        prop_assert_eq!(games.len(), 2 * pairs.len());
        for other in 1..engines {
            prop_assert_eq!(pairs.iter().filter(|pair| pair.engines == [0, other]).count(), rounds as usize);
        }
    }

    /// With enough rounds for all pairings, a Swiss tournament may repeat only what cannot be avoided; up to half
    /// as many rounds as engines, nothing has to be repeated.
    #[test]
    fn swiss_rounds_repeat_nothing_that_can_be_avoided(engines in 2usize..42, rounds in 1u32..12, seed: u64) {
        let rounds = rounds.min((engines as u32).div_ceil(2).max(1));
        let plan = plan(Format::Swiss, engines, rounds);
        let (pairs, _) = run(&plan, seed, &mut chance(seed));
        prop_assert_eq!(pairs.len() as u64, expected_pairs(&plan));
        let met: BTreeSet<[usize; 2]> = pairs.iter().map(|pair| sorted(pair.engines)).collect();
        prop_assert_eq!(met.len(), pairs.len(), "two engines met twice");
        let mut off = vec![0; engines];
        for round in 1..=rounds {
            let playing: BTreeSet<usize> = pairs.iter().filter(|pair| pair.round == round).flat_map(|pair| pair.engines).collect();
            prop_assert_eq!(playing.len(), engines - engines % 2);
            (0..engines).filter(|engine| !playing.contains(engine)).for_each(|engine| off[engine] += 1);
        }
        prop_assert!(off.iter().all(|&off| off <= 1), "a second round off: {:?}", off);
    }

    /// Whatever order games finish in, the pairs are the same.
    #[test]
    fn the_order_of_finishing_does_not_matter(engines in 2usize..20, seed: u64) {
        for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss, Format::Knockout] {
            let plan = plan(format, engines, 2);
            let (pairs, mut games) = run(&plan, 1, &mut chance(seed));
            let (other_pairs, mut other_games) = run(&plan, seed, &mut chance(seed));
            prop_assert_eq!(pairs, other_pairs);
            games.sort_by_key(|game| (game.pair, game.leg));
            other_games.sort_by_key(|game| (game.pair, game.leg));
            prop_assert_eq!(games, other_games);
        }
    }

    #[test]
    fn a_knockout_has_one_winner_who_lost_no_meeting(engines in 2usize..42, rounds in 1u32..4, seed: u64) {
        let plan = plan(Format::Knockout, engines, rounds);
        let (pairs, games) = run(&plan, seed, &mut chance(seed));
        let bracket = bracket(&plan, &pairs, &games);
        let winner = bracket.winner.unwrap();
        let duels: Vec<&Duel> = bracket.rounds.iter().flatten().collect();
        // All but the winner lost once.
        let losers: Vec<usize> = duels.iter().filter_map(|duel| {
            let (first, second) = (duel.engines.0, duel.engines.1?);
            Some(if duel.winner == Some(first) { second } else { first })
        }).collect();
        prop_assert_eq!(losers.len(), engines - 1);
        prop_assert_eq!(losers.iter().collect::<BTreeSet<_>>().len(), engines - 1);
        prop_assert!(!losers.contains(&winner));
        prop_assert_eq!(bracket.rounds.len() as u32, engines.next_power_of_two().trailing_zeros());
        for duel in duels.iter().filter(|duel| duel.engines.1.is_some()) {
            prop_assert!(duel.pairs >= rounds && duel.pairs <= rounds + EXTRA_PAIRS);
        }
    }
}

#[test]
fn a_full_swiss_tournament_of_an_even_field_repeats_as_little_as_it_must() {
    for engines in [4usize, 6, 8, 40] {
        let plan = plan(Format::Swiss, engines, engines as u32 + 3);
        let (pairs, _) = run(&plan, 3, &mut chance(3));
        // In each round, no other pairing would have had fewer rematches.
        for round in 1..=plan.rounds {
            let before: BTreeSet<[usize; 2]> =
                pairs.iter().filter(|pair| pair.round < round).map(|pair| sorted(pair.engines)).collect();
            let now: Vec<[usize; 2]> =
                pairs.iter().filter(|pair| pair.round == round).map(|pair| sorted(pair.engines)).collect();
            let rematches = now.iter().filter(|pair| before.contains(*pair)).count();
            if engines <= 8 {
                assert_eq!(rematches, fewest_rematches(&(0..engines).collect::<Vec<_>>(), &before), "round {round}");
            }
            assert!(round > engines as u32 / 2 || rematches == 0);
        }
    }
}

/// By trying every pairing.
fn fewest_rematches(left: &[usize], met: &BTreeSet<[usize; 2]>) -> usize {
    let Some((&first, others)) = left.split_first() else { return 0 };
    let with = |&other: &usize| {
        let rest: Vec<usize> = others.iter().copied().filter(|&engine| engine != other).collect();
        met.contains(&sorted([first, other])) as usize + fewest_rematches(&rest, met)
    };
    others.iter().map(with).min().unwrap_or(0)
}

#[test]
fn swiss_winners_meet_winners() {
    let plan = plan(Format::Swiss, 8, 2);
    let (pairs, _) = run(&plan, 1, &mut |pair, leg| {
        // The engine earlier in the plan always wins.
        Outcome::Win(if pair.engine(leg, Side::South) < pair.engine(leg, Side::North) {
            Side::South
        } else {
            Side::North
        })
    });
    let engines: Vec<[usize; 2]> = pairs.iter().map(|pair| pair.engines).collect();
    assert_eq!(engines, [[0, 4], [1, 5], [2, 6], [3, 7], [0, 2], [1, 3], [4, 6], [5, 7]]);
}

#[test]
fn a_meeting_that_stays_level_goes_to_the_higher_seed() {
    let plan = plan(Format::Knockout, 5, 2);
    let (pairs, games) = run(&plan, 1, &mut |_, _| Outcome::Draw);
    let bracket = bracket(&plan, &pairs, &games);
    assert_eq!(bracket.winner, Some(0));
    let played = |engines: [usize; 2]| pairs.iter().filter(|pair| pair.engines == engines).count() as u32;
    assert_eq!(played([3, 4]), 2 + EXTRA_PAIRS);
    assert_eq!(played([0, 1]), 2 + EXTRA_PAIRS);
    assert!(bracket.rounds.iter().flatten().all(|duel| duel.by_seed || duel.engines.1.is_none()));
    // The first three have a bye in the first round.
    let first: Vec<(usize, Option<usize>)> = bracket.rounds[0].iter().map(|duel| duel.engines).collect();
    assert_eq!(first, [(0, None), (3, Some(4)), (1, None), (2, None)]);
}

#[test]
fn a_settled_test_ends_the_tournament_whatever_is_played_after_it() {
    let mut plan = plan(Format::RoundRobin, 2, 1000);
    plan.sprt = Some(Test { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic });
    let first_wins = &mut |_: &Pair, leg| Outcome::Win(if leg == 0 { Side::South } else { Side::North });
    let (_, mut games) = run(&plan, 5, first_wins);
    let end = settled(&plan, &games).unwrap();
    assert!(end.accepted == Hypothesis::H1 && end.results.count() == end.pairs && end.pairs < 100, "{end:?}");
    // Later results change nothing, and a gap before the end leaves the test open.
    for game in games.iter_mut().filter(|game| game.pair >= end.pairs) {
        game.outcome = Outcome::Draw;
    }
    assert_eq!(settled(&plan, &games), Some(end));
    games.retain(|game| game.pair != 1);
    assert_eq!(settled(&plan, &games), None);
}

/// A game in which an engine was not understood.
fn void(pair: &Pair, leg: u8, engine: usize) -> FinishedGame {
    let fault = FaultReport {
        engine,
        fault: Fault::NotUnderstood,
        detail: String::new(),
        stderr: String::new(),
        transcript: String::new(),
    };
    let (ending, outcome) = (String::new(), Outcome::Draw);
    FinishedGame { pair: pair.number, leg, actions: Vec::new(), outcome, ending, fault: Some(fault) }
}

#[test]
fn an_engine_that_is_not_understood_stops_no_swiss_and_comes_back() {
    let mut plan = plan(Format::Swiss, 7, 5);
    let (mut pairs, mut games): (Vec<Pair>, Vec<FinishedGame>) = Default::default();
    let play = |plan: &Plan, pairs: &mut Vec<Pair>, games: &mut Vec<FinishedGame>, mute: Option<usize>| {
        let ScheduleStep::Add(pairings) = next(plan, pairs, games) else { return None };
        let mut results = chance(3);
        for Pairing { number, round, engines } in pairings {
            let pair = Pair { number, round, engines, opening: String::new() };
            games.extend((0..2).map(|leg| match mute.filter(|mute| engines.contains(mute)) {
                Some(mute) => void(&pair, leg, mute),
                None => {
                    let (outcome, ending) = (results(&pair, leg), String::new());
                    FinishedGame { pair: number, leg, actions: Vec::new(), outcome, ending, fault: None }
                }
            }));
            pairs.push(pair);
        }
        pairs.last().map(|pair| pair.round)
    };
    let plays =
        |pairs: &[Pair], round, engine| pairs.iter().any(|pair| pair.round == round && pair.engines.contains(&engine));
    assert_eq!(play(&plan, &mut pairs, &mut games, Some(0)), Some(1));
    assert!(plays(&pairs, 1, 0));
    let opponent = pairs.iter().find_map(|pair| pair.engines.contains(&0).then_some(pair.engines[1])).unwrap();
    assert_eq!(waiting(&plan, &pairs, &games), [(0, 1)].into());
    assert_eq!(void_byes(&pairs, &games).len(), 1);
    // Six are left: all play.
    assert_eq!(play(&plan, &mut pairs, &mut games, None), Some(2));
    assert_eq!(pairs.iter().filter(|pair| pair.round == 2).count(), 3);
    assert!(!plays(&pairs, 2, 0));
    let points = |plan: &Plan, pairs: &[Pair], games: &[FinishedGame]| {
        Field::new(7, (0..7).collect(), &Absences::new(plan, pairs, games), pairs, games).points
    };
    let before = points(&plan, &pairs, &games);
    assert_eq!(before[0], 0, "a missed round is no bye");
    // It comes back: its games are deleted and played again.
    readmit(&mut plan, 0, &pairs, &games);
    assert_eq!(plan.engines[0].attendance.missed, [2]);
    games.retain(|game| !game.is_void());
    assert_eq!(next(&plan, &pairs, &games), ScheduleStep::Wait);
    let replayed = pairs[0].clone();
    assert!(replayed.engines.contains(&0));
    games.extend((0..2).map(|leg| FinishedGame { fault: None, ..void(&replayed, leg, 0) }));
    let after = points(&plan, &pairs, &games);
    assert_eq!((after[0], after[opponent] + 2), (2, before[opponent]), "two draws instead of a bye");
    assert_eq!(play(&plan, &mut pairs, &mut games, None), Some(3));
    assert!(plays(&pairs, 3, 0));
    // Withdrawn, it is paired no more, and the others play to the end.
    withdraw(&mut plan, 0, &pairs, &games);
    while play(&plan, &mut pairs, &mut games, None).is_some() {}
    assert_eq!(next(&plan, &pairs, &games), ScheduleStep::Finished);
    assert!(!plays(&pairs, 4, 0) && !plays(&pairs, 5, 0) && plays(&pairs, 5, opponent));
}

#[test]
fn a_swiss_of_which_one_engine_is_left_waits_for_the_others() {
    let plan = plan(Format::Swiss, 2, 3);
    let pair = Pair { number: 0, round: 1, engines: [0, 1], opening: String::new() };
    let games = [void(&pair, 0, 1), void(&pair, 1, 1)];
    assert_eq!(next(&plan, &[pair], &games), ScheduleStep::Blocked(2));
}

#[test]
fn engines_that_never_start_share_no_points_and_a_knockout_ends_all_the_same() {
    let neither = |pair: &Pair, leg| {
        let mut game = void(pair, leg, pair.engine(leg, Side::South));
        game.fault.as_mut().unwrap().fault = Fault::Start;
        game
    };
    let pair = Pair { number: 0, round: 1, engines: [0, 1], opening: String::new() };
    let games = [neither(&pair, 0), neither(&pair, 1)];
    assert!(games.iter().all(|game| !game.counts() && !game.is_void()));
    let swiss = plan(Format::Swiss, 2, 1);
    let absences = Absences::new(&swiss, std::slice::from_ref(&pair), &games);
    assert_eq!(Field::new(2, vec![0, 1], &absences, std::slice::from_ref(&pair), &games).points, [0; 3]);
    let cup = plan(Format::Knockout, 2, 1);
    let (mut pairs, mut games): (Vec<Pair>, Vec<FinishedGame>) = Default::default();
    while let ScheduleStep::Add(pairings) = next(&cup, &pairs, &games) {
        for Pairing { number, round, engines } in pairings {
            pairs.push(Pair { number, round, engines, opening: String::new() });
            games.extend((0..2).map(|leg| neither(&pairs[number as usize], leg)));
        }
    }
    assert_eq!(pairs.len() as u32, 1 + EXTRA_PAIRS);
    assert_eq!(bracket(&cup, &pairs, &games).winner, Some(0));
}
