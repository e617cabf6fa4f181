//! Position text and the drawn board.

use super::{HANDOUT, Trench};
use skirmish_board::{Marker, Notation, Position, Side};

const START: &str = "-TT-TT-/--~*~--/XX---XX/-------/xx---xx/--+@+--/-tt-tt- s -";

#[track_caller]
fn rejects(text: &str, expected: &str) {
    let error = Trench::start().parse_position(text).map(|_| ()).map_err(|error| error.to_string());
    assert_eq!(error, Err(expected.to_owned()));
}

#[track_caller]
fn accepts(text: &str) -> Trench {
    let position = Trench::start().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(position.format_position(), text);
    position
}

#[test]
fn the_start_is_written_and_read() {
    assert_eq!(Trench::start().format_position(), START);
    assert_eq!(accepts(START), Trench::start());
}

#[test]
fn either_side_may_move_first() {
    assert_eq!(accepts(&START.replace(" s ", " n ")).side_to_move(), Side::North);
}

/// The flags decide what may be played, so they are part of the position and of its key.
#[test]
fn the_four_flag_fields_are_four_positions() {
    let positions: Vec<Trench> =
        ["-", "n", "s", "ns"].map(|flags| accepts(&START.replace("s -", &format!("s {flags}")))).to_vec();
    for (i, position) in positions.iter().enumerate() {
        for other in &positions[..i] {
            assert!(position != other && position.key() != other.key());
        }
    }
}

#[test]
fn positions_out_of_reach_but_with_sense_are_accepted() {
    accepts("*------/-------/-------/-------/-------/-------/------@ s -");
    accepts("ttttttt/ttttttt/ttttttt/TTT*TTT/xxx@xxx/XXXXXXX/XXXXXXX n ns");
    accepts("+++++++/~~~~~~~/-------/@-----*/-------/+++++++/~~~~~~~ s s");
    // A finished game.
    accepts("-------/--~t~--/-------/-------/-------/--+@+--/------- n -");
}

#[test]
fn a_board_needs_its_rows_and_squares() {
    rejects("-TT-TT-/--~*~--/XX---XX s -", "the board has 3 rows, expected 7 divided by /");
    rejects(&START.replace("/xx---xx", "/xx--xx"), "row 3 (\"xx--xx\") has 6 squares, expected 7");
    rejects(&START.replace("-------", "--------"), "row 4 (\"--------\") has more than 7 squares, expected 7");
}

#[test]
fn a_letter_must_be_a_piece() {
    let expected = |square, found| {
        format!("square {square}: \"{found}\" is not a piece, expected one of TX~* tx+@ or - for empty")
    };
    rejects(&START.replace("-TT-TT-", "-TK-TT-"), &expected("C7", "K"));
    rejects(&START.replace("xx---xx", "xx---x\u{1b}"), &expected("G3", "\\u{1b}"));
    rejects(&START.replace("xx---xx", "xx---xé"), &expected("G3", "é"));
}

#[test]
fn a_side_has_one_death_star_unless_it_was_captured() {
    rejects(&START.replace("+@+", "@@+"), "South has 2 Death Stars, expected one");
    rejects(&START.replace("~*~", "***"), "North has 3 Death Stars, expected one");
    rejects(
        &START.replace("+@+", "+-+").replace("~*~", "~-~"),
        "neither side has a Death Star, expected one a side (or one side's, in a finished game)",
    );
}

#[test]
fn the_other_fields_must_make_sense() {
    let board = START.split_once(' ').map_or("", |(board, _)| board);
    let fields = "expected 3: board, side to act, sides that moved a TIE sideways (-, n, s or ns)";
    rejects("", &format!("position text has 0 fields, {fields}"));
    rejects(&format!("{board} s"), &format!("position text has 2 fields, {fields}"));
    rejects(&format!("{board} s - -"), &format!("position text has 4 fields, {fields}"));
    rejects(&format!("{board} w -"), "the side to act is \"w\", expected n or s");
    for flags in ["sn", "nn", "x", "N", "n-", "--", "\u{7}"] {
        let shown = flags.escape_debug();
        rejects(&format!("{board} s {flags}"), &format!("the third field is \"{shown}\", expected -, n, s or ns"));
    }
}

#[test]
fn a_megabyte_is_too_long() {
    rejects(&"-".repeat(1_000_000), "position text of 1000000 bytes is too long, expected at most 1000");
}

#[test]
fn moves_are_read_in_any_dress() {
    let start = Trench::start();
    for text in ["b1a1", "B1-A1", " b1 a1 "] {
        assert_eq!(start.parse_move(text).map(|mv| start.format_move(mv)), Ok("B1A1".to_owned()));
    }
}

#[test]
fn the_board_is_drawn_as_in_the_handout() {
    let position = accepts("-TT-T-T/X-~*~--/X----XX/--x----/x----xx/--+@+--/t-t-tt- s -");
    assert_eq!(position.view().to_string(), HANDOUT);
    assert!(position.view().notes.is_empty());
}

#[test]
fn the_flags_are_notes_of_the_view() {
    let notes = accepts(&START.replace("s -", "s ns")).view().notes;
    assert_eq!(
        notes,
        [
            "North's last move was a TIE moving sideways: none of its TIEs may move sideways next turn.",
            "South's last move was a TIE moving sideways: none of its TIEs may move sideways now.",
        ]
    );
}

#[test]
fn walls_bound_ties_and_the_backs_of_death_stars_have_signs() {
    let open = |square: &str, toward| {
        let words = "can only be captured from behind";
        Marker::Open { square: square.to_owned(), toward, words }
    };
    let walls = ["C2", "E2", "C6", "E6"].map(|square| Marker::Wall { square: square.to_owned() });
    let stars: Vec<Marker> = [open("D2", Side::South), open("D6", Side::North)].into_iter().chain(walls).collect();
    assert_eq!(Trench::start().view().markers, stars);
    let bound = |words| ["B", "C", "E", "F"].map(|column| (column, words));
    let expected = |row: u8, words| {
        let ties = bound(words).map(|(column, words)| Marker::Bound { square: format!("{column}{row}"), words });
        ties.into_iter().chain(stars.clone()).collect::<Vec<_>>()
    };
    let markers = |flags: &str| accepts(&START.replace("s -", flags)).view().markers;
    assert_eq!(markers("s s"), expected(1, "may not go sideways now"));
    assert_eq!(markers("s n"), expected(7, "may not go sideways next turn"));
    // A star that was captured is open to nobody.
    let over = accepts("-------/--~t~--/-------/-------/-------/--+@+--/------- n -");
    let left: Vec<Marker> = stars.into_iter().filter(|sign| sign.square() != "D6").collect();
    assert_eq!(over.view().markers, left);
}
