//! How rooks and kings slide, and how rooks change.

use super::*;

#[test]
fn left_rook_goes_forward_or_left_any_distance() {
    let before = "K D8, l D4, k B1";
    south_has(before, "D4A4 D4B4 D4C4 D4D5 D4D6 D4D7 D4D8");
    south(before, "D4A4", "- D4, l A4");
}

#[test]
fn right_rook_goes_forward_or_right_any_distance() {
    let before = "K D8, r B4, k B1";
    south_has(before, "B4C4 B4D4 B4E4 B4B5 B4B6 B4B7 B4B8");
    south(before, "B4B6", "- B4, r B6");
}

/// Left is toward column A for North as well, although North looks down the board.
#[test]
fn left_and_right_are_the_screens_for_both_sides() {
    north_has("K D8, R E5, L B4, k B1", "B4A4 B4B3 B4B2 B4B1 E5E4 E5E3 E5E2 E5E1");
}

#[test]
fn rook_stops_before_its_own_pieces_and_on_the_first_enemy() {
    let before = "
        8  - - - K -
        7  - - P - -
        6  - - P - -
        5  - - - - -
        4  N P r - p
        3  p l l P -
        2  - - - - -
        1  - k - - -";
    // C4 goes right as far as D4 and forward as far as C6. B3 has an own pawn at its left, C3 own rooks on both ways.
    south_has(before, "C4D4 C4C5 C4C6 B3B4 A3B4 E4E5");
    south(before, "C4C6", "- C4, r C6");
}

#[test]
fn left_rook_becomes_a_right_rook_when_it_arrives_on_the_far_row() {
    south("K D8, l B4, k B1", "B4B8", "- B4, r B8");
}

#[test]
fn right_rook_becomes_a_left_rook_when_it_arrives_on_the_far_row_by_capturing() {
    north("K D8, R E4, k B1, l E1", "E4E1", "- E4, L E1");
}

#[test]
fn rook_changes_once_and_sliding_along_the_far_row_changes_nothing() {
    let arrived = "r A8, K E8, k B1";
    south_has(arrived, "A8B8 A8C8 A8D8 A8E8");
    south(arrived, "A8C8", "- A8, r C8");
    // A whole journey: the rook turns when it arrives and is still the same after two slides.
    let start = parsed("----K/l--P-/-----/-----/-----/-----/-----/-k--- s -");
    let end = after(start, "A7A8 accept D7D6 accept A8B8 accept D6D5 accept B8C8 accept");
    assert_eq!(end.format_position(), "--r-K/-----/-----/---P-/-----/-----/-----/-k--- n -");
}

/// A rook's own home row is nothing special: there it slides without changing.
#[test]
fn rook_does_not_change_on_its_home_row() {
    south("K D8, k B1, l E1", "E1C1", "- E1, l C1");
}

#[test]
fn king_moves_only_to_capture_the_first_piece_it_meets_in_its_row() {
    let before = "
        8  - - - K -
        7  - - - - -
        6  - - - - -
        5  - - - - -
        4  - - - - -
        3  - - - - -
        2  P P P P -
        1  P - k - N";
    south_has(before, "C1A1 C1E1");
    south(before, "C1A1", "- C1, k A1");
}

#[test]
fn king_jumps_over_neither_its_own_pieces_nor_enemies() {
    south_has("K D8, P A1 E1, p B1, k C1, N D1", "C1D1 B1B2");
}

/// A king that stands elsewhere keeps to the row where it stands.
#[test]
fn king_slides_along_any_row_and_may_capture_the_other_king() {
    let before = "k A5, K E5";
    south_has(before, "A5E5");
    north_has(before, "E5A5");
    south(before, "A5E5", "- A5, k E5");
}
