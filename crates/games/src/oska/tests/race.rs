//! The race, compared with all lines of play.

use std::collections::HashMap;

use skirmish_board::{Evaluate, KnownResult, MoveList, Notation, Outcome, Position, Random, Score, Side, score};

use super::super::{Bits, Oska};

/// The values of positions for the side to move, by plain minimax to the end.
#[derive(Default)]
struct Minimax(HashMap<(u64, Side), Score>);

impl Minimax {
    fn value(&mut self, position: &Oska<u64>) -> Score {
        let side = position.side_to_move();
        match position.outcome() {
            Some(Outcome::Draw) => return score::DRAW,
            Some(Outcome::Win(winner)) => return if winner == side { score::win_in(0) } else { score::loss_in(0) },
            None => {}
        }
        if let Some(&value) = self.0.get(&(position.key(), side)) {
            return value;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let after = |mv| {
            let mut next = *position;
            next.play(mv);
            // A ply later.
            let value = -self.value(&next);
            value - value.signum() * i32::from(value != 0)
        };
        let value = moves.iter().copied().map(after).max().expect("the game is not over");
        self.0.insert((position.key(), side), value);
        value
    }
}

/// What the position says of itself.
fn known_score(position: &Oska<u64>) -> Option<Score> {
    let known = position.known_result()?;
    Some(match known.outcome {
        Outcome::Draw => score::DRAW,
        Outcome::Win(winner) if winner == position.side_to_move() => score::win_in(known.plies),
        Outcome::Win(_) => score::loss_in(known.plies),
    })
}

/// Rows to go of all pieces together: with more, minimax takes too long.
const MOST_ROWS: i32 = 16;

fn rows_to_go(position: &Oska<u64>) -> i32 {
    let rows = |side: Side| {
        let row = |square| i32::from(position.geometry.spot(square).rows_left[side.index()]);
        position.pieces(side).squares().map(row).sum::<i32>()
    };
    rows(Side::South) + rows(Side::North)
}

/// Random pieces of North in and below a row, and of South in and above it.
fn random_race(size: u8, random: &mut Random) -> Oska<u64> {
    let start = Oska::<u64>::start(size);
    let geometry = start.geometry;
    let mut position = Oska::empty(geometry, if random.below(2) == 0 { Side::North } else { Side::South });
    let split = random.below(geometry.rows());
    for side in Side::BOTH {
        for _ in 0..=random.below(size.into()) {
            let rows = if side == Side::North { split..geometry.rows() } else { 0..split + 1 };
            let row = rows.start + random.below(rows.len());
            let square = geometry.square(row, random.below(geometry.width(row)));
            if position.owner(square).is_none() {
                position.toggle(square, side);
            }
        }
    }
    position
}

#[test]
fn a_race_ends_as_plain_minimax_says_and_as_soon() {
    let mut random = Random::new(1);
    let mut stuck = 0;
    for size in 4..=6 {
        let mut minimax = Minimax::default();
        let mut compared = 0;
        while compared < 2_000 {
            let position = random_race(size, &mut random);
            if position.outcome().is_some() || rows_to_go(&position) > MOST_ROWS {
                continue;
            }
            let found = known_score(&position);
            assert_eq!(found, Some(minimax.value(&position)), "{}", position.format_position());
            stuck += usize::from(Side::BOTH.iter().any(|&side| position.moves_to_arrive(side).is_none()));
            compared += 1;
        }
    }
    assert!(stuck > 100, "{stuck} with a side that gets stuck");
}

#[test]
fn what_a_random_game_knows_is_what_plain_minimax_says() {
    let mut random = Random::new(2);
    for size in 4..=5 {
        let (mut minimax, mut compared) = (Minimax::default(), 0);
        while compared < 2_000 {
            let (mut position, mut moves) = (Oska::<u64>::start(size), MoveList::new());
            loop {
                moves.clear();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                if rows_to_go(&position) <= MOST_ROWS
                    && let Some(found) = known_score(&position)
                {
                    assert_eq!(found, minimax.value(&position), "{}", position.format_position());
                    compared += 1;
                }
                position.play(moves[random.below(moves.len())]);
            }
        }
    }
}

#[test]
fn nothing_is_known_while_pieces_can_meet() {
    let known = |text| Oska::<u64>::start(4).parse_position(text).unwrap().known_result();
    assert_eq!(known("wwww/---/--/---/bbbb w"), None);
    assert_eq!(known("----/-w-/-b/---/---- w"), None);
    let win = |winner, plies| Some(KnownResult { outcome: Outcome::Win(winner), plies });
    assert_eq!(known("----/-b-/w-/---/---- w"), win(Side::South, 2));
    assert_eq!(known("----/---/wb/---/---- w"), win(Side::North, 3));
}

#[test]
fn a_side_without_a_place_for_each_piece_never_wins() {
    let known = |text| Oska::<u64>::start(4).parse_position(text).unwrap().known_result();
    // The piece on A2 has no place left; Black's wins.
    assert_eq!(known("----/---/b-/w--/ww-- b"), Some(KnownResult { outcome: Outcome::Win(Side::South), plies: 3 }));
    // Neither has one for A4 and A2.
    assert_eq!(known("bb--/b--/--/w-w/ww-- w"), Some(KnownResult { outcome: Outcome::Draw, plies: 0 }));
}
