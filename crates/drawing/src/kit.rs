//! A board in parts, for pages that show many positions: a script only puts parts where they belong.

use std::collections::BTreeMap;
use std::fmt::Write;

use skirmish_board::{Cell, Piece, View};

use crate::board::{LastMove, Layout, board};
use crate::colours::Colours;
use crate::overlay::{ArrowLook, REFUSED_STAMP, arrow_path, signs, stamp_place};
use crate::picture::{cells, open_svg};
use crate::piece::piece;
use crate::svg::number;

/// JavaScript with one function, `boardPlayer(svg, kit)`, for the SVG element of [`BoardKit::board`] and the other fields of the kit.
/// It returns a function that shows a state.
pub const PLAYER_SCRIPT: &str = include_str!("player.js");

/// The parts of the boards of a game. [`BoardKit::add`] collects what its positions need.
pub struct BoardKit {
    game: String,
    colours: Colours,
    layout: Layout,
    /// Numbers of squares, in the order of the view.
    places: BTreeMap<String, usize>,
    /// An SVG element with an empty board.
    pub board: String,
    /// Drawings of pieces by their token: the letter, and the gas if the piece has some.
    pub pieces: BTreeMap<String, String>,
    /// The same with dashed outlines, for the pieces of proposed and refused moves.
    pub ghosts: BTreeMap<String, String>,
    /// The arrows of proposed moves by their squares, such as `12,23`.
    pub arrows: BTreeMap<String, String>,
    /// What is drawn above the pieces of some positions. The first is empty.
    pub signs: Vec<String>,
}

/// A position, as the script needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KitState {
    /// The contents of each square: a token of [`BoardKit::pieces`], or `-`.
    pub board: Vec<String>,
    /// The numbers of the squares of a proposed move, such as `12,23`; `12,23,1` if it was refused; or empty.
    pub pending: String,
    /// The number of its [`BoardKit::signs`].
    pub signs: usize,
}

impl BoardKit {
    /// The kit for views of this shape. `game` is the id without a size; the longer side has `size` pixels.
    pub fn new(game: &str, view: &View, colours: Colours, size: u32) -> BoardKit {
        let layout = Layout::new(view, false);
        let places = cells(view).zip(0..).map(|(cell, index)| (cell.square.clone(), index)).collect();
        let board = template(game, view, &layout, &colours, size);
        BoardKit {
            game: game.to_owned(),
            colours,
            layout,
            places,
            board,
            pieces: BTreeMap::new(),
            ghosts: BTreeMap::new(),
            arrows: BTreeMap::new(),
            signs: vec![String::new()],
        }
    }

    /// Adds a position; `refused` says whether its pending move was refused.
    pub fn add(&mut self, view: &View, refused: bool) -> KitState {
        let board: Vec<String> = cells(view).map(token_of).collect();
        for on_it in cells(view).filter_map(|cell| cell.piece) {
            self.pieces.entry(token(&on_it)).or_insert_with(|| piece(&self.game, &on_it, false));
        }
        let drawn = signs(view, &self.layout, false, &self.colours.frame);
        let known = self.signs.iter().position(|known| *known == drawn);
        let signs = known.unwrap_or_else(|| {
            self.signs.push(drawn);
            self.signs.len() - 1
        });
        KitState { board, pending: self.pending(view, refused), signs }
    }

    fn pending(&mut self, view: &View, refused: bool) -> String {
        let Some(pending) = &view.pending else { return String::new() };
        let [from, to] = [&pending.from, &pending.to];
        let (Some(start), Some(end)) = (self.places.get(from), self.places.get(to)) else { return String::new() };
        if let Some(mover) = view.piece(from) {
            self.ghosts.entry(token(&mover)).or_insert_with(|| piece(&self.game, &mover, true));
        }
        let squares = format!("{start},{end}");
        if refused {
            return squares + ",1";
        }
        if let (Some(from), Some(to)) = (self.layout.centre(from), self.layout.centre(to)) {
            self.arrows.entry(squares.clone()).or_insert_with(|| arrow_path(from, to, ArrowLook::Proposal.width()));
        }
        squares
    }
}

/// The token of a piece.
fn token(piece: &Piece) -> String {
    piece.gas.map_or(piece.letter.to_string(), |gas| format!("{}{gas}", piece.letter))
}

/// The token of what is on a square.
fn token_of(cell: &Cell) -> String {
    cell.piece.as_ref().map_or("-".to_owned(), token)
}

/// The empty board, with places for everything that a script shows. Squares have the order of the view.
fn template(game: &str, view: &View, layout: &Layout, colours: &Colours, size: u32) -> String {
    let mut out = open_svg(layout, size);
    out += &board(game, layout, colours, LastMove::Script);
    let _ = write!(
        out,
        "<path data-part=\"arrow\" fill=\"{}\" opacity=\".82\" stroke=\"#fff\" stroke-opacity=\".65\" stroke-width=\"2\"/>",
        colours.pick
    );
    for (x, y) in cells(view).filter_map(|cell| layout.centre(&cell.square)) {
        let stamp = stamp_place(layout, x, y);
        let (x, y) = (number(x - 50.0), number(y - 50.0));
        let _ = write!(out, "<g data-place=\"{stamp}\" transform=\"translate({x} {y})\"></g>");
    }
    for part in ["ghost", "signs"] {
        let _ = write!(out, "<g data-part=\"{part}\"></g>");
    }
    let _ = write!(out, "<g data-part=\"stamp\" visibility=\"hidden\">{REFUSED_STAMP}</g>");
    out + "</svg>"
}

#[cfg(test)]
mod tests {
    use skirmish_games::GameId;
    use skirmish_play::new_game;

    use super::*;
    use crate::Shade;

    #[test]
    fn a_kit_has_everything_that_its_positions_need() {
        for id in GameId::all() {
            let mut game = new_game(id);
            let name = id.info().id;
            let mut kit = BoardKit::new(name, &game.view(), Colours::of(name, Shade::Light), 400);
            let squares = cells(&game.view()).count();
            assert_eq!(kit.board.matches("data-place=").count(), squares);
            assert_eq!(kit.board.matches("data-last=").count(), squares);
            for turn in 0..40 {
                let Some(action) = game.legal_actions().into_iter().cycle().nth(turn * 7) else { break };
                game.perform(&action);
                let view = game.view();
                let refused = view.pending.is_some() && game.accept_refuse().is_none();
                let state = kit.add(&view, refused);
                assert_eq!(state.board.len(), squares);
                assert!(state.board.iter().all(|token| token == "-" || kit.pieces.contains_key(token)));
                assert_eq!(state.pending.is_empty(), view.pending.is_none(), "{id}");
                if !state.pending.is_empty() {
                    assert_eq!(kit.arrows.contains_key(&state.pending), !refused);
                    let from: usize = state.pending.split(',').next().unwrap().parse().unwrap();
                    assert!(kit.ghosts.contains_key(&state.board[from]));
                }
                assert!(state.signs < kit.signs.len());
            }
        }
    }
}
