//! What an attack is, what it does, and how it ends the game.

use skirmish_board::{Notation, Outcome, Position, Side};

use super::{HiYa, START, legal, north, reason, south};
use crate::test_boards;

/// What is announced with a move of a side on the board.
#[track_caller]
fn remark(board: &str, side: &str, mv: &str) -> Option<&'static str> {
    let position = test_boards::position(&HiYa::start(), (board, side));
    position.announcement(position.parse_move(mv).unwrap_or_else(|error| panic!("{mv}: {error}")))
}

/// A middle game that fits the handout's text: its picture is lost.
const HANDOUT: &str = "8  - - - K - - -
                       7  J J J - S S S
                       6  M - M - N N N
                       5  - - - - - - -
                       4  - - n - m m -
                       3  n - n - - - m
                       2  s s s - j j j
                       1  - - - k - - -";

#[test]
fn the_handouts_ninja_attacks_the_mini_samurai_on_b6() {
    south(START, "E2B5", "- B6 E2, j B5");
    assert_eq!(remark(START, "s", "E2B5"), Some("Hi-YA!"));
}

#[test]
fn the_handouts_samurai_demotes_the_ninja_on_b7_from_b6() {
    south(HANDOUT, "B2B6", "- B2, N B7, s B6");
    assert_eq!(remark(HANDOUT, "s", "B2B6"), Some("Hi-YA!"));
    let slip =
        "B7 holds North's ninja, and pieces move only onto empty squares: an attack lands in front of its victim.";
    reason(HANDOUT, "s", "B2B7", slip);
    for quiet in ["B2B3", "F2E3", "F2D4"] {
        assert_eq!(remark(HANDOUT, "s", quiet), None);
    }
}

#[test]
fn the_handouts_mini_ninja_attacks_from_f5() {
    north(HANDOUT, "G6F5", "- G6 F4, N F5");
    assert_eq!(remark(HANDOUT, "n", "G6F5"), Some("Hi-YA!"));
    reason(HANDOUT, "n", "G5F5", "There is no piece on G5.");
}

#[test]
fn a_ninja_attacked_becomes_a_mini_ninja_and_a_samurai_a_mini_samurai() {
    let board = "K D8, J B6, S E6, s B3 E3, k D1";
    south(board, "B3B5", "- B3, N B6, s B5");
    south(board, "E3E5", "- E3, M E6, s E5");
    north(board, "E6E4", "- E6, S E4, m E3");
}

#[test]
fn minis_attacked_are_removed() {
    let board = "K D8, N B6, M E6, j C4, m E4, k D1";
    south(board, "C4B5", "- B6 C4, j B5");
    south(board, "E4E5", "- E6 E4, m E5");
}

#[test]
fn a_side_whose_king_is_attacked_loses() {
    let (before, after) = ("K D8, S D3, n G2, k D1", "K D8, S D2, n G2");
    north(before, "D3D2", "- D3 D1, S D2");
    assert_eq!(remark(before, "n", "D3D2"), Some("Hi-YA!"));
    let over = test_boards::position(&HiYa::start(), (after, "s"));
    assert_eq!(over.outcome(), Some(Outcome::Win(Side::North)));
    assert_eq!(over.ending(), "South's king was attacked.");
    reason(after, "s", "G2F3", "The game is over: South's king was attacked.");
    legal(after, "", "");
}

#[test]
fn a_side_without_a_legal_move_loses() {
    // The mini-ninja stands on the far row: nowhere forward, and nothing to attack behind.
    let board = "n A8, K D8, N G2, k D1";
    legal(board, "", "G2F1");
    let lost = test_boards::position(&HiYa::start(), (board, "s"));
    assert_eq!(lost.outcome(), Some(Outcome::Win(Side::North)));
    assert_eq!(lost.ending(), "South has no legal move.");
    let open = test_boards::position(&HiYa::start(), (board, "n"));
    assert_eq!((open.outcome(), open.ending()), (None, String::new()));
}

#[test]
fn standing_in_front_of_an_enemy_is_not_an_attack() {
    // After B4B5 the two stand face to face. Only the landing strikes: once, and only the mover's enemy.
    south("K D8, J B6, M F6, m B4, n G3, k D1", "B4B5", "- B4, N B6, m B5");
    north("K D8, N B6, M F6, m B5, n G3, k D1", "F6F5", "- F6, M F5");
    south("K D8, N B6, m B5, M F5, n G3, k D1", "G3F4", "- F5 G3, n F4");
}

#[test]
fn passing_in_front_of_an_enemy_is_not_an_attack() {
    south("K D8, M B6 C6, J E6, s A5, k D1", "A5E5", "- A5, N E6, s E5");
}

#[test]
fn only_the_enemy_one_square_further_in_the_column_is_attacked() {
    // C5 has enemies on all sides but ahead: diagonally, beside, behind, and two squares further.
    let board = "K D8, N C7 B6 D6 B4 D4, M B5 D5, s C2, k D1";
    assert_eq!(remark(board, "s", "C2C5"), None);
    south(board, "C2C5", "- C2, s C5");
}

#[test]
fn an_enemy_behind_the_landing_is_not_attacked() {
    let board = "K D8, N G5, j D3, k D1";
    assert_eq!(remark(board, "s", "D3G6"), None);
    south(board, "D3G6", "- D3, j G6");
}

#[test]
fn moving_in_front_of_ones_own_piece_is_not_an_attack() {
    let board = "K D8, m D6, n C4, k D1";
    assert_eq!(remark(board, "s", "C4D5"), None);
    south(board, "C4D5", "- C4, n D5");
}
