//! How TIEs and X-wings move.

use super::{HANDOUT, forbids, legal, plays, walled};

/// Lines of a rook: every empty square up to the edge or the first piece, an enemy there included, forward and to
/// both sides; behind, nothing but an enemy.
#[test]
fn a_tie_goes_straight_forward_and_sideways_and_backward_only_to_capture() {
    let board = "
        7  - - - - - - -
        6  - T ~ * ~ - -
        5  - - - - - - -
        4  - t - - x - -
        3  - - - - - - -
        2  - X + @ + - -
        1  - - - - - - -";
    legal((board, "s -"), "B4B5 B4B6 B4A4 B4C4 B4D4 B4B2 E4D5 E4F5 E4G6");
    forbids((board, "s -"), "B4B3 B4B1 B4B7 B4E4 B4F4 B4C5 B4A3 B4C6");
}

#[test]
fn the_same_holds_for_north_whose_forward_is_down() {
    let board = walled!("x F6, X D4, T F4, t F2");
    legal((board, "n -"), "F4F3 F4F2 F4E4 F4G4 F4F6 D4C3 D4B2 D4A1 D4E3 D4F2 D4F6");
}

#[test]
fn a_tie_moves_forward() {
    plays((walled!("t A1, T G1"), "s -"), "A1A7", ("- A1, t A7", "n -"));
}

#[test]
fn a_tie_captures_sideways() {
    plays((walled!("X A4, t F4"), "s -"), "F4A4", ("- F4, t A4", "n s"));
}

/// The capture is no sideways move: the flag stays down.
#[test]
fn a_tie_captures_backward() {
    plays((walled!("t A7, X A4"), "s -"), "A7A4", ("- A7, t A4", "n -"));
}

/// Lines of a bishop: every empty square up to the edge or the first piece, an enemy there included, forward; behind,
/// nothing but an enemy.
#[test]
fn an_x_wing_goes_diagonally_forward_and_backward_only_to_capture() {
    let board = "
        7  - - - - - - -
        6  X - ~ * ~ - -
        5  - - - - - - -
        4  - - x - - - -
        3  - - - - - - -
        2  T - + @ + - -
        1  - - - - - - -";
    legal((board, "s -"), "C4B5 C4A6 C4D5 C4A2");
    forbids((board, "s -"), "C4B3 C4D3 C4E2 C4C5 C4B4 C4D6 C4E6 C4F7 C4C3");
}

#[test]
fn an_x_wing_moves_forward() {
    plays((walled!("x C3, T G1"), "s -"), "C3F6", ("- C3, x F6", "n -"));
}

#[test]
fn an_x_wing_captures_backward_in_both_diagonals() {
    let before = walled!("x C5, X A3, T E3");
    plays((before, "s -"), "C5A3", ("- C5, x A3", "n -"));
    plays((before, "s -"), "C5E3", ("- C5, x E3", "n -"));
}

/// A captured piece is as far as a move goes, and nobody's piece can be passed, behind as in front.
#[test]
fn nothing_jumps() {
    let board = walled!("T A7 G7 A1 G1, X A6 F5 C4 D4 A2, t A4 F3, x E4");
    forbids((board, "s -"), "A4A7 A4D4 A4A1 E4G6 F3F7");
}

#[test]
fn nobody_captures_its_own() {
    let board = walled!("t B5 C1 D1 F1, x E5 D4 B2");
    forbids((board, "s -"), "D4E5 C1C2 D1D2 D1C1 B5E5 B5B2 E5D4");
}

/// Both at their far row, with no enemy in reach: the TIE may only slide along the row, the X-wing is stuck.
#[test]
fn on_the_far_row_only_sideways_moves_and_captures_are_left() {
    legal((walled!("t A7, x D7"), "s -"), "A7B7 A7C7");
}

/// The handout's example: its four moves of South, and the one of North with the axes as they are.
#[test]
fn the_example_of_the_handout() {
    let south = "A1A2 A1B1 C1B1 C1D1 E1D1 F1G1 F1F2 C4B5 C4A6 C4D5 A3B4 A3C5 F3E4 F3D5 F3G4 G3F4 G3E5";
    legal((HANDOUT, "s -"), south);
    // South's last move was B1A1: now F1G1 is illegal, and so is every other TIE move along the row.
    legal((HANDOUT, "s s"), "A1A2 F1F2 C4B5 C4A6 C4D5 A3B4 A3C5 F3E4 F3D5 F3G4 G3F4 G3E5");
    plays((HANDOUT, "s -"), "C4A6", ("- C4, x A6", "n -"));
    plays((HANDOUT, "n -"), "G7F7", ("- G7, T F7", "s n"));
}
