//! What must hold of the evaluation, checked on many random games.

use skirmish_board::{Evaluate, LevelProfile, MoveList, Notation, Position, Random};

use super::GasTank;
use crate::gastank::{FULL, GRID, Kind};
use crate::grid::squares;
use crate::rectangular::Rectangular;
use crate::test_boards::{random_game, wins_at_once};

/// Calls `check` on the unfinished positions of random games.
fn on_random_positions(mut check: impl FnMut(&GasTank, &MoveList)) {
    let mut random = Random::new(2);
    for _ in 0..1_000 {
        random_game(GasTank::start(), &mut random, &mut check);
    }
}

/// Equal keys mean equal futures, so nothing may depend on whose or what a wreck was.
#[test]
fn wrecks_are_judged_alike() {
    on_random_positions(|position, moves| {
        let mut other = GasTank::empty(position.side_to_move());
        for (square, owner, kind) in
            squares(GRID.board()).filter_map(|at| position.piece_on(at).map(|(o, k)| (at, o, k)))
        {
            let gas = position.gas_on(square);
            let exchanged = if kind == Kind::Queen { Kind::Knight } else { Kind::Queen };
            let wreck = gas == 0 && kind != Kind::King;
            let (owner, kind) = if wreck { (owner.opposite(), exchanged) } else { (owner, kind) };
            other.put(square, owner, kind);
            other.fill(square, gas);
        }
        assert_eq!(other.key(), position.key());
        assert_eq!(other.evaluate(), position.evaluate(), "{}", position.format_position());
        assert_eq!(other.material(), position.material());
        assert_eq!(other.threatened(), position.threatened());
        for &mv in moves.iter() {
            assert_eq!(
                (other.is_noisy(mv), other.exchange_gain(mv)),
                (position.is_noisy(mv), position.exchange_gain(mv))
            );
        }
    });
}

#[test]
fn threats_are_those_that_playing_on_finds() {
    let mut kinds = [0; 2];
    on_random_positions(|position, _| {
        let mut passed = *position;
        passed.pass_turn();
        let wins = wins_at_once(&passed);
        assert_eq!(position.threatened(), wins, "{}", position.format_position());
        kinds[wins as usize] += 1;
    });
    assert!(kinds.iter().all(|&count| count > 1_000), "{kinds:?}");
}

/// The loss of the only piece that can move is as final as that of the king.
#[test]
fn the_last_piece_that_can_move_is_worth_a_king() {
    let threatened = |text: &str| GasTank::start().parse_position(text).unwrap().threatened();
    let one_left = "-------K3/--------/--------/---n1----/--------/--Q1-----/-------k0 s";
    assert!(threatened(one_left));
    assert!(!threatened(&one_left.replace("k0", "k1")));
    assert!(!threatened(&one_left.replace("Q1", "Q0")));
    // The bishop in the corner has gas but no way past its king.
    let corner = "-------K3/--------/--------/---n1----/--------/--Q1---k0-/-------b3 s";
    assert!(threatened(corner));
    assert!(!threatened(&corner.replace("-------b3", "------b3-")));
}

#[test]
fn taking_an_enemy_or_needed_fuel_is_noisy() {
    on_random_positions(|position, moves| {
        let enemy = position.side_to_move().opposite();
        for &mv in moves.iter() {
            let wreck = position.gas_on(mv.to()) == 0;
            let noisy = match position.piece_on(mv.to()) {
                None => false,
                Some((_, kind)) if wreck && kind != Kind::King => position.gas_on(mv.from()) < FULL,
                Some((owner, _)) => owner == enemy,
            };
            assert_eq!(position.is_noisy(mv), noisy);
        }
    });
}

/// Who has more gas is ahead, and who has more pieces with gas. A wreck is nobody's.
#[test]
fn more_gas_and_more_pieces_are_better() {
    let judged = |text: &str| GasTank::start().parse_position(text).unwrap().evaluate();
    let even = "----K3---/---N2----/--------/--------/--------/----n2---/---k3---- s";
    assert!(judged(&even.replace("N2", "N1")) > judged(even));
    assert!(judged(&even.replace("N2", "-")) > judged(even) + 50);
    assert!(judged(&even.replace("n2", "q2")) > judged(even) + 50);
    assert_eq!(judged(&even.replace("N2", "N0")), judged(&even.replace("N2", "q0")));
}

#[test]
fn gains_count_the_victim_the_fuel_and_what_answers_on_the_square() {
    let gain = |text: &str| {
        let position = GasTank::start().parse_position(text).unwrap();
        position.exchange_gain(position.parse_move("C2D4").unwrap())
    };
    let free = "-------K3/--------/--------/---B3----/--------/--n3-----/k1------- s";
    let guarded = "-------K3/-----B1--/--------/---B3----/--------/--n3-----/k1------- s";
    let wreck = free.replace("B3", "B0");
    let king = "--------/-----B1--/--------/---K3----/--------/--n3-----/k1------- s";
    assert!(gain(free) > gain(&free.replace("B3", "B1")));
    assert!(gain(&free.replace("n3", "n1")) > gain(free));
    assert!(gain(free) > gain(guarded));
    assert_eq!(gain(&guarded.replace("B1", "B0")), gain(free));
    assert!(gain(&guarded.replace("n3", "q3")) < 0);
    assert_eq!(gain(&wreck), 0);
    assert!(gain(&wreck.replace("n3", "n1")) > gain(&wreck.replace("n3", "n2")));
    assert_eq!(gain(&wreck.replace("n3", "n1")), gain(&wreck.replace("n3", "n1").replace("B0", "q0")));
    assert!(gain(king) > 1_000);
}
