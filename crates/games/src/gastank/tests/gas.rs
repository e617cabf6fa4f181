//! Burning gas, filling up, and captures of one's own pieces.

use super::{forbids, legal, plays};

#[test]
fn a_piece_without_gas_cannot_move_at_all() {
    let stranded = "K3 H7, n0 C4, N3 D4 D3 D2 D1, q0 C3, b0 C2, k1 C1";
    legal(stranded, "C1B1 C1B2 C1C2 C1D1 C1D2");
    forbids(stranded, "C4D6", "The knight on C4 is out of gas and can never move again.");
    forbids(stranded, "C3D4", "The queen on C3 is out of gas and can never move again.");
    forbids(stranded, "C2D3", "The bishop on C2 is out of gas and can never move again.");
}

#[test]
fn a_king_without_gas_cannot_move_either() {
    let stranded = "K3 H7, N3 B2, k0 A1, n1 H1";
    legal(stranded, "H1F2 H1G3");
    forbids(stranded, "A1B2", "The king on A1 is out of gas and can never move again.");
}

/// One move after the other takes a tank from 3 to 0.
#[test]
fn a_quiet_move_burns_one() {
    plays("K3 H7, k0 A1, b3 C1", "C1G5", "- C1, b2 G5");
    plays("K3 H7, k0 A1, b2 G5", "G5H6", "- G5, b1 H6");
    plays("K3 H7, k0 A1, b1 H6", "H6D2", "- H6, b0 D2");
    // With its last piece out of gas, South has no move left.
    forbids("K3 H7, k0 A1, b0 D2", "D2C1", "The game is over: South has no legal move: all its pieces are out of gas.");
}

#[test]
fn a_quiet_move_leaves_the_other_tanks_alone() {
    plays("K3 H7, N1 E6, q2 D4, b1 E4, n2 E2, k1 A1", "E2G3", "- E2, n1 G3");
}

/// A queen on its last drop, next to pieces of all sorts.
const THIRSTY: &str = "
7  -- -- -- -- -- -- -- K0
6  -- -- -- -- B3 -- N0 --
5  -- -- -- -- -- -- -- --
4  -- n0 -- q1 -- b2 -- --
3  -- -- n2 -- n0 -- -- --
2  -- -- -- -- -- -- -- --
1  k2 -- -- -- -- -- -- --
";

#[test]
fn a_capture_fills_the_tank_of_the_capturer() {
    plays(THIRSTY, "D4E6", "- D4, q3 E6");
}

#[test]
fn the_gas_and_kind_of_the_captured_piece_do_not_matter() {
    for captured in ["N0", "N1", "B2", "Q3", "n0", "b1", "q2"] {
        for gas in ["1", "2", "3"] {
            plays(&format!("K3 H7, {captured} D5, b{gas} B3, k0 A1"), "B3D5", "- B3, b3 D5");
        }
    }
}

#[test]
fn a_side_may_capture_its_own_pieces_and_fills_up() {
    plays(THIRSTY, "D4C3", "- D4, q3 C3");
}

#[test]
fn a_king_may_capture_its_own_pieces() {
    plays("K3 H7, q2 B2, k1 A1", "A1B2", "- A1, k3 B2");
}

/// The king on D4 is within reach of a knight, a bishop and a queen of its own.
const AROUND_THE_KING: &str = "K3 H7, n3 C6, k0 D4, b3 C3, q3 F3";

#[test]
fn no_side_captures_its_own_king() {
    for mv in ["C6D4", "C3D4", "F3D4"] {
        forbids(AROUND_THE_KING, mv, "D4 holds South's own king, the one piece that South may not capture.");
    }
    let knight = "C6A5 C6A7 C6B4 C6E5 C6E7";
    let bishop = "C3A1 C3A5 C3B2 C3B4 C3D2 C3E1";
    let queen = "F3D1 F3E2 F3G4 F3H5 F3E4 F3D5 F3G2 F3H1 F3D2 F3E1 F3E5 F3G1 F3G5 F3H2 F3H4";
    // The queen takes its own knight from afar.
    legal(AROUND_THE_KING, &format!("{knight} {bishop} {queen} F3C6"));
}

#[test]
fn ones_own_king_is_in_the_way_like_any_piece() {
    forbids(AROUND_THE_KING, "C3E5", "The bishop on C3 cannot jump: South's king on D4 is in the way to E5.");
}

#[test]
fn capturing_is_never_compulsory() {
    plays(THIRSTY, "A1A2", "- A1, k1 A2");
}
