//! Positions and moves in text, and what is said about bad text.

use proptest::prelude::*;
use skirmish_board::{Marker, Notation, Position, Side};

use super::{GasTank, HANDOUT};
use crate::test_boards;

const START: &str = "--B3Q3K3B3--/---N3-N3--/--------/--------/--------/---n3-n3--/--b3q3k3b3-- s";

#[test]
fn the_game_starts_as_the_rules_say() {
    assert_eq!(GasTank::start().format_position(), START);
    assert_eq!(GasTank::start().side_to_move(), Side::South);
}

#[test]
fn either_side_may_move_first() {
    let north = START.replace(" s", " n");
    let position = GasTank::start().parse_position(&north).unwrap();
    assert_eq!((position.side_to_move(), position.count_moves()), (Side::North, 38));
    assert_ne!(position.key(), GasTank::start().key());
}

#[test]
fn the_board_is_drawn_as_in_the_handout() {
    let position = test_boards::position(&GasTank::start(), (HANDOUT, "s"));
    assert_eq!(position.view().to_string(), HANDOUT.trim_start());
    let view = position.view();
    let bishop = view.rows[4].cells[0].piece.unwrap();
    assert_eq!((bishop.side, bishop.kind, bishop.letter, bishop.gas), (Side::South, "bishop", 'b', Some(2)));
    assert_eq!((view.rows[0].number, view.rows[0].cells[7].square.as_str()), (7, "H7"));
    assert!(view.pending.is_none() && view.notes.is_empty());
}

#[test]
fn a_piece_with_an_empty_tank_has_the_sign_of_a_wreck() {
    let text = "----K3---/--------/--------/--------/--------/--------/----k3n0-- s";
    let position = GasTank::start().parse_position(text).unwrap();
    assert_eq!(position.view().markers, [Marker::Wreck { square: "F1".to_owned() }]);
    assert!(GasTank::start().view().markers.is_empty());
}

#[test]
fn moves_are_read_in_any_case_with_a_space_or_a_dash() {
    let start = GasTank::start();
    for text in ["D2C4", "d2c4", "d2 c4", "D2-C4"] {
        let mv = start.parse_move(text).unwrap();
        assert_eq!(start.format_move(mv), "D2C4");
        assert_eq!(start.announcement(mv), None);
    }
}

#[test]
fn bad_moves_are_explained() {
    let bad = |text: &str, words: &str| {
        let error = GasTank::start().parse_move(text).unwrap_err().to_string();
        assert!(error.contains(words) && !error.contains('\n'), "{error}");
    };
    bad("D2I4", "\"I4\" is not a square: columns are A to H, rows 1 to 7");
    bad("D2D8", "\"D8\" is not a square");
    bad("D2", "\"D2\" is not a move");
    bad("", "\"\" is not a move");
    bad("D2C4D2", "is not a move");
    bad("pass", "is not a square");
    bad("D2\u{7}4", "is not a square");
    bad(&"D2C4".repeat(250_000), "is not a move");
}

/// Every error names the place and what was expected there.
#[test]
fn bad_positions_are_explained() {
    let bad = |text: &str, words: &str| {
        let error = GasTank::start().parse_position(text).unwrap_err().to_string();
        assert!(error.contains(words) && !error.contains('\n'), "{error}");
    };
    let changed = |old: &str, new: &str| START.replacen(old, new, 1);
    bad("", "0 fields, expected 2: board, side to act");
    bad(&changed(" s", ""), "1 field, expected 2");
    bad(&changed(" s", " s -"), "3 fields, expected 2");
    bad(&changed(" s", " w"), "the side to act is \"w\", expected n or s");
    bad(&changed("/--------", ""), "the board has 6 rows, expected 7");
    bad(&changed("/--------", "/-------"), "row 5 (\"-------\") has 7 squares, expected 8");
    bad(&changed("/--------", "/---------"), "row 5 (\"---------\") has more than 8 squares, expected 8");
    bad(&changed("B3--/", "B3--N3/"), "row 7 (\"--B3Q3K3B3--N3\") has more than 8 squares, expected 8");
    bad(&changed("Q3", "Q4"), "square D7: the queen's gas is \"4\", expected a digit 0 to 3");
    bad(&changed("Q3", "Q"), "square D7: the queen's gas is \"K\", expected a digit 0 to 3");
    bad(&changed("B3--/", "B3-B/"), "square H7: the bishop's gas is missing, expected a digit 0 to 3");
    bad(&changed("Q3", "R3"), "square D7: \"R\" is not a piece, expected one of KNBQ knbq or - for empty");
    bad(&changed("Q3", "3"), "square D7: \"3\" is not a piece");
    bad(&changed("Q3", "\u{1b}"), "square D7: \"\\u{1b}\" is not a piece");
    bad(&changed("Q3", "Q\n"), "square D7: the queen's gas is \"\\n\"");
    bad(&changed("Q3", "K3"), "North has 2 kings, expected one");
    bad(&changed("b3q3", "k0k1"), "South has 3 kings, expected one");
    bad(&changed("K3", "-").replace("k3", "-"), "neither side has a king");
    bad(&START.repeat(14_000), "too long");
}

#[test]
fn positions_that_play_cannot_reach_are_accepted() {
    let crowded = "q3q2q1q0n0n1n2n3/Q3Q3Q3Q3Q3Q3Q3Q3/--------/K3-------/----k0---/--------/b0b0b0b0b3b3b3b3 n";
    let position = GasTank::start().parse_position(crowded).unwrap();
    assert_eq!(position.format_position(), crowded);
    assert_eq!(position.outcome(), None);
}

proptest! {
    /// Boards with the right number of squares, so that more is reached than the first error.
    #[test]
    fn any_board_is_read_back_as_it_was_written(
        rows in proptest::collection::vec("(-|[nbqNBQ][0-3]){8}", 5),
        south in "k[0-3]-{7}", north in "-{7}K[0-3]", side in "[ns]",
    ) {
        let text = format!("{north}/{}/{south} {side}", rows.join("/"));
        let position = GasTank::start().parse_position(&text).unwrap();
        prop_assert_eq!(position.format_position(), text);
        prop_assert_eq!(position.outcome().is_some(), position.count_moves() == 0);
    }

    /// Whatever squares are named, the move is legal or the answer is a sentence.
    #[test]
    fn every_illegal_move_has_a_reason(from in "[A-H][1-7]", to in "[A-H][1-7]") {
        let position = test_boards::position(&GasTank::start(), (HANDOUT, "s"));
        if let Err(reason) = position.parse_move(&(from.clone() + &to)) {
            let reason = reason.to_string();
            prop_assert!(reason.ends_with('.') && (reason.contains(&from) || reason.contains(&to)), "{}", reason);
        }
    }
}
