//! The engine's opinion, on the positions of random games.

use skirmish_board::{Evaluate, Move, MoveList, Outcome, Position, Score, Side};

use super::super::{GRID, Kind};
use super::HiYa;
use super::playouts::{Dice, any_board, lives};
use crate::grid::{column_of, row_of};

/// Calls `check` with every unfinished position of random games, from the start and from boards of all kinds, and its moves.
fn on_random_positions(check: impl Fn(&HiYa, &MoveList)) {
    let mut dice = Dice(1 << 40);
    let mut moves = MoveList::new();
    for round in 0..300 {
        let from_start = round % 3 == 0;
        let mut position = if from_start { HiYa::start() } else { any_board(5 + 90 * round / 300, &mut dice) };
        loop {
            moves.clear();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            check(&position, &moves);
            position.play(moves[dice.below(moves.len())]);
        }
    }
}

/// The position with every piece on another square, perhaps as the other side's.
fn moved(position: &HiYa, swap: bool, place: impl Fn(u8, u8) -> (u8, u8)) -> HiYa {
    let side = |side: Side| if swap { side.opposite() } else { side };
    let mut image = HiYa::empty(side(position.side));
    for square in 0..64 {
        if let Some((owner, kind)) = position.piece_on(square) {
            let (column, row) = place(column_of(square), row_of(square));
            image.toggle(GRID.square(column, row), side(owner), kind);
        }
    }
    image
}

fn after(position: &HiYa, mv: Move) -> HiYa {
    let mut next = *position;
    next.play(mv);
    next
}

fn with_other_side_to_move(position: &HiYa) -> HiYa {
    moved(&HiYa { side: position.side.opposite(), ..*position }, false, |column, row| (column, row))
}

#[test]
fn the_opinion_is_the_same_from_the_other_side_and_in_the_mirror() {
    on_random_positions(|position, _| {
        let (last_column, last_row) = (GRID.columns - 1, GRID.rows - 1);
        let rotated = moved(position, true, |column, row| (last_column - column, last_row - row));
        let mirrored = moved(position, false, |column, row| (last_column - column, row));
        assert_eq!(position.evaluate(), rotated.evaluate(), "{position:?}");
        assert_eq!(position.evaluate(), mirrored.evaluate(), "{position:?}");
        assert_eq!(position.material(), rotated.material(), "{position:?}");
    });
}

#[test]
fn every_term_has_a_weight() {
    on_random_positions(|position, _| {
        position.terms(&mut |term, _| assert!(term < HiYa::WEIGHTS.len(), "{term}"));
    });
}

#[test]
fn a_threat_is_an_attack_on_the_king_that_the_opponent_could_make() {
    on_random_positions(|position, _| {
        let mut moves = MoveList::new();
        let opponent = with_other_side_to_move(position);
        opponent.legal_moves(&mut moves);
        let wins = moves.iter().any(|&mv| after(&opponent, mv).king_lost() == Some(position.side));
        assert_eq!(position.threatened(), wins, "{position:?}");
    });
}

#[test]
fn passing_gives_the_turn_to_a_side_that_can_move() {
    on_random_positions(|position, _| {
        let opponent = with_other_side_to_move(position);
        let expected = (opponent.outcome() != Some(Outcome::Win(position.side))).then_some(opponent);
        assert_eq!(position.passed(), expected);
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
                let mut answers = MoveList::new();
                next.legal_moves(&mut answers);
                let taken_back = answers.iter().any(|&answer| next.attacked_from(answer.to(), enemy) == 1 << mv.to());
                expected = life(position.kind_on(victim.trailing_zeros() as u8));
                expected -= if taken_back { life(position.kind_on(mv.from())) } else { 0 };
            }
            assert_eq!(position.gain(mv), expected, "{position:?} {mv:?}");
        }
    });
}

#[test]
fn slots_tell_side_piece_and_target() {
    on_random_positions(|position, moves| {
        for &mv in moves.iter() {
            assert!(position.slot(mv) < HiYa::SLOTS);
            assert_eq!(position.slot(mv) % 64, mv.to() as usize);
        }
    });
}
