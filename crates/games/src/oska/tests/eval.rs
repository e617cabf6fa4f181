//! The evaluation: the statements that must be exact.

use skirmish_board::{Evaluate, Notation, Position, Random, Side};

use super::start;
use crate::oska::{Bits, Oska, Wide};
use crate::test_boards::{legal_moves, random_game, wins_at_once};

/// Calls `check` with every position of random games on boards of all kinds.
fn on_random_positions(mut check: impl FnMut(&dyn Checked)) {
    fn games<B: Bits>(size: u8, games: u64, check: &mut impl FnMut(&dyn Checked)) {
        let mut random = Random::new(size.into());
        for _ in 0..games {
            random_game(Oska::<B>::start(size), &mut random, |position, _| check(position));
        }
    }
    for size in 4..=7 {
        games::<u64>(size, 300, &mut check);
    }
    games::<u128>(9, 30, &mut check);
    games::<Wide>(12, 10, &mut check);
    games::<Wide>(26, 2, &mut check);
}

/// What is checked on a position, whatever the width of its sets.
trait Checked {
    fn threat(&self) -> bool;
    fn moves(&self);
}

impl<B: Bits> Checked for Oska<B> {
    fn threat(&self) -> bool {
        let wins = wins_at_once(&self.turned());
        assert_eq!(self.threatened(), wins, "{}", self.format_position());
        wins
    }

    fn moves(&self) {
        for &mv in legal_moves(self).iter() {
            let enemies = |position: &Oska<B>| position.pieces(self.side.opposite()).count();
            let mut next = *self;
            next.play(mv);
            let name = || format!("{} {}", self.format_position(), self.format_move(mv));
            assert_eq!(self.is_noisy(mv), enemies(&next) < enemies(self), "{}", name());
            if self.is_noisy(mv) && next.outcome().is_none() {
                let (_, to) = self.squares_of(mv);
                let taken_back = legal_moves(&next).iter().any(|&answer| {
                    let mut after = next;
                    after.play(answer);
                    !after.pieces(self.side).contains(to)
                });
                assert_eq!(self.exchange_gain(mv), if taken_back { 0 } else { 100 }, "{}", name());
            }
        }
    }
}

#[test]
fn a_threat_is_a_move_that_would_win_at_once() {
    let mut found = 0;
    on_random_positions(|position| found += u32::from(position.threat()));
    assert!(found > 500, "{found} threats");
}

#[test]
fn jumps_are_noisy_and_gain_a_piece_unless_it_is_taken_back() {
    on_random_positions(|position| position.moves());
}

#[test]
fn captures_that_end_the_game_are_judged_by_who_wins() {
    let gain = |text: &str, mv: &str| {
        let position = start().parse_position(text).unwrap();
        position.exchange_gain(position.parse_move(mv).unwrap())
    };
    assert!(gain("-w--/w--/b-/---/---- w", "A4B2") > 1000, "the last piece");
    assert!(gain("b-w-/w--/b-/---/---- w", "A4B2") < -1000, "the rest is home");
}

#[test]
fn with_no_enemy_to_meet_the_race_decides() {
    let judged = |text: &str| start().parse_position(text).unwrap().evaluate();
    assert!(judged("b---/-b-/--/-w-/---w w") > 300);
    assert!(judged("b---/-b-/--/-w-/---w b") > 300);
    assert!(judged("b---/-b-/-w/---/---w w") < -300);
    assert_eq!(start().evaluate(), start().turned().evaluate());
    assert_eq!(start().side, Side::North);
}
