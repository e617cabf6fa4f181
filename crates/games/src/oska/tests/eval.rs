//! The evaluation: its symmetries, and the statements that must be exact.

use skirmish_board::{Evaluate, MoveList, Notation, Outcome, Position, Side};

use super::start;
use crate::oska::{Bits, Oska, Wide};
use crate::zobrist::mix;

/// Calls `check` with every position of random games on boards of all kinds.
fn on_random_positions(mut check: impl FnMut(&dyn Checked)) {
    fn games<B: Bits>(size: u8, games: u64, check: &mut impl FnMut(&dyn Checked)) {
        for game in 0..games {
            let mut seed = mix(u64::from(size) << 32 | game);
            let mut position = Oska::<B>::start(size);
            while position.outcome().is_none() {
                check(&position);
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                seed = mix(seed);
                position.play(moves[seed as usize % moves.len()]);
            }
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
    fn symmetries(&self);
    fn threat(&self) -> bool;
    fn moves(&self);
}

/// The board text with its rows mirrored, or turned by 180 degrees with the sides swapped.
fn transformed(text: &str, turn: bool) -> String {
    let swap = |c: char| match c {
        'w' => 'b',
        'b' => 'w',
        other => other,
    };
    let (board, side) = text.split_once(' ').unwrap();
    if turn {
        board.chars().rev().chain(" ".chars()).chain(side.chars()).map(swap).collect()
    } else {
        let rows: Vec<String> = board.split('/').map(|row| row.chars().rev().collect()).collect();
        format!("{} {side}", rows.join("/"))
    }
}

impl<B: Bits> Checked for Oska<B> {
    fn symmetries(&self) {
        let text = self.format_position();
        for turn in [false, true] {
            let other = self.parse_position(&transformed(&text, turn)).unwrap();
            assert_eq!(other.evaluate(), self.evaluate(), "{text}");
            assert_eq!(other.material(), self.material(), "{text}");
            assert_eq!(other.threatened(), self.threatened(), "{text}");
        }
        self.terms(&mut |term, _| assert!(term < Self::WEIGHTS.len(), "{text}"));
        let passed = self.passed().unwrap();
        assert_eq!(passed, self.parse_position(&passed.format_position()).unwrap());
        assert_eq!(passed.key(), self.parse_position(&passed.format_position()).unwrap().key());
        assert!(passed.side != self.side && passed.sides == self.sides);
    }

    fn threat(&self) -> bool {
        let passed = self.passed().unwrap();
        let mut moves = MoveList::new();
        passed.legal_moves(&mut moves);
        let wins = moves.iter().any(|&mv| {
            let mut next = passed;
            next.play(mv);
            next.outcome() == Some(Outcome::Win(passed.side_to_move()))
        });
        assert_eq!(self.threatened(), wins, "{}", self.format_position());
        wins
    }

    fn moves(&self) {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        for &mv in moves.iter() {
            let enemies = |position: &Oska<B>| position.pieces(self.side.opposite()).count();
            let mut next = *self;
            next.play(mv);
            let name = || format!("{} {}", self.format_position(), self.format_move(mv));
            assert_eq!(self.is_noisy(mv), enemies(&next) < enemies(self), "{}", name());
            assert!(self.slot(mv) < Self::SLOTS);
            if !self.is_noisy(mv) {
                assert_eq!(self.gain(mv), 0);
            } else if next.outcome().is_none() {
                let mut answers = MoveList::new();
                next.legal_moves(&mut answers);
                let (_, to) = self.squares_of(mv);
                let taken_back = answers.iter().any(|&answer| {
                    let mut after = next;
                    after.play(answer);
                    !after.pieces(self.side).contains(to)
                });
                assert_eq!(self.gain(mv), if taken_back { 0 } else { 100 }, "{}", name());
            }
        }
    }
}

#[test]
fn turned_and_mirrored_positions_look_the_same_to_the_mover() {
    on_random_positions(|position| position.symmetries());
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
        position.gain(position.parse_move(mv).unwrap())
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
    assert_eq!(start().evaluate(), start().passed().unwrap().evaluate());
    assert_eq!(start().side, Side::North);
}
