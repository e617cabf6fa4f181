//! The function that Oska's handout asks for: from a board as a list of rows, the colour to play and a depth, it returns the board
//! after the best move.
//!
//! ```
//! use skirmish_play::oska::{best_board, format_board, parse_board};
//!
//! let rows = parse_board(r#"["wwww","---","--","---","bbbb"]"#)?;
//! let after = best_board(&rows, 'w', 2)?;
//! assert_eq!(after.concat().matches('w').count(), 4);
//! assert!(format_board(&after).starts_with(r#"["#));
//! # Ok::<(), skirmish_board::TextError>(())
//! ```

use std::sync::atomic::AtomicBool;

use skirmish_board::{Evaluate, Notation, SearchParams, TextError, quoted};
use skirmish_games::{GameId, Visitor};
use skirmish_search::{Engine, Limits, SearchSettings};

/// The board after the best move of a colour, `w` or `b`, found by minimax to exactly `depth` plies with a static evaluation.
/// Returns the same board if the colour has no move or the game is over.
///
/// The rows are given and returned from the top: n squares, one less in each row down to 2, and back to n, for n from 4 to
/// 26. A square is `w`, `b` or `-`, and no colour has more than n pieces. The result is deterministic. A depth that would visit more
/// than 50 million positions, half a minute, ends there with the best move so far.
///
/// Errors name the place and what was expected.
pub fn best_board(rows: &[String], side: char, depth: u32) -> Result<Vec<String>, TextError> {
    let size = check_rows(rows)?;
    if side != 'w' && side != 'b' {
        let found = quoted(side.encode_utf8(&mut [0; 4]));
        return Err(TextError::new(format!("the side is {found}, expected w or b")));
    }
    if depth == 0 {
        return Err(TextError::new("the depth is 0, expected at least 1"));
    }
    let position = format!("{} {side}", rows.join("/"));
    let limits = Limits { nodes: Some(MAX_NODES), ..Limits::depth(depth) };
    GameId::parse(&format!("oska:{size}"))?.visit(OskaAnswer { position, limits })
}

/// Counted rather than timed, so that the result is the same on every machine.
const MAX_NODES: u64 = 50_000_000;

/// Reads a board written as a list of rows, `["wwww","---","--","---","bbbb"]`. The rows are not checked.
pub fn parse_board(text: &str) -> Result<Vec<String>, TextError> {
    let expected = |what: &str| TextError::new(format!("the board is {}, expected {what}", quoted(text)));
    let list = text.trim().strip_prefix('[').ok_or_else(|| expected("[ at its beginning"))?;
    let list = list.strip_suffix(']').ok_or_else(|| expected("] at its end"))?;
    if list.trim().is_empty() {
        return Err(expected("rows between [ and ]"));
    }
    let row = |(number, row): (usize, &str)| {
        let inside = row.trim().strip_prefix('"').and_then(|row| row.strip_suffix('"'));
        inside.filter(|row| !row.contains('"')).map(str::to_owned).ok_or_else(|| {
            TextError::new(match row.contains('"') {
                true => format!("row {number} is {}, expected one row in quotation marks", quoted(row.trim())),
                // Most likely the shell removed them.
                false => format!("row {number} has lost its quotation marks, expected '[\"wwww\",…]' with both kinds"),
            })
        })
    };
    (1..).zip(list.split(',')).map(row).collect()
}

/// Writes a board as [`parse_board`] reads it.
pub fn format_board(rows: &[String]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    format!("[{}]", rows.join(","))
}

/// Checks that the rows are the squares of a board, and returns its size.
fn check_rows(rows: &[String]) -> Result<usize, TextError> {
    let size = rows.first().map_or(0, |row| row.chars().count());
    let wrong = |sentence: String| Err(TextError::new(sentence));
    if !(4..=26).contains(&size) {
        return wrong(format!("row 1 has {size} squares, expected 4 to 26, as many as a side has pieces"));
    }
    let count = 2 * size - 3;
    if rows.len() != count {
        let found = rows.len();
        return wrong(format!(
            "the board has {found} rows, expected {count}: {size} squares, one less in each row down to 2, and back to {size}"
        ));
    }
    for (index, row) in rows.iter().enumerate() {
        let (number, found, expected) = (index + 1, row.chars().count(), 2 + index.abs_diff(size - 2));
        if found != expected {
            return wrong(format!("row {number} ({}) has {found} squares, expected {expected}", quoted(row)));
        }
        if let Some(c) = row.chars().find(|c| !matches!(c, 'w' | 'b' | '-')) {
            let (row, c) = (quoted(row), quoted(c.encode_utf8(&mut [0; 4])));
            return wrong(format!("row {number} ({row}) holds {c}, expected w, b or - for empty"));
        }
    }
    Ok(size)
}

struct OskaAnswer {
    position: String,
    limits: Limits,
}

/// Small enough to allocate at once, large enough for usual depths.
const HASH_MB: usize = 32;

impl Visitor for OskaAnswer {
    type Output = Result<Vec<String>, TextError>;

    fn visit<G: Notation + Evaluate>(self, start: G) -> Self::Output {
        let mut position = start.parse_position(&self.position)?;
        // Without pruning the search is exactly minimax: table entries count only at the same depth. With one thread the choice
        // among equal moves is deterministic.
        let settings = SearchSettings { threads: 1, hash: HASH_MB, params: Some(SearchParams::NONE) };
        let found = Engine::new(&settings).search(&position, &self.limits.into(), &AtomicBool::new(false), &mut |_| {});
        if let Some(best) = found.best {
            position.play(best);
        }
        let text = position.format_position();
        let board = text.split(' ').next().unwrap_or_default();
        Ok(board.split('/').map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_without_end_ends_with_a_legal_move_the_same_each_time() {
        let start = GameId::parse("oska:8").unwrap().visit(StartRows);
        let call = |limits| {
            let position = format!("{} w", start.join("/"));
            GameId::parse("oska:8").unwrap().visit(OskaAnswer { position, limits }).unwrap()
        };
        let cut = Limits { nodes: Some(5_000), ..Limits::depth(u32::MAX) };
        let after = call(cut);
        assert_eq!(after, call(cut));
        assert_ne!(after, start, "White has moved");
        // A depth within the bound is searched to its end.
        assert_eq!(call(Limits { nodes: Some(MAX_NODES), ..Limits::depth(3) }), call(Limits::depth(3)));
    }

    struct StartRows;

    impl Visitor for StartRows {
        type Output = Vec<String>;

        fn visit<G: Notation + Evaluate>(self, start: G) -> Vec<String> {
            start.format_position().split(' ').next().unwrap_or_default().split('/').map(str::to_owned).collect()
        }
    }
}
