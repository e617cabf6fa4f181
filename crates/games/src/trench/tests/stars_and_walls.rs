//! Walls and Death Stars: what never moves, and what is captured from behind or not at all.

use super::{forbids, legal, plays, walled};

#[test]
fn walls_and_death_stars_never_move() {
    let board = walled!("X B5, T B3, t B1");
    forbids((board, "s -"), "C2C3 C2B3 C2B2 C2C1 D2D3 D2D1 D2E3 E2F2 D2B2");
    forbids((board, "n -"), "C6C5 C6B5 C6B6 C6C7 D6D5 D6D7 D6C5 E6F6");
    legal((board, "s -"), "B1A1 B1C1 B1D1 B1E1 B1F1 B1G1 B1B2 B1B3");
}

/// From before, from beside, from behind, straight and diagonally.
#[test]
fn a_wall_is_never_captured() {
    let board = "
        7  - x t - - x -
        6  - - ~ * ~ - t
        5  - - - - - - -
        4  x - t - - - -
        3  - - - - - - -
        2  - - + @ + - -
        1  - - - - - - -";
    forbids((board, "s -"), "B7C6 C7C6 F7E6 G6E6 A4C6 C4C6");
}

/// Nor is a wall captured by its own side, and a wall stops whatever flies at it.
#[test]
fn a_wall_stops_every_line() {
    let board = walled!("x A4, t C1");
    legal((board, "s s"), "A4B5");
    forbids((board, "s s"), "A4C6 A4D7 C1C2 C1C3");
}

#[test]
fn a_tie_captures_the_death_star_straight_from_behind() {
    plays((walled!("t D7, T G1"), "s s"), "D7D6", ("- D7, t D6", "n -"));
}

#[test]
fn an_x_wing_captures_the_death_star_diagonally_from_behind() {
    let before = walled!("X C1 E1, t G1");
    plays((before, "n -"), "C1D2", ("- C1, X D2", "s -"));
    plays((before, "n -"), "E1D2", ("- E1, X D2", "s -"));
}

/// A Death Star elsewhere, with nothing beside it, can be reached from all sides: still only a move going backward
/// captures it.
#[test]
fn a_death_star_is_never_captured_forward_or_sideways() {
    let board = "
        7  - - - t - - -
        6  - x - - - x -
        5  - - - - - - -
        4  t - - * - - t
        3  - - - - - - -
        2  - x - t - x -
        1  - - - @ - - -";
    forbids((board, "s -"), "A4D4 G4D4 D2D4 B2D4 F2D4");
    let mates = "D7D4 B6D4 F6D4";
    let others = "A4A5 A4A6 A4A7 A4B4 A4C4 G4G5 G4G6 G4G7 G4F4 G4E4 D2D3 D2C2 D2E2 B2A3 B2C3 F2G3 F2E3 \
                  D7A7 D7B7 D7C7 D7E7 D7F7 D7G7 B6A7 B6C7 F6E7 F6G7";
    legal((board, "s -"), &format!("{mates} {others}"));
}

#[test]
fn nobody_captures_its_own_death_star() {
    let board = "T D7, * D6, X C5 E5, @ D2, x C1 E1, t D1";
    forbids((board, "s -"), "C1D2 D1D2 E1D2");
    forbids((board, "n -"), "D7D6 C5D6 E5D6");
}

/// There is no check: a side may leave its Death Star where it can be captured, and need not capture the enemy's.
#[test]
fn a_death_star_may_be_left_in_danger() {
    let board = walled!("x C7, T G4 D1");
    legal((board, "s -"), "C7D6");
    legal((board, "n n"), "D1D2 G4G3 G4G2 G4G1");
}
