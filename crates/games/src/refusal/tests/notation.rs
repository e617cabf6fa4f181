//! The texts of Refusal: positions, moves and drawings.

use skirmish_board::Squares;

use super::*;

/// The drawing is the handout's to the character, but for spaces at the ends of lines.
#[test]
fn the_board_is_drawn_as_in_the_handout() {
    let position = parsed("R--KL/-----/NPP-N/---P-/--n--/nppp-/-----/rk--l s -");
    assert_eq!(position.view().to_string(), HANDOUT);
    assert_eq!(position, handout());
}

#[test]
fn the_moves_named_by_the_handout_are_legal_but_for_its_slip() {
    let position = handout();
    for mv in ["C4B6", "B3B4", "C4E5", "E1E4"] {
        assert_eq!(position.format_move(position.parse_move(mv).unwrap()), mv);
    }
    // A1B1 would capture the mover's own king.
    test_boards::forbids(&Refusal::start(), (HANDOUT, "s -"), "A1B1", &["B1 holds South's own king"]);
}

#[test]
fn a_view_tells_what_is_proposed_or_refused() {
    let view = |text: &str| parsed(text).view();
    let start = view("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -");
    assert_eq!((start.pending, start.notes), (None, vec![]));
    let squares = Some(Squares { from: "C3".to_owned(), to: "C4".to_owned() });
    let proposed = view("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l n ?C3C4");
    assert_eq!((&proposed.pending, proposed.notes), (&squares, vec!["South proposes C3C4.".to_owned()]));
    let refused = view("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s !C3C4");
    let note = "C3C4 was refused: South must play another move.".to_owned();
    assert_eq!((&refused.pending, refused.notes), (&squares, vec![note]));
}

#[test]
fn a_view_names_every_piece_and_its_side() {
    let view = Refusal::start().view();
    let piece = |row: usize, column: usize| {
        let cell = &view.rows[row].cells[column];
        let piece = cell.piece.unwrap();
        (cell.square.as_str(), piece.side, piece.kind, piece.letter)
    };
    assert_eq!(piece(0, 0), ("A8", Side::North, "right rook", 'R'));
    assert_eq!(piece(0, 3), ("D8", Side::North, "king", 'K'));
    assert_eq!(piece(2, 4), ("E6", Side::North, "knight", 'N'));
    assert_eq!(piece(5, 2), ("C3", Side::South, "pawn", 'p'));
    assert_eq!(piece(7, 4), ("E1", Side::South, "left rook", 'l'));
}

#[test]
fn moves_are_read_in_any_case_and_with_a_space_or_dash_between() {
    let start = Refusal::start();
    for text in ["C3C4", "c3c4", "c3 C4", "C3-C4", " c3 - c4 "] {
        assert_eq!(start.parse_move(text).map(|mv| start.format_move(mv)), Ok("C3C4".to_owned()), "{text:?}");
    }
}

/// The console's handout says "reject" for the same answer.
#[test]
fn answers_are_read_in_any_case_and_reject_is_refuse() {
    let proposed = after(Refusal::start(), "C3C4");
    for (text, answer) in [("accept", ACCEPT), ("Accept ", ACCEPT), ("REFUSE", REFUSE), ("reject", REFUSE)] {
        assert_eq!(proposed.parse_move(text), Ok(answer), "{text:?}");
    }
    assert_eq!(proposed.format_move(ACCEPT), "accept");
    assert_eq!(proposed.format_move(REFUSE), "refuse");
}

#[test]
fn all_forms_of_the_third_field_are_read_and_written() {
    for text in [
        "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -",
        "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l n -",
        "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l n ?C3C4",
        "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s ?A6B4",
        "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s !C3C4",
        "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l n !E8E7",
    ] {
        assert_eq!(parsed(text).format_position(), text);
    }
    let sloppy = "  R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l   n  ?c3-c4 ";
    assert_eq!(parsed(sloppy).format_position(), "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l n ?C3C4");
}

#[test]
fn positions_that_play_cannot_reach_but_that_make_sense_are_accepted() {
    for text in [
        "RRRRR/KNNNN/PPPPP/PPPPP/ppppp/ppppp/nnnnk/lllll s -",
        "-----/-----/k----/-----/-----/-----/----K/----- n -",
        "p---k/-----/-----/-----/-----/-----/-----/K---P s -",
        "-----/-----/-----/-----/-----/-----/-----/-k--- n -",
        "---K-/-----/-----/-----/-----/-----/-----/----- n -",
    ] {
        assert_eq!(parsed(text).format_position(), text);
    }
    let crammed = parsed("RRRRR/KNNNN/PPPPP/PPPPP/ppppp/ppppp/nnnnk/lllll s -");
    assert_eq!(moves_of(&crammed).len(), 8, "the pawns of row 4 can capture, everything else is shut in");
}

#[test]
fn a_position_without_a_king_is_won_by_the_other_side_whoever_is_to_act() {
    for (board, winner) in [
        ("-----/-----/---P-/-----/-----/-p---/-----/-k---", Side::South),
        ("---K-/-----/---P-/-----/-----/-p---/-----/-----", Side::North),
    ] {
        for side in ["s", "n"] {
            let position = parsed(&format!("{board} {side} -"));
            assert_eq!(position.outcome(), Some(Outcome::Win(winner)));
            assert!(moves_of(&position).is_empty());
        }
    }
}

#[track_caller]
fn bad(text: &str, expected: &str) {
    match Refusal::start().parse_position(text) {
        Ok(_) => panic!("{text} should be an error"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

#[test]
fn errors_of_the_board_name_the_place_and_what_was_expected() {
    bad("---K-/-----/-----/-----/-----/-----/-k--- s -", "the board has 7 rows, expected 8 divided by /");
    bad("---K-/-----/-----/-----/-----/-----/-----/-----/-k--- s -", "the board has 9 rows, expected 8 divided by /");
    bad("---K-/-----/-----/----/-----/-----/-----/-k--- s -", "row 5 (\"----\") has 4 squares, expected 5");
    bad(
        "---K-/-----/-----/-----/-----/-----/-----/-k---- s -",
        "row 1 (\"-k----\") has more than 5 squares, expected 5",
    );
    bad(
        "---K-/-----/-----/-Q---/-----/-----/-----/-k--- s -",
        "square B5: \"Q\" is not a piece, expected one of PNLRK pnlrk or - for empty",
    );
    bad(
        "---K-/-----/-----/5/-----/-----/-----/-k--- s -",
        "square A5: \"5\" is not a piece, expected one of PNLRK pnlrk or - for empty",
    );
    bad(
        "---K-/-----/-----/----\u{7}/-----/-----/-----/-k--- s -",
        "square E5: \"\\u{7}\" is not a piece, expected one of PNLRK pnlrk or - for empty",
    );
    bad(
        "---K-/-----/-----/--\u{212a}--/-----/-----/-----/-k--- s -",
        "square C5: \"\u{212a}\" is not a piece, expected one of PNLRK pnlrk or - for empty",
    );
}

#[test]
fn errors_of_the_kings_name_the_side() {
    bad("K--K-/-----/-----/-----/-----/-----/-----/-k--- s -", "North has 2 kings, expected one");
    bad("---K-/-----/-----/-----/-----/-----/k---k/-k--- s -", "South has 3 kings, expected one");
    bad(
        "-----/-----/--P--/-----/-----/-p---/-----/----- s -",
        "neither side has a king, expected one a side (or one side's, in a finished game)",
    );
}

#[test]
fn errors_of_the_fields_name_the_field() {
    let fields = "expected 3: board, side to act, turn (-, ?MOVE or !MOVE)";
    bad("", &format!("position text has 0 fields, {fields}"));
    bad("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s", &format!("position text has 2 fields, {fields}"));
    bad("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s - -", &format!("position text has 4 fields, {fields}"));
    bad("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l w -", "the side to act is \"w\", expected n or s");
    bad(&"-".repeat(1_000_000), "position text of 1000000 bytes is too long, expected at most 1000");
}

#[test]
fn errors_of_the_third_field_say_what_is_wrong_with_it() {
    let bad_turn = |turn: &str, expected: &str| {
        bad(&format!("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l {turn}"), expected);
    };
    bad_turn("s +", "the third field is \"+\", expected -, ?MOVE or !MOVE");
    bad_turn("s --", "the third field is \"--\", expected -, ?MOVE or !MOVE");
    bad_turn("s C3C4", "the third field is \"C3C4\", expected -, ?MOVE or !MOVE");
    bad_turn("s é", "the third field is \"é\", expected -, ?MOVE or !MOVE");
    bad_turn("s -\n", "the third field is \"-\\n\", expected -, ?MOVE or !MOVE");
    bad_turn(
        "s ?",
        "the third field (\"?\"): \"\" is not a move: a move is the square left and the square reached, such as A1B2",
    );
    bad_turn(
        "n ?accept",
        "the third field (\"?accept\"): \"accept\" is not a move: a move is the square left and the square reached, such as A1B2",
    );
    bad_turn("n ?C3C9", "the third field (\"?C3C9\"): \"C9\" is not a square: columns are A to E, rows 1 to 8");
    // With ? the other side proposed, with ! the side to act did.
    bad_turn("s ?C3C4", "the third field (\"?C3C4\"): The pawn on C3 is South's, and it is North's turn.");
    bad_turn("n !C3C4", "the third field (\"!C3C4\"): The pawn on C3 is South's, and it is North's turn.");
    bad_turn("s !A1B1", "the third field (\"!A1B1\"): B1 holds South's own king, and no side captures its own pieces.");
    bad(
        "-----/-----/--P--/-----/-----/-p---/-----/-k--- n ?B3B4",
        "the third field (\"?B3B4\"): The game is over: North's king was captured.",
    );
}
