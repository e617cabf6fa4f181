//! From the types of the games to those of the messages.

use skirmish_board as board;
use skirmish_board::score;
use skirmish_play::{self as play, Table};

use crate::messages::{
    Action, ActionKind, Cell, Effect, Finding, LegalAction, Outcome, Piece, Row, Side, Sign, Squares, Value, View,
};

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
            pending: view.pending.map(Squares::from),
            notes: view.notes,
            signs: view.signs.into_iter().map(Sign::from).collect(),
        }
    }
}

impl From<board::Sign> for Sign {
    fn from(sign: board::Sign) -> Sign {
        match sign {
            board::Sign::Bound { square, words } => Sign::Bound { square, words: words.to_owned() },
            board::Sign::Open { square, toward, words } => {
                Sign::Open { square, toward: toward.into(), words: words.to_owned() }
            }
        }
    }
}

impl From<board::Squares> for Squares {
    fn from(squares: board::Squares) -> Squares {
        let board::Squares { from, to } = squares;
        Squares { from, to }
    }
}

impl From<&board::Action> for Action {
    fn from(action: &board::Action) -> Action {
        let board::Action { mv: _, kind, squares, text } = action;
        Action { text: text.clone(), kind: (*kind).into(), squares: squares.clone().map(Squares::from) }
    }
}

impl From<board::ActionKind> for ActionKind {
    fn from(kind: board::ActionKind) -> ActionKind {
        match kind {
            board::ActionKind::Move => ActionKind::Move,
            board::ActionKind::Accept => ActionKind::Accept,
            board::ActionKind::Refuse => ActionKind::Refuse,
            board::ActionKind::Pass => ActionKind::Pass,
        }
    }
}

impl From<board::Effect> for Effect {
    fn from(effect: board::Effect) -> Effect {
        match effect {
            board::Effect::Captures { square, piece } => Effect::Captures { square, piece: piece.into() },
            board::Effect::TakesOwn { square, piece } => Effect::TakesOwn { square, piece: piece.into() },
            board::Effect::Strikes { square, piece, becomes } => {
                Effect::Strikes { square, piece: piece.into(), becomes: becomes.map(Piece::from) }
            }
            board::Effect::Turns { square, piece, becomes } => {
                Effect::Turns { square, piece: piece.into(), becomes: becomes.into() }
            }
            board::Effect::Tank { square, left } => Effect::Tank { square, left },
            board::Effect::Ends(outcome) => Effect::Ends { outcome: outcome.into() },
        }
    }
}

/// What can be done at a table, with what it does.
pub fn legal_actions(table: &dyn Table) -> Vec<LegalAction> {
    let legal = |action: &board::Action| LegalAction {
        action: action.into(),
        effects: table.effects(action).into_iter().map(Effect::from).collect(),
    };
    table.legal_actions().iter().map(legal).collect()
}

/// The move that waits for an answer.
pub fn proposal(squares: &board::Squares) -> Action {
    Action { text: squares.to_string(), kind: ActionKind::Move, squares: Some(squares.clone().into()) }
}

/// A finding about a position in which this side acts.
pub fn finding(side: board::Side, found: &play::Finding) -> Finding {
    Finding {
        depth: found.depth,
        value: value(side, found.score),
        nodes: found.nodes,
        nodes_per_second: found.nodes_per_second,
        time_ms: found.time.as_millis() as u64,
        best: found.best.as_ref().map(Action::from),
        alternate: found.alternate.as_ref().map(Action::from),
        line: found.line.iter().map(Action::from).collect(),
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
    fn a_hundred_points_are_a_64_per_cent_chance_and_a_proof_is_certain() {
        assert!((chance(100) - 0.64).abs() < 0.005 && (chance(100) + chance(-100) - 1.0).abs() < 1e-9);
        assert_eq!((chance(0), chance(score::win_in(3)), chance(score::loss_in(4))), (0.5, 1.0, 0.0));
        assert_eq!(value(board::Side::North, score::win_in(3)).south, 0.0);
        assert_eq!(value(board::Side::South, score::win_in(3)).wins_in, Some(3));
    }
}
