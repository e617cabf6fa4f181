//! Whole games at random, from the start and from crammed boards.

use skirmish_board::{Move, MoveList, Notation, Position, Side};

use super::super::GRID;
use super::HiYa;
use crate::grid::bit;
use crate::text::format_squares;
use crate::zobrist::mix;

/// Random numbers, the same in every run.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mix(self.0) % limit as u64) as usize
    }
}

/// The attacks that a side can still suffer: two for a ninja or samurai, one for a mini or a king.
pub(super) fn lives(position: &HiYa, side: Side) -> u32 {
    let own = position.sides[side.index()];
    let full = own & !position.minis & !position.kings;
    own.count_ones() + full.count_ones()
}

/// Checks everything that must hold in any position, and gives its moves.
fn check(position: &HiYa, moves: &mut MoveList) {
    moves.clear();
    position.legal_moves(moves);
    assert_eq!(moves.len(), position.count_moves());
    assert_eq!(moves.is_empty(), position.outcome().is_some());
    let text = position.format_position();
    let again = HiYa::start().parse_position(&text).expect("own text is read");
    assert_eq!(again, *position, "{text}");
    for &mv in moves.iter() {
        assert_eq!(position.parse_move(&position.format_move(mv)), Ok(mv), "{text}");
        check_remark(position, mv);
    }
}

/// A move is announced exactly when it costs the enemy a life, and only one.
fn check_remark(position: &HiYa, mv: Move) {
    let enemy = position.side.opposite();
    let mut next = *position;
    next.play(mv);
    let lost = lives(position, enemy) - lives(&next, enemy);
    assert_eq!(lives(position, position.side), lives(&next, position.side));
    assert_eq!(position.remark(mv), [None, Some("Hi-YA!")][lost as usize]);
}

/// Every two squares are a legal move or break a rule that is told in a sentence naming the square left.
fn check_reasons(position: &HiYa) {
    let squares = || (0..64).filter(|&square| GRID.board() & bit(square) != 0);
    for mv in squares().flat_map(|from| squares().map(move |to| format_squares(from, to))) {
        if let Err(reason) = position.parse_move(&mv) {
            let reason = reason.to_string();
            let named = reason.contains(&mv[..2]) || reason.contains(&format!("{} holds", &mv[2..]));
            assert!(reason.ends_with('.') && named, "{mv}: {reason}");
        }
    }
}

/// A board on which each square holds a piece with a chance of so many percent.
pub(super) fn any_board(filled: usize, dice: &mut Dice) -> HiYa {
    let mut squares = [b'-'; 56];
    for square in &mut squares {
        if dice.below(100) < filled {
            *square = b"JSNMjsnm"[dice.below(8)];
        }
    }
    squares[dice.below(28)] = b'K';
    squares[28 + dice.below(28)] = b'k';
    let rows: Vec<&str> = squares.chunks(7).map(|row| std::str::from_utf8(row).expect("ASCII")).collect();
    let text = format!("{} {}", rows.join("/"), ["s", "n"][dice.below(2)]);
    HiYa::start().parse_position(&text).expect("a board that makes sense")
}

/// Plays to the end and gives the number of plies.
fn play_out(mut position: HiYa, dice: &mut Dice) -> u16 {
    let mut moves = MoveList::new();
    for plies in 0..=HiYa::MAX_PLIES {
        check(&position, &mut moves);
        if moves.is_empty() {
            return plies;
        }
        if plies % 32 == 0 {
            check_reasons(&position);
        }
        position.play(moves[dice.below(moves.len())]);
    }
    panic!("the game is longer than {} plies", HiYa::MAX_PLIES);
}

#[test]
fn games_from_the_start_end_and_keep_their_keys() {
    let mut dice = Dice(1);
    for _ in 0..100 {
        play_out(HiYa::start(), &mut dice);
    }
}

#[test]
fn games_from_any_board_end_and_keep_their_keys() {
    let mut dice = Dice(1 << 32);
    for round in 0..200 {
        // From nearly empty to nearly full.
        play_out(any_board(5 + 90 * round / 200, &mut dice), &mut dice);
    }
}
