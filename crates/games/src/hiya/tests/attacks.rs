//! What an attack is, what it does, and how it ends the game.

use skirmish_board::{Notation, Outcome, Position, Side};

use super::{HiYa, legal, north, reason, south};
use crate::drawn;

/// What is announced with a move of a side on the drawn board.
#[track_caller]
fn remark(drawing: &str, side: &str, mv: &str) -> Option<&'static str> {
    let position = drawn::position(&HiYa::start(), drawing, side);
    position.remark(position.parse_move(mv).unwrap_or_else(|error| panic!("{mv}: {error}")))
}

const START: &str = "8  - - - K - - -   computer
                     7  J J J - S S S
                     6  M M M - N N N
                     5  - - - - - - -
                     4  - - - - - - -
                     3  n n n - m m m
                     2  s s s - j j j
                     1  - - - k - - -   human";

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
    south(
        START,
        "E2B5",
        "8  - - - K - - -
         7  J J J - S S S
         6  M - M - N N N
         5  - j - - - - -
         4  - - - - - - -
         3  n n n - m m m
         2  s s s - - j j
         1  - - - k - - -",
    );
    assert_eq!(remark(START, "s", "E2B5"), Some("Hi-YA!"));
}

#[test]
fn the_handouts_samurai_demotes_the_ninja_on_b7_from_b6() {
    south(
        HANDOUT,
        "B2B6",
        "8  - - - K - - -
         7  J N J - S S S
         6  M s M - N N N
         5  - - - - - - -
         4  - - n - m m -
         3  n - n - - - m
         2  s - s - j j j
         1  - - - k - - -",
    );
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
    north(
        HANDOUT,
        "G6F5",
        "8  - - - K - - -
         7  J J J - S S S
         6  M - M - N N -
         5  - - - - - N -
         4  - - n - m - -
         3  n - n - - - m
         2  s s s - j j j
         1  - - - k - - -",
    );
    assert_eq!(remark(HANDOUT, "n", "G6F5"), Some("Hi-YA!"));
    reason(HANDOUT, "n", "G5F5", "There is no piece on G5.");
}

#[test]
fn a_ninja_attacked_becomes_a_mini_ninja_and_a_samurai_a_mini_samurai() {
    let board = "8  - - - K - - -
                 7  - - - - - - -
                 6  - J - - S - -
                 5  - - - - - - -
                 4  - - - - - - -
                 3  - s - - s - -
                 2  - - - - - - -
                 1  - - - k - - -";
    south(
        board,
        "B3B5",
        "8  - - - K - - -
         7  - - - - - - -
         6  - N - - S - -
         5  - s - - - - -
         4  - - - - - - -
         3  - - - - s - -
         2  - - - - - - -
         1  - - - k - - -",
    );
    south(
        board,
        "E3E5",
        "8  - - - K - - -
         7  - - - - - - -
         6  - J - - M - -
         5  - - - - s - -
         4  - - - - - - -
         3  - s - - - - -
         2  - - - - - - -
         1  - - - k - - -",
    );
    north(
        board,
        "E6E4",
        "8  - - - K - - -
         7  - - - - - - -
         6  - J - - - - -
         5  - - - - - - -
         4  - - - - S - -
         3  - s - - m - -
         2  - - - - - - -
         1  - - - k - - -",
    );
}

#[test]
fn minis_attacked_are_removed() {
    let board = "8  - - - K - - -
                 7  - - - - - - -
                 6  - N - - M - -
                 5  - - - - - - -
                 4  - - j - m - -
                 3  - - - - - - -
                 2  - - - - - - -
                 1  - - - k - - -";
    south(
        board,
        "C4B5",
        "8  - - - K - - -
         7  - - - - - - -
         6  - - - - M - -
         5  - j - - - - -
         4  - - - - m - -
         3  - - - - - - -
         2  - - - - - - -
         1  - - - k - - -",
    );
    south(
        board,
        "E4E5",
        "8  - - - K - - -
         7  - - - - - - -
         6  - N - - - - -
         5  - - - - m - -
         4  - - j - - - -
         3  - - - - - - -
         2  - - - - - - -
         1  - - - k - - -",
    );
}

#[test]
fn a_side_whose_king_is_attacked_loses() {
    let before = "8  - - - K - - -
                  7  - - - - - - -
                  6  - - - - - - -
                  5  - - - - - - -
                  4  - - - - - - -
                  3  - - - S - - -
                  2  - - - - - - n
                  1  - - - k - - -";
    let after = "8  - - - K - - -
                 7  - - - - - - -
                 6  - - - - - - -
                 5  - - - - - - -
                 4  - - - - - - -
                 3  - - - - - - -
                 2  - - - S - - n
                 1  - - - - - - -";
    north(before, "D3D2", after);
    assert_eq!(remark(before, "n", "D3D2"), Some("Hi-YA!"));
    let over = drawn::position(&HiYa::start(), after, "s");
    assert_eq!(over.outcome(), Some(Outcome::Win(Side::North)));
    assert_eq!(over.ending(), "South's king was attacked.");
    reason(after, "s", "G2F3", "The game is over: South's king was attacked.");
    legal(after, "", "");
}

#[test]
fn a_side_without_a_legal_move_loses() {
    // The mini-ninja stands on the far row: nowhere forward, and nothing to attack behind.
    let board = "8  n - - K - - -
                 7  - - - - - - -
                 6  - - - - - - -
                 5  - - - - - - -
                 4  - - - - - - -
                 3  - - - - - - -
                 2  - - - - - - N
                 1  - - - k - - -";
    legal(board, "", "G2F1");
    let lost = drawn::position(&HiYa::start(), board, "s");
    assert_eq!(lost.outcome(), Some(Outcome::Win(Side::North)));
    assert_eq!(lost.ending(), "South has no legal move.");
    let open = drawn::position(&HiYa::start(), board, "n");
    assert_eq!((open.outcome(), open.ending()), (None, String::new()));
}

#[test]
fn standing_in_front_of_an_enemy_is_not_an_attack() {
    // After B4B5 the two stand face to face. Only the landing strikes: once, and only the mover's enemy.
    south(
        "8  - - - K - - -
         7  - - - - - - -
         6  - J - - - M -
         5  - - - - - - -
         4  - m - - - - -
         3  - - - - - - n
         2  - - - - - - -
         1  - - - k - - -",
        "B4B5",
        "8  - - - K - - -
         7  - - - - - - -
         6  - N - - - M -
         5  - m - - - - -
         4  - - - - - - -
         3  - - - - - - n
         2  - - - - - - -
         1  - - - k - - -",
    );
    north(
        "8  - - - K - - -
         7  - - - - - - -
         6  - N - - - M -
         5  - m - - - - -
         4  - - - - - - -
         3  - - - - - - n
         2  - - - - - - -
         1  - - - k - - -",
        "F6F5",
        "8  - - - K - - -
         7  - - - - - - -
         6  - N - - - - -
         5  - m - - - M -
         4  - - - - - - -
         3  - - - - - - n
         2  - - - - - - -
         1  - - - k - - -",
    );
    south(
        "8  - - - K - - -
         7  - - - - - - -
         6  - N - - - - -
         5  - m - - - M -
         4  - - - - - - -
         3  - - - - - - n
         2  - - - - - - -
         1  - - - k - - -",
        "G3F4",
        "8  - - - K - - -
         7  - - - - - - -
         6  - N - - - - -
         5  - m - - - - -
         4  - - - - - n -
         3  - - - - - - -
         2  - - - - - - -
         1  - - - k - - -",
    );
}

#[test]
fn passing_in_front_of_an_enemy_is_not_an_attack() {
    south(
        "8  - - - K - - -
         7  - - - - - - -
         6  - M M - J - -
         5  s - - - - - -
         4  - - - - - - -
         3  - - - - - - -
         2  - - - - - - -
         1  - - - k - - -",
        "A5E5",
        "8  - - - K - - -
         7  - - - - - - -
         6  - M M - N - -
         5  - - - - s - -
         4  - - - - - - -
         3  - - - - - - -
         2  - - - - - - -
         1  - - - k - - -",
    );
}

#[test]
fn only_the_enemy_one_square_further_in_the_column_is_attacked() {
    // C5 has enemies on all sides but ahead: diagonally, beside, behind, and two squares further.
    let board = "8  - - - K - - -
                 7  - - N - - - -
                 6  - N - N - - -
                 5  - M - M - - -
                 4  - N - N - - -
                 3  - - - - - - -
                 2  - - s - - - -
                 1  - - - k - - -";
    assert_eq!(remark(board, "s", "C2C5"), None);
    south(
        board,
        "C2C5",
        "8  - - - K - - -
         7  - - N - - - -
         6  - N - N - - -
         5  - M s M - - -
         4  - N - N - - -
         3  - - - - - - -
         2  - - - - - - -
         1  - - - k - - -",
    );
}

#[test]
fn an_enemy_behind_the_landing_is_not_attacked() {
    let board = "8  - - - K - - -
                 7  - - - - - - -
                 6  - - - - - - -
                 5  - - - - - - N
                 4  - - - - - - -
                 3  - - - j - - -
                 2  - - - - - - -
                 1  - - - k - - -";
    assert_eq!(remark(board, "s", "D3G6"), None);
    south(
        board,
        "D3G6",
        "8  - - - K - - -
         7  - - - - - - -
         6  - - - - - - j
         5  - - - - - - N
         4  - - - - - - -
         3  - - - - - - -
         2  - - - - - - -
         1  - - - k - - -",
    );
}

#[test]
fn moving_in_front_of_ones_own_piece_is_not_an_attack() {
    let board = "8  - - - K - - -
                 7  - - - - - - -
                 6  - - - m - - -
                 5  - - - - - - -
                 4  - - n - - - -
                 3  - - - - - - -
                 2  - - - - - - -
                 1  - - - k - - -";
    assert_eq!(remark(board, "s", "C4D5"), None);
    south(
        board,
        "C4D5",
        "8  - - - K - - -
         7  - - - - - - -
         6  - - - m - - -
         5  - - - n - - -
         4  - - - - - - -
         3  - - - - - - -
         2  - - - - - - -
         1  - - - k - - -",
    );
}
