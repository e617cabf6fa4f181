//! A position as one SVG document.

use std::fmt::Write;

use skirmish_board::{Cell, Squares, View};

use crate::board::{LastMove, Layout, board};
use crate::colours::{Colours, Shade};
use crate::overlay::{Arrow, ArrowLook, MARK_COLOUR, REFUSED_STAMP, arrow, circle, signs, stamp_place};
use crate::piece::piece;
use crate::svg::{escaped, number};

/// The fonts of letters and numbers.
pub(crate) const FONTS: &str = "Inter, Segoe UI, system-ui, -apple-system, Helvetica Neue, Noto Sans, sans-serif";

/// A position and how it is drawn.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The id of the game without a size: it selects the skin.
    pub game: &'a str,
    /// The board.
    pub view: &'a View,
    /// What the picture shows, in a few words, for tooltips and screen readers; may be empty.
    pub title: &'a str,
    /// The last move; not shown while a proposed move is.
    pub last: Option<&'a Squares>,
    /// Whether the pending move of the view was refused.
    pub refused: bool,
    /// Arrows, the most important first.
    pub arrows: &'a [Arrow],
    /// Squares with a circle around them.
    pub marked: &'a [&'a str],
    /// Whether North is at the bottom.
    pub flipped: bool,
    /// The background on which it is shown.
    pub shade: Shade,
    /// The longer side in pixels.
    pub size: u32,
}

impl<'a> Picture<'a> {
    /// A picture of a board, 400 pixels large.
    pub fn new(game: &'a str, view: &'a View) -> Picture<'a> {
        Picture {
            game,
            view,
            title: "",
            last: None,
            refused: false,
            arrows: &[],
            marked: &[],
            flipped: false,
            shade: Shade::Light,
            size: 400,
        }
    }

    /// The SVG document. Squares that the board does not have are ignored.
    pub fn svg(&self) -> String {
        let layout = Layout::new(self.view, self.flipped);
        let colours = Colours::of(self.game, self.shade);
        let mut out = open_svg(&layout, self.size);
        if !self.title.is_empty() {
            let _ = write!(out, "<title>{}</title>", escaped(self.title));
        }
        let proposed = self.view.pending.is_some() && !self.refused;
        let last = self.last.filter(|_| !proposed);
        let last: Vec<&str> = last.iter().flat_map(|last| [&*last.from, &*last.to]).collect();
        out += &board(self.game, &layout, &colours, LastMove::Squares(&last));
        if let Some(pending) = self.view.pending.as_ref().filter(|_| !self.refused) {
            let proposal = Arrow { from: pending.from.clone(), to: pending.to.clone(), look: ArrowLook::Proposal };
            out += &arrow(&layout, &proposal, &colours.pick);
        }
        self.pieces(&mut out, &layout);
        out += &signs(self.view, &layout, self.flipped, &colours.frame);
        for one in self.arrows.iter().rev() {
            out += &arrow(&layout, one, &colours.pick);
        }
        for centre in self.marked.iter().filter_map(|square| layout.centre(square)) {
            out += &circle(centre, MARK_COLOUR);
        }
        if let Some((x, y)) = self.refused_square().and_then(|square| layout.centre(square)) {
            let _ = write!(out, "<g transform=\"translate({})\">{REFUSED_STAMP}</g>", stamp_place(&layout, x, y));
        }
        out + "</svg>"
    }

    fn refused_square(&self) -> Option<&str> {
        self.view.pending.as_ref().filter(|_| self.refused).map(|pending| &*pending.to)
    }

    /// The pieces, and the ghost of a proposed or refused move.
    fn pieces(&self, out: &mut String, layout: &Layout) {
        let pending = self.view.pending.as_ref();
        for (cell, (x, y)) in cells(self.view).filter_map(|cell| Some((cell, layout.centre(&cell.square)?))) {
            let Some(on_it) = &cell.piece else { continue };
            let threatened = !self.refused && pending.is_some_and(|pending| pending.to == cell.square);
            let faint = if threatened { " opacity=\".28\"" } else { "" };
            let (x, y) = (number(x - 50.0), number(y - 50.0));
            let _ = write!(out, "<g transform=\"translate({x} {y})\"{faint}>{}</g>", piece(self.game, on_it, false));
        }
        let ghost = pending.and_then(|pending| Some((self.view.piece(&pending.from)?, layout.centre(&pending.to)?)));
        if let (Some((mover, (x, y))), Some(pending)) = (ghost, pending) {
            // A refused move does not cover the piece that it would have captured.
            let small = self.refused && self.view.piece(&pending.to).is_some();
            let _ = write!(
                out,
                "<g transform=\"translate({} {}){}\" opacity=\"{}\">{}</g>",
                number(x - 50.0),
                number(y - 50.0),
                if small { " scale(.5)" } else { "" },
                if self.refused { ".5" } else { ".7" },
                piece(self.game, &mover, true)
            );
        }
    }
}

/// All squares of a view.
pub(crate) fn cells(view: &View) -> impl Iterator<Item = &Cell> {
    view.rows.iter().flat_map(|row| &row.cells)
}

/// The opening tag of the document, whose longer side is `size` pixels.
pub(crate) fn open_svg(layout: &Layout, size: u32) -> String {
    let (width, height) = layout.size();
    let scale = f64::from(size) / width.max(height);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\" width=\"{}\" height=\"{}\" font-family=\"{FONTS}\" role=\"img\">",
        layout.view_box(),
        (width * scale).round(),
        (height * scale).round()
    )
}

#[cfg(test)]
mod tests;
