//! The boards drawn in the rules are boards of the game, and what is said next to them is true.

use super::{forbids, legal};
use crate::Game;
use crate::trench::Trench;
use skirmish_board::Notation;

/// The drawn boards, each without what is written to its right.
fn boards() -> Vec<String> {
    let is_row = |line: &&str| line.get(3..4).is_some_and(|c| ("1"..="7").contains(&c)) && line.get(4..6) == Some("  ");
    let rows: Vec<&str> = Game::Trench.rules().lines().filter(is_row).filter_map(|line| line.get(..19)).collect();
    rows.chunks(7).map(|rows| rows.join("\n")).collect()
}

#[test]
fn the_boards_are_right() {
    let boards = boards();
    let [start, tie, sideways, x_wing, star] = boards.as_slice() else { panic!("{boards:#?}") };
    let position = |drawing: &str, rest: &str| crate::test_boards::position(&Trench::start(), (drawing, rest));
    assert_eq!(position(start, "s -"), Trench::start());
    legal((tie, "s -"), "B4B5 B4B6 B4A4 B4C4 B4D4 B4B2 E4D5 E4F5 E4G6");
    forbids((tie, "s -"), "B4B3");
    legal((sideways, "s s"), "A1A2 F1F2 A3B4 A3C5 B3A4 B3C4 F3E4 F3D5 F3G4 G3F4 G3E5");
    forbids((sideways, "s s"), "A1B1 C1D1 E1D1 F1G1");
    legal((x_wing, "s -"), "C4B5 C4A6 C4D5 C4A2");
    forbids((x_wing, "s -"), "C4B3 C4D3 C4E6");
    forbids((star, "s -"), "D4D6 F4D6");
    for (row, mv) in [("- - - - x - -", "E7D6"), ("- - - t - - -", "D7D6"), ("- - x - - - -", "C7D6")] {
        assert!(position(&star.replace("- - - - x - -", row), "s -").parse_move(mv).is_ok(), "{mv}");
    }
}

#[test]
fn the_position_texts_are_right() {
    let boards = boards();
    let texts: Vec<&str> =
        Game::Trench.rules().lines().filter(|line| line.matches('/').count() == 6).map(str::trim).collect();
    let drawn =
        |board: &str, rest: &str| crate::test_boards::position(&Trench::start(), (board, rest)).format_position();
    assert_eq!(texts, [drawn(&boards[0], "s -"), drawn(&boards[2], "s s")]);
}
