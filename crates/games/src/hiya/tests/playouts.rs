//! What holds in whole games at random of Hi-YA! alone, from the start and from boards of all kinds.

use skirmish_board::{Move, Notation, Position, Random, Side};

use super::super::GRID;
use super::HiYa;
use crate::grid::bit;
use crate::test_boards::random_game;
use crate::text::squares_of;

/// The attacks that a side can still suffer: two for a ninja or samurai, one for a mini or a king.
pub(super) fn lives(position: &HiYa, side: Side) -> u32 {
    let own = position.sides[side.index()];
    let full = own & !position.minis & !position.kings;
    own.count_ones() + full.count_ones()
}

/// A move is announced exactly when it costs the enemy a life, and only one.
fn check_remark(position: &HiYa, mv: Move) {
    let enemy = position.side.opposite();
    let mut next = *position;
    next.play(mv);
    let lost = lives(position, enemy) - lives(&next, enemy);
    assert_eq!(lives(position, position.side), lives(&next, position.side));
    assert_eq!(position.announcement(mv), [None, Some("Hi-YA!")][lost as usize]);
}

/// Every two squares are a legal move or break a rule that is told in a sentence naming the square left.
fn check_reasons(position: &HiYa) {
    let squares = || (0..64).filter(|&square| GRID.board() & bit(square) != 0);
    for mv in squares().flat_map(|from| squares().map(move |to| squares_of(Move::between(from, to)).to_string())) {
        if let Err(reason) = position.parse_move(&mv) {
            let reason = reason.to_string();
            let named = reason.contains(&mv[..2]) || reason.contains(&format!("{} holds", &mv[2..]));
            assert!(reason.ends_with('.') && named, "{mv}: {reason}");
        }
    }
}

/// A board on which each square holds a piece with this chance, in per cent.
pub(super) fn any_board(filled: usize, random: &mut Random) -> HiYa {
    let mut squares = [b'-'; 56];
    for square in &mut squares {
        if random.below(100) < filled {
            *square = b"JSNMjsnm"[random.below(8)];
        }
    }
    squares[random.below(28)] = b'K';
    squares[28 + random.below(28)] = b'k';
    let rows: Vec<&str> = squares.chunks(7).map(|row| std::str::from_utf8(row).expect("ASCII")).collect();
    let text = format!("{} {}", rows.join("/"), ["s", "n"][random.below(2)]);
    HiYa::start().parse_position(&text).expect("a board that makes sense")
}

fn play_out(position: HiYa, random: &mut Random) {
    let mut plies = 0;
    random_game(position, random, |position, moves| {
        moves.iter().for_each(|&mv| check_remark(position, mv));
        if plies % 32 == 0 {
            check_reasons(position);
        }
        plies += 1;
    });
}

#[test]
fn attacks_are_announced_and_reasons_name_their_squares() {
    let mut random = Random::new(1);
    for _ in 0..100 {
        play_out(HiYa::start(), &mut random);
    }
    for round in 0..200 {
        // From nearly empty to nearly full.
        play_out(any_board(5 + 90 * round / 200, &mut random), &mut random);
    }
}
