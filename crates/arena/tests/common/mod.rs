//! Engines and games for the tests of seats and referee.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;
use std::{fs, process};

use skirmish_arena::BuiltIn;
use skirmish_arena::competitor::{Clock, Competitor, EngineKind, Program};
use skirmish_arena::game::{FinishedGame, Pair};
use skirmish_arena::referee;
use skirmish_arena::seat::{Seat, seat};
use skirmish_games::GameId;

/// An engine with a second per move and a wide margin.
pub fn competitor(name: &str, kind: EngineKind) -> Competitor {
    let clock =
        Clock { move_time: Some(Duration::from_secs(1)), margin: Duration::from_millis(200), ..Clock::default() };
    Competitor::new(name, kind, clock)
}

/// A random player that cannot lose on time.
pub fn random(name: &str) -> Competitor {
    Competitor { name: name.into(), ..built_in("random") }
}

/// A built-in player that cannot lose on time, called by its description.
pub fn built_in(description: &str) -> Competitor {
    let player = BuiltIn::parse(description).expect("a built-in player");
    let mut player = competitor(description, EngineKind::BuiltIn(player));
    player.clock.margin = Duration::from_secs(60);
    player
}

/// The folder of the scripted engines.
pub fn engines() -> PathBuf {
    let copied = std::env::var_os("SKIRMISH_TESTS_ENGINES").map(PathBuf::from);
    copied.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/engines"))
}

/// A scripted engine in Python.
pub fn engine(script: &str, arguments: &[&str]) -> Program {
    let script = engines().join(script).to_str().expect("a path that is text").to_owned();
    let command = ["python3".to_owned(), "-u".to_owned(), script];
    Program {
        command: command.into_iter().chain(arguments.iter().map(|&word| word.to_owned())).collect(),
        folder: None,
    }
}

pub fn python() -> Output {
    Command::new("python3").arg("--version").output().expect("python3")
}

/// A folder of its own, empty.
pub fn folder(name: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("{name}-{}-{}", process::id(), COUNT.fetch_add(1, Relaxed));
    let given = std::env::var_os("SKIRMISH_TESTS_FOLDER").map(PathBuf::from);
    let path = given.unwrap_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR"))).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// The same, of an ordinary user: root runs sandboxed programs as the owner of their folder.
pub fn students_folder(name: &str) -> PathBuf {
    let path = folder(name);
    // Only root may give it away.
    let _ = std::os::unix::fs::chown(&path, Some(65534), Some(65534));
    path
}

/// A pair of the first two engines from the start of a game.
pub fn pair(game: GameId) -> Pair {
    Pair { number: 0, round: 1, engines: [0, 1], opening: skirmish_play::new_game(game).position() }
}

/// One game in which an engine is South, against a random player.
pub fn play_as(game: &str, competitor: &Competitor) -> FinishedGame {
    play_first(game, [competitor, &random("random")])
}

/// The first game of a pair.
pub fn play_first(game: &str, competitors: [&Competitor; 2]) -> FinishedGame {
    let [game, _] = play_pair_legs(game, competitors, 1);
    game.expect("a game")
}

/// Both games of a pair, with the same seats.
pub fn play_pair(game: &str, competitors: [&Competitor; 2]) -> [FinishedGame; 2] {
    play_pair_legs(game, competitors, 2).map(|game| game.expect("a game"))
}

/// Both games of a pair against a random player.
pub fn play_twice(game: &str, competitor: &Competitor) -> [FinishedGame; 2] {
    play_pair(game, [competitor, &random("random")])
}

fn play_pair_legs(game: &str, competitors: [&Competitor; 2], legs: u8) -> [Option<FinishedGame>; 2] {
    let game = GameId::parse(game).expect("a game");
    let pair = pair(game);
    let engines = competitors.map(Clone::clone);
    let mut seats: [Box<dyn Seat>; 2] = [seat(&engines[0], game, 7), seat(&engines[1], game, 8)];
    let stop = AtomicBool::new(false);
    [0, 1].map(|leg| {
        let [first, second] = &mut seats;
        if leg >= legs { None } else { referee::play(game, &pair, leg, &engines, [&mut **first, &mut **second], &stop) }
    })
}

/// The game follows the rules from the start to the end it says it has, without a fault.
#[track_caller]
pub fn assert_sound(game: &str, played: &FinishedGame) {
    if let Some(report) = &played.fault {
        panic!("{game}: {:?}: {}\n{}\n{}", report.fault, report.detail, report.stderr, report.transcript);
    }
    let mut table = skirmish_play::new_game(GameId::parse(game).expect("a game"));
    for action in &played.actions {
        assert!(table.outcome().is_none());
        table.play(&action.text).expect("a legal action");
    }
    assert_eq!(played.outcome, table.outcome().expect("a finished game"), "{game}");
    assert_eq!(played.ending, table.ending(), "{game}");
}

/// The command lines of the scripted engines with these words.
pub fn processes(words: &str) -> Vec<String> {
    let needle = format!("faulty.py\0{words}");
    let entries = fs::read_dir("/proc").expect("/proc").flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let texts = lines.map(|line| String::from_utf8_lossy(&line).into_owned());
    texts.filter(|line| line.contains(&needle)).collect()
}

/// What is left of a scripted engine. What was killed may take a moment to vanish.
pub fn left_over(mode: &str) -> Vec<String> {
    let found = || processes(&format!("{mode}\0"));
    for _ in 0..1000 {
        if found().is_empty() {
            return Vec::new();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    found()
}
