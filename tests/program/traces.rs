//! Traces of searches: the examples write them, the microscope shows and checks them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use skirmish_board::Random;
use skirmish_games::GameId;
use skirmish_play::AnyGame;
use skirmish_trace::{Bug, CheckReport, Specimen, check_trace};

use crate::examples::example;
use crate::support::dialogue::Dialogue;
use crate::support::{finish, is_installed, json, run, skirmish, state};

/// A file of this test with this text.
fn file(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let folder = state();
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn microscope(words: &[&str]) -> crate::support::Run {
    run(["microscope"].iter().chain(words))
}

fn checked(file: &Path, game: GameId) -> CheckReport {
    let trace = fs::read(file).unwrap();
    check_trace(&trace[..], Some(game)).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[track_caller]
fn assert_right(report: &CheckReport, what: &str) {
    assert!(report.found == 0 && report.cut_off.is_none(), "{what}: {:#?} {:?}", report.mistakes, report.cut_off);
}

/// A position some actions after the start, or the last one that is not over; in games with refusals it may be one with a proposal.
fn random_position(game: GameId, random: &mut Random, actions: usize) -> Box<dyn AnyGame> {
    let mut position = skirmish_play::new_game(game);
    for _ in 0..actions {
        let legal = position.legal_actions();
        let mut next = position.clone();
        next.perform(&legal[random.below(legal.len())]);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn games() -> impl Iterator<Item = GameId> {
    GameId::all().chain(GameId::parse("oska:5"))
}

#[test]
fn the_check_finds_nothing_in_traces_of_the_small_engine() {
    let trace = file("small.jsonl", "");
    for game in games() {
        let mut random = Random::new(1);
        let mut command = Command::new(example("small_engine"));
        command.arg("--trace").arg(&trace).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut session = Dialogue::start(&mut command);
        session.say(&format!("setoption name UGI_Variant value {game}"));
        for actions in 0..8 {
            let position = random_position(game, &mut random, 7 * actions);
            let depth = if position.legal_actions().len() < 8 { 3 } else { 2 };
            session.say(&format!("position fen {}\ngo depth {depth}", position.position()));
            let said =
                session.read_until(|text| text.ends_with(b"\n") && String::from_utf8_lossy(text).contains("bestmove"));
            let report = checked(&trace, game);
            assert_right(&report, &format!("{game} {}", position.position()));
            let nodes = said.rsplit_once(" nodes ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
            assert_eq!(Some(report.nodes), nodes, "{said}");
        }
        session.say("quit");
        session.end();
    }
}

/// Whatever is switched off, and even if only a part is kept.
#[test]
fn the_check_finds_nothing_in_traces_of_our_search() {
    const IDEAS: [&str; 14] = [
        "",
        "--off=table",
        "--off=all",
        "--off=all,alpha_beta",
        "--off=alpha_beta",
        "--off=quiescence",
        "--off=table,quiescence",
        "--off=deepening",
        "--off=null_window",
        "--off=mate_distance",
        "--off=shorter_proof",
        "--only=table,null_window,mate_distance",
        "--only=null_window,matching,history,quiescence",
        "--only=quiescence,threat_extension",
    ];
    let trace = file("ours.jsonl", "");
    let (mut random, mut whole) = (Random::new(3), 0);
    for game in games() {
        for (number, off) in IDEAS.into_iter().enumerate() {
            let position = random_position(game, &mut random, 3 * number + 10).position();
            let depth = if off.is_empty() { "5" } else { "3" };
            let name = game.to_string();
            let mut words = vec![&name[..], "--position", &position, "--depth", depth, "--nodes", "100000", "--json"];
            words.extend(Some(off).filter(|off| !off.is_empty()));
            words.extend(if number % 3 == 0 { &["--keep", "1000"][..] } else { &["--net", "terms"] });
            let ended = microscope(&words);
            assert_eq!(ended.status, Some(0), "{words:?}: {}", ended.stderr);
            fs::write(&trace, &ended.stdout).unwrap();
            let report = checked(&trace, game);
            assert_right(&report, &words.join(" "));
            let last = json(ended.stdout.lines().last().unwrap());
            whole += usize::from(last["counted"].is_null());
            let shown = microscope(&["--trace", trace.to_str().unwrap(), "--brief", "--show", "1"]);
            assert!(shown.status == Some(0) && shown.stdout.contains(" to move "), "{words:?}: {shown:?}");
        }
    }
    assert!(whole > 40, "{whole}");
}

/// Runs an example on random positions of every game: its trace is right, and so is its move.
fn check_example(name: &str, command: &[&str], positions: usize) {
    let trace = file(&format!("{name}.jsonl"), "");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    for game in games() {
        let mut random = Random::new(2);
        for number in 0..positions {
            let position = random_position(game, &mut random, 9 * number + 30);
            // Each node is a question to another program.
            let depth = if position.legal_actions().len() < 10 { "2" } else { "1" };
            let text = position.position();
            let mut program = Command::new(command[0]);
            program.args(&command[1..]).args([&game.to_string(), depth, "--position", &text, "--trace"]).arg(&trace);
            program.current_dir(&folder).env("SKIRMISH", &skirmish()[0]);
            program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let ended = finish(&mut program, b"");
            assert_eq!(ended.status, Some(0), "{name} {game} {text}: {}", ended.stderr);
            let best = ended.stdout.trim_end().rsplit(' ').next().unwrap();
            position.read(best).unwrap_or_else(|error| panic!("{name} {game} {text}: {error}"));
            let report = checked(&trace, game);
            assert_right(&report, &format!("{name} {game} {text} depth {depth}"));
            assert!(report.nodes > 1, "{name} {game} {text}");
        }
    }
}

#[test]
fn the_check_finds_nothing_in_traces_of_the_example_in_python() {
    check_example("python", &["python3", "alpha_beta.py"], 4);
}

/// Where there is a compiler, and all tests are wanted.
#[test]
fn the_check_finds_nothing_in_traces_of_examples_in_other_languages() {
    if std::env::var_os("SKIRMISH_ALL").is_none() {
        return;
    }
    let folder = state();
    fs::create_dir_all(&folder).unwrap();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let build = |words: &[&str]| {
        let built = Command::new(words[0]).args(&words[1..]).current_dir(&sources).output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    };
    if is_installed("g++") {
        let program = folder.join("alpha_beta");
        let flags =
            ["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", program.to_str().unwrap(), "alpha_beta.cpp"];
        build(&flags);
        check_example("c++", &[program.to_str().unwrap()], 6);
    }
    if is_installed("javac") {
        build(&["javac", "-Xlint:all", "-Werror", "-d", folder.to_str().unwrap(), "AlphaBeta.java"]);
        check_example("java", &["java", "-cp", folder.to_str().unwrap(), "AlphaBeta"], 3);
    }
}

#[test]
fn the_example_of_the_page_is_a_right_trace() {
    let page = include_str!("../../docs/TRACES.md");
    let text = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    assert_right(&check_trace(text.as_bytes(), None).unwrap(), "docs/TRACES.md");
    for word in Bug::ALL.map(|bug| bug.to_string()) {
        assert!(page.replace('\n', " ").contains(&word), "docs/TRACES.md does not name: {word}");
    }
}

#[test]
fn a_check_prints_each_mistake_with_its_board_and_what_should_be_there() {
    let trace = file("wrong.jsonl", Specimen::trace(4).unwrap());
    let checked = microscope(&["check", trace.to_str().unwrap()]);
    assert_eq!((checked.status, &checked.stderr[..]), (Some(1), ""));
    let said = checked.stdout;
    for expected in [
        "Refusal: 1 search, 22 nodes\n\nLine 40, after B5D6:\n\n8  n - - K -   computer\n",
        "\nn--K-/-----/-PLn-/--P-P/--p-r/--R--/---N-/--k-- n -\n\n  searched 2 of 7 moves, but alpha ",
        " (the second-best counts, since the best is refused): no cut-off was due here\n  expected: the other moves",
        "\nThis looks like a classic: cut on the best instead of the second (all).\n",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let lines = microscope(&["check", trace.to_str().unwrap(), "--game", "refusal", "--json"]).stdout;
    let first = json(lines.lines().next().unwrap());
    assert_eq!((first["line"].as_u64(), first["bug"].as_str()), (Some(40), Some("best-instead-of-second")));
    assert_eq!(first["path"][0], "B5D6");
    let right = file("right.jsonl", "{\"enter\":\"\",\"depth\":0}\n{\"leave\":5}\n");
    let checked = microscope(&["check", right.to_str().unwrap(), "--game", "hiya"]);
    assert_eq!((checked.status, &checked.stdout[..]), (Some(0), "Hi-YA!: 1 search, 1 node\nNo mistake found.\n"));
}

#[test]
fn a_trace_is_shown_like_a_search_of_ours() {
    let text = "{\"trace\":1,\"game\":\"oska\",\"position\":\"----/w-w/-w/bwb/---b b\",\"program\":\"Mine\"}\n\
                {\"enter\":\"\",\"depth\":2}\n{\"enter\":\"A2A3\"}\n{\"enter\":\"B2B1\"}\n{\"leave\":141}\n{\"enter\":\"B2C1\"}\n\
                {\"leave\":141}\n{\"leave\":-141}\n{\"enter\":\"C2B4\"}\n{\"enter\":\"A4A3\"}\n{\"leave\":-199}\n{\"leave\":199}\n{\"leave\":141}\n";
    let trace = file("shown.jsonl", text);
    let said = microscope(&["--trace", trace.to_str().unwrap()]).output();
    let tree = ["Black to move ", "├─ A2A3 ", "│  ├─ B2B1 ", "│  └─ B2C1 ", "└─ C2B4 ", "   └─ A4A3 "];
    assert!(said.lines().zip(tree).all(|(line, start)| line.starts_with(start)), "{said}");
    assert!(said.contains("≤ -199") && said.contains("cutoff by A4A3, move 1 of 4"), "{said}");
    assert!(said.contains("program") && said.contains("Mine") && said.contains("+141"), "{said}");
    assert!(!said.contains("The check finds"), "{said}");
    let brief =
        microscope(&["oska", "--trace", trace.to_str().unwrap(), "--brief", "--at", "C2B4", "--show", "1"]).output();
    assert!(brief.starts_with("White to move") && brief.lines().count() == 2, "{brief}");
    let wrong = file(
        "shown-wrong.jsonl",
        text.replace("{\"leave\":141}\n{\"leave\":-141}", "{\"leave\":90}\n{\"leave\":-141}"),
    );
    assert!(microscope(&["--trace", wrong.to_str().unwrap()]).output().contains("The check finds 1 mistake: "));
    for index in 0..10 {
        let trace = file("zoo.jsonl", Specimen::trace(index).unwrap());
        let said = microscope(&["--trace", trace.to_str().unwrap(), "--show", "9"]).output();
        assert!(said.contains("nodes by reason") && said.contains("The check finds"), "{said}");
    }
}

/// Everything that was read is shown; then comes the sentence.
#[test]
fn traces_that_are_cut_off_bad_or_huge_get_a_sentence() {
    let good = "{\"enter\":\"\"}\n{\"enter\":\"A3B4\"}\n{\"leave\":12}\n";
    for (text, expected) in [
        (format!("{good}{{\"leave\":"), ", line 4: the file ends in the middle of this line"),
        (good.to_owned(), ", line 3: the trace ends here with 1 node open"),
        (format!("{good}{}\n", "x".repeat(1 << 20)), ", line 4: longer than 64 KiB"),
    ] {
        let trace = file("cut.jsonl", text);
        let name = trace.to_str().unwrap();
        for (words, shown) in
            [(vec!["check", name, "--game", "hiya"], "2 nodes"), (vec!["hiya", "--trace", name], "A3B4")]
        {
            let ended = microscope(&words);
            assert_eq!(ended.status, Some(2), "{}{}", ended.stdout, ended.stderr);
            assert!(ended.stdout.contains(shown), "{}", ended.stdout);
            assert!(ended.stderr.contains(expected) && ended.stderr.lines().count() == 1, "{}", ended.stderr);
        }
    }
    for (text, expected) in [
        (&b""[..], "line 1: the trace has no node"),
        (b"\x7fELF\xff\x00\x01", "line 1: not UTF-8"),
        (b"{\"enter\":\"\"}\n", "line 1: the header does not name the game: use --game"),
    ] {
        let trace = file("bad.jsonl", text);
        for words in [vec!["check", trace.to_str().unwrap()], vec!["--trace", trace.to_str().unwrap()]] {
            let complaint = microscope(&words).complaint();
            assert!(complaint.contains(expected), "{complaint}");
        }
    }
    assert!(microscope(&["check", "/nowhere/at/all"]).complaint().contains("/nowhere/at/all"));
    assert!(microscope(&["--trace", "x", "--depth", "3"]).complaint().contains("--depth"));
}

#[test]
fn the_zoo_lists_prints_and_explains_its_traces() {
    let list = microscope(&["zoo"]).output();
    assert_eq!(list.lines().count(), 10, "{list}");
    for (index, line) in list.lines().enumerate() {
        let number = (index + 1).to_string();
        assert!(line.trim_start().starts_with(&format!("{number}  ")), "{line}");
        assert_eq!(microscope(&["zoo", &number]).output(), Specimen::trace(index).unwrap());
        let answer = microscope(&["zoo", &number, "--answer"]).output();
        assert!(answer.starts_with(&format!("{}: ", Bug::ALL[index])) && answer.lines().count() == 1, "{answer}");
        assert!(!line.contains(&Bug::ALL[index].to_string()), "the list gives the answer away: {line}");
    }
    assert!(microscope(&["zoo", "11"]).complaint().contains("expected 1 to 10"));
}
