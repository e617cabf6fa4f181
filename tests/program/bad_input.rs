//! Every error of the real program: one line on stderr that names the place and what was expected, exit status 2.

use crate::support::{START, games, json, run, run_with};

#[test]
fn wrong_arguments_are_explained() {
    for (arguments, words) in [
        (&["chess"][..], &["chess", "--help"][..]),
        (&["moves"], &["GAME", "--help"]),
        (&["moves", "chess"], &["GAME", "\"chess\" is not a game", "refusal"]),
        (&["moves", "refusal:6"], &["GAME", "only one size"]),
        (&["moves", "refusal", "--fast"], &["--fast", "--help"]),
        (&["moves", "refusal", "--position"], &["--position", "--help"]),
        (&["moves", "refusal", "--position", START, "--stdin"], &["--stdin", "--position"]),
        (&["rules", "refusal", "chess"], &["chess"]),
        (&["perft", "refusal"], &["DEPTH"]),
        (&["perft", "refusal", "deep"], &["DEPTH", "\"deep\"", "from 1 to 99"]),
        (&["perft", "refusal", "0"], &["DEPTH", "from 1 to 99"]),
        (&["perft", "refusal", "4294967297"], &["DEPTH", "from 1 to 99"]),
        (&["perft", "refusal", "-1"], &["-1"]),
        (&["play-out", "refusal"], &["--moves"]),
        (&["why", "refusal"], &["MOVE"]),
        (&["games", "--json", "--json"], &["--json"]),
        (&["a\n\nb\u{1b}[31m"], &["--help"]),
        (&["moves", "a\n\nb"], &["GAME", "a\\n\\nb"]),
    ] {
        let complaint = run(arguments).complaint();
        assert!(words.iter().all(|word| complaint.contains(word)), "{arguments:?}: {complaint}");
    }
}

#[test]
fn wrong_positions_are_explained_everywhere() {
    for (position, words) in [
        ("", &["--position", "field"][..]),
        ("R--KL/-----/NPPPN s -", &["rows", "expected 8"]),
        ("R--KL/----/NPPPN/-----/-----/npppn/-----/rk--l s -", &["row 7", "4 squares, expected 5"]),
        ("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l x -", &["\"x\"", "n or s"]),
        ("R--KL/-----/NPPPN/-----/-----/npppn/-----/rkk-l s -", &["South", "kings, expected one"]),
        ("R--KL/-----/NPPPN/--q--/-----/npppn/-----/rk--l s -", &["C5", "\"q\" is not a piece"]),
        ("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s ?A1A1", &["third field", "A1"]),
        ("R--KL/-----/NPPPN/--\u{7}--/-----/npppn/-----/rk--l s -", &["C5", "u{7}"]),
        ("--json", &["--position", "field"]),
    ] {
        for command in [
            &["moves", "refusal"][..],
            &["moves", "refusal", "--json"],
            &["perft", "refusal", "2"],
            &["play-out", "refusal", "--moves", "A3B5"],
            &["why", "refusal", "A3B5"],
        ] {
            let complaint = run(command.iter().chain(&["--position", position])).complaint();
            assert!(complaint.contains("--position"), "{complaint}");
            assert!(words.iter().all(|word| complaint.contains(word)), "{position:?}: {complaint}");
        }
        let answer = run_with(["moves", "refusal", "--stdin"], format!("{position}\n").as_bytes()).output();
        assert!(json(&answer)["error"].is_string(), "{answer}");
    }
}

#[test]
fn an_illegal_action_is_named_with_its_number_and_rule() {
    for json in [false, true] {
        let arguments = ["play-out", "refusal", "--moves", "A3B5 accept c6c4 B6B5", "--json"];
        let complaint = run(&arguments[..arguments.len() - usize::from(!json)]).complaint();
        assert!(complaint.contains("action 3 (\"c6c4\"): The pawn on C6 cannot reach C4"), "{complaint}");
    }
    let complaint = run(["play-out", "refusal", "--moves", "A3B5 accept over"]).complaint();
    assert!(complaint.contains("action 3 (\"over\")"), "{complaint}");
}

#[test]
fn text_that_is_no_move_is_bad_input() {
    for game in games() {
        for text in ["", "knight", "A1", "A1A2A3", "A1\nA2", "\u{1b}[2J", "é1é2", "Z0Z0", "A0A1"] {
            run(["why", &game, text]).complaint();
        }
    }
}

#[test]
fn huge_texts_are_refused_in_one_line() {
    // The kernel takes at most 128 KiB in one argument; standard input has no such bound.
    let long = "x/".repeat(60_000);
    for game in games() {
        run(["moves", &game, "--position", &long]).complaint();
        run(["why", &game, &long]).complaint();
        run(["play-out", &game, "--moves", &long]).complaint();
    }
    run([long.as_str()]).complaint();
    run(["moves", &long]).complaint();
    run(["moves", "refusal", &long]).complaint();
    run(["perft", "refusal", &long]).complaint();
    run(["moves", "refusal", &format!("--{long}")]).complaint();

    let good = run(["moves", "refusal", "--json"]).output();
    for huge in ["x", "/", "-", " ", "é", "\u{0}", "K"].map(|text| text.repeat(1 << 20)) {
        let lines = format!("{huge}\n{START}\n{huge}");
        let answers = run_with(["moves", "refusal", "--stdin"], lines.as_bytes()).output();
        let answers: Vec<&str> = answers.lines().collect();
        assert_eq!(answers.len(), 3);
        assert_eq!(answers[1], good.trim_end());
        assert!(json(answers[0])["error"].as_str().unwrap().contains("too long"), "{}", answers[0]);
        assert!(json(answers[2])["error"].is_string());
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut lines = b"\xff\xfe\nR--KL/\x80\n".to_vec();
    lines.extend(START.as_bytes());
    let answers = run_with(["moves", "refusal", "--stdin"], &lines).output();
    let answers: Vec<&str> = answers.lines().collect();
    assert!(json(answers[0])["error"].as_str().unwrap().contains("byte 1 is not UTF-8"), "{answers:?}");
    assert!(json(answers[1])["error"].as_str().unwrap().contains("byte 7 is not UTF-8"), "{answers:?}");
    assert_eq!(json(answers[2])["position"], START);
    assert_eq!(answers.len(), 3);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let bad = || OsString::from_vec(b"A1\xff".to_vec());
    for (arguments, place) in [
        (vec!["moves".into(), bad()], "GAME: byte 3"),
        (vec!["moves".into(), "refusal".into(), "--position".into(), bad()], "--position: byte 3"),
        (vec!["perft".into(), "refusal".into(), bad()], "DEPTH: byte 3"),
        (vec!["why".into(), "refusal".into(), bad()], "MOVE: byte 3"),
        (vec!["play-out".into(), "refusal".into(), "--moves".into(), bad()], "--moves: byte 3"),
        (vec![bad()], ""),
        (vec!["games".into(), bad()], ""),
        (vec!["games".into(), OsString::from_vec(b"--\xff".to_vec())], ""),
    ] {
        let arguments: Vec<OsString> = arguments;
        let complaint = run(&arguments).complaint();
        assert!(complaint.contains(place), "{complaint}");
    }
}
