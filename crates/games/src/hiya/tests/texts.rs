//! Position text, move text and the drawn board.

use skirmish_board::{Notation, Outcome, Position, Side, perft};

use super::{HiYa, START};

const START_TEXT: &str = "---K---/JJJ-SSS/MMM-NNN/-------/-------/nnn-mmm/sss-jjj/---k--- s";

fn parse(text: &str) -> Result<HiYa, String> {
    HiYa::start().parse_position(text).map_err(|error| error.to_string())
}

/// Checks that the position text is an error with exactly this sentence.
#[track_caller]
fn bad(text: &str, expected: &str) {
    assert_eq!(parse(text).map(|position| position.format_position()), Err(expected.to_owned()));
}

#[test]
fn the_start_position_reads_back() {
    assert_eq!(HiYa::start().format_position(), START_TEXT);
    assert_eq!(parse(START_TEXT), Ok(HiYa::start()));
}

#[test]
fn the_start_position_has_the_known_numbers_of_lines() {
    for (depth, lines) in [(1, 11), (2, 127), (3, 1_591), (4, 20_415)] {
        assert_eq!(perft(&HiYa::start(), depth), lines);
    }
}

#[test]
fn the_board_is_drawn_with_its_axes() {
    assert_eq!(HiYa::start().view().to_string(), START);
    let kinds = HiYa::start().view().rows.into_iter().flat_map(|row| row.cells).filter_map(|cell| cell.piece);
    let mut kinds: Vec<&str> = kinds.map(|piece| piece.kind).collect();
    kinds.dedup();
    let expected = "king ninja samurai mini-samurai mini-ninja mini-samurai samurai ninja king";
    assert_eq!(kinds.join(" "), expected);
}

#[test]
fn positions_that_play_cannot_reach_are_read() {
    let crowded = "JJJJJJJ/SSSKSSS/-------/-------/-------/-------/jjjkjjj/sssssss n";
    assert_eq!(parse(crowded).map(|position| position.format_position()), Ok(crowded.to_owned()));
    let finished = parse("-------/-------/-------/---n---/-------/-------/-------/---k--- s");
    assert_eq!(finished.map(|position| position.outcome()), Ok(Some(Outcome::Win(Side::South))));
}

#[test]
fn bad_boards_name_the_place_and_what_was_expected() {
    bad(
        "---K---/JJJ-SSS/MMM-NN/-------/-------/nnn-mmm/sss-jjj/---k--- s",
        "row 6 (\"MMM-NN\") has 6 squares, expected 7",
    );
    bad(
        "---K---/JJJ-SSS/MMM-NNN/-------/-------/nnn-mmm/sss-jjj-/---k--- s",
        "row 2 (\"sss-jjj-\") has more than 7 squares, expected 7",
    );
    bad("---K---/JJJ-SSS/---k--- s", "the board has 3 rows, expected 8 divided by /");
    bad(
        "---K---/JJJ-SSS/MMM-NNN/-------/-------/nnn-mmm/sss-jjj/--Qk--- s",
        "square C1: \"Q\" is not a piece, expected one of SJMNK sjmnk or - for empty",
    );
    bad(
        "---K---/JJJ-SSS/MMM-NNN/--\t----/-------/nnn-mmm/sss-jjj/---k--- s",
        "square C5: \"\\t\" is not a piece, expected one of SJMNK sjmnk or - for empty",
    );
    bad(
        "---K---/JJJ-SSS/MMM-NNN/--\u{202e}----/-------/nnn-mmm/sss-jjj/---k--- s",
        "square C5: \"\\u{202e}\" is not a piece, expected one of SJMNK sjmnk or - for empty",
    );
}

#[test]
fn bad_kings_sides_and_fields_are_named() {
    bad("---K---/-------/-------/-------/-------/-------/---k---/---k--- s", "South has 2 kings, expected one");
    bad("K-----K/-------/-------/-------/-------/-------/-------/---k--- s", "North has 2 kings, expected one");
    bad(
        "-------/---M---/-------/-------/-------/-------/-------/------- s",
        "neither side has a king, expected one a side (or one side's, in a finished game)",
    );
    let board = START_TEXT.trim_end_matches(" s");
    bad(&format!("{board} x"), "the side to act is \"x\", expected n or s");
    bad(&format!("{board} S"), "the side to act is \"S\", expected n or s");
    bad(board, "position text has 1 field, expected 2: board, side to act");
    bad(&format!("{board} s -"), "position text has 3 fields, expected 2: board, side to act");
    bad("", "position text has 0 fields, expected 2: board, side to act");
    bad(&"-".repeat(1_000_000), "position text of 1000000 bytes is too long, expected at most 1000");
}

#[test]
fn moves_are_read_in_any_case_with_or_without_a_separator() {
    let start = HiYa::start();
    for text in ["E2B5", "e2b5", "e2 b5", "E2-B5"] {
        assert_eq!(start.parse_move(text).map(|mv| start.format_move(mv)), Ok("E2B5".to_owned()));
    }
}

#[test]
fn texts_that_are_no_moves_are_named() {
    let bad = |text: &str| HiYa::start().parse_move(text).map_err(|error| error.to_string()).unwrap_err();
    assert_eq!(bad("E2"), "\"E2\" is not a move: a move is the square left and the square reached, such as A1B2");
    assert_eq!(bad("H2B5"), "\"H2\" is not a square: columns are A to G, rows 1 to 8");
    assert_eq!(bad("E2E9"), "\"E9\" is not a square: columns are A to G, rows 1 to 8");
    assert!(bad(&"E2B5".repeat(100_000)).len() < 200);
}
