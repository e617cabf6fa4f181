//! The boards and positions in the rules for people are right.

use super::*;
use crate::Game;

/// The board is drawn in the rules exactly as the game draws it.
#[track_caller]
fn is_drawn_in_the_rules(text: &str) -> Refusal {
    let position = parsed(text);
    for line in position.view().to_string().lines() {
        assert!(Game::Refusal.rules().contains(line), "not in the rules: {line}");
    }
    position
}

#[test]
fn the_example_of_pawn_and_knight_is_right() {
    let position = is_drawn_in_the_rules("---K-/-----/-PP--/--p-N/-n---/-----/-----/-k--- s -");
    assert_eq!(moves_of(&position), ["B4A6", "B4C6", "B4D5", "C5B6"]);
}

#[test]
fn the_example_of_the_rooks_is_right() {
    let position = is_drawn_in_the_rules("---K-/-----/-----/--P--/P-lp-/-----/----r/-k--- s -");
    let of = |square: &str| moves_of(&position).into_iter().filter(|mv| mv.starts_with(square)).collect::<Vec<_>>();
    assert_eq!(of("C4"), ["C4A4", "C4B4", "C4C5"]);
    assert_eq!(of("E2"), ["E2E3", "E2E4", "E2E5", "E2E6", "E2E7", "E2E8"]);
    let arrived = is_drawn_in_the_rules("---Kl/-----/-----/--P--/P-lp-/-----/-----/-k--- n -");
    assert_eq!(after(position, "E2E8 accept"), arrived);
    let threat = parsed("---Kl/-----/-----/--P--/P-lp-/-----/-----/-k--- s -");
    assert!(moves_of(&threat).contains(&"E8D8".to_owned()));
}

#[test]
fn the_example_of_the_king_is_right() {
    let position = is_drawn_in_the_rules("---K-/-----/-----/-----/-----/-----/-----/N-kpR s -");
    assert_eq!(moves_of(&position), ["C1A1", "D1D2"]);
}

#[test]
fn the_positions_and_the_game_of_the_rules_can_be_played() {
    let positions: Vec<Refusal> = Game::Refusal
        .rules()
        .lines()
        .filter(|line| line.contains('/'))
        .map(|line| parsed(&line.split_whitespace().take(3).collect::<Vec<_>>().join(" ")))
        .collect();
    let start = Refusal::start();
    assert_eq!(positions, [start, after(start, "C3C4"), after(start, "C3C4 refuse")]);
    let (_, game) = Game::Refusal.rules().split_once("for instance: ").unwrap();
    let game = game.lines().next().unwrap();
    assert_eq!(after(start, game).format_position(), "R--KL/-----/NP-PN/-P---/-----/-pppn/-----/rk--l s -");
}
