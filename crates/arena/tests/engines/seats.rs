//! Whole games between engines of every kind; the referee's records hold them to the rules.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::common::{assert_sound, built_in, competitor, play_pair, random};
use skirmish_arena::competitor::{Clock, Competitor, EngineKind, Program};
use skirmish_arena::game::{FinishedGame, Pair};
use skirmish_arena::referee;
use skirmish_arena::seat::seat;
use skirmish_board::Outcome;
use skirmish_games::GameId;

fn example() -> Competitor {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/oska_engine.py");
    let command = vec!["python3".to_owned(), path.to_str().unwrap().to_owned()];
    competitor("example", EngineKind::Ugi(Program { command, folder: None }))
}

/// The engine of docs/PROTOCOL.md plays complete legal games.
#[test]
fn the_example_of_the_protocol_plays_whole_games() {
    for opponent in [random("random"), built_in("minimum=2"), built_in("level=2"), example()] {
        for played in play_pair("oska", [&example(), &opponent]) {
            assert_sound("oska", &played);
        }
    }
}

/// The example fits what the documentation promises.
#[test]
fn the_example_has_sixty_lines() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/oska_engine.py");
    assert!(std::fs::read_to_string(path).unwrap().lines().count() <= 60);
}

#[test]
fn built_in_players_play_every_game() {
    for game in GameId::all() {
        let game = game.to_string();
        for opponent in [random("random"), built_in("minimum=1"), built_in("nodes=50")] {
            for played in play_pair(&game, [&built_in("level=1"), &opponent]) {
                assert_sound(&game, &played);
            }
        }
    }
}

/// With limits that do not depend on time, the same pair is the same pair every time.
#[test]
fn equal_seeds_make_equal_games() {
    for game in GameId::all().map(|game| game.to_string()) {
        let texts =
            |games: [FinishedGame; 2]| games.map(|game| game.actions.into_iter().map(|action| action.text).collect());
        let competitors = ["level=2", "nodes=300"].map(|description| {
            let clock = Clock { margin: Duration::from_secs(60), ..Clock::default() };
            Competitor { clock, ..built_in(description) }
        });
        let play = || -> [Vec<String>; 2] { texts(play_pair(&game, [&competitors[0], &competitors[1]])) };
        assert_eq!(play(), play(), "{game}");
    }
}

/// Raising the flag ends a game without a result, at once, even while a player thinks.
#[test]
fn a_stopped_game_has_no_result() {
    let game = GameId::parse("gastank").unwrap();
    let mut slow = built_in("level=10");
    slow.clock = Clock { move_time: Some(Duration::from_secs(600)), ..Clock::default() };
    let engines = [slow.clone(), slow];
    let pair = Pair { number: 0, round: 1, engines: [0, 1], opening: skirmish_play::new_game(game).position() };
    let stop = AtomicBool::new(false);
    let began = Instant::now();
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, Relaxed);
        });
        let mut seats = [seat(&engines[0], game, 1), seat(&engines[1], game, 2)];
        let [first, second] = &mut seats;
        referee::play(game, &pair, 0, &engines, [&mut **first, &mut **second], &stop)
    });
    assert_eq!(result, None);
    assert!(began.elapsed() < Duration::from_secs(300));
}

/// An opening in the middle of a game, with the other side to act, is where play begins.
#[test]
fn games_begin_at_their_opening() {
    let game = GameId::parse("refusal").unwrap();
    let mut table = skirmish_play::new_game(game);
    for action in ["A3C4", "refuse", "E3C4"] {
        table.play(action).unwrap();
    }
    let opening = table.position();
    let engines = [built_in("level=1"), random("random")];
    let pair = Pair { number: 3, round: 2, engines: [0, 1], opening };
    let mut seats = [seat(&engines[0], game, 1), seat(&engines[1], game, 2)];
    let [first, second] = &mut seats;
    let played =
        referee::play(game, &pair, 1, &engines, [&mut **first, &mut **second], &AtomicBool::new(false)).unwrap();
    assert_eq!((played.pair, played.leg, &played.fault), (3, 1, &None));
    for action in &played.actions {
        table.play(&action.text).unwrap();
    }
    assert!(matches!(table.outcome(), Some(Outcome::Win(_))));
}

#[test]
fn a_bad_opening_is_nobodys_fault() {
    let game = GameId::parse("hiya").unwrap();
    let engines = [random("a"), random("b")];
    let pair = Pair { number: 0, round: 1, engines: [0, 1], opening: "nonsense".into() };
    let mut seats = [seat(&engines[0], game, 1), seat(&engines[1], game, 2)];
    let [first, second] = &mut seats;
    let played =
        referee::play(game, &pair, 0, &engines, [&mut **first, &mut **second], &AtomicBool::new(false)).unwrap();
    assert_eq!((played.outcome, played.fault), (Outcome::Draw, None));
    assert!(played.ending.contains("opening"));
}
