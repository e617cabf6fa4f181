//! The boards drawn in the rules for people are held against the code.

use skirmish_board::{MoveList, Notation, Position};

use super::{GasTank, plays};
use crate::Game;
use crate::test_boards;

/// Where the second of two boards side by side begins.
const SECOND: usize = 36;

/// The boards in the order they are drawn, seven lines each.
fn boards() -> Vec<String> {
    let lines: Vec<&str> = Game::GasTank.rules().lines().collect();
    let tops = (0..lines.len()).filter(|&top| lines[top].starts_with("    7  "));
    let cut = |top: usize| {
        let rows = &lines[top..top + 7];
        match rows.iter().map(|row| row.split_at_checked(SECOND)).collect::<Option<Vec<_>>>() {
            Some(pairs) => vec![join(pairs.iter().map(|pair| pair.0)), join(pairs.iter().map(|pair| pair.1))],
            None => vec![join(rows.iter().copied())],
        }
    };
    tops.flat_map(cut).collect()
}

fn join<'t>(rows: impl Iterator<Item = &'t str>) -> String {
    rows.map(|row| format!("{row}\n")).collect()
}

#[test]
fn the_rules_draw_the_start() {
    let drawn: Vec<&str> =
        Game::GasTank.rules().lines().skip_while(|line| !line.starts_with("    7  ")).take(9).collect();
    let shown: Vec<String> = GasTank::start().view().to_string().lines().map(|line| format!("    {line}")).collect();
    assert_eq!(drawn, shown);
}

/// The marked squares are the quiet moves of the piece on D4. The drawings leave out kings that do not matter; they are
/// put on column H, where no piece from D4 comes.
#[test]
fn the_rules_mark_where_the_pieces_move() {
    for board in &boards()[1..5] {
        let mut rows: Vec<String> = board.lines().map(|row| row.trim().replace("**", "--")).collect();
        rows[0].replace_range(24.., "K0");
        if !board.contains('k') {
            rows[6].replace_range(24.., "k0");
        }
        let position = test_boards::position(&GasTank::start(), (&rows.join("\n"), "s"));
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let quiet = moves.iter().map(|&mv| position.format_move(mv)).filter(|mv| {
            let (from, to) = mv.split_at(2);
            from == "D4" && cell(board, to).chars().all(|c| "-*".contains(c))
        });
        let marked = ('A'..='H').flat_map(|column| (1..=7).map(move |row| format!("{column}{row}")));
        let marked = marked.filter(|square| cell(board, square) == "**").map(|square| format!("D4{square}"));
        let (mut quiet, mut marked): (Vec<_>, Vec<_>) = (quiet.collect(), marked.collect());
        quiet.sort();
        marked.sort();
        assert_eq!(quiet, marked, "\n{board}");
    }
}

/// What a board shows on a square.
fn cell<'t>(board: &'t str, square: &str) -> &'t str {
    let (column, row) = (square.as_bytes()[0] - b'A', &square[1..]);
    let line = board.lines().find(|line| line.trim_start().starts_with(row)).unwrap_or("");
    line.split_whitespace().nth(1 + usize::from(column)).unwrap_or("")
}

#[test]
fn the_rules_show_a_capture_that_fills_up() {
    let boards = boards();
    let [before, after] = &boards[5..] else { panic!("{} boards", boards.len()) };
    plays(before, "A3D6", after);
    let position = test_boards::position(&GasTank::start(), (before, "s"));
    for mv in ["A3B4", "C1D2"] {
        assert!(position.parse_move(mv).is_ok(), "{mv}");
    }
    assert!(Game::GasTank.rules().ends_with(&format!("    {}\n", position.format_position())));
}
