//! What must hold of the engine's opinion, checked on many random games.

use skirmish_board::{Evaluate, MoveList, Notation, Outcome, Position, Side};

use super::GasTank;
use super::properties::random_game;
use crate::gastank::{FULL, Kind};

/// Calls `check` on the unfinished positions of random games.
fn on_random_positions(mut check: impl FnMut(&GasTank, &MoveList)) {
    for seed in 0..1_000 {
        random_game(GasTank::start(), 7_000 + seed, |position, moves| {
            if !moves.is_empty() {
                check(position, moves);
            }
        });
    }
}

/// Builds a position anew, every piece put where and as `change` says.
fn rebuilt(position: &GasTank, side: Side, change: impl Fn(u8, Side, Kind, u8) -> (u8, Side, Kind)) -> GasTank {
    let mut changed = GasTank::empty(side);
    for square in 0..56 {
        if let Some(owner) = position.owner_of(square) {
            let gas = position.gas_on(square);
            let (square, owner, kind) = change(square, owner, position.kind_on(square), gas);
            changed.put(square, owner, kind, gas);
        }
    }
    changed
}

#[test]
fn sides_are_judged_alike() {
    on_random_positions(|position, _| {
        let side = position.side_to_move();
        let turned = rebuilt(position, side.opposite(), |at, owner, kind, _| (55 - at, owner.opposite(), kind));
        assert_eq!(turned.evaluate(), position.evaluate(), "{}", position.format_position());
        assert_eq!(turned.material(), position.material());
        assert_eq!(turned.threatened(), position.threatened());
    });
}

#[test]
fn left_and_right_are_judged_alike() {
    on_random_positions(|position, _| {
        let mirrored = rebuilt(position, position.side_to_move(), |at, owner, kind, _| (at ^ 7, owner, kind));
        assert_eq!(mirrored.evaluate(), position.evaluate(), "{}", position.format_position());
    });
}

/// Equal keys mean equal futures, so nothing may depend on whose or what a wreck was.
#[test]
fn wrecks_are_judged_alike() {
    on_random_positions(|position, moves| {
        let other = rebuilt(position, position.side_to_move(), |at, owner, kind, gas| match kind {
            Kind::King => (at, owner, kind),
            _ if gas > 0 => (at, owner, kind),
            _ => (at, owner.opposite(), if kind == Kind::Queen { Kind::Knight } else { Kind::Queen }),
        });
        assert_eq!(other.key(), position.key());
        assert_eq!(other.evaluate(), position.evaluate(), "{}", position.format_position());
        assert_eq!(other.material(), position.material());
        assert_eq!(other.threatened(), position.threatened());
        for &mv in moves.iter() {
            assert_eq!((other.is_noisy(mv), other.gain(mv)), (position.is_noisy(mv), position.gain(mv)));
        }
    });
}

#[test]
fn threats_are_those_that_playing_on_finds() {
    let mut kinds = [0; 2];
    on_random_positions(|position, _| {
        let mut passed = *position;
        passed.pass_turn();
        let mut moves = MoveList::new();
        passed.legal_moves(&mut moves);
        let winner = Some(Outcome::Win(passed.side_to_move()));
        let wins = moves.iter().any(|&mv| {
            let mut next = passed;
            next.play(mv);
            next.outcome() == winner
        });
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
fn indices_are_in_range_and_quiet_moves_gain_nothing() {
    on_random_positions(|position, moves| {
        position.terms(&mut |term, _| assert!(term < GasTank::WEIGHTS.len()));
        let enemy = position.side_to_move().opposite();
        for &mv in moves.iter() {
            assert!(position.slot(mv) < GasTank::SLOTS);
            let to = mv.to();
            let wreck = position.gas_on(to) == 0 && position.kind_on(to) != Kind::King;
            let noisy = match position.owner_of(to) {
                None => false,
                Some(_) if wreck => position.gas_on(mv.from()) < FULL,
                Some(owner) => owner == enemy,
            };
            assert_eq!(position.is_noisy(mv), noisy);
            assert!(noisy || position.gain(mv) == 0);
        }
    });
}

/// Boards from outside can hold anything; the evaluation keeps to its terms and limits.
#[test]
fn crammed_boards_are_judged_without_trouble() {
    let row = "/q3q3q3q3Q3Q3Q3Q3";
    let crammed = format!("K3Q3Q3Q3Q3Q3Q3Q3{}/q3q3q3q3q3q3q3k3 s", row.repeat(5));
    let position = GasTank::start().parse_position(&crammed).unwrap();
    for seed in 0..50 {
        random_game(position, seed, |position, _| {
            position.terms(&mut |term, _| assert!(term < GasTank::WEIGHTS.len()));
            assert!(position.evaluate().abs() <= skirmish_board::score::MAX_OPINION);
        });
    }
}

#[test]
fn gains_count_the_victim_the_fuel_and_what_answers_on_the_square() {
    let gain = |text: &str| {
        let position = GasTank::start().parse_position(text).unwrap();
        position.gain(position.parse_move("C2D4").unwrap())
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
