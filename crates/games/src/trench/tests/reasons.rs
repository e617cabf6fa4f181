//! Every sentence about a move that breaks a rule.

use super::refuses;

const BOARD: &str = "
    7  - t - - x - -
    6  - - ~ * ~ - t
    5  X - - - - - -
    4  - - - t - x -
    3  - - - - - - -
    2  - T + @ + - -
    1  - - t - - - x";

#[test]
fn there_must_be_a_piece_of_the_mover() {
    refuses((BOARD, "s -"), "A1A2", "There is no piece on A1.");
    refuses((BOARD, "s -"), "A5B4", "The X-wing on A5 is North's, and it is South's turn.");
    refuses((BOARD, "n -"), "D2D3", "The Death Star on D2 is South's, and it is North's turn.");
    refuses((BOARD, "s -"), "C1C1", "The TIE on C1 must leave its square.");
}

#[test]
fn walls_and_death_stars_stay() {
    refuses((BOARD, "s -"), "C2C3", "The wall on C2 cannot move: walls and Death Stars never do.");
    refuses((BOARD, "n -"), "D6D7", "The Death Star on D6 cannot move: walls and Death Stars never do.");
}

#[test]
fn own_pieces_are_safe() {
    refuses((BOARD, "s -"), "C1C2", "C2 holds South's own wall, and no side captures its own pieces.");
    refuses((BOARD, "s -"), "D4D2", "D2 holds South's own Death Star, and no side captures its own pieces.");
}

#[test]
fn pieces_keep_to_their_lines() {
    refuses((BOARD, "s -"), "F4F5", "The X-wing on F4 cannot reach F5: X-wings go diagonally.");
    refuses((BOARD, "s -"), "F4D5", "The X-wing on F4 cannot reach D5: X-wings go diagonally.");
    refuses((BOARD, "s -"), "D4E5", "The TIE on D4 cannot reach E5: TIEs go straight along their column or row.");
}

#[test]
fn the_first_piece_in_the_way_is_named() {
    refuses((BOARD, "s -"), "D4D7", "The TIE on D4 cannot jump: North's Death Star on D6 is in the way to D7.");
    refuses((BOARD, "s -"), "C1C7", "The TIE on C1 cannot jump: South's wall on C2 is in the way to C7.");
    refuses((BOARD, "s -"), "B7B1", "The TIE on B7 cannot jump: North's TIE on B2 is in the way to B1.");
}

#[test]
fn walls_are_never_captured() {
    refuses((BOARD, "s -"), "G6E6", "E6 holds North's wall, and walls are never captured.");
    refuses((BOARD, "n -"), "B2C2", "C2 holds South's wall, and walls are never captured.");
}

#[test]
fn death_stars_are_captured_backward_only() {
    refuses(
        (BOARD, "s -"),
        "D4D6",
        "D6 holds North's Death Star, which only a move going backward captures, and the TIE on D4 would go forward.",
    );
    refuses(
        (BOARD, "s -"),
        "F4D6",
        "D6 holds North's Death Star, which only a move going backward captures, and the X-wing on F4 would go forward.",
    );
    let open = "* D6, T A2, @ D2, t C1";
    refuses(
        (open, "n n"),
        "A2D2",
        "D2 holds South's Death Star, which only a move going backward captures, and the TIE on A2 would go sideways.",
    );
}

#[test]
fn no_second_sideways_move() {
    let reason = "The TIE on C1 may not move sideways now, because one of South's TIEs did so last turn.";
    refuses((BOARD, "s s"), "C1D1", reason);
    refuses((BOARD, "s ns"), "C1G1", "G1 holds South's own X-wing, and no side captures its own pieces.");
    let reason = "The TIE on B2 may not move sideways now, because one of North's TIEs did so last turn.";
    refuses((BOARD, "n ns"), "B2A2", reason);
}

#[test]
fn backward_only_to_capture() {
    refuses((BOARD, "s -"), "D4D3", "The TIE on D4 goes backward only to capture, and D3 is empty.");
    refuses((BOARD, "s -"), "F4G3", "The X-wing on F4 goes backward only to capture, and G3 is empty.");
    refuses((BOARD, "n -"), "A5B6", "The X-wing on A5 goes backward only to capture, and B6 is empty.");
}

#[test]
fn what_is_no_move_is_said_to_be_none() {
    refuses((BOARD, "s -"), "H1A1", "\"H1\" is not a square: columns are A to G, rows 1 to 7");
    refuses((BOARD, "s -"), "A1A8", "\"A8\" is not a square: columns are A to G, rows 1 to 7");
    let reason = "\"fire\\u{7}!\" is not a move: a move is the square left and the square reached, such as A1B2";
    refuses((BOARD, "s -"), "fire\u{7}!", reason);
}
