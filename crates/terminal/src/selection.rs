//! The cursor and the selected piece.

use skirmish_board::{Action, TextError, View};
use skirmish_play::AnyGame;

use crate::layout::BoardLayout;

/// The cursor and the selection, moved by arrows, Tab or the mouse.
#[derive(Clone, Debug, Default)]
pub(crate) struct Selection {
    /// The square of the cursor.
    pub(crate) cursor: String,
    /// The square of the selected piece.
    pub(crate) selected: Option<String>,
}

/// The result of a click on a square.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ClickResult {
    /// The selection changed.
    Changed,
    /// A legal action.
    Act(Action),
    /// An illegal move, with the rule it breaks.
    Illegal(TextError),
    /// Nothing there can be selected.
    Idle,
}

/// The direction of an arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CursorDirection {
    Up,
    Down,
    Left,
    Right,
}

impl Selection {
    /// A cursor on a movable piece, if there is one.
    pub(crate) fn at(game: &dyn AnyGame) -> Selection {
        let legal = game.legal_actions();
        // The middle of the movable pieces is nearer to most squares than the first.
        let squares: Vec<&str> = sources(&legal);
        let first = || game.view().rows.last().and_then(|row| row.cells.first()).map(|cell| cell.square.clone());
        let middle = squares.get(squares.len() / 2).map(|square| (*square).to_owned());
        Selection { cursor: middle.or_else(first).unwrap_or_default(), selected: None }
    }

    /// Moves the cursor to the next square in a direction, if there is one.
    pub(crate) fn move_cursor(&mut self, view: &View, direction: CursorDirection) {
        let layout = BoardLayout::of(view, (8, 1));
        let Some(here) = layout.spot(&self.cursor) else {
            self.cursor = layout.spots.first().map(|spot| spot.square.clone()).unwrap_or_default();
            return;
        };
        let next = match direction {
            CursorDirection::Left => {
                layout.spots.iter().find(|spot| spot.row == here.row && spot.column + 1 == here.column)
            }
            CursorDirection::Right => {
                layout.spots.iter().find(|spot| spot.row == here.row && spot.column == here.column + 1)
            }
            CursorDirection::Up | CursorDirection::Down => {
                let row = if direction == CursorDirection::Up { here.row.checked_sub(1) } else { Some(here.row + 1) };
                let there = layout.spots.iter().filter(|spot| Some(spot.row) == row);
                there.min_by_key(|spot| spot.x.abs_diff(here.x))
            }
        };
        if let Some(spot) = next {
            self.cursor = spot.square.clone();
        }
    }

    /// Moves the cursor to the next movable piece, or to the next target of the selected piece.
    pub(crate) fn jump(&mut self, legal: &[Action], back: bool) {
        let stops: Vec<&str> = match &self.selected {
            None => sources(legal),
            Some(from) => targets(legal, from).map(|(to, _)| to).collect(),
        };
        let count = stops.len();
        if count == 0 {
            return;
        }
        let at = stops.iter().position(|square| *square == self.cursor);
        let next = match (at, back) {
            (None, false) => 0,
            (None, true) => count - 1,
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
        };
        self.cursor = stops[next].to_owned();
    }

    /// Selects the piece at the cursor, or moves the selected piece there.
    pub(crate) fn press(&mut self, game: &dyn AnyGame, legal: &[Action]) -> ClickResult {
        let square = self.cursor.clone();
        let movable = sources(legal).contains(&square.as_str());
        match self.selected.take() {
            Some(from) if from == square => ClickResult::Changed,
            Some(from) => {
                let action = targets(legal, &from).find(|(to, _)| *to == square).map(|(_, action)| action.clone());
                match action {
                    Some(action) => ClickResult::Act(action),
                    // Select another piece.
                    None if movable => {
                        self.selected = Some(square);
                        ClickResult::Changed
                    }
                    None => {
                        let error = game.read(&format!("{from}{square}"));
                        // Keep the selection for another try.
                        self.selected = Some(from);
                        error.map_or_else(ClickResult::Illegal, ClickResult::Act)
                    }
                }
            }
            None if movable => {
                self.selected = Some(square);
                ClickResult::Changed
            }
            None => ClickResult::Idle,
        }
    }

    /// The legal move of the selected piece to the cursor.
    pub(crate) fn hovered_move<'a>(&self, legal: &'a [Action]) -> Option<&'a Action> {
        let from = self.selected.as_ref()?;
        targets(legal, from).find(|(to, _)| *to == self.cursor).map(|(_, action)| action)
    }
}

/// The squares of the movable pieces, in the order of the actions.
pub(crate) fn sources(legal: &[Action]) -> Vec<&str> {
    let mut squares: Vec<&str> =
        legal.iter().filter_map(|action| Some(action.squares.as_ref()?.from.as_str())).collect();
    squares.dedup();
    squares
}

/// The target squares of the piece on a square, with their actions.
pub(crate) fn targets<'a>(legal: &'a [Action], from: &str) -> impl Iterator<Item = (&'a str, &'a Action)> {
    legal.iter().filter_map(move |action| {
        let squares = action.squares.as_ref().filter(|squares| squares.from == from)?;
        Some((squares.to.as_str(), action))
    })
}
