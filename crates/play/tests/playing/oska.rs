//! The call of Oska's handout against plain minimax.

use skirmish_board::{Evaluate, MoveList, Notation, Random, Score, score};
use skirmish_games::{GameId, Visitor};
use skirmish_play::oska::{best_board, format_board, parse_board};
use skirmish_search::reference;

/// A random board with up to n pieces per side, at least one in all: mostly one that no game reaches.
fn random_board(size: usize, random: &mut Random) -> Vec<String> {
    let widths: Vec<usize> = (0..2 * size - 3).map(|row| 2 + row.abs_diff(size - 2)).collect();
    let mut squares = vec!['-'; widths.iter().sum()];
    for colour in ['w', 'b'] {
        for _ in 0..1 + random.below(size) {
            let square = random.below(squares.len());
            squares[square] = colour;
        }
    }
    let mut squares = squares.into_iter();
    widths.iter().map(|&width| squares.by_ref().take(width).collect()).collect()
}

/// The boards after the moves that plain minimax finds best; none if there is no move.
struct Best<'a> {
    rows: &'a [String],
    side: char,
    depth: u32,
}

impl Visitor for Best<'_> {
    type Output = Vec<Vec<String>>;

    fn visit<G: Notation + Evaluate>(self, start: G) -> Self::Output {
        let position = start.parse_position(&format!("{} {}", self.rows.join("/"), self.side)).unwrap();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let after = |&mv: &_| -> (Score, Vec<String>) {
            let mut next = position.clone();
            next.play(mv);
            let value = -reference::minimax_evaluated(&next, self.depth - 1);
            // A result that is proven is a ply further away from here.
            let value = if score::is_proof(value) { value - value.signum() } else { value };
            let text = next.format_position();
            (value, text.split(' ').next().unwrap().split('/').map(str::to_owned).collect())
        };
        let all: Vec<(Score, Vec<String>)> = moves.iter().map(after).collect();
        let best = all.iter().map(|(value, _)| *value).max();
        if let Some(best) = best {
            assert_eq!(best, reference::minimax_evaluated(&position, self.depth));
        }
        all.into_iter().filter(|(value, _)| Some(*value) == best).map(|(_, board)| board).collect()
    }
}

#[test]
fn the_move_is_one_of_the_best_at_exactly_that_depth() {
    let mut random = Random::new(7);
    for (size, boards, deepest) in [(4, 250, 5), (5, 100, 4), (6, 50, 4), (9, 10, 2), (12, 10, 2)] {
        let game = GameId::parse(&format!("oska:{size}")).unwrap();
        let start = skirmish_play::new_game(game).position();
        let start: Vec<String> = start.split(' ').next().unwrap().split('/').map(str::to_owned).collect();
        let (mut moved, mut stayed) = (0, 0);
        for rows in (0..boards).map(|_| random_board(size, &mut random)).chain([start]) {
            for side in ['w', 'b'] {
                for depth in 1..=deepest {
                    let found = best_board(&rows, side, depth).unwrap();
                    let best = game.visit(Best { rows: &rows, side, depth });
                    if best.is_empty() {
                        assert_eq!(found, rows, "{side} {depth}");
                        stayed += 1;
                    } else {
                        assert!(best.contains(&found), "{rows:?} {side} {depth}: {found:?}, expected one of {best:?}");
                        moved += 1;
                    }
                }
            }
        }
        assert!(moved > stayed && (stayed > 0 || size > 6), "{size}: {moved} {stayed}");
    }
}

#[test]
fn the_same_call_has_the_same_answer() {
    let rows = parse_board(r#"["wwwww","----","---","--","---","----","bbbbb"]"#).unwrap();
    assert_eq!(best_board(&rows, 'b', 7), best_board(&rows, 'b', 7));
}

#[test]
fn boards_are_lists_of_rows() {
    let text = r#"["wwww","---","--","---","bbbb"]"#;
    let rows = parse_board(text).unwrap();
    assert_eq!(format_board(&rows), text);
    assert_eq!(parse_board("\n[ \"wwww\" , \"---\",\"--\",\t\"---\",\"bbbb\" ] ").unwrap(), rows);
}

#[test]
fn wrong_calls_are_explained() {
    for (rows, side, depth, words) in [
        (&[][..], 'w', 1, "row 1 has 0 squares, expected 4 to 26"),
        (&["www", "--", "bbb"], 'w', 1, "row 1 has 3 squares"),
        (&["wwww", "---", "---", "bbbb"], 'w', 2, "4 rows, expected 5"),
        (&["wwww", "---", "---", "---", "bbbb"], 'w', 2, "row 3 (\"---\") has 3 squares, expected 2"),
        (&["wwww", "-/-", "--", "---", "bbbb"], 'w', 2, "row 2 (\"-/-\") holds \"/\", expected w, b or -"),
        (&["wwww", "---", "--", "---", "bbé "], 'w', 2, "row 5"),
        (&["wwww", "w--", "--", "---", "bbbb"], 'w', 2, "White has 5 pieces, expected at most 4"),
        (&["wwww", "---", "bb", "b--", "bbbb"], 'w', 2, "Black has 7 pieces, expected at most 4"),
        (&["----", "---", "--", "---", "----"], 'w', 2, "no pieces"),
        (&["wwww", "---", "--", "---", "bbbb"], 'W', 2, "the side is \"W\", expected w or b"),
        (&["wwww", "---", "--", "---", "bbbb"], '\u{7}', 2, "expected w or b"),
        (&["wwww", "---", "--", "---", "bbbb"], 'w', 0, "the depth is 0"),
    ] {
        let rows: Vec<String> = rows.iter().map(|row: &&str| row.to_string()).collect();
        let error = best_board(&rows, side, depth).unwrap_err().to_string();
        assert!(error.contains(words), "{rows:?} {side} {depth}: {error}");
    }
}
