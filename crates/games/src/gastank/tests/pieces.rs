//! How each piece moves.

use super::{HANDOUT, forbids, legal, plays};

const LONE_KNIGHT: &str = "K3 H7, n3 D4, k0 A1";

#[test]
fn a_knight_jumps_two_and_one_in_all_directions() {
    legal(LONE_KNIGHT, "D4B3 D4B5 D4C2 D4C6 D4E2 D4E6 D4F3 D4F5");
    let words = "The knight on D4 cannot reach D6: a knight jumps two squares in one direction and one across.";
    forbids(LONE_KNIGHT, "D4D6", words);
    forbids(LONE_KNIGHT, "D4E5", "The knight on D4 cannot reach E5");
}

#[test]
fn a_knight_stays_on_the_board() {
    legal("n1 H7 A1, K3 D5, k0 A2", "A1B3 A1C2 H7F6 H7G5");
}

#[test]
fn a_knight_jumps_over_pieces_of_both_sides() {
    let surrounded = "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- --
5  -- -- N0 N0 N0 -- -- --
4  -- -- b0 n3 b0 -- -- --
3  -- -- N0 b0 b0 -- -- --
2  -- -- -- -- -- -- -- --
1  k0 -- -- -- -- -- -- --
";
    legal(surrounded, "D4B3 D4B5 D4C2 D4C6 D4E2 D4E6 D4F3 D4F5");
    plays(surrounded, "D4E6", "- D4, n2 E6");
}

#[test]
fn a_knight_captures_where_it_lands() {
    plays("K3 H7, Q2 E6, n2 D4, k0 A1", "D4E6", "- D4, n3 E6");
}

/// A bishop on D4 with an enemy on B6, a piece of its own on F2, and free diagonals to A1 and G7.
const BISHOP: &str = "
7  N0 -- -- -- -- -- -- K3
6  -- N1 -- -- -- -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- -- b3 -- -- -- --
3  -- -- -- -- -- -- -- --
2  -- -- -- -- -- n0 -- --
1  -- -- -- -- k0 -- -- --
";

#[test]
fn a_bishop_goes_any_distance_diagonally_up_to_the_first_piece() {
    legal(BISHOP, "D4C3 D4B2 D4A1 D4C5 D4B6 D4E5 D4F6 D4G7 D4E3 D4F2");
    forbids(BISHOP, "D4D5", "The bishop on D4 cannot reach D5: a bishop goes diagonally only.");
    forbids(BISHOP, "D4F4", "The bishop on D4 cannot reach F4: a bishop goes diagonally only.");
    forbids(BISHOP, "D4E6", "The bishop on D4 cannot reach E6: a bishop goes diagonally only.");
}

#[test]
fn a_bishop_captures_the_first_piece_it_meets() {
    plays(BISHOP, "D4B6", "- D4, b3 B6");
}

#[test]
fn a_bishop_never_jumps() {
    forbids(BISHOP, "D4A7", "The bishop on D4 cannot jump: North's knight on B6 is in the way to A7.");
    forbids(BISHOP, "D4G1", "The bishop on D4 cannot jump: South's knight on F2 is in the way to G1.");
}

/// A queen on C3, its diagonals blocked by an enemy on D4 and a piece of its own on B2.
const QUEEN: &str = "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- -- N1 -- -- -- --
3  -- -- q2 -- -- -- -- --
2  -- b0 -- -- -- -- -- --
1  -- -- -- -- -- -- k0 --
";

#[test]
fn a_queen_moves_as_a_knight_or_as_a_bishop() {
    let as_bishop = "C3B2 C3B4 C3A5 C3D2 C3E1 C3D4";
    let as_knight = "C3A2 C3A4 C3B1 C3B5 C3D1 C3D5 C3E2 C3E4";
    legal(QUEEN, &format!("{as_bishop} {as_knight}"));
    plays(QUEEN, "C3E4", "- C3, q1 E4");
}

#[test]
fn a_queen_never_goes_straight() {
    let words = "The queen on C3 cannot reach C4: a queen moves as a bishop or as a knight.";
    forbids(QUEEN, "C3C4", words);
    forbids(QUEEN, "C3H3", "The queen on C3 cannot reach H3");
}

#[test]
fn a_queen_jumps_only_as_a_knight() {
    forbids(QUEEN, "C3E5", "The queen on C3 cannot jump: North's knight on D4 is in the way to E5.");
    forbids(QUEEN, "C3A1", "The queen on C3 cannot jump: South's bishop on B2 is in the way to A1.");
    let fenced = "K3 H7, N0 B4 C4 D4 B3 D3 B2 C2 D2, q2 C3, k0 G1";
    legal(fenced, "C3B2 C3B4 C3D2 C3D4 C3A2 C3A4 C3B1 C3B5 C3D1 C3D5 C3E2 C3E4");
}

#[test]
fn a_king_goes_one_square_in_any_direction() {
    let middle = "K3 H7, k2 D4";
    legal(middle, "D4C3 D4C4 D4C5 D4D3 D4D5 D4E3 D4E4 D4E5");
    let words = "The king on D4 cannot reach D6: a king goes one square in any direction.";
    forbids(middle, "D4D6", words);
    forbids(middle, "D4E6", "The king on D4 cannot reach E6");
}

#[test]
fn a_king_stays_on_the_board_and_captures_what_is_next_to_it() {
    let corner = "N3 G7, k1 H7, n0 H6, K3 A1";
    legal(corner, "H7G7 H7G6 H7H6");
    plays(corner, "H7G7", "- H7, k3 G7");
}

#[test]
fn moves_need_a_piece_of_the_side_to_move_and_a_new_square() {
    forbids(HANDOUT, "A1A2", "There is no piece on A1.");
    forbids(HANDOUT, "B5A7", "The knight on B5 is North's, and it is South's turn.");
    forbids(HANDOUT, "E1E1", "The king on E1 must leave its square.");
}

#[test]
fn north_moves_in_the_same_ways() {
    let start = super::GasTank::start();
    let north = "K0 H7, Q1 D4, n0 C3, k3 E3";
    let as_bishop = "D4C3 D4C5 D4B6 D4A7 D4E3 D4E5 D4F6 D4G7";
    let as_knight = "D4B3 D4B5 D4C2 D4C6 D4E2 D4E6 D4F3 D4F5";
    crate::test_boards::legal(&start, (north, "n"), &format!("{as_bishop} {as_knight}"));
}

/// The handout's own examples.
#[test]
fn the_handouts_moves_are_legal() {
    plays(HANDOUT, "A3D6", "- A3, b3 D6");
    let position = crate::test_boards::position(&super::GasTank::start(), (HANDOUT, "s"));
    for mv in ["D1C2", "D1E3", "A3B2", "F1G2"] {
        assert!(skirmish_board::Notation::parse_move(&position, mv).is_ok(), "{mv}");
    }
}
