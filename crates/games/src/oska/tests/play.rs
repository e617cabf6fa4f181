//! Whole games: counts, sizes of sets against each other, keys and the solution of the smallest board.

use std::collections::HashMap;

use skirmish_board::{Move, Notation, Outcome, Position, Side, perft};

use super::start;
use crate::oska::{Bits, Oska, PASS, Wide};
use crate::test_boards::legal_moves;
use crate::zobrist::mix;

#[test]
fn lines_of_play_from_the_start_are_as_many_as_they_should_be() {
    let expected = [(4, [6, 36, 168, 784]), (5, [8, 64, 432, 2916]), (6, [10, 100, 880, 7744])];
    for (size, lines) in expected {
        for (depth, lines) in (1..).zip(lines) {
            assert_eq!(perft(&Oska::<u64>::start(size), depth), lines, "n = {size}, depth {depth}");
            assert_eq!(perft(&Oska::<u128>::start(size), depth), lines);
            assert_eq!(perft(&Oska::<Wide>::start(size), depth), lines);
        }
    }
}

/// Deep enough for jumps, passes and finished games; the numbers come from a plain generator on centred coordinates.
#[test]
fn lines_of_play_that_reach_the_end_are_as_many_as_they_should_be() {
    assert_eq!(perft(&Oska::<u64>::start(4), 12), 23_025_786);
    assert_eq!(perft(&Oska::<u64>::start(5), 8), 3_958_276);
    assert_eq!(perft(&Oska::<u64>::start(7), 5), 171_340);
}

/// Plays a random game and checks every position on the way: counts, keys, texts and the length of the game.
fn random_game<B: Bits>(size: u8, mut seed: u64) -> Vec<String> {
    let mut position = Oska::<B>::start(size);
    let mut record = Vec::new();
    while position.outcome().is_none() {
        let moves = legal_moves(&position);
        assert!(!moves.is_empty() && moves.len() == position.count_moves());
        let text = position.format_position();
        let read = position.parse_position(&text).unwrap();
        assert!(read == position && read.key() == position.key(), "{text}");
        for &mv in moves.iter() {
            assert_eq!(position.parse_move(&position.format_move(mv)).unwrap(), mv);
            assert!(mv != PASS || moves.len() == 1, "{text}");
        }
        seed = mix(seed);
        let mv = moves[seed as usize % moves.len()];
        record.push(position.format_move(mv));
        position.play(mv);
    }
    assert_eq!(position.count_moves(), 0);
    assert!(legal_moves(&position).is_empty() && !position.ending().is_empty());
    assert!(record.len() <= Oska::<B>::MAX_PLIES.into());
    record.push(position.format_position());
    record
}

#[test]
fn random_games_hold_together_on_every_board() {
    for size in 4..=26 {
        for seed in 0..if size < 12 { 20 } else { 1 } {
            match size {
                4..=7 => random_game::<u64>(size, seed),
                8..=11 => random_game::<u128>(size, seed),
                _ => random_game::<Wide>(size, seed),
            };
        }
    }
}

#[test]
fn sets_of_all_widths_play_the_same_games() {
    for size in 4..=7 {
        for seed in 0..20 {
            let game = random_game::<u64>(size, seed);
            assert_eq!(game, random_game::<u128>(size, seed));
            assert_eq!(game, random_game::<Wide>(size, seed));
        }
    }
}

#[test]
fn keys_tell_sides_and_sizes_apart() {
    let mut keys = vec![start().parse_position("wwww/---/--/---/bbbb b").unwrap().key()];
    keys.extend((4..=26).map(|size| Oska::<Wide>::start(size).key()));
    let count = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count);
    assert_eq!(start().key(), Oska::<Wide>::start(4).key());
}

/// The value for White: 1 won, 0 drawn, -1 lost.
fn solve(position: &Oska<u64>, known: &mut HashMap<u64, i8>) -> i8 {
    match position.outcome() {
        Some(Outcome::Win(Side::North)) => return 1,
        Some(Outcome::Win(Side::South)) => return -1,
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let after = |&mv: &Move| {
        let mut next = *position;
        next.play(mv);
        next
    };
    let moves = legal_moves(position);
    let values = moves.iter().map(|mv| solve(&after(mv), known));
    let best = if position.side_to_move() == Side::North { values.max() } else { values.min() };
    let best = best.unwrap_or(0);
    known.insert(position.key(), best);
    best
}

#[test]
fn with_four_pieces_white_wins_by_four_of_the_six_first_moves() {
    let mut known = HashMap::new();
    assert_eq!(solve(&start(), &mut known), 1);
    let mut winning = Vec::new();
    for &mv in legal_moves(&start()).iter() {
        let mut next = start();
        next.play(mv);
        match solve(&next, &mut known) {
            1 => winning.push(start().format_move(mv)),
            value => assert_eq!(value, -1),
        }
    }
    winning.sort();
    assert_eq!(winning, ["A5A4", "B5B4", "C5B4", "D5C4"]);
}
