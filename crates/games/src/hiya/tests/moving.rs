//! Where pieces may go.

use super::{START, legal, north, reason, south};

#[test]
fn from_the_start_south_has_eleven_moves() {
    legal(
        START,
        "A3B4 B3A4 B3C4 C3B4 C3D4 E3E4 F3F4 G3G4 E2D3 E2C4 E2B5",
        "A6A5 B6B5 C6C5 E6D5 E6F5 F6E5 F6G5 G6F5 C7D6 C7E5 C7F4",
    );
}

#[test]
fn a_ninja_goes_any_distance_diagonally_forward() {
    south("K D8, j B2, k D1", "B2G7", "- B2, j G7");
    legal("K D8, J E7, j B2, k D1", "B2A3 B2C3 B2D4 B2E5 B2F6 B2G7", "E7D6 E7C5 E7B4 E7A3 E7F6 E7G5");
}

#[test]
fn a_ninja_goes_backward_only_when_the_landing_attacks() {
    // E2 lies in front of the mini-samurai on E3; no other square behind the ninja lies in front of an enemy.
    let before = "8  - - - K - - -
                  7  - - - - - - -
                  6  - - - - - - -
                  5  - j - - - - -
                  4  - - - - - - -
                  3  - - - - M - -
                  2  - - - - - - -
                  1  - - - k - - -";
    legal(before, "B5A6 B5C6 B5D7 B5E8 B5E2", "E3E2");
    south(before, "B5E2", "- B5 E3, j E2");
    reason(before, "s", "B5D3", "The ninja on B5 goes backward to D3 only to attack, and no enemy stands on D4.");
    reason(before, "s", "B5A4", "The ninja on B5 goes backward to A4 only to attack, and no enemy stands on A5.");
}

#[test]
fn backward_is_up_for_north() {
    north("K D8, m C6, J G3, k D1", "G3C7", "- C6 G3, J C7");
}

#[test]
fn a_piece_of_ones_own_in_front_makes_no_attack() {
    let board = "K D8, j B5, n D4, s F3, k D1";
    let own = "to D3 only to attack, and D4 holds South's own mini-ninja.";
    reason(board, "s", "B5D3", &format!("The ninja on B5 goes backward {own}"));
    reason(board, "s", "F3D3", &format!("The samurai on F3 goes sideways {own}"));
}

#[test]
fn nothing_can_be_attacked_beyond_the_last_row() {
    let board = "K D8, s F8, N G6, S B1, k D1, j G1";
    reason(board, "s", "F8G8", "The samurai on F8 goes sideways to G8 only to attack, and no row lies beyond it.");
    reason(board, "n", "B1A1", "The samurai on B1 goes sideways to A1 only to attack, and no row lies beyond it.");
}

#[test]
fn a_samurai_goes_any_distance_forward() {
    south("K D8, s A1, k D1", "A1A8", "- A1, s A8");
    legal("K D8, S G8, s A1, k D1", "A1A2 A1A3 A1A4 A1A5 A1A6 A1A7 A1A8", "G8G7 G8G6 G8G5 G8G4 G8G3 G8G2 G8G1");
}

#[test]
fn a_samurai_goes_sideways_only_when_the_landing_attacks() {
    let before = "8  - - - K - - -
                  7  - - - - - - -
                  6  N - - - - J -
                  5  - - s - - - -
                  4  - - - - - - -
                  3  - - - - - - -
                  2  - - - - - - -
                  1  - - - k - - -";
    legal(before, "C5C6 C5C7 C5C8 C5A5 C5F5", "A6B5 F6E5 F6D4 F6C3 F6B2 F6A1 F6G5");
    south(before, "C5F5", "- C5, N F6, s F5");
    reason(before, "s", "C5B5", "The samurai on C5 goes sideways to B5 only to attack, and no enemy stands on B6.");
}

#[test]
fn samurai_never_go_backward() {
    let board = "K D8, S F6, s B5, m C5, N B3 C3, k D1";
    reason(board, "s", "B5B4", "The samurai on B5 would go backward to B4, and samurai never do.");
    reason(board, "s", "C5C4", "The mini-samurai on C5 would go backward to C4, and samurai never do.");
    reason(board, "n", "F6F7", "The samurai on F6 would go backward to F7, and samurai never do.");
}

#[test]
fn a_samurai_does_not_even_go_backward_to_attack() {
    let board = "K D8, s B6, M B4, k D1";
    reason(board, "s", "B6B3", "The samurai on B6 would go backward to B3, and samurai never do.");
    legal(board, "B6B7 B6B8", "B4B3");
}

#[test]
fn minis_go_the_same_ways_one_step() {
    // C3 and F4 lie in front of enemies: the mini-ninja may step back to C3, the mini-samurai aside to F4.
    let board = "K D8, N F5, n B4, M C4, m E4, k D1";
    legal(board, "B4A5 B4C5 B4C3 E4E5 E4F4", "C4C3 F5G4");
    south(board, "B4C3", "- B4 C4, n C3");
    south(board, "E4F4", "- F5 E4, m F4");
    reason(board, "s", "B4D6", "The mini-ninja on B4 cannot reach D6: minis go one square only.");
    reason(board, "s", "E4E6", "The mini-samurai on E4 cannot reach E6: minis go one square only.");
    reason(board, "s", "B4A3", "The mini-ninja on B4 goes backward to A3 only to attack, and no enemy stands on A4.");
    reason(board, "s", "E4D4", "The mini-samurai on E4 goes sideways to D4 only to attack, and no enemy stands on D5.");
}

#[test]
fn a_demoted_piece_moves_as_a_mini() {
    legal("K D8, N B6, M F6, s B5, j F5, k D1", "F5E6 F5D7 F5C8 F5G6", "B6A5 B6C5");
}

#[test]
fn kings_never_move() {
    let board = "K D8, m C5, M C3, k D1";
    reason(board, "s", "D1D2", "The king on D1 never moves.");
    reason(board, "s", "D1C2", "The king on D1 never moves.");
    reason(board, "n", "D8D7", "The king on D8 never moves.");
    legal(board, "C5C6", "C3C2");
}

#[test]
fn pieces_move_only_onto_empty_squares() {
    let board = "K D8, N B6, n E5, s B3, j C3, k D1";
    reason(
        board,
        "s",
        "B3B6",
        "B6 holds North's mini-ninja, and pieces move only onto empty squares: an attack lands in front of its victim.",
    );
    reason(board, "s", "C3E5", "E5 holds South's own mini-ninja, and pieces move only onto empty squares.");
    legal(board, "B3B4 B3B5 C3B4 C3A5 C3D4 E5D6 E5F6", "B6A5 B6C5");
}

#[test]
fn no_piece_jumps() {
    let board = "K D8, N B6, J G6, n E5, M F4, s B3 G3, j C3, k D1";
    reason(board, "s", "B3B7", "The samurai on B3 cannot jump: North's mini-ninja on B6 is in the way to B7.");
    reason(board, "s", "C3F6", "The ninja on C3 cannot jump: South's mini-ninja on E5 is in the way to F6.");
    reason(board, "s", "G3A3", "The samurai on G3 cannot jump: South's ninja on C3 is in the way to A3.");
}

#[test]
fn pieces_keep_to_their_lines() {
    let board = "K D8, s A3, m B3, n D3, j E3, k D1";
    reason(board, "s", "A3B4", "The samurai on A3 cannot reach B4: samurai go straight, forward or sideways.");
    reason(board, "s", "B3A4", "The mini-samurai on B3 cannot reach A4: samurai go straight, forward or sideways.");
    reason(board, "s", "D3D4", "The mini-ninja on D3 cannot reach D4: ninjas go diagonally.");
    reason(board, "s", "E3F5", "The ninja on E3 cannot reach F5: ninjas go diagonally.");
    reason(board, "s", "E3F3", "The ninja on E3 cannot reach F3: ninjas go diagonally.");
}

#[test]
fn a_move_needs_a_piece_of_the_side_to_move_that_leaves_its_square() {
    let board = "K D8, S E7, j C2, k D1";
    reason(board, "s", "A1A2", "There is no piece on A1.");
    reason(board, "s", "E7E6", "The samurai on E7 is North's, and it is South's turn.");
    reason(board, "s", "C2C2", "The ninja on C2 must leave its square.");
}

#[test]
fn edges_end_every_line() {
    legal(
        "K D8, N A6 G6, s A4 G4, j A3 G3, k D1",
        "A4A5 G4G5 A3B4 A3C5 A3D6 A3E7 A3F8 G3F4 G3E5 G3D6 G3C7 G3B8",
        "A6B5 G6F5",
    );
}
