//! How a game ends, and what does not end it.

use skirmish_board::{Notation, Outcome, Position, Side};

use super::{GasTank, legal, plays};
use crate::test_boards;

/// Checks how a position ended, and that nothing can be played there.
#[track_caller]
fn ended(board: &str, side: &str, winner: Side, reason: &str) {
    let position = test_boards::position(&GasTank::start(), (board, side));
    assert_eq!(position.outcome(), Some(Outcome::Win(winner)));
    assert_eq!(position.ending(), reason);
    test_boards::legal(&GasTank::start(), (board, side), "");
    let words = ["The game is over: ", reason];
    test_boards::forbids(&GasTank::start(), (board, side), "A1A2", &words);
}

#[test]
fn capturing_the_king_wins() {
    plays("K3 H7, N3 D4, k3 A1, b1 B1", "B1H7", "- B1, b3 H7");
    ended("b3 H7, N3 D4, k3 A1", "n", Side::South, "North's king was captured.");
}

#[test]
fn capturing_a_king_without_gas_wins_and_fills_up() {
    plays("K0 A7, k1 A6", "A6A7", "- A6, k3 A7");
    ended("k3 A7", "n", Side::South, "North's king was captured.");
}

#[test]
fn a_missing_king_has_lost_whoever_is_to_move() {
    ended("K3 H7, n3 D4", "s", Side::North, "South's king was captured.");
    ended("K3 H7, n3 D4", "n", Side::North, "South's king was captured.");
}

const OUT_OF_GAS: &str = "K0 H7, n0 D4, q0 F2, k0 A1";

#[test]
fn the_side_to_move_loses_without_a_legal_move() {
    ended(OUT_OF_GAS, "s", Side::North, "South has no legal move: all its pieces are out of gas.");
    ended(OUT_OF_GAS, "n", Side::South, "North has no legal move: all its pieces are out of gas.");
}

/// Gas alone does not make a move: a bishop in a corner whose only way out is its own king is stuck.
#[test]
fn a_bishop_in_a_corner_may_be_stuck_behind_its_king() {
    let stuck = "K3 H7, k0 G2, b2 H1";
    ended(stuck, "s", Side::North, "South has no legal move: its own king blocks its only piece with gas.");
    // With gas the king goes aside.
    legal("K3 H7, k1 G2, b2 H1", "G2F1 G2F2 G2F3 G2G1 G2G3 G2H1 G2H2 G2H3");
    // An enemy king is no obstacle.
    legal("k0 H7, K3 G2, b2 H1", "H1G2");
}

#[test]
fn a_king_may_step_into_danger_and_stay_there() {
    plays("K3 H7, B3 E5, k3 A2, n3 H1", "A2A1", "- A2, k2 A1");
    plays("K3 H7, B3 E5, k2 A1, n3 H1", "H1G3", "- H1, n2 G3");
}

#[test]
fn a_game_goes_on_while_there_is_a_move() {
    assert_eq!(GasTank::start().outcome(), None);
    assert_eq!(GasTank::start().ending(), "");
    let one_drop = OUT_OF_GAS.replace("n0", "n1");
    legal(&one_drop, "D4B3 D4B5 D4C2 D4C6 D4E2 D4E6 D4F3 D4F5");
}
