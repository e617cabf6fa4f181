//! The start, and how pawns and knights move and capture.

use super::*;

#[test]
fn the_start_is_as_the_rules_print_it_and_south_proposes() {
    let start = Refusal::start();
    assert_eq!(start.format_position(), "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -");
    assert_eq!(parsed("R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l s -"), start);
    assert!(start.is_proposal_turn());
}

#[test]
fn lines_of_accepted_moves_from_the_start_are_as_many_as_the_rules_say() {
    for (depth, lines) in [(0, 1), (1, 11), (2, 121), (3, 1_529), (4, 19_268)] {
        assert_eq!(skirmish_board::perft(&Refusal::start(), depth), lines, "depth {depth}");
    }
}

#[test]
fn pawn_goes_one_forward_onto_an_empty_square() {
    let before = "K D8, P B6, p D3, k B1";
    south_has(before, "D3D4");
    north_has(before, "B6B5");
    south(before, "D3D4", "- D3, p D4");
    north(before, "B6B5", "- B6, P B5");
}

#[test]
fn pawn_captures_one_diagonally_forward_and_only_there() {
    let before = "
        8  - - - K -
        7  - - - - -
        6  - - - - -
        5  P N P - -
        4  P p P - -
        3  P P P - -
        2  - - - - -
        1  - k - - -";
    south_has(before, "B4A5 B4C5");
    south(before, "B4C5", "- B4, p C5");
}

#[test]
fn pawn_of_north_captures_diagonally_downward() {
    let before = "K D8, n C6 C4, P D5, p D4, r E4, k B1";
    north_has(before, "D5C4 D5E4");
    north(before, "D5E4", "- D5, P E4");
}

#[test]
fn pawn_takes_neither_its_own_nor_wraps_around_the_edge() {
    // A5 holds an own knight, and E4 has no diagonal beyond column E.
    south_has("K D8, P A6 B5 E5, n A5, p A4 E4, k B1", "A4B5 A5C6 A5B7");
}

#[test]
fn pawn_stays_a_pawn_on_the_far_row_and_is_stuck_there() {
    south("K D8, p A7, P E2, k B1", "A7A8", "- A7, p A8");
    let stuck = "p A8, K D8, k B1, P E1";
    south_has(stuck, "B1E1");
    north_has(stuck, "D8A8");
}

#[test]
fn knight_jumps_forward_only_two_and_one_or_one_and_two() {
    let before = "K D8, n C4, k B1";
    south_has(before, "C4A5 C4B6 C4D6 C4E5");
    south(before, "C4D6", "- C4, n D6");
    north_has("K D8, N C5, k B1", "C5A4 C5B3 C5D3 C5E4");
}

#[test]
fn knight_stays_on_the_board() {
    south_has("K D8, n E7 A4, k B1", "A4B6 A4C5 E7C8");
}

#[test]
fn knight_jumps_over_pieces_and_captures_enemies_but_not_its_own() {
    let before = "
        8  - - - K -
        7  - - - - -
        6  - P P p -
        5  - P P P P
        4  - P n P -
        3  - - - - -
        2  - - - - -
        1  - k - - -";
    // B6 and E5 hold enemies, A5 is empty, D6 is an own pawn, which may go on to D7.
    south_has(before, "C4A5 C4B6 C4E5 D6D7");
    south(before, "C4B6", "- C4, n B6");
}

#[test]
fn knight_is_stuck_on_the_far_row() {
    let board = "n B8, K D8, k B1, N D1";
    // Only the kings can move: each can capture the knight that came to its row.
    south_has(board, "B1D1");
    north_has(board, "D8B8");
}
