//! The rules of Oska about moving, one drawn for each rule.

mod endings;
mod eval;
mod play;
mod race;
mod solver;
mod text;

use skirmish_board::{Notation, Position, Side};

use super::{INFO, Oska};
use crate::test_boards::{self, Board};

fn start() -> Oska<u64> {
    Oska::start(4)
}

#[track_caller]
fn plays(before: Board, mv: &str, after: Board) {
    test_boards::plays(&start(), before, mv, after);
}

#[track_caller]
fn forbids(before: Board, mv: &str, reason: &str) {
    test_boards::forbids(&start(), before, mv, &[reason]);
}

#[track_caller]
fn legal(board: Board, moves: &str) {
    test_boards::legal(&start(), board, moves);
}

/// With n pieces per side there are 2n - 3 rows of n, n - 1, ..., 2, ..., n - 1, n squares. White has the top one and
/// begins.
#[test]
fn the_start_is_an_hourglass_with_full_outer_rows() {
    assert_eq!(start().format_position(), "wwww/---/--/---/bbbb w");
    let five = Oska::<u64>::start(5);
    assert_eq!(five.format_position(), "wwwww/----/---/--/---/----/bbbbb w");
    assert_eq!(five.side_to_move(), Side::North);
    assert_eq!((INFO.dimensions)(4), (4, 5));
    assert_eq!((INFO.dimensions)(26), (26, 49));
}

#[test]
fn squares_are_named_by_index_in_the_row_and_row_number_from_the_bottom() {
    let rows: Vec<Vec<String>> =
        start().view().rows.into_iter().map(|row| row.cells.into_iter().map(|cell| cell.square).collect()).collect();
    assert_eq!(
        rows,
        [
            vec!["A5", "B5", "C5", "D5"],
            vec!["A4", "B4", "C4"],
            vec!["A3", "B3"],
            vec!["A2", "B2", "C2"],
            vec!["A1", "B1", "C1", "D1"],
        ]
    );
}

#[test]
fn a_white_piece_steps_diagonally_down_onto_an_empty_square() {
    plays(("w A5 B5 C5 D5, b A1 B1 C1 D1", "w"), "A5A4", ("- A5, w A4", "b"));
}

#[test]
fn a_black_piece_steps_diagonally_up_onto_an_empty_square() {
    plays(("w B5 C5 D5 A4, b A1 B1 C1 D1", "b"), "C1C2", ("- C1, b C2", "w"));
}

#[test]
fn steps_lead_to_both_squares_ahead_in_every_part_of_the_board() {
    legal(("w B5 A4 B3 A2, b D1", "w"), "B5B4 A4A3 B3B2 B3C2 A2A1 A2B1");
    legal(("w D5, b A4 B3 A2 C1", "b"), "A4A5 A4B5 B3B4 B3C4 A2A3 C1B2 C1C2");
}

#[test]
fn a_piece_at_the_wall_has_one_way_where_the_board_narrows() {
    let board = "w A5 D5, b A1 D1";
    legal((board, "w"), "A5A4 D5C4");
    legal((board, "b"), "A1A2 D1C2");
}

#[test]
fn a_step_ends_on_an_empty_square_only() {
    let board = "w A5 B5 A4, b A3 A2 A1";
    forbids((board, "w"), "A5A4", "A4 holds White's own piece.");
    forbids((board, "w"), "A4A3", "The piece on A4 steps only onto an empty square, and A3 holds Black's piece.");
    forbids((board, "b"), "A1A2", "A2 holds Black's own piece.");
}

#[test]
fn white_jumps_diagonally_down_over_an_enemy_and_takes_it() {
    plays(("w A5 B5 D5, b B4 A1 B1 D1", "w"), "B5B3", ("- B5 B4, w B3", "b"));
}

#[test]
fn jumps_cross_the_middle_in_a_straight_line() {
    let board = "5  w w - w
                 4   - w -
                 3    - b
                 2   - - -
                 1  b b - b";
    plays((board, "w"), "B4C2", ("- B4 B3, w C2", "b"));
    plays(("w A5 B5 D5 B3, b B2 A1 B1", "b"), "B2C4", ("- B3 B2, b C4", "w"));
}

#[test]
fn black_jumps_diagonally_up_over_an_enemy_and_takes_it() {
    plays(("w A5 D5 B2, b A1 C1 D1", "b"), "C1A3", ("- B2 C1, b A3", "w"));
}

#[test]
fn a_piece_can_have_a_jump_on_both_sides() {
    legal(("w A4 B4, b A3", "b"), "A3A5 A3C5");
}

#[test]
fn a_jump_needs_an_enemy_in_between() {
    let board = "w A5 D5 A4, b D1";
    forbids((board, "w"), "A5A3", "The piece on A5 jumps to A3 only over an enemy, and A4 holds White's own piece.");
    forbids((board, "w"), "D5B3", "The piece on D5 jumps to B3 only over an enemy, and C4 is empty.");
}

#[test]
fn a_jump_ends_on_an_empty_square_only() {
    let board = "w A5 D5 A3, b A4 C4 B3";
    forbids((board, "w"), "A5A3", "The piece on A5 jumps only onto an empty square, and A3 holds White's own piece.");
    forbids((board, "w"), "D5B3", "and B3 holds Black's piece.");
}

#[test]
fn a_jump_takes_one_piece_and_ends_the_turn() {
    // After B5B3 the white piece could jump on over B2, but it is Black's turn.
    plays(("w B5, b B4 B2 D1", "w"), "B5B3", ("- B5 B4, w B3", "b"));
    forbids(("w B3, b B2 D1", "b"), "B3B1", "The piece on B3 is White's, and it is Black's turn.");
    forbids(
        ("w B5, b B4 B2 D1", "w"),
        "B5B1",
        "The piece on B5 cannot reach B1: in one turn a piece steps one row or jumps two.",
    );
}

#[test]
fn capturing_is_optional() {
    legal(("w B5 D5, b B4 A1", "w"), "B5B3 B5A4 D5C4");
}

#[test]
fn pieces_never_go_backward_or_sideways() {
    let board = "w D5 B4, b B2 A1";
    forbids((board, "w"), "B4B5", "The piece on B4 would go backward to B5, and pieces go diagonally forward only.");
    forbids((board, "w"), "B4C4", "The piece on B4 would go sideways to C4, and pieces go diagonally forward only.");
    forbids((board, "b"), "B2B1", "would go backward to B1");
    forbids((board, "b"), "B2A2", "would go sideways to A2");
}

#[test]
fn pieces_never_jump_backward() {
    forbids(("w D5 A3, b B4 A1", "w"), "A3C5", "The piece on A3 would go backward to C5");
}

#[test]
fn pieces_reach_no_squares_off_their_diagonals() {
    let board = "w A5 D5 B4, b B3 A1";
    forbids((board, "w"), "D5B4", "The piece on D5 cannot reach B4: its diagonals lead to C4.");
    forbids((board, "w"), "A5B4", "its diagonals lead to A4.");
    forbids((board, "b"), "B3A4", "its diagonals lead to B4 and C4.");
    forbids((board, "w"), "B4B2", "The piece on B4 cannot reach B2: a jump goes straight on, along one diagonal.");
}

#[test]
fn only_own_pieces_move_and_they_leave_their_square() {
    let board = "w A5 B5 C5 D5, b A1 B1 C1 D1";
    forbids((board, "w"), "A3A2", "There is no piece on A3.");
    forbids((board, "w"), "A1A2", "The piece on A1 is Black's, and it is White's turn.");
    forbids((board, "b"), "A5A4", "The piece on A5 is White's, and it is Black's turn.");
    forbids((board, "w"), "A5A5", "The piece on A5 must leave its square.");
}

#[test]
fn a_piece_on_the_far_row_has_come_to_rest() {
    let board = "b A5 A1, w D5 D1";
    forbids((board, "w"), "D1C2", "The piece on D1 has reached the far row and can never move again.");
    forbids((board, "b"), "A5A4", "The piece on A5 has reached the far row and can never move again.");
}

/// A side with no move passes, and the other one moves again.
#[test]
fn a_side_that_cannot_move_passes() {
    let board = "5  - - - -
                 4   - w -
                 3    w -
                 2   b - -
                 1  b - - -";
    legal((board, "b"), "pass");
    plays((board, "b"), "pass", (board, "w"));
    assert_eq!(test_boards::position(&start(), (board, "b")).view().notes, ["Black cannot move and must pass."]);
    forbids((board, "b"), "A2B4", "The piece on A2 jumps only onto an empty square, and B4 holds White's piece.");
    legal((board, "w"), "A3B2 B4B3");
}

#[test]
fn a_side_that_can_move_may_not_pass() {
    let board = "w A5, b D1";
    forbids((board, "w"), "pass", "White can play A5A4, and a side passes only when none of its pieces can move.");
    assert!(test_boards::position(&start(), (board, "w")).view().notes.is_empty());
}
