//! Which puzzles are alike: mirror images, the same position with the sides exchanged, the same line by the same pieces.

use skirmish_board::{Side, Squares, View};
use skirmish_play::AnyGame;

use crate::kind::PuzzleKind;
use crate::replay::SolutionReplay;

/// How a board is looked at: with the solver at the bottom, and perhaps in a mirror.
#[derive(Clone, Copy)]
struct Look {
    turned: bool,
    mirrored: bool,
}

impl Look {
    fn both(solver: Side) -> [Look; 2] {
        [false, true].map(|mirrored| Look { turned: solver == Side::North, mirrored })
    }

    /// The row and column of a square.
    fn place(self, view: &View, square: &str) -> Option<(usize, usize)> {
        let (row, cells) = view
            .rows
            .iter()
            .enumerate()
            .find_map(|(row, known)| Some((row, known.cells.iter().position(|cell| cell.square == square)?)))?;
        let width = view.rows[row].cells.len();
        let (rows, turned) = (view.rows.len(), self.turned);
        // Turning exchanges left and right as well.
        let column = if turned != self.mirrored { width - 1 - cells } else { cells };
        Some((if turned { rows - 1 - row } else { row }, column))
    }

    /// What a piece is called; some kinds have a side.
    fn kind(self, kind: &str) -> String {
        if self.turned == self.mirrored {
            return kind.to_owned();
        }
        let swapped = kind.split(' ').map(|word| match word {
            "left" => "right",
            "right" => "left",
            word => word,
        });
        swapped.collect::<Vec<&str>>().join(" ")
    }

    /// The two squares of a move, and what moves.
    fn movement(self, view: &View, squares: &Squares) -> String {
        let place =
            |square: &str| self.place(view, square).map_or(String::new(), |(row, column)| format!("{row},{column}"));
        let kind = view.piece(&squares.from).map_or(String::new(), |piece| self.kind(piece.kind));
        format!("{kind} {}>{}", place(&squares.from), place(&squares.to))
    }

    fn signature(self, view: &View, solver: Side) -> String {
        let mut pieces: Vec<String> = Vec::new();
        for cell in view.rows.iter().flat_map(|row| &row.cells) {
            let Some(piece) = cell.piece else { continue };
            let Some((row, column)) = self.place(view, &cell.square) else { continue };
            let side = if piece.side == solver { '+' } else { '-' };
            pieces.push(format!("{row},{column}{side}{}{:?}", self.kind(piece.kind), piece.gas));
        }
        pieces.sort_unstable();
        let pending = view.pending.as_ref().map_or(String::new(), |squares| self.movement(view, squares));
        format!("{} {pending}", pieces.join(" "))
    }
}

/// The same text for a position, its mirror image, and both with the sides exchanged.
pub fn signature(game: &dyn AnyGame) -> String {
    let (view, solver) = (game.view(), game.side_to_move());
    let least = Look::both(solver).into_iter().map(|look| look.signature(&view, solver)).min();
    format!("{} {}", game.id(), least.unwrap_or_default())
}

/// The same text for puzzles in which the same pieces of the solver make the same moves, perhaps mirrored, with whatever else on the
/// board.
pub fn motif(kind: PuzzleKind, replay: &SolutionReplay) -> String {
    let least = Look::both(replay.solver).into_iter().map(|look| {
        let words = replay.actions.iter().filter(|played| played.by_solver).map(|played| {
            let view = played.before.view();
            let moved = played.action.squares.as_ref().or(view.pending.as_ref());
            let movement = moved.map_or(String::new(), |squares| look.movement(&view, squares));
            let word = played.action.kind.word().unwrap_or_default();
            format!("{word} {movement} {}", played.effects.len())
        });
        words.collect::<Vec<String>>().join("; ")
    });
    format!("{} {}", kind.id(), least.min().unwrap_or_default())
}
