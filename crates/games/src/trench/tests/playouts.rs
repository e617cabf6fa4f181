//! Counts of lines of play, and games and boards by chance.

use crate::trench::Trench;
use crate::zobrist::mix;
use skirmish_board::{MoveList, Notation, Position, perft};

#[test]
fn lines_of_play_from_the_start() {
    for (depth, lines) in [(1, 16), (2, 252), (3, 3_842), (4, 57_852), (5, 905_480)] {
        assert_eq!(perft(&Trench::start(), depth), lines, "depth {depth}");
    }
}

/// The moves counted are the moves listed, each of them once.
#[track_caller]
fn list(position: &Trench) -> MoveList {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    assert_eq!(position.count_moves(), moves.len(), "{}", position.format_position());
    assert!((1..moves.len()).all(|i| !moves[..i].contains(&moves[i])), "{}", position.format_position());
    assert_eq!(moves.is_empty(), position.outcome().is_some());
    moves
}

/// Plays by chance to the end; every position is the one its text names, key included.
fn play_out(mut position: Trench, seed: u64) {
    for ply in 0.. {
        assert!(ply <= Trench::MAX_PLIES);
        let text = position.format_position();
        let read = position.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(read == position && read.key() == position.key(), "{text}");
        let moves = list(&position);
        let Some(chosen) = (mix(seed ^ u64::from(ply)) as usize).checked_rem(moves.len()) else { break };
        position.play(moves[chosen]);
    }
}

#[test]
fn games_by_chance_from_the_start() {
    for game in 0..300 {
        play_out(Trench::start(), mix(game));
    }
}

/// Boards that play could not reach, from nearly empty to crammed.
#[test]
fn games_by_chance_from_boards_by_chance() {
    for board in 0..300_u64 {
        let chance = |i: u64| mix(mix(board) ^ i) as usize;
        let mut squares: Vec<char> = (0..49)
            .map(|i| {
                if chance(i) % 8 <= board as usize % 8 {
                    ['t', 'x', 'T', 'X', '+', '~', '-'][chance(100 + i) % 7]
                } else {
                    '-'
                }
            })
            .collect();
        squares[chance(200) % 24] = '*';
        squares[24 + chance(201) % 25] = '@';
        let rows: Vec<String> = squares.chunks(7).map(|row| row.iter().collect()).collect();
        let rest = ["s -", "s s", "s n", "s ns", "n -", "n s", "n n", "n ns"][chance(202) % 8];
        let text = format!("{} {rest}", rows.join("/"));
        let position = Trench::start().parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        play_out(position, mix(!board));
    }
}
