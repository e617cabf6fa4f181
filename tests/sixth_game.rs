//! A further game is a folder and a line: this test adds one, as CONTRIBUTING.md tells, to a copy of the sources, builds it, and runs every
//! command on it. The game is Breakthrough on a small board, in `tests/sixth_game`.
//!
//! The copy stays in the target folder and shares the dependencies that are built there already, so only the crates of this project are
//! compiled anew, unoptimised.
#![cfg(unix)]

mod support;
#[path = "support/workshop.rs"]
mod workshop;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;

use support::dialogue::Dialogue;
use workshop::{GAME, everything, program, run, run_with, test_of};

/// Commands that no game plays a part in.
const WITHOUT_GAMES: &[&str] = &["help", "completions", "man"];

/// Commands with a test of their own below, and those of one game only, which say so.
const ELSEWHERE: &[&str] = &[
    "play", "learn", "puzzle", "puzzles", "web", "replay", "arena", "grade", "class", "starter", "ugi", "train",
    "tune", "oska", "solve",
];

/// Everything else: the words of a command, and what its output must contain.
const COMMANDS: &[(&[&str], &[&str])] = &[
    (&["games"], &[GAME, "Breakthrough", "4 x 5", "SAPPER"]),
    (&["games", "--json"], &[r#""id":"breakthrough""#, r#""columns":4,"rows":5"#]),
    (&["rules", GAME], &["BREAKTHROUGH", "5  P P P P", "never captures"]),
    (&["moves", GAME], &["South to move", "A2A3 A2B3 B2A3 B2B3 B2C3 C2B3 C2C3 C2D3 D2C3 D2D3"]),
    (
        &["moves", GAME, "--position", "---P/p---/----/----/---- s", "--json"],
        &[r#""outcome":null,"legal":["A4A5","A4B5"]"#],
    ),
    (&["perft", GAME, "4"], &["1 10\n2 90\n3 848\n4 7794\n"]),
    (&["perft", GAME, "2", "--divide"], &["A2A3"]),
    (&["play-out", GAME, "--moves", "B2B3 A4B3 A2B3"], &["4  - P P P", "3  - p - -", "North to move"]),
    (&["position", GAME, "--moves", "B2B3"], &["5  P P P P", "3  - p - -", "North to move"]),
    (&["position", GAME, "--svg"], &["<svg ", "<path ", "</svg>"]),
    (&["why", GAME, "A2A3"], &["legal"]),
    (&["why", GAME, "A1A2"], &["illegal: The pawn on A1 goes straight ahead only onto an empty square"]),
    (&["analyze", GAME, "--depth", "3", "--threads", "1", "--hash", "1"], &["depth  3", "best "]),
    (&["analyze", GAME, "--position", "P---/--p-/----/---P/p--- s", "--nodes", "100", "--hash", "1"], &["best C4"]),
    (&["microscope", GAME, "--depth", "3"], &["South to move", "best ", "nodes by reason"]),
    (&["bench", GAME, "--depth", "4"], &[GAME, "nodes"]),
    (&["duel", GAME, "--a", "level=1", "--b", "random", "--games", "4", "--openings", "2"], &["Games: 4", "Elo:"]),
];

#[test]
fn every_command_knows_the_game() {
    for (words, expected) in COMMANDS {
        let output = run(words).output();
        for words in *expected {
            assert!(output.contains(words), "{words:?} missing in:\n{output}");
        }
    }
    let positions = "PPPP/PPPP/----/pppp/pppp s\nnonsense\n";
    let answers = run_with(&["moves", GAME, "--stdin"], positions.as_bytes()).output();
    let answers: Vec<&str> = answers.lines().collect();
    assert!(answers[0].contains(r#""to_move":"south""#) && answers[1].contains(r#""error":"#), "{answers:?}");
    assert!(run(&[]).output().contains(GAME), "the menu");
}

/// A command that is added later is run on the game as well, or is told here to have nothing to do with games.
#[test]
fn no_command_is_left_out() {
    let help = run(&["--help"]).output();
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        let run = COMMANDS.iter().any(|(words, _)| words[0] == command);
        assert!(run || ELSEWHERE.contains(&command) || WITHOUT_GAMES.contains(&command), "{command} is not run here");
    }
}

#[test]
fn commands_of_one_game_say_so() {
    let complaint = run(&["solve", GAME]).complaint();
    assert!(complaint.contains("breakthrough cannot be solved, expected oska"), "{complaint}");
    let complaint = run(&["puzzle", GAME]).complaint();
    assert!(complaint.contains("there are no puzzles of Breakthrough"), "{complaint}");
    let complaint = run(&["learn", GAME]).complaint();
    assert!(complaint.contains("Breakthrough has no lesson: run skirmish rules breakthrough"), "{complaint}");
    assert!(!run(&["learn"]).output().contains("Breakthrough"));
    let complaint = run(&["oska", r#"["PPPP","PPPP","----","pppp","pppp"]"#, "w", "2"]).complaint();
    assert!(complaint.contains("BOARD"), "{complaint}");
}

/// A person who tries all squares until something is legal plays a whole game, which is saved and replayed.
#[test]
fn a_whole_game_is_played_over_a_pipe_saved_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt").to_str().unwrap().to_owned();
    let squares = || (1..=5).flat_map(|row| ["A", "B", "C", "D"].map(|column| format!("{column}{row}")));
    let tries: Vec<String> = squares().flat_map(|from| squares().map(move |to| from.clone() + &to)).collect();
    let words = ["play", GAME, "--first", "--level", "1", "--seed", "1", "--hash", "1"];
    let mut talk = Dialogue::start(&mut program(&words));
    let mut said = talk.read_output();
    for action in tries.iter().cycle().take(20 * tries.len()) {
        if said.contains("The game is over") {
            break;
        }
        said = talk.ask(action);
    }
    assert!(said.contains(" a pawn on the far row.") || said.contains("All pawns of a side are gone."), "{said}");
    assert!(talk.ask(&format!("save {file}")).contains("Saved"));
    assert_eq!(talk.end().1, Some(0));

    let record = fs::read_to_string(&file).unwrap();
    assert!(record.starts_with("Game: breakthrough\n"), "{record}");
    let replayed = run(&["replay", &file]).output();
    assert!(replayed.contains("5  P P P P") && replayed.contains(" wins."), "{replayed}");
    assert!(run(&["replay", &file, "--json"]).output().contains(r#""game":"breakthrough""#));

    let levels = if everything() { 1..=9 } else { 1..=2 };
    for level in levels {
        let arguments =
            ["play", GAME, "--vs", "engine", "--level", &level.to_string(), "--time", "100ms", "--hash", "1"];
        assert!(run(&arguments).output().contains(" wins. "), "level {level}");
    }
}

#[test]
fn a_tournament_is_played_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let store = at("tournament.arena");
    let engines = ["--engine", "builtin=level=1", "name=Weak", "--engine", "builtin=random", "name=Dice"];
    let rounds = if everything() { "20" } else { "2" };
    let run_it = ["arena", "run", "--game", GAME, "--rounds", rounds, "--openings", "plies=2", "--store", &store];
    let said = run(&[&run_it[..], &engines].concat()).output();
    assert!(said.contains("Weak") && said.contains("Dice"), "{said}");
    assert!(run(&["arena", "status", &store]).output().contains("Weak"));
    run(&["arena", "report", &store, "--html", &at("report.html"), "--json", &at("games.jsonl")]).output();
    assert!(fs::read_to_string(at("report.html")).unwrap().contains("Breakthrough"));
    let games = fs::read_to_string(at("games.jsonl")).unwrap();
    assert!(games.lines().filter(|line| line.contains("breakthrough")).count() >= 2, "{games}");
}

#[test]
fn it_has_a_starter_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine").to_str().unwrap().to_owned();
    assert!(run(&["starter", GAME, "--language", "python", &engine]).output().contains("Breakthrough"));
    for (proto, mode) in [("console", &[][..]), ("ugi", &["ugi"])] {
        let words = ["arena", "try", "--games", "2", "--game", GAME, "--proto", proto, "--dir", &engine];
        assert!(
            run(&[&words[..], &["python3", "engine.py"], mode].concat()).output().ends_with("plays by the rules.\n"),
            "{proto}"
        );
    }
}

#[test]
fn the_engine_plays_it_behind_the_protocol() {
    let mut engine = Dialogue::start(&mut program(&["ugi"]));
    engine.say("ugi");
    let hello = read_output(&mut engine, "ugiok");
    assert!(hello.contains(GAME), "{hello}");
    engine.say("setoption name Hash value 1\nsetoption name UGI_Variant value breakthrough\nuginewgame");
    engine.say("position startpos moves B2B3 A4B3\ngo nodes 300");
    let best = read_output(&mut engine, "bestmove");
    // Two pawns can take the one on B3, and nothing else is as good.
    assert!(best.ends_with("bestmove A2B3\n") || best.ends_with("bestmove C2B3\n"), "{best}");
    engine.say("quit");
    assert_eq!(engine.end(), (String::new(), Some(0)));
}

#[test]
fn the_page_offers_it() {
    let mut server = Dialogue::start(&mut program(&["web", "--no-open"]));
    let line = read_output(&mut server, "http://");
    let url = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    let get = |path: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    };
    assert!(get("/").starts_with("HTTP/1.1 200"));
    let catalogue = get("/catalogue.json");
    assert!(catalogue.starts_with("HTTP/1.1 200"), "{catalogue}");
    for words in [r#""id":"breakthrough""#, "the first on the far row has won"] {
        assert!(catalogue.contains(words), "{words:?} missing in the catalogue");
    }
}

/// A program of it gets a grade by a rubric for any game, alone and in a class.
#[test]
fn it_is_graded() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    run(&["grade", "--game", GAME, "--save-rubric", &place("rubric.toml")]).output();
    let only = ["--only", "legal", "--rubric", &place("rubric.toml"), "--with", "nodes=100"];
    let grade = ["grade", "--game", GAME, "--proto", "ugi"]
        .into_iter()
        .chain(only)
        .chain([workshop::BUILT.to_str().unwrap(), "ugi"]);
    let grade = run(&grade.collect::<Vec<_>>()).output();
    assert!(grade.contains("pass"), "{grade}");
    run(&["class", "init", &place("class"), "--game", GAME]).output();
    assert!(std::fs::read_to_string(place("class/class.toml")).unwrap().contains(r#"game = "breakthrough""#));
}

/// What the tuner prints can take the place of the weights: it is a list of as many numbers.
#[test]
fn its_weights_can_be_tuned() {
    let tuned = run(&["tune", GAME, "--games", "10", "--nodes", "30", "--epochs", "2"]).output();
    let count = |text: &str| text.split_once("= [").unwrap().1.matches(',').count();
    let kept = include_str!("sixth_game/weights.rs").replace("];", ",];");
    assert!(tuned.starts_with("//! Written by `skirmish tune breakthrough`."), "{tuned}");
    assert_eq!(count(&tuned), count(&kept), "{tuned}");
}

/// A game that names its planes gets a network without a further word.
#[test]
fn a_network_can_be_made_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let train = ["train", GAME, "--games", "20", "--nodes", "30", "--hidden", "16", "--epochs", "1", "--pairs", "1"];
    let file = run(&[&train[..], &["--folder", folder.path().to_str().unwrap()]].concat()).output();
    assert!(file.trim_end().ends_with("generation-1/breakthrough.net"), "{file}");
    let judged =
        run(&["analyze", GAME, "--depth", "3", "--threads", "1", "--hash", "1", "--net", file.trim_end()]).output();
    assert!(judged.contains("depth  3"), "{judged}");
}

/// The suite of all games holds for it; everything else that is about all games is run where everything is.
#[test]
fn the_tests_of_all_games_pass_for_it() {
    test_of(&["conformance"]);
    if everything() {
        test_of(&["parsers", "perft_files", "rules", "proofs"]);
    }
}

/// What a program says up to a whole line with this word in it, or a little more.
fn read_output(talk: &mut Dialogue, word: &str) -> String {
    talk.read_until(|said| {
        let said = String::from_utf8_lossy(said);
        said.ends_with('\n') && said.lines().any(|line| line.contains(word))
    })
}
