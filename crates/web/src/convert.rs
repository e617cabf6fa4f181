//! From the types of the games to those of the messages.

use std::collections::HashSet;

use skirmish_board as board;
use skirmish_board::score;
use skirmish_play as play;

use crate::messages::{Action, Cell, Finding, Outcome, Piece, Row, Side, Squares, Value, View};

impl From<board::Side> for Side {
    fn from(side: board::Side) -> Side {
        match side {
            board::Side::South => Side::South,
            board::Side::North => Side::North,
        }
    }
}

impl From<Side> for board::Side {
    fn from(side: Side) -> board::Side {
        match side {
            Side::South => board::Side::South,
            Side::North => board::Side::North,
        }
    }
}

impl From<board::Outcome> for Outcome {
    fn from(outcome: board::Outcome) -> Outcome {
        match outcome {
            board::Outcome::Win(board::Side::South) => Outcome::South,
            board::Outcome::Win(board::Side::North) => Outcome::North,
            board::Outcome::Draw => Outcome::Draw,
        }
    }
}

impl From<board::Piece> for Piece {
    fn from(piece: board::Piece) -> Piece {
        let board::Piece { side, kind, letter, coloured, glyph, gas } = piece;
        Piece { side: side.into(), kind: kind.to_owned(), letter, coloured, glyph, gas }
    }
}

impl From<board::View> for View {
    fn from(view: board::View) -> View {
        let cell = |cell: board::Cell| Cell { square: cell.square, piece: cell.piece.map(Piece::from) };
        let row = |row: board::Row| Row { number: row.number, cells: row.cells.into_iter().map(cell).collect() };
        View {
            rows: view.rows.into_iter().map(row).collect(),
            pending: view.pending.map(|(from, to)| Squares { from, to }),
            notes: view.notes,
        }
    }
}

/// The squares of a board, to tell them in the texts of actions.
pub struct Names(HashSet<String>);

impl Names {
    /// The squares of a view.
    pub fn of(view: &board::View) -> Names {
        Names(view.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.square.clone()).collect())
    }

    /// An action with its squares. Text that is not two squares is a word.
    pub fn action(&self, text: &str) -> Action {
        let halves = (1..text.len()).filter_map(|middle| text.split_at_checked(middle));
        let squares = halves.into_iter().find(|(from, to)| self.0.contains(*from) && self.0.contains(*to));
        Action {
            text: text.to_owned(),
            from: squares.map(|(from, _)| from.to_owned()),
            to: squares.map(|(_, to)| to.to_owned()),
            word: squares.is_none().then(|| text.to_owned()),
        }
    }

    /// A finding about a position in which this side acts.
    pub fn finding(&self, side: board::Side, found: &play::Finding) -> Finding {
        Finding {
            depth: found.depth,
            value: value(side, found.score),
            nodes: found.nodes,
            nodes_per_second: found.nodes_per_second,
            time_ms: found.time.as_millis() as u64,
            best: found.best.as_deref().map(|text| self.action(text)),
            alternate: found.alternate.as_deref().map(|text| self.action(text)),
            line: found.line.iter().map(|text| self.action(text)).collect(),
        }
    }
}

/// Points that multiply the odds by e: the scale of all evaluations.
const UNIT: f64 = 173.0;

/// A score of the side to act, for people.
pub fn value(side: board::Side, score: board::Score) -> Value {
    let chance = chance(score);
    let south = match side {
        board::Side::South => chance,
        board::Side::North => 1.0 - chance,
    };
    Value { side: side.into(), score, wins_in: score::proven_plies(score), south }
}

/// The chance to win, from 0 to 1, of the side that has this score.
pub fn chance(score: board::Score) -> f64 {
    if score::is_proof(score) { f64::from(u8::from(score > 0)) } else { 1.0 / (1.0 + (-f64::from(score) / UNIT).exp()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_two_squares_or_a_word() {
        let squares = |action: Action| (action.from, action.to, action.word);
        let two = |from: &str, to: &str| (Some(from.to_owned()), Some(to.to_owned()), None);
        let names = Names(["A1", "A11", "A10", "B1", "C4", "B6"].map(str::to_owned).into());
        assert_eq!(squares(names.action("C4B6")), two("C4", "B6"));
        assert_eq!(squares(names.action("A11A10")), two("A11", "A10"));
        assert_eq!(squares(names.action("A1B1")), two("A1", "B1"));
        assert_eq!(squares(names.action("pass")), (None, None, Some("pass".to_owned())));
        assert_eq!(squares(names.action("é")), (None, None, Some("é".to_owned())));
    }

    #[test]
    fn a_hundred_points_are_a_64_per_cent_chance_and_a_proof_is_certain() {
        assert!((chance(100) - 0.64).abs() < 0.005 && (chance(100) + chance(-100) - 1.0).abs() < 1e-9);
        assert_eq!((chance(0), chance(score::win_in(3)), chance(score::loss_in(4))), (0.5, 1.0, 0.0));
        assert_eq!(value(board::Side::North, score::win_in(3)).south, 0.0);
        assert_eq!(value(board::Side::South, score::win_in(3)).wins_in, Some(3));
    }
}
