//! Burning gas, filling up, and captures of one's own pieces.

use super::{forbids, legal, plays};

#[test]
fn a_piece_without_gas_cannot_move_at_all() {
    let stranded = "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- n0 N3 -- -- -- --
3  -- -- q0 N3 -- -- -- --
2  -- -- b0 N3 -- -- -- --
1  -- -- k1 N3 -- -- -- --
";
    legal(stranded, "C1B1 C1B2 C1C2 C1D1 C1D2");
    forbids(stranded, "C4D6", "The knight on C4 is out of gas and can never move again.");
    forbids(stranded, "C3D4", "The queen on C3 is out of gas and can never move again.");
    forbids(stranded, "C2D3", "The bishop on C2 is out of gas and can never move again.");
}

#[test]
fn a_king_without_gas_cannot_move_either() {
    let stranded = "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- -- -- -- -- -- --
3  -- -- -- -- -- -- -- --
2  -- N3 -- -- -- -- -- --
1  k0 -- -- -- -- -- -- n1
";
    legal(stranded, "H1F2 H1G3");
    forbids(stranded, "A1B2", "The king on A1 is out of gas and can never move again.");
}

/// One move after the other takes a tank from 3 to 0.
#[test]
fn a_quiet_move_burns_one() {
    let tanks = [
        "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- -- -- -- -- -- --
3  -- -- -- -- -- -- -- --
2  -- -- -- -- -- -- -- --
1  k0 -- b3 -- -- -- -- --
",
        "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- --
5  -- -- -- -- -- -- b2 --
4  -- -- -- -- -- -- -- --
3  -- -- -- -- -- -- -- --
2  -- -- -- -- -- -- -- --
1  k0 -- -- -- -- -- -- --
",
        "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- b1
5  -- -- -- -- -- -- -- --
4  -- -- -- -- -- -- -- --
3  -- -- -- -- -- -- -- --
2  -- -- -- -- -- -- -- --
1  k0 -- -- -- -- -- -- --
",
        "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- -- -- -- -- -- --
3  -- -- -- -- -- -- -- --
2  -- -- -- b0 -- -- -- --
1  k0 -- -- -- -- -- -- --
",
    ];
    for (pair, mv) in tanks.windows(2).zip(["C1G5", "G5H6", "H6D2"]) {
        plays(pair[0], mv, pair[1]);
    }
    // With its last piece out of gas, South has no move left.
    forbids(tanks[3], "D2C1", "The game is over: South has no legal move: all its pieces are out of gas.");
}

#[test]
fn a_quiet_move_leaves_the_other_tanks_alone() {
    let before = "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- N1 -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- -- q2 b1 -- -- --
3  -- -- -- -- -- -- -- --
2  -- -- -- -- n2 -- -- --
1  k1 -- -- -- -- -- -- --
";
    let after = "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- N1 -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- -- q2 b1 -- -- --
3  -- -- -- -- -- -- n1 --
2  -- -- -- -- -- -- -- --
1  k1 -- -- -- -- -- -- --
";
    plays(before, "E2G3", after);
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
    let after = "
7  -- -- -- -- -- -- -- K0
6  -- -- -- -- q3 -- N0 --
5  -- -- -- -- -- -- -- --
4  -- n0 -- -- -- b2 -- --
3  -- -- n2 -- n0 -- -- --
2  -- -- -- -- -- -- -- --
1  k2 -- -- -- -- -- -- --
";
    plays(THIRSTY, "D4E6", after);
}

#[test]
fn the_gas_and_kind_of_the_captured_piece_do_not_matter() {
    for captured in ["N0", "N1", "B2", "Q3", "n0", "b1", "q2"] {
        for gas in ["1", "2", "3"] {
            let drawing = |from: &str, to: &str| {
                format!(
                    "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- --
5  -- -- -- {to} -- -- -- --
4  -- -- -- -- -- -- -- --
3  -- {from} -- -- -- -- -- --
2  -- -- -- -- -- -- -- --
1  k0 -- -- -- -- -- -- --
"
                )
            };
            let before = drawing(&format!("b{gas}"), captured);
            plays(&before, "B3D5", &drawing("--", "b3"));
        }
    }
}

#[test]
fn a_side_may_capture_its_own_pieces_and_fills_up() {
    let after = "
7  -- -- -- -- -- -- -- K0
6  -- -- -- -- B3 -- N0 --
5  -- -- -- -- -- -- -- --
4  -- n0 -- -- -- b2 -- --
3  -- -- q3 -- n0 -- -- --
2  -- -- -- -- -- -- -- --
1  k2 -- -- -- -- -- -- --
";
    plays(THIRSTY, "D4C3", after);
}

#[test]
fn a_king_may_capture_its_own_pieces() {
    let before = "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- -- -- -- -- -- --
3  -- -- -- -- -- -- -- --
2  -- q2 -- -- -- -- -- --
1  k1 -- -- -- -- -- -- --
";
    let after = "
7  -- -- -- -- -- -- -- K3
6  -- -- -- -- -- -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- -- -- -- -- -- --
3  -- -- -- -- -- -- -- --
2  -- k3 -- -- -- -- -- --
1  -- -- -- -- -- -- -- --
";
    plays(before, "A1B2", after);
}

/// The king on D4 is within reach of a knight, a bishop and a queen of its own.
const AROUND_THE_KING: &str = "
7  -- -- -- -- -- -- -- K3
6  -- -- n3 -- -- -- -- --
5  -- -- -- -- -- -- -- --
4  -- -- -- k0 -- -- -- --
3  -- -- b3 -- -- q3 -- --
2  -- -- -- -- -- -- -- --
1  -- -- -- -- -- -- -- --
";

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
    let after = "
7  -- -- -- -- -- -- -- K0
6  -- -- -- -- B3 -- N0 --
5  -- -- -- -- -- -- -- --
4  -- n0 -- q1 -- b2 -- --
3  -- -- n2 -- n0 -- -- --
2  k1 -- -- -- -- -- -- --
1  -- -- -- -- -- -- -- --
";
    plays(THIRSTY, "A1A2", after);
}
