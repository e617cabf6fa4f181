//! Counts of lines of play, and boards by chance.

use crate::trench::Trench;
use crate::zobrist::mix;
use skirmish_board::{Notation, perft};

#[test]
fn lines_of_play_from_the_start() {
    for (depth, lines) in [(1, 16), (2, 252), (3, 3_842), (4, 57_852), (5, 905_480)] {
        assert_eq!(perft(&Trench::start(), depth), lines, "depth {depth}");
    }
}

/// One of many boards, from nearly empty to crammed, most of which play could not reach.
pub(super) fn board_by_chance(board: u64) -> Trench {
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
    Trench::start().parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
