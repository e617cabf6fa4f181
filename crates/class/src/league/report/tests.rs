use std::collections::BTreeMap;

use skirmish_arena::competitor::{Clock, Competitor, EngineKind, Program};
use skirmish_arena::game::{Fault, TimedMove};
use skirmish_arena::plan::{Format, OpeningSource};
use skirmish_board::Outcome;
use skirmish_games::GameId;

use super::*;

/// Ada beats Bob, whose program says something secret and crashes in the second game.
fn tournament() -> Tournament {
    let game = GameId::parse("oska").unwrap();
    let program = |name: &str| {
        let program = Program { command: vec!["x".to_owned()], folder: None };
        Competitor::new(name, EngineKind::Ugi(program), Clock::default())
    };
    let opening = skirmish_play::new_game(game).position();
    let plan = Plan {
        name: "class 1".to_owned(),
        game,
        engines: vec![program("Ada"), program("Bob"), program("Cleo")],
        format: Format::RoundRobin,
        rounds: 1,
        openings: OpeningSource::Given(vec![opening.clone()]),
        seed: 1,
        sprt: None,
    };
    let pair = |number, engines| Pair { number, round: 1, engines, opening: opening.clone() };
    let finished = |pair, leg, outcome, fault: Option<FaultReport>| {
        let ending = fault.as_ref().map_or(String::new(), |report| format!("Bob {}: {}", report.fault, report.detail));
        FinishedGame { pair, leg, actions: vec![TimedMove::new("A5A4", 1000)], outcome, ending, fault }
    };
    let crash = FaultReport {
        engine: 1,
        fault: Fault::Crash,
        detail: "It ended with \"password\".".to_owned(),
        stderr: "the password in stderr".to_owned(),
        transcript: "< the password in a dialogue".to_owned(),
    };
    let games = vec![
        finished(0, 0, Outcome::Win(Side::South), Some(crash)),
        finished(0, 1, Outcome::Draw, None),
        finished(1, 0, Outcome::Draw, None),
        finished(1, 1, Outcome::Draw, None),
    ];
    Tournament::new(plan, vec![pair(0, [0, 1]), pair(1, [1, 2])], games)
}

fn page_of(own: &OwnGames) -> String {
    games(own, &[]).into_string()
}

#[test]
fn a_report_has_nothing_that_other_programs_said_and_no_name_that_is_not_shown() {
    let tournament = tournament();
    let table = LeagueTable::new(&tournament, Names::Pseudonyms, 5);
    let shown = |name: &str| table.rows.iter().find(|row| row.name == name).unwrap().shown.clone();
    let ada = OwnGames::new(&tournament, &table, "Ada", Names::Pseudonyms).unwrap();
    let page = page_of(&ada);
    assert!(!page.contains("password") && !page.contains("Bob") && !page.contains("Cleo"), "{page}");
    assert!(page.contains(&shown("Bob")) && page.contains("crashed"), "{page}");
    assert_eq!(ada.tournament.games().len(), 2);
    // Bob sees the own dialogue.
    let bob = OwnGames::new(&tournament, &table, "Bob", Names::Pseudonyms).unwrap();
    let page = page_of(&bob);
    assert!(page.contains("the password in a dialogue") && page.contains("the password in stderr"), "{page}");
    assert!(page.contains("Expected: a program that runs until the game is over.") && !page.contains("Ada"), "{page}");
    assert_eq!(bob.tournament.games().len(), 4);
    assert!(OwnGames::new(&tournament, &table, "Nobody", Names::Pseudonyms).is_none());
}

#[test]
fn a_student_sees_the_own_name_and_the_three_above() {
    let tournament = tournament();
    let names = |visible: Names, engine: usize| -> BTreeMap<usize, String> {
        LeagueTable::new(&tournament, visible, 5).names_for(engine, visible)
    };
    let is_named = |names: &BTreeMap<usize, String>| -> Vec<bool> {
        ["Ada", "Bob", "Cleo"].iter().enumerate().map(|(engine, name)| names[&engine] == *name).collect()
    };
    assert_eq!(is_named(&names(Names::Pseudonyms, 1)), [false, true, false]);
    assert_eq!(is_named(&names(Names::Real, 1)), [true, true, true]);
    // Ada is first, Cleo second, and Bob last: he sees both above, and Ada sees nobody below.
    assert_eq!(is_named(&names(Names::First(1), 1)), [true, true, true]);
    assert_eq!(is_named(&names(Names::First(1), 0)), [true, false, false]);
}

/// The script of the viewer finds its parts by their ids, and must not find those of the report.
#[test]
fn every_id_of_a_report_is_there_once() {
    let tournament = tournament();
    let table = LeagueTable::new(&tournament, Names::Pseudonyms, 5);
    let bob = OwnGames::new(&tournament, &table, "Bob", Names::Pseudonyms).unwrap();
    let place = sections::place(&table, &bob, Names::Pseudonyms).into_string();
    assert!(place.contains("Bob (you; others see "), "{place}");
    let page = sections::hand_in(&StudentState::default()).into_string() + &place + &page_of(&bob);
    let mut ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(ids.contains(&"standing") && ids.contains(&"moves"), "{ids:?}");
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{ids:?}");
}
