//! The symmetry that swaps the sides of a board, for programs that play only one side.

use std::collections::HashMap;

use skirmish_board::{Cell, Squares, View};
use skirmish_games::GameId;

/// Maps squares so that the start position looks the same from the other side.
///
/// It is a rotation by 180 degrees, or a reflection of the rows if that maps the start position to itself and the rotation
/// does not.
pub(super) struct BoardSymmetry {
    /// The image of each square.
    opposite: HashMap<String, String>,
}

impl BoardSymmetry {
    /// The symmetry of a game.
    pub(super) fn new(game: GameId) -> BoardSymmetry {
        let view = skirmish_play::new_game(game).view();
        let rotated_cells = rotated(&view);
        let fits = |pairs: &[(&Cell, &Cell)], swapped| pairs.iter().all(|(one, other)| is_same(one, other, swapped));
        let rows = mirrored(&view);
        let pairs = if !fits(&rotated_cells, true) && fits(&rows, false) { rows } else { rotated_cells };
        BoardSymmetry {
            opposite: pairs.iter().map(|(one, other)| (one.square.clone(), other.square.clone())).collect(),
        }
    }

    /// The images of squares; squares off the board stay.
    pub(super) fn squares(&self, squares: &Squares) -> Squares {
        match (self.opposite.get(&squares.from), self.opposite.get(&squares.to)) {
            (Some(from), Some(to)) => Squares { from: from.clone(), to: to.clone() },
            _ => squares.clone(),
        }
    }
}

/// Rows are symmetric, so the first square of the board becomes the last.
fn rotated(view: &View) -> Vec<(&Cell, &Cell)> {
    let cells = || view.rows.iter().flat_map(|row| &row.cells);
    let reversed: Vec<&Cell> = cells().collect();
    cells().zip(reversed.into_iter().rev()).collect()
}

fn mirrored(view: &View) -> Vec<(&Cell, &Cell)> {
    view.rows.iter().zip(view.rows.iter().rev()).flat_map(|(one, other)| one.cells.iter().zip(&other.cells)).collect()
}

/// Whether the squares hold the same piece of opposite sides. If columns are swapped, so are left and right.
fn is_same(one: &Cell, other: &Cell, swapped: bool) -> bool {
    match (one.piece, other.piece) {
        (None, None) => true,
        (Some(one), Some(other)) => {
            let kind = if swapped { swap_left_and_right(one.kind) } else { one.kind.to_owned() };
            one.side != other.side && kind == other.kind
        }
        _ => false,
    }
}

fn swap_left_and_right(kind: &str) -> String {
    let swapped = kind.split(' ').map(|word| match word {
        "left" => "right",
        "right" => "left",
        word => word,
    });
    swapped.collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use skirmish_board::Action;

    use super::*;
    use skirmish_board::Random;

    /// A game and its flipped image have the same actions throughout.
    #[test]
    fn turned_games_are_the_same_games() {
        for game in GameId::all() {
            let symmetry = BoardSymmetry::new(game);
            let opposite = |action: &Action| match &action.squares {
                Some(squares) => symmetry.squares(squares).to_string(),
                None => action.text.clone(),
            };
            let mut random = Random::new(3);
            for _ in 0..30 {
                let mut state = skirmish_play::new_game(game);
                let mut turned = skirmish_play::new_game(game);
                let other = turned.side_to_move().opposite();
                turned.set_position(&game.info().setup.with_side(&turned.position(), other)).unwrap();
                while state.outcome().is_none() {
                    let actions = state.legal_actions();
                    let mut expected: Vec<String> = actions.iter().map(opposite).collect();
                    expected.sort_unstable();
                    let found: Vec<String> = turned.legal_actions().iter().map(Action::to_string).collect();
                    assert_eq!(found, expected, "{game}: {}", state.position());
                    let action = &actions[random.below(actions.len())];
                    state.perform(action);
                    turned.play(&opposite(action)).unwrap();
                }
                assert!(turned.outcome().is_some(), "{game}");
            }
        }
    }
}
