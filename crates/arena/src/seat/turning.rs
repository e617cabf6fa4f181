//! Boards turned so that the sides swap, for programs that know only one side.

use std::collections::HashMap;

use skirmish_board::{Cell, View};
use skirmish_games::GameId;

/// A way to look at the board from the other side under which the start position looks the same.
///
/// Turning by half is a symmetry of every game; where it does not lead from one side's start to the other's, the rows alone are
/// mirrored.
pub(super) struct Turning {
    /// The square that each becomes.
    opposite: HashMap<String, String>,
}

impl Turning {
    /// The turning of a game.
    pub(super) fn new(game: GameId) -> Turning {
        let view = skirmish_play::open(game).view();
        let half = by_half(&view);
        let fits = |pairs: &[(&Cell, &Cell)], swapped| pairs.iter().all(|(one, other)| is_same(one, other, swapped));
        let rows = by_rows(&view);
        let pairs = if !fits(&half, true) && fits(&rows, false) { rows } else { half };
        Turning { opposite: pairs.iter().map(|(one, other)| (one.square.clone(), other.square.clone())).collect() }
    }

    /// The action between the opposite squares; one without squares stays, and one with squares off the board, too.
    pub(super) fn action(&self, text: &str) -> String {
        let Some((from, to)) = squares(text) else { return text.to_owned() };
        match (self.square(from), self.square(to)) {
            (Some(from), Some(to)) => format!("{from}{to}"),
            _ => text.to_owned(),
        }
    }

    /// The opposite square.
    pub(super) fn square(&self, square: &str) -> Option<&str> {
        self.opposite.get(square).map(String::as_str)
    }
}

/// The squares of an action, if it has two.
pub(super) fn squares(text: &str) -> Option<(&str, &str)> {
    let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic())?.0;
    let (from, to) = text.split_at(second);
    let is_square = |square: &str| {
        square.starts_with(|c: char| c.is_ascii_alphabetic())
            && square.len() > 1
            && square[1..].bytes().all(|byte| byte.is_ascii_digit())
    };
    (is_square(from) && is_square(to)).then_some((from, to))
}

/// Rows are symmetric, so the first square of the board becomes the last.
fn by_half(view: &View) -> Vec<(&Cell, &Cell)> {
    let cells = || view.rows.iter().flat_map(|row| &row.cells);
    let reversed: Vec<&Cell> = cells().collect();
    cells().zip(reversed.into_iter().rev()).collect()
}

fn by_rows(view: &View) -> Vec<(&Cell, &Cell)> {
    view.rows.iter().zip(view.rows.iter().rev()).flat_map(|(one, other)| one.cells.iter().zip(&other.cells)).collect()
}

/// Whether the squares hold the same piece of different sides. Where columns are swapped, so are left and right.
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
    use super::*;
    use crate::random::Random;

    /// A game and the same game turned, with the other side to begin, allow the same actions all along.
    #[test]
    fn turned_games_are_the_same_games() {
        for game in GameId::all() {
            let turning = Turning::new(game);
            let mut random = Random::new(3);
            for _ in 0..30 {
                let mut table = skirmish_play::open(game);
                let mut turned = skirmish_play::open(game);
                let text = turned.position();
                let (board, rest) = text.split_once(' ').unwrap();
                let (side, rest) = rest.split_at(1);
                let other = ["n", "s", "w", "b"][["s", "n", "b", "w"].iter().position(|&s| s == side).unwrap()];
                turned.set_position(&format!("{board} {other}{rest}")).unwrap();
                while table.outcome().is_none() {
                    let actions = table.legal_actions();
                    let mut expected: Vec<String> = actions.iter().map(|action| turning.action(action)).collect();
                    expected.sort_unstable();
                    assert_eq!(turned.legal_actions(), expected, "{game}: {}", table.position());
                    let action = &actions[random.below(actions.len())];
                    table.play(action).unwrap();
                    turned.play(&turning.action(action)).unwrap();
                }
                assert!(turned.outcome().is_some(), "{game}");
            }
        }
    }

    #[test]
    fn actions_have_squares_or_not() {
        assert_eq!(squares("C4B6"), Some(("C4", "B6")));
        assert_eq!(squares("A10B9"), Some(("A10", "B9")));
        for bad in ["pass", "accept", "C4", "", "CB46", "4C6B", "C4B", "äöü"] {
            assert_eq!(squares(bad), None, "{bad}");
        }
    }
}
