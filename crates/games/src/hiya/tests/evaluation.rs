//! The evaluation, on the positions of random games.

use skirmish_board::{Evaluate, Move, MoveList, Notation, Position, Random, Score};

use super::super::{INFO, Kind};
use super::HiYa;
use super::playouts::{any_board, lives};
use crate::test_boards::{legal_moves, random_game};

/// Calls `check` with every unfinished position of random games, from the start and from boards of all kinds, and its moves.
fn on_random_positions(check: impl Fn(&HiYa, &MoveList)) {
    let mut random = Random::new(1 << 40);
    for round in 0..300 {
        let from_start = round % 3 == 0;
        let position = if from_start { HiYa::start() } else { any_board(5 + 90 * round / 300, &mut random) };
        random_game(position, &mut random, &check);
    }
}

fn after(position: &HiYa, mv: Move) -> HiYa {
    let mut next = *position;
    next.play(mv);
    next
}

fn with_other_side_to_move(position: &HiYa) -> HiYa {
    let text = INFO.setup.with_side(&position.format_position(), position.side.opposite());
    position.parse_position(&text).expect("the same board")
}

#[test]
fn a_threat_is_an_attack_on_the_king_that_the_opponent_could_make() {
    on_random_positions(|position, _| {
        let opponent = with_other_side_to_move(position);
        let wins = legal_moves(&opponent).iter().any(|&mv| after(&opponent, mv).king_lost() == Some(position.side));
        assert_eq!(position.threatened(), wins, "{position:?}");
    });
}

#[test]
fn a_gain_is_a_life_taken_less_the_life_that_can_be_taken_back() {
    let life = |kind: Kind| -> Score {
        match kind {
            Kind::Samurai | Kind::Ninja => 70,
            Kind::MiniSamurai | Kind::MiniNinja => 50,
            Kind::King => 5000,
        }
    };
    on_random_positions(|position, moves| {
        let enemy = position.side.opposite();
        for &mv in moves.iter() {
            let next = after(position, mv);
            let attacks = lives(&next, enemy) < lives(position, enemy);
            assert_eq!(position.is_noisy(mv), attacks, "{position:?} {mv:?}");
            let victim = position.attacked_from(mv.to(), position.side);
            let mut expected = 0;
            if attacks {
                let answers = legal_moves(&next);
                let taken_back = answers.iter().any(|&answer| next.attacked_from(answer.to(), enemy) == 1 << mv.to());
                expected = life(position.kind_on(victim.trailing_zeros() as u8));
                expected -= if taken_back { life(position.kind_on(mv.from())) } else { 0 };
            }
            assert_eq!(position.exchange_gain(mv), expected, "{position:?} {mv:?}");
        }
    });
}

/// A life more is worth more than any other difference here, and so is a piece of full strength than a mini.
#[test]
fn more_lives_are_better() {
    let judged = |board: &str| HiYa::start().parse_position(&format!("{board} s")).expect("a position").evaluate();
    let even = "---K---/-J---S-/-------/-------/-------/-------/-s---j-/---k---";
    let balance = judged(even);
    assert!(balance.abs() < 100, "{balance}");
    for (piece, other, points) in [('S', '-', 100), ('J', '-', 100), ('S', 'M', 50), ('J', 'N', 50)] {
        let ahead = judged(&even.replace(piece, &other.to_string()));
        assert!(ahead > balance + points, "{ahead} against {other} in place of {piece}");
    }
}
