//! How Oska ends, each way on a board of its own.

use skirmish_board::{Notation, Outcome, Position, Side};

use super::start;
use crate::test_boards::{self, Board};

/// Plays the move on the board and checks how the game ends with it.
#[track_caller]
fn ends(board: Board, mv: &str, outcome: Outcome, ending: &str) {
    let mut position = test_boards::position(&start(), board);
    assert_eq!((position.outcome(), position.ending()), (None, String::new()));
    let mv = position.parse_move(mv).unwrap_or_else(|reason| panic!("{reason}"));
    position.play(mv);
    assert_eq!((position.outcome(), position.ending()), (Some(outcome), ending.to_owned()), "\n{}", position.view());
    assert_eq!(position.count_moves(), 0);
    // The same for the position read from text, whoever would be on turn.
    for side in ["w", "b"] {
        let text = position.format_position();
        let read = start().parse_position(&format!("{} {side}", &text[..text.len() - 2])).unwrap();
        assert_eq!((read.outcome(), read.ending()), (Some(outcome), ending.to_owned()));
    }
}

#[test]
fn a_side_with_no_pieces_has_lost() {
    ends(("w A5, b A4", "w"), "A5A3", Outcome::Win(Side::North), "Black has no pieces left.");
    ends(("w A3, b A2 A1", "b"), "A2B4", Outcome::Win(Side::South), "White has no pieces left.");
}

#[test]
fn a_side_whose_remaining_pieces_stand_on_the_enemys_starting_row_has_won() {
    ends(
        ("w B2 A1, b D1", "w"),
        "B2B1",
        Outcome::Win(Side::North),
        "All of White's remaining pieces stand on Black's starting row.",
    );
    ends(
        ("b C5 A4, w D5", "b"),
        "A4A5",
        Outcome::Win(Side::South),
        "All of Black's remaining pieces stand on White's starting row.",
    );
}

#[test]
fn a_capture_can_complete_the_enemys_win() {
    ends(
        ("b A5 D5 B4, w B5", "w"),
        "B5B3",
        Outcome::Win(Side::South),
        "All of Black's remaining pieces stand on White's starting row.",
    );
}

const BOTH: &str = "All remaining pieces of both sides stand on the other's starting row";

#[test]
fn both_at_once_and_more_pieces_win() {
    ends(
        ("b A5 C5 A2, w A3 B1 C1", "w"),
        "A3A1",
        Outcome::Win(Side::North),
        &format!("{BOTH}, and White has more of them (3 to 2)."),
    );
    ends(
        ("b A5 C5 A2, w A3", "w"),
        "A3A1",
        Outcome::Win(Side::South),
        &format!("{BOTH}, and Black has more of them (2 to 1)."),
    );
}

#[test]
fn both_at_once_with_equally_many_pieces_is_a_draw() {
    ends(("b A5 C5 A2, w A3 D1", "w"), "A3A1", Outcome::Draw, &format!("{BOTH}, 2 each: the game is a draw."));
}

#[test]
fn a_game_in_which_neither_side_can_move_is_a_draw() {
    ends(("b B5 C5 A3, w B2 B1 C1", "b"), "A3B4", Outcome::Draw, "Neither side can move: the game is a draw.");
}
