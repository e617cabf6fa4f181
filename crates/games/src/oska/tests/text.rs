//! Position text, move text, drawings and the rules for people.

use crate::Game;
use proptest::prelude::*;
use skirmish_board::Notation;

use super::start;
use crate::oska::{Oska, Wide};
use crate::registry::{GameId, Visitor};
use crate::test_boards::moves_of;

#[track_caller]
fn position_error(text: &str, expected: &str) {
    match start().parse_position(text) {
        Ok(_) => panic!("{text} should not be a position"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

#[track_caller]
fn move_error(text: &str, expected: &str) {
    assert_eq!(start().parse_move(text).unwrap_err().to_string(), expected);
}

#[test]
fn errors_of_position_text_name_the_place_and_what_was_expected() {
    // The handout's own sample lacks the middle row.
    position_error(
        "wwww/---/---/bbbb w",
        "the board has 4 rows, expected 5 divided by /, of 4 squares down to 2 and back to 4",
    );
    position_error(
        "wwwww/----/---/--/---/----/bbbbb w",
        "the board has 7 rows, expected 5 divided by /, of 4 squares down to 2 and back to 4",
    );
    position_error("wwww/---/---/---/bbbb w", "row 3 (\"---\") has 3 squares, expected 2");
    position_error("wwww/--/--/---/bbbb w", "row 4 (\"--\") has 2 squares, expected 3");
    position_error("wwww/---/--/---/bbbbb w", "row 1 (\"bbbbb\") has 5 squares, expected 4");
    position_error("//// w", "row 5 (\"\") has 0 squares, expected 4");
    position_error("wwww/-x-/--/---/bbbb w", "square B4: \"x\" is not a piece, expected w, b or - for empty");
    position_error("wwww/---/--/---/bbbB w", "square D1: \"B\" is not a piece, expected w, b or - for empty");
    position_error("wwww/-\u{7}-/--/---/bbbb w", "square B4: \"\\u{7}\" is not a piece, expected w, b or - for empty");
    position_error("wwww/-ü-/--/---/bbbb w", "square B4: \"ü\" is not a piece, expected w, b or - for empty");
    position_error("wwww/w--/--/---/bbbb w", "White has 5 pieces, expected at most 4");
    position_error("wwww/---/--/-bb/bbbb w", "Black has 6 pieces, expected at most 4");
    position_error("----/---/--/---/---- w", "there are no pieces, expected at least one");
    position_error("wwww/---/--/---/bbbb n", "the side to act is \"n\", expected w or b");
    position_error("wwww/---/--/---/bbbb W", "the side to act is \"W\", expected w or b");
    position_error("wwww/---/--/---/bbbb", "position text has 1 field, expected 2: board, side to act");
    position_error("wwww/---/--/---/bbbb w -", "position text has 3 fields, expected 2: board, side to act");
    position_error("", "position text has 0 fields, expected 2: board, side to act");
    position_error(&"w".repeat(1 << 20), "position text of 1048576 bytes is too long, expected at most 1000");
}

#[test]
fn positions_that_make_sense_are_accepted_though_play_could_not_reach_them() {
    for text in ["bbbb/---/--/---/wwww w", "----/-w-/--/---/---- b", "----/---/b-/---/---- w", "-b--/wwb/wb/---/---b b"]
    {
        let position = start().parse_position(text).unwrap();
        assert_eq!(position.format_position(), text);
    }
}

#[test]
fn moves_are_read_in_any_case_with_a_space_or_dash() {
    let expected = start().parse_move("A5A4").unwrap();
    for text in ["a5a4", "a5 a4", "A5-A4", "a5 - a4", " A5a4 "] {
        assert_eq!(start().parse_move(text).unwrap(), expected, "{text}");
    }
    assert_eq!(start().format_move(expected), "A5A4");
    let stuck = start().parse_position("----/-w-/w-/b--/b--- b").unwrap();
    for text in ["pass", "PASS", " Pass "] {
        assert_eq!(stuck.format_move(stuck.parse_move(text).unwrap()), "pass");
    }
}

#[test]
fn boards_have_4_to_26_pieces_a_side() {
    struct Start;
    impl Visitor for Start {
        type Output = String;

        fn visit<G: Notation>(self, start: G) -> String {
            start.format_position()
        }
    }
    for size in 4..=26 {
        let id = GameId::parse(&format!("oska:{size}")).unwrap();
        assert_eq!(id.dimensions(), (size, 2 * size - 3));
        let text = id.visit(Start);
        assert!(text.starts_with(&"w".repeat(size.into())) && text.ends_with(" w"), "{text}");
    }
    assert_eq!(GameId::parse("oska").unwrap().size(), 4);
    for size in ["3", "27", "-4", "x", ""] {
        let error = GameId::parse(&format!("oska:{size}")).unwrap_err().to_string();
        assert_eq!(error, format!("\"{size}\" is not a size of Oska, expected 4 to 26"));
    }
}

#[test]
fn rows_of_large_boards_have_two_digits() {
    let start = Oska::<Wide>::start(26);
    for text in ["Z49Y48", "a49a48", "B49-A48"] {
        let mv = start.parse_move(text).unwrap();
        assert_eq!(start.format_move(mv), text.to_uppercase().replace('-', ""));
    }
    let error = start.parse_move("Z49Z48").unwrap_err().to_string();
    assert_eq!(error, "Z48 is not a square: the columns of row 48 are A to Y");
    let eight = Oska::<u128>::start(8);
    assert!(eight.parse_move("A13A12").is_ok());
}

#[test]
fn texts_that_are_no_moves_say_what_a_move_is() {
    let no_move = |text: &str| {
        format!("{text} is not a move: a move is the square left and the square reached, such as A5A4, or pass")
    };
    for text in ["", "A5", "A5A", "A5A4A3", "55A4", "A05A4", "pas", "é5A4", "A5+A4", "A500A4"] {
        move_error(text, &no_move(&format!("\"{text}\"")));
    }
    move_error("A5A4\u{1b}[1m", &no_move("\"A5A4\\u{1b}[1m\""));
    move_error("A6A5", "A6 is not a square: rows are 1 to 5");
    move_error("A5C3", "C3 is not a square: the columns of row 3 are A to B");
    move_error("a5z4", "Z4 is not a square: the columns of row 4 are A to C");
    assert!(start().parse_move(&"A5".repeat(1 << 20)).unwrap_err().to_string().len() < 200);
}

#[test]
fn after_the_end_no_move_is_legal() {
    let over = start().parse_position("w---/---/--/---/---- w").unwrap();
    for text in ["A5A4", "pass", "nonsense"] {
        let error = over.parse_move(text).unwrap_err().to_string();
        assert_eq!(error, "The game is over: Black has no pieces left.");
    }
}

#[test]
fn the_board_is_drawn_with_the_letters_of_each_row_beside_it() {
    let drawn = "\
5  w w w w   A B C D   white
4   - - -     A B C
3    - -       A B
2   - - -     A B C
1  b b b b   A B C D   black
";
    assert_eq!(start().view().to_string(), drawn);
    let large = Oska::<u128>::start(8).view().to_string();
    assert!(large.starts_with("13  w w w w w w w w   A B C D E F G H   white\n12   - - - - - - -     A B C D E F G\n"));
    assert!(large.ends_with(" 1  b b b b b b b b   A B C D E F G H   black\n"));
}

/// Every board in the rules is one that the program draws, and what the rules say of it holds.
#[test]
fn the_rules_show_true_boards() {
    let boards = [
        ("wwww/---/--/---/bbbb w", "A5A4 B5A4 B5B4 C5B4 C5C4 D5C4"),
        ("---w/-w-/w-/---/bbbb w", "A3A2 A3B2 B4B3 D5C4"),
        ("ww-w/-w-/-b/---/bb-b w", "A5A4 B5A4 B4A3 B4C2 D5C4"),
        ("ww-w/---/--/--w/bb-b b", "A1A2 B1A2 B1B2 D1B3"),
        ("----/-w-/w-/b--/b--- b", "pass"),
        ("b-b-/---/w-/b--/-ww- w", "A3A1 A3B2"),
    ];
    let mut shown = 0;
    for (text, moves) in boards {
        let position = start().parse_position(text).unwrap();
        let drawn: String = position.view().to_string().lines().map(|line| format!("    {line}\n")).collect();
        assert!(Game::Oska.rules().contains(&drawn), "the rules lack\n{drawn}");
        shown += drawn.lines().count();
        let mut expected: Vec<&str> = moves.split(' ').collect();
        expected.sort();
        assert_eq!(moves_of(&position), expected, "{text}");
    }
    assert_eq!(
        Game::Oska.rules().lines().filter(|line| line.contains("   A B")).count(),
        shown,
        "a board is not checked"
    );
    assert!(Game::Oska.rules().lines().all(|line| line.len() <= 80 && line.is_ascii()));
}

proptest! {
    #[test]
    fn no_text_breaks_the_parsers(text in "\\PC{0,40}", moves in "[a-dA-D0-9 -]{0,8}") {
        let _ = start().parse_position(&text);
        let _ = start().parse_move(&text);
        let _ = start().parse_move(&moves);
    }

    #[test]
    fn a_board_of_right_shape_is_read_back_or_refused_for_its_pieces(
        squares in proptest::collection::vec("[wb-]", 16),
        white in any::<bool>(),
    ) {
        let rows = [&squares[..4], &squares[4..7], &squares[7..9], &squares[9..12], &squares[12..]];
        let text = format!("{} {}", rows.map(|row| row.concat()).join("/"), if white { "w" } else { "b" });
        match start().parse_position(&text) {
            Ok(position) => prop_assert_eq!(position.format_position(), text),
            Err(error) => prop_assert!(error.to_string().contains("pieces")),
        }
    }
}
