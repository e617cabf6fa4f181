//! `skirmish oska`, the function call of Oska's handout.

use crate::support::{json, run};

const START: &str = r#"["wwww","---","--","---","bbbb"]"#;

/// The board that the call prints.
#[track_caller]
fn call(board: &str, side: &str, depth: &str) -> String {
    let done = run(["oska", board, side, depth]);
    assert_eq!(done.stderr, "", "{done:?}");
    let output = done.output();
    assert_eq!(output.lines().count(), 1, "nothing but the board: {output}");
    output.trim_end().to_owned()
}

/// A board of the call as position text.
fn position(board: &str, side: &str) -> String {
    let rows: Vec<String> =
        json(board).as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect();
    format!("{} {side}", rows.join("/"))
}

#[test]
fn the_sample_call_prints_the_board_after_a_legal_move() {
    for (size, board) in [
        (4, START),
        (5, r#"["wwwww","----","---","--","---","----","bbbbb"]"#),
        (6, r#"["wwwwww","-----","----","---","--","---","----","-----","bbbbbb"]"#),
    ] {
        let game = format!("oska:{size}");
        for (side, other) in [("w", "b"), ("b", "w")] {
            for depth in ["1", "2", "3", "6"] {
                let after = position(&call(board, side, depth), other);
                let before = position(board, side);
                let listed = json(&run(["moves", &game, "--json", "--position", &before]).output());
                let reached = listed["legal"].as_array().unwrap().iter().any(|mv| {
                    let played = ["play-out", &game, "--position", &before, "--moves", mv.as_str().unwrap(), "--json"];
                    json(&run(played).output())["position"] == after.as_str()
                });
                assert!(reached, "{before} does not lead to {after}");
            }
        }
    }
}

#[test]
fn a_win_and_a_capture_are_found() {
    // White's last piece has one step to go; so has Black's.
    let near = r#"["--b-","---","-w","---","----"]"#;
    assert_eq!(call(r#"["----","b--","--","w--","----"]"#, "w", "1").matches('w').count(), 1);
    assert_eq!(
        call(r#"["----","b--","--","--w","----"]"#, "b", "1").split(',').next().unwrap().matches('b').count(),
        1
    );
    assert_eq!(call(near, "w", "2"), near, "Black has arrived: the game is over");
    // Capturing the last piece wins at once.
    assert_eq!(call(r#"["w---","--w","-b","---","----"]"#, "w", "1"), r#"["w---","---","--","-w-","----"]"#);
}

#[test]
fn the_same_board_comes_back_without_a_move() {
    for (board, side) in [
        // White is stuck and passes.
        (r#"["w---","b--","b-","---","---b"]"#, "w"),
        // Black has no pieces left.
        (r#"["wwww","---","--","---","----"]"#, "w"),
        (r#"["wwww","---","--","---","----"]"#, "b"),
        // White has arrived.
        (r#"["----","b--","--","---","w--w"]"#, "b"),
        // Neither side can move.
        (r#"["-bb-","-b-","--","-w-","-ww-"]"#, "w"),
    ] {
        for depth in ["1", "2", "9"] {
            assert_eq!(call(board, side, depth), board);
        }
    }
}

#[test]
fn spaces_in_the_list_do_not_matter() {
    let spaced = " [ \"wwww\", \"---\", \"--\",\t\"---\", \"bbbb\" ] ";
    assert_eq!(call(spaced, "w", "3"), call(START, "w", "3"));
}

#[test]
fn wrong_calls_are_explained_in_one_line() {
    let big = format!("[{}]", vec![format!("\"{}\"", "-".repeat(27)); 51].join(","));
    let long = "[".repeat(100_000);
    for (board, side, depth, words) in [
        (r#"["wwww","---","---","bbbb"]"#, "w", "2", "BOARD: the board has 4 rows, expected 5"),
        (r#"["wwww","---","--","---","bbb"]"#, "w", "2", "row 5 (\"bbb\") has 3 squares, expected 4"),
        (r#"["wwww","---","--","---","bbbB"]"#, "w", "2", "row 5 (\"bbbB\") holds \"B\", expected w, b or -"),
        (r#"["wwww","--w","--","---","bbbb"]"#, "w", "2", "White has 5 pieces, expected at most 4"),
        (r#"["wwww","---","--","b--","bbbb"]"#, "w", "2", "Black has 5 pieces, expected at most 4"),
        (r#"["www","--","bbb"]"#, "w", "2", "row 1 has 3 squares, expected 4 to 26"),
        (r#"["wwww","---","--","---","bbbb""#, "w", "2", "expected ] at its end"),
        (r#""wwww","---","--","---","bbbb"]"#, "w", "2", "expected [ at its beginning"),
        (r#"[["wwww","---","--","---","bbbb"]]"#, "w", "2", "row 1"),
        (r#"["wwww","---","--","---","bbbb"]]"#, "w", "2", "row 5"),
        (r#"["wwww","---,"--","---","bbbb"]"#, "w", "2", "row 2"),
        (r#"["wwww","---","--","---","bbbb",]"#, "w", "2", "row 6"),
        ("[wwww,---,--,---,bbbb]", "w", "2", "row 1 has lost its quotation marks"),
        ("[]", "w", "2", "expected rows"),
        ("", "w", "2", "BOARD"),
        ("-", "w", "2", "BOARD"),
        ("wwww/---/--/---/bbbb", "w", "2", "BOARD"),
        ("[\"ww\u{1b}w\",\"---\",\"--\",\"---\",\"bbbb\"]", "w", "2", "u{1b}"),
        (&big, "w", "2", "row 1 has 27 squares, expected 4 to 26"),
        (&long, "w", "2", "BOARD"),
        (START, "x", "2", "invalid value 'x' for '<SIDE>' [possible values: w, b]"),
        (START, "W", "2", "SIDE"),
        (START, "", "2", "SIDE"),
        (START, "white", "2", "SIDE"),
        (START, "-", "2", "SIDE"),
        (START, "w", "0", "DEPTH: \"0\" is not a depth, expected a whole number of at least 1"),
        (START, "w", "-1", "DEPTH"),
        (START, "w", "2.5", "DEPTH"),
        (START, "w", "two", "DEPTH"),
        (START, "w", "", "DEPTH"),
    ] {
        let complaint = run(["oska", board, side, depth]).complaint();
        assert!(complaint.contains(words), "{board} {side} {depth}: {complaint}");
    }
    assert!(run(["oska", START, "w"]).complaint().contains("DEPTH"));
    run(["oska", START, "w", "2", "2"]).complaint();
}

#[test]
fn any_depth_is_taken() {
    // A search without bounds would take longer than any test may.
    call(START, "w", "12");
    // Beyond the end of the game, the winning first moves are known.
    let solved = call(START, "w", "99999999999999999999");
    let winning = [
        r#"["-www","w--","--","---","bbbb"]"#,
        r#"["w-ww","-w-","--","---","bbbb"]"#,
        r#"["ww-w","-w-","--","---","bbbb"]"#,
        r#"["www-","--w","--","---","bbbb"]"#,
    ];
    assert!(winning.contains(&solved.as_str()), "{solved}");
}
